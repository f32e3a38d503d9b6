import { bold, inlineCode } from '@discordjs/formatters';
import type { Messages } from '../messages.ts';
import { command, menu } from './names.ts';

const say = command('say');

/** French: the name of each setting, and what it does in a line. */
export const settingFields: Messages['settings']['fields'] = {
  'general.language': {
    label: 'Langue',
    about: 'La langue de ce que je publie et dis à tout le monde sur ce serveur.',
  },
  'notices.posted': {
    label: 'Annonces',
    about: 'Je préviens quand je quitte un salon vide, quand on me déplace ou quand je perds la connexion.',
  },
  'log.channelId': {
    label: 'Salon du journal',
    about: "J'y publie chaque modification de ces paramètres, avec son auteur.",
  },
  'access.managers': {
    label: 'Paramètres',
    about: `Peuvent utiliser ${command('settings')}, en plus des personnes ayant ${bold('Gérer le serveur')}.`,
  },
  'access.speak': {
    label: 'Lecture à voix haute',
    about: `Peuvent utiliser ${say}, ${command('join')}, la file d'attente et ${menu('Speak')}.`,
  },
  'access.captions': {
    label: 'Sous-titres',
    about:
      'Peuvent activer et exporter les sous-titres. Chaque personne reste libre de les accepter ou de les refuser.',
  },
  'access.transcribe': {
    label: 'Transcription',
    about:
      'Peuvent transcrire des enregistrements ; seuls leurs messages vocaux reçoivent leur transcription en réponse.',
  },
  'access.voices': {
    label: 'Voix',
    about: 'Peuvent créer, modifier, lister et choisir des voix.',
  },
  'muted.userIds': {
    label: 'Personnes en sourdine',
    about: "Je ne lis rien de ce qu'elles écrivent.",
  },
  'muted.roleIds': {
    label: 'Rôles en sourdine',
    about: "Je ne lis rien de ce qu'écrivent les personnes qui ont ces rôles.",
  },
  'voice.voiceId': {
    label: 'Voix',
    about: "Elle lit pour les personnes qui n'ont pas choisi de voix.",
  },
  'voice.speed': {
    label: 'Vitesse',
    about: 'La vitesse de cette voix.',
  },
  'voice.volumeDb': {
    label: 'Volume',
    about: 'Le volume de cette voix.',
  },
  'lengths.say': {
    label: 'Longueur maximale des textes',
    about: `${say} refuse les textes plus longs.`,
  },
  'lengths.reading': {
    label: 'Longueur maximale des messages',
    about: 'Quand je lis un salon, je raccourcis les messages plus longs.',
  },
  'announcements.joins': {
    label: 'Arrivées',
    about: 'Je dis qui rejoint mon salon vocal.',
  },
  'announcements.leaves': {
    label: 'Départs',
    about: 'Je dis qui quitte mon salon vocal.',
  },
  'captions.consent': {
    label: 'Consentement',
    about: 'Qui est sous-titré.',
  },
  'captions.captionBots': {
    label: 'Bots',
    about: 'Je sous-titre aussi les bots.',
  },
  'captions.language': {
    label: 'Langue parlée',
    about: `La langue des sous-titres, sauf si ${command('captions start')} en indique une autre.`,
  },
  'captions.interim': {
    label: 'Texte en direct',
    about: "Les sous-titres s'affichent pendant que les gens parlent encore.",
  },
  'captions.soundCues': {
    label: 'Sons',
    about: 'Les sous-titres indiquent aussi les sons, comme [rires].',
  },
  'captions.retentionDays': {
    label: 'Transcriptions',
    about: 'Quand je les supprime.',
  },
  'reading.bots': {
    label: 'Bots',
    about: "Je lis ce qu'écrivent les bots.",
  },
  'reading.webhooks': {
    label: 'Webhooks',
    about: "Je lis ce que publient les webhooks et les passerelles vers d'autres messageries.",
  },
  'reading.proxied': {
    label: 'Messages relayés',
    about: 'Je lis ce que PluralKit et Tupperbox publient pour des personnes, comme leurs propres messages.',
  },
  'reading.voiceMessages': {
    label: 'Messages vocaux',
    about: "Ce que j'en fais quand je lis un salon.",
  },
  'reading.skipPrefix': {
    label: 'Préfixe à ignorer',
    about: 'Je saute les messages qui commencent par ce préfixe.',
  },
  'reading.requiredRoleIds': {
    label: 'Rôles requis',
    about: "Je lis seulement les personnes qui ont l'un de ces rôles.",
  },
  'reading.announceWriters': {
    label: "Nom de l'auteur",
    about: "Je dis qui écrit quand l'auteur change.",
  },
  'reading.announcement': {
    label: 'Formule',
    about: `Comment je dis qui écrit. ${inlineCode('{name}')} est remplacé par le nom.`,
  },
  'reading.builtInPronunciations': {
    label: 'Abréviations',
    about: `Je lis en toutes lettres les abréviations courantes, comme ${inlineCode('mdr')}.`,
  },
  'voiceMessages.transcribedIn': {
    label: 'Salons concernés',
    about: "J'y réponds aux messages vocaux avec leur transcription.",
  },
  'voices.maxPerPerson': {
    label: 'Voix par personne',
    about: 'Combien de voix chaque personne peut créer sur ce serveur.',
  },
  'voices.maxPerGuild': {
    label: 'Voix sur ce serveur',
    about: 'Combien de voix ce serveur peut avoir.',
  },
  'budgets.charactersPerPerson': {
    label: 'Caractères par personne',
    about: 'Combien de texte je lis par jour pour chaque personne.',
  },
  'budgets.characters': {
    label: 'Caractères sur ce serveur',
    about: 'Combien de texte je lis par jour sur ce serveur.',
  },
  'budgets.captionMinutes': {
    label: 'Minutes de sous-titres',
    about: 'Combien de minutes de parole je sous-titre par jour.',
  },
  'budgets.transcribeMinutesPerPerson': {
    label: 'Transcription par personne',
    about: 'Combien de minutes je transcris par jour pour chaque personne.',
  },
  'budgets.transcribeMinutes': {
    label: 'Transcription sur ce serveur',
    about: "Combien de minutes d'enregistrements je transcris par jour.",
  },
};
