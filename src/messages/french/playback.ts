import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('fr');

type Playback = Messages['playback'];

const USUAL_VOICE = 'Ma voix habituelle';

interface TitledVoice {
  readonly title: string;
}

const yourVoice = ({ title }: TitledVoice): string => (title === '' ? 'Ta voix' : `Ta voix ${bold(title)}`);

const textCount = (count: number): string =>
  format.plural(count, { one: '# texte', many: '# de textes', other: '# textes' });

const textsAhead = (count: number): string =>
  format.plural(count, {
    one: '# texte passe avant le tien',
    many: '# de textes passent avant le tien',
    other: '# textes passent avant le tien',
  });

/** French: speaking in voice channels, and the commands for it. */
export const playbackMessages: Playback = {
  commands: {
    say: {
      description: "Lire un texte à voix haute dans ton salon vocal, ou l'obtenir en fichier audio",
      options: {
        text: "Le texte à lire ; sans lui, un formulaire s'ouvre",
        voice: 'La voix à utiliser : commence à taper son titre, ou colle son identifiant',
        style: 'Comment le dire : choisis un style, ou décris-en un en quelques mots',
        speed: 'La vitesse, de 0,5 à 2 (par défaut : ta vitesse habituelle)',
        file: 'Envoyer un fichier audio au lieu de lire dans le salon',
      },
    },
    join: {
      description: 'Rejoindre un salon vocal',
      options: { channel: 'Le salon à rejoindre ; sans indication, le tien' },
    },
    leave: { description: 'Quitter le salon vocal' },
    skip: { description: 'Passer le texte en cours de lecture' },
    stop: { description: "Arrêter la lecture et vider la file d'attente" },
    pause: { description: 'Mettre la lecture en pause' },
    resume: { description: 'Reprendre la lecture' },
    queue: { description: "Voir la file d'attente et en retirer des textes" },
  },

  join: {
    joined: ({ channelId }) =>
      `J'ai rejoint ${channelMention(channelId)}. Utilise ${command('say')} pour me faire parler.`,
    moved: ({ channelId }) =>
      `Je suis passé dans ${channelMention(channelId)}. Utilise ${command('say')} pour me faire parler.`,
    alreadyHere: ({ channelId }) =>
      `Je suis déjà dans ${channelMention(channelId)}. Utilise ${command('say')} pour me faire parler.`,
    missingPermissions: ({ channelId, permissions }) =>
      `Je ne peux pas parler dans ${channelMention(channelId)}. Demande à quelqu'un qui gère le serveur de m'y accorder ${format.list(permissions)}.`,
    full: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} est complet (${format.number(userLimit)} au maximum). Fais de la place, relève sa limite, ou accorde-moi Déplacer des membres.`,
    unknownChannel: 'Je ne vois pas ce salon vocal. Accorde-moi Voir le salon et Se connecter, ou choisis-en un autre.',
    noAnswer:
      "Discord ne m'a pas laissé entrer. Le salon est peut-être complet ou fermé pour moi. Réessaie dans un instant.",
    notReady: "Discord m'a laissé entrer, mais la connexion vocale a échoué. Réessaie dans un instant.",
    busy: ({ retryAtMs }) =>
      `Je ne peux pas encore entrer : Discord limite le nombre de salons que je rejoins par minute. Réessaie ${time(Math.ceil(retryAtMs / 1_000), TimestampStyles.RelativeTime)}.`,
    cancelled: "On m'a demandé de partir avant que j'arrive.",
    noChannel: `Rejoins d'abord un salon vocal, ou choisis-en un avec ${option('channel')}.`,
    notForYou: ({ channelId }) =>
      `Tu ne peux pas entrer toi-même dans ${channelMention(channelId)}, je ne vais donc pas y entrer pour toi.`,
  },

  stage: {
    asked: ({ channelId }) =>
      `Je suis dans le public de ${channelMention(channelId)} et j'ai demandé la parole. Un modérateur de la conférence doit m'inviter ; les sous-titres marchent déjà.`,
    mayNotAsk: ({ channelId }) =>
      `Je suis dans le public de ${channelMention(channelId)}, où les sous-titres marchent. Pour que je parle, invite-moi à parler ou accorde-moi Demander la parole dans ce salon.`,
    couldNotAsk: ({ channelId }) =>
      `Je suis dans le public de ${channelMention(channelId)}, où les sous-titres marchent. Je n'ai pas pu demander la parole : un modérateur de la conférence doit m'inviter.`,
    waits: {
      asked: ({ channelId }) =>
        `Je suis dans le public de ${channelMention(channelId)} et j'ai demandé la parole. Ma file d'attente reprendra quand un modérateur de la conférence m'invitera.`,
      mayNotAsk: ({ channelId }) =>
        `Je ne peux pas parler depuis le public de ${channelMention(channelId)}. Ma file d'attente reprendra quand un modérateur de la conférence m'invitera ou m'accordera Demander la parole.`,
      movedToAudience: ({ channelId }) =>
        `On m'a renvoyé dans le public de ${channelMention(channelId)}, donc je ne parle plus. Utilise ${command('join')} pour que je redemande la parole.`,
    },
  },

  inUse: {
    join: ({ channelId }) =>
      `Des personnes m'écoutent dans ${channelMention(channelId)}. Rejoins-les, ou demande-leur d'utiliser ${command('leave')}.`,
    say: ({ channelId, mayMove }) =>
      mayMove
        ? `On m'utilise déjà dans ${channelMention(channelId)}. Rejoins ce salon pour m'y faire parler, ou utilise ${command('join')} pour m'amener dans le tien.`
        : `On m'utilise déjà dans ${channelMention(channelId)}. Rejoins ce salon pour m'y faire parler, ou utilise ${option('file')} pour obtenir l'audio.`,
    captions: ({ channelId, mayMove }) =>
      mayMove
        ? `On m'utilise déjà dans ${channelMention(channelId)}. Rejoins ce salon pour le sous-titrer, ou utilise ${command('join')} pour m'amener dans le tien.`
        : `On m'utilise déjà dans ${channelMention(channelId)}. Rejoins ce salon pour le sous-titrer.`,
  },

  notInVoice: `Je ne suis dans aucun salon vocal ici. Utilise ${command('join')} pour m'amener dans le tien.`,
  nothingToControl: 'Je ne suis dans aucun salon vocal.',
  mayNotControl: ({ channelId }) =>
    `Pour faire ça, il faut être dans ${channelMention(channelId)}, ou gérer le serveur ou ses salons vocaux.`,

  left: ({ channelId }) => `J'ai quitté ${channelMention(channelId)}.`,
  joinCancelled: ({ channelId }) => `Annulé : je ne rejoins pas ${channelMention(channelId)}.`,
  skipped: ({ userId }) => `Texte de ${userMention(userId)} passé.`,
  skippedOwn: 'Ton texte a été passé.',
  nothingToSkip: 'Rien à passer : aucune lecture en cours.',
  stopped: 'Lecture arrêtée.',
  stoppedAndRemoved: ({ texts }) =>
    format.plural(texts, {
      one: "Lecture arrêtée. # texte retiré de la file d'attente.",
      many: "Lecture arrêtée. # de textes retirés de la file d'attente.",
      other: "Lecture arrêtée. # textes retirés de la file d'attente.",
    }),
  nothingToStop: 'Rien à arrêter : aucune lecture en cours.',
  paused: `Lecture en pause. Utilise ${command('resume')} pour continuer.`,
  alreadyPaused: `La lecture est déjà en pause. Utilise ${command('resume')} pour continuer.`,
  resumed: 'Lecture reprise.',
  notPaused: "La lecture n'est pas en pause.",

  queue: {
    empty: `La file d'attente est vide. Ajoutes-y un texte avec ${command('say')}.`,
    heading: ({ channelId }) => `Dans ${channelMention(channelId)} :`,
    joiningHeading: ({ channelId }) => `Je rejoins ${channelMention(channelId)} :`,
    pausedHeading: ({ channelId }) => `Dans ${channelMention(channelId)} (en pause) :`,
    item: ({ number, userId, state, text }) => `${number}\\. ${userMention(userId)} (${state}) : ${text}`,
    states: {
      waiting: 'en attente',
      preparing: 'en préparation',
      speaking: 'en lecture',
      paused: 'en pause',
      'waiting-for-listeners': "en attente d'auditeurs",
      'waiting-for-permission': 'pas encore autorisé à parler',
    },
    hidden: ({ texts }) =>
      format.plural(texts, {
        one: '…et # autre texte.',
        many: "…et # d'autres textes.",
        other: '…et # autres textes.',
      }),
    selectPlaceholder: 'Retirer un texte…',
    removed: "Retiré de la file d'attente.",
    notFound: "Ce texte n'est plus dans la file d'attente.",
    notYours: 'Tu ne peux retirer que tes propres textes.',
    notForYou: "Tu ne vois pas le salon vocal où je suis, je ne peux donc pas te montrer sa file d'attente.",
  },

  say: {
    form: { title: 'Lire un texte', text: 'Texte' },
    voiceTooLong: `Le nom de cette voix est trop long pour le formulaire. Choisis-la parmi les suggestions, ou ajoute ${option('text')}.`,
    styles: {
      whispering: 'en chuchotant',
      'soft tone': 'voix douce',
      shouting: 'en criant',
      screaming: 'en hurlant',
      'in a hurry tone': 'pressé',
      happy: 'joyeux',
      excited: 'enthousiaste',
      calm: 'calme',
      sad: 'triste',
      angry: 'en colère',
      surprised: 'surpris',
      nervous: 'nerveux',
      scared: 'effrayé',
      confident: 'sûr de soi',
      proud: 'fier',
      curious: 'curieux',
      grateful: 'reconnaissant',
      sarcastic: 'sarcastique',
      embarrassed: 'gêné',
      laughing: 'en riant',
      sighing: 'en soupirant',
      sobbing: 'en sanglotant',
    },
    knownStyles: ({ styles }) =>
      `Styles : ${format.list(styles.map((style) => inlineCode(style)))}. Tu peux aussi en décrire un en quelques mots.`,
    invalidStyle: ({ max }) =>
      `Décris le style en quelques mots, uniquement avec des lettres (${format.plural(max, { one: '# caractère', many: '# de caractères', other: '# caractères' })} au maximum), par exemple ${inlineCode('en chuchotant')}.`,
    nothingToSpeak: "Il n'y a rien à lire dans ce texte. Ajoute quelques mots.",
    nothingInMessage: "Il n'y a rien que je puisse lire dans ce message. Choisis-en un avec du texte.",
    queued: ({ ahead }) => `En file d'attente : ${textsAhead(ahead)}. ${command('queue')} montre tout.`,
    queuedWhilePaused: ({ ahead }) =>
      ahead === 0
        ? `En file d'attente. La lecture est en pause : utilise ${command('resume')} pour continuer.`
        : `En file d'attente : ${textsAhead(ahead)}. La lecture est en pause : utilise ${command('resume')} pour continuer.`,
    fileInstead: "Tu n'es pas dans un salon vocal, voici donc l'audio.",
    audioFor: ({ userId }) => `${userMention(userId)} a demandé cet audio :`,
    waitingForSound: "J'attends encore le premier son…",
    waitingForPeople: "Il n'y a personne pour écouter dans le salon vocal. Je lirai dès que quelqu'un arrivera.",
    waitingToContinue:
      "Il n'y a plus personne pour écouter dans le salon vocal. Je reprendrai dès que quelqu'un arrivera.",
    waitingForPermission:
      "Je n'ai pas encore le droit de parler ici. Je commencerai quand un modérateur de la conférence m'invitera, ou quand j'aurai Parler.",
    speaking: 'Lecture en cours…',
    spoken: 'Lecture terminée.',
    dropped: {
      skipped: 'Texte passé.',
      stopped: 'Lecture arrêtée.',
      removed: "Retiré de la file d'attente.",
      'session-ended': "J'ai quitté le salon vocal avant la fin de ce texte.",
    },
    neverSpoken: "Texte non lu : j'ai quitté le salon vocal.",
    notContinued: `J'ai redémarré et je n'ai pas pu lire ce texte jusqu'au bout. Renvoie-le avec ${command('say')}.`,
    interrupted: ({ reason }) => `J'ai dû m'arrêter au milieu. ${reason}`,
    tooManyTexts: ({ max }) =>
      `La file d'attente est pleine (${textCount(max)}). Réessaie quand j'en aurai lu une partie.`,
    tooManyCharacters: ({ max }) =>
      `La file d'attente est pleine (${format.plural(max, { one: '# caractère', many: '# de caractères', other: '# caractères' })}). Réessaie quand j'en aurai lu une partie.`,
  },

  voice: {
    lost: {
      deleted: (voice) => `${yourVoice(voice)} a été supprimée.`,
      withdrawn: (voice) => `${yourVoice(voice)} est maintenant privée.`,
      gone: (voice) => `${yourVoice(voice)} a été supprimée du service vocal.`,
      failed: (voice) => `${yourVoice(voice)} est inutilisable : son entraînement a échoué.`,
      'taken-down': (voice) => `${yourVoice(voice)} a été retirée par le service vocal.`,
    },
    refused: {
      ready: "Le service vocal n'accepte pas la voix que tu voulais en ce moment.",
      training: "L'entraînement de la voix que tu voulais est encore en cours.",
      failed: "L'entraînement de la voix que tu voulais a échoué.",
      'taken-down': 'La voix que tu voulais a été retirée par le service vocal.',
      'not-for-speech': "La voix que tu voulais n'est pas faite pour parler.",
      gone: 'La voix que tu voulais a été supprimée du service vocal.',
    },
    now: {
      default: `Désormais, tes textes sont lus avec la voix par défaut. Choisis-en une autre avec ${command('voice use')}.`,
      everywhere: `Désormais, tes textes sont lus avec la voix que tu as choisie pour tous les serveurs. Choisis-en une autre avec ${command('voice use')}.`,
      here: `Désormais, tes textes sont lus avec la voix que tu as choisie pour ce serveur. Choisis-en une autre avec ${command('voice use')}.`,
      said: `Désormais, tes textes sont lus avec la dernière voix utilisée dans ${command('say')}. Choisis-en une autre avec ${command('voice use')}.`,
    },
    serverRefused: `La voix de ce serveur est inutilisable en ce moment, voici donc la voix par défaut. Les personnes qui gèrent le serveur peuvent en choisir une autre dans ${command('settings')}.`,
    usual: USUAL_VOICE,
    lastUsed: ({ title }) => (title === '' ? 'La dernière voix utilisée' : `${title} · utilisée en dernier`),
    remembered: ({ title }) =>
      `Je garde ${title === '' ? 'cette voix' : bold(title)} pour tes prochains ${command('say')} ici. Pour revenir en arrière, choisis « ${USUAL_VOICE} » comme ${option('voice')}.`,
    thisTimeDefault: 'Voici donc la voix par défaut.',
    choiceUnavailable:
      "Je ne peux pas retrouver la voix que tu as choisie pour l'instant, voici donc la voix par défaut.",
  },

  notices: {
    leftAlone: ({ channelId }) =>
      `J'ai quitté ${channelMention(channelId)}, car il n'y avait plus personne. Utilise ${command('join')} pour me faire revenir.`,
    moved: ({ channelId }) => `On m'a déplacé dans ${channelMention(channelId)}, où je continue.`,
    movedWithoutPermissions: ({ channelId, permissions }) =>
      `On m'a déplacé dans ${channelMention(channelId)}, où je ne peux pas parler. Accorde-moi ${format.list(permissions)} dans ce salon.`,
    movedToStage: ({ channelId }) =>
      `On m'a déplacé dans ${channelMention(channelId)}, un salon de conférence. Je suis dans le public et je demanderai la parole quand il y aura quelque chose à dire.`,
    disconnected: ({ channelId }) =>
      `On m'a déconnecté de ${channelMention(channelId)}, et la file d'attente a été vidée. Utilise ${command('join')} pour me faire revenir.`,
    channelDeleted: `J'ai quitté le salon vocal, car il a été supprimé, et la file d'attente a été vidée. Utilise ${command('join')} pour me faire venir dans un autre.`,
    connectionLost: ({ channelId }) =>
      `J'ai perdu la connexion à ${channelMention(channelId)}. Utilise ${command('join')} pour me faire revenir.`,
  },
};
