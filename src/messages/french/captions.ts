import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { mentionPeople } from '../people.ts';
import { autoCaptionMessages } from './auto-captions.ts';
import { budgetMessages } from './budgets.ts';
import { captionAudienceMessages } from './caption-audience.ts';
import { captionOverlayMessages } from './caption-overlay.ts';
import { command } from './names.ts';

const format = createFormat('fr');

type Captions = Messages['captions'];
type EndReason = Parameters<Captions['ended']>[0]['reason'];

const start = command('captions start');
const stop = command('captions stop');
const exportCommand = command('captions export');
const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const OPT_IN = 'Accepter';
const OPT_OUT = 'Refuser';

const people = (userIds: readonly string[]): string =>
  mentionPeople(userIds, {
    none: 'personne',
    all: (named) => format.list(named),
    some: (named, hidden) =>
      format.list([...named, format.plural(hidden, { one: '# autre', many: "# d'autres", other: '# autres' })]),
  });

function place(voiceChannelId: string, textChannelId: string): string {
  return textChannelId === voiceChannelId ? 'dans son chat' : `dans ${channelMention(textChannelId)}`;
}

function languageSentence(language: string | undefined): string {
  return language === undefined ? 'Langue : détectée automatiquement.' : `Langue : ${language}.`;
}

function countCaptions(lines: number): string {
  return format.plural(lines, { one: '# sous-titre', many: '# de sous-titres', other: '# sous-titres' });
}

/** French: live captions. */
export const captionMessages: Captions = {
  command: {
    description: "Sous-titres en direct d'un salon vocal",
    start: {
      description: 'Sous-titrer ton salon vocal dans ce salon',
      language: 'La langue parlée (par défaut : détectée automatiquement)',
      interim: "Afficher le texte pendant que quelqu'un parle encore (par défaut : oui)",
    },
    stop: { description: 'Arrêter les sous-titres' },
    status: { description: 'Voir qui est sous-titré, le délai et la qualité' },
    export: { description: 'Obtenir la transcription en fichier', format: 'Texte brut, sous-titres ou données' },
  },
  buttons: {
    optIn: OPT_IN,
    optOut: OPT_OUT,
    optBackIn: 'Accepter de nouveau',
    stop: 'Arrêter',
    export: 'Exporter',
    inChat: 'Dans le chat du salon vocal',
    here: 'Ici, avec confirmation',
    confirm: 'Confirmer',
    formats: { txt: 'Texte (txt)', srt: 'Sous-titres (srt)', vtt: 'Sous-titres web (vtt)', json: 'Données (json)' },
  },

  channelStatus: '💬 Sous-titres en direct activés',
  channelStatusWith: ({ status }) => `💬 Sous-titres en direct activés · ${status}`,
  webhookName: 'Sous-titres Mynah',
  unnamedSpeaker: "Quelqu'un",
  late: '(en différé)',
  transcriptTitle: ({ channelName }) => `Sous-titres de ${channelName}`,

  started: ({ voiceChannelId, startedBy, language, consent, retentionDays, postedIn, confirmedBy }) => {
    const what = `les sous-titres en direct de ${channelMention(voiceChannelId)}`;
    const where = postedIn === undefined ? '' : ` dans ${channelMention(postedIn)}`;
    return [
      startedBy === undefined
        ? `💬 J'ai activé ${what}${where}. C'est automatique dès que quelqu'un rejoint le salon. ${languageSentence(language)}`
        : `💬 ${userMention(startedBy)} a activé ${what}${where}. ${languageSentence(language)}`,
      ...(confirmedBy === undefined
        ? []
        : [
            `Des personnes qui ne voient pas ${channelMention(voiceChannelId)} peuvent aussi les lire : ${userMention(confirmedBy)} l'a confirmé.`,
          ]),
      consent === 'opt-in'
        ? `Seules les personnes qui appuient sur ${bold(OPT_IN)} ou utilisent ${optIn} sont sous-titrées. Tu peux refuser de nouveau à tout moment : ça prend effet immédiatement, sur tous les serveurs.`
        : `Toutes les personnes du salon vocal sont sous-titrées, sauf celles qui appuient sur ${bold(OPT_OUT)} ou utilisent ${optOut}. Un refus prend effet immédiatement, sur tous les serveurs.`,
      `La transcription est supprimée au bout de ${format.plural(retentionDays, { one: '# jour', many: '# de jours', other: '# jours' })}. Utilise ${erase} pour supprimer plus tôt ce que tu as dit.`,
    ].join('\n');
  },

  joined: ({ userIds, textChannelId, voiceChannelId, consent }) => {
    const where = textChannelId === voiceChannelId ? '' : `, dans ${channelMention(textChannelId)}`;
    const rule =
      consent === 'opt-in'
        ? `Seules les personnes qui appuient sur ${bold(OPT_IN)} ou utilisent ${optIn} sont sous-titrées.`
        : `Toutes les personnes du salon vocal sont sous-titrées, sauf celles qui appuient sur ${bold(OPT_OUT)} ou utilisent ${optOut}.`;
    return `💬 ${people(userIds)} : les sous-titres en direct de ${channelMention(voiceChannelId)} sont activés${where}. ${rule}`;
  },
  noticeEnded: ({ voiceChannelId }) => `Les sous-titres en direct de ${channelMention(voiceChannelId)} sont terminés.`,
  chatNoticeMissing: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `Je n'ai pas pu publier cette annonce dans le chat de ${channelMention(voiceChannelId)}. Préviens les personnes qui y sont que les sous-titres sont activés.`
      : `Je n'ai pas pu publier cette annonce dans le chat de ${channelMention(voiceChannelId)}. Accorde-moi ${format.list(permissions.map((name) => bold(name)))} dans ce salon.`,

  audience: captionAudienceMessages,
  auto: autoCaptionMessages,
  overlay: captionOverlayMessages,

  status: ({
    voiceChannelId,
    textChannelId,
    startedBy,
    startedAtMs,
    language,
    captioned,
    notCaptioned,
    consent,
    delayMs,
    lossShare,
    pendingClips,
    pendingBytes,
    isLiveTextOn,
  }) => {
    const since = time(Math.floor(startedAtMs / 1_000), TimestampStyles.RelativeTime);
    const pending = `En attente : ${format.number(pendingClips)}`;
    const facts = [
      ...(delayMs === undefined ? [] : [`Délai : ${format.number(delayMs / 1_000)} s`]),
      `Audio perdu : ${format.percent(lossShare)}`,
      pendingBytes === 0 ? pending : `${pending} (${format.bytes(pendingBytes)} sur le disque)`,
      isLiveTextOn ? 'Texte en direct : oui' : 'Texte en direct : non',
    ];
    const rest = [
      ...(notCaptioned.length === 0 ? [] : [`Pas de sous-titres pour : ${people(notCaptioned)}.`]),
      ...(consent === 'opt-in' ? ['Seules les personnes qui acceptent sont sous-titrées.'] : []),
    ].join(' ');
    return [
      startedBy === undefined
        ? `Les sous-titres de ${channelMention(voiceChannelId)} sont activés ${place(voiceChannelId, textChannelId)}. Ils se sont activés automatiquement ${since}.`
        : `Les sous-titres de ${channelMention(voiceChannelId)} sont activés ${place(voiceChannelId, textChannelId)}. ${userMention(startedBy)} les a activés ${since}.`,
      languageSentence(language),
      `Sous-titres pour : ${people(captioned)}.`,
      ...(rest === '' ? [] : [rest]),
      facts.join(' · '),
    ].join('\n');
  },

  stopped: ({ voiceChannelId, lines }) =>
    lines === 0
      ? `Tu as arrêté les sous-titres de ${channelMention(voiceChannelId)}.`
      : `Tu as arrêté les sous-titres de ${channelMention(voiceChannelId)}. La transcription contient ${countCaptions(lines)}.`,

  ended: ({ voiceChannelId, textChannelId, reason, movedTo, usedUp, startsAgain }) => {
    const shownIn = channelMention(textChannelId);
    const channel = channelMention(voiceChannelId);
    const end: Readonly<Record<EndReason, string>> = {
      stopped: `Les sous-titres de ${channel} sont terminés.`,
      emptied: `Les sous-titres de ${channel} sont terminés, car tout le monde est parti.`,
      'voice-ended': `Les sous-titres de ${channel} sont terminés, car j'ai quitté le salon vocal.`,
      moved:
        movedTo === undefined
          ? `Les sous-titres de ${channel} sont terminés, car j'ai changé de salon. Utilise ${start} pour sous-titrer le nouveau.`
          : `Les sous-titres de ${channel} sont terminés, car je suis passé dans ${channelMention(movedTo)}. Utilise ${start} pour sous-titrer ce salon.`,
      budget: [
        `Les sous-titres de ${channel} sont terminés.`,
        ...(usedUp === undefined ? [] : [budgetMessages.usedUp({ ...usedUp, kind: 'captions', left: 0 })]),
      ].join(' '),
      closed: startsAgain
        ? `Les sous-titres de ${channel} sont terminés, car je redémarre. Ils reprendront automatiquement.`
        : `Les sous-titres de ${channel} sont terminés, car je redémarre. Utilise de nouveau ${start} dans un instant.`,
      'cannot-post': `Les sous-titres de ${channel} sont terminés, car je ne peux plus publier dans ${shownIn}. Laisse-moi y publier, ou utilise ${start} dans un autre salon.`,
      'audience-widened': `Les sous-titres de ${channel} sont terminés, car des personnes qui ne voient pas ce salon peuvent maintenant lire ${shownIn}. Utilise ${start} pour choisir où les publier.`,
      interrupted: startsAgain
        ? `Les sous-titres de ${channel} ont été interrompus, car je me suis arrêté de façon inattendue. Ils reprendront automatiquement.`
        : `Les sous-titres de ${channel} ont été interrompus, car je me suis arrêté de façon inattendue. Utilise ${start} pour les relancer.`,
    };
    return end[reason];
  },
  endedTranscript: {
    attached: 'La transcription est jointe.',
    export: `Utilise ${exportCommand} pour obtenir la transcription.`,
    nothing: "Rien n'a été sous-titré.",
    pending: `Certaines paroles ne sont pas encore transcrites. Utilise ${exportCommand} plus tard pour en obtenir aussi le texte.`,
  },

  chooseFormat: ({ voiceChannelId }) => `Choisis un format pour la transcription de ${channelMention(voiceChannelId)}.`,
  exported: ({ voiceChannelId, lines, isRunning }) =>
    isRunning
      ? `Transcription de ${channelMention(voiceChannelId)} : ${countCaptions(lines)} pour l'instant.`
      : `Transcription de ${channelMention(voiceChannelId)} : ${countCaptions(lines)}.`,

  refusals: {
    alreadyOn: ({ voiceChannelId, textChannelId }) =>
      `Les sous-titres de ${channelMention(voiceChannelId)} sont déjà activés ${place(voiceChannelId, textChannelId)}. Utilise ${stop} pour les arrêter.`,
    off: `Les sous-titres sont désactivés ici. Utilise ${start} pour les activer.`,
    alreadyEnded: `Ces sous-titres sont déjà terminés. Si d'autres sont activés, utilise ${stop} pour les arrêter.`,
    oldStopButton: `Ce bouton n'est plus à jour, je n'ai donc rien arrêté. Utilise ${stop} pour arrêter les sous-titres.`,
    notForYou: ({ voiceChannelId }) =>
      `Tu ne peux pas entrer toi-même dans ${channelMention(voiceChannelId)}, je ne vais donc pas le sous-titrer pour toi.`,
    joinFirst: `Rejoins d'abord un salon vocal, puis utilise ${start}.`,
    channelHidden: `Je ne vois pas ce salon. Accorde-moi ${bold('Voir le salon')} ici, ou utilise un autre salon.`,
    permissionsMissing: ({ permissions }) =>
      `Je ne peux pas publier de sous-titres ici. Demande à quelqu'un qui gère le serveur de m'accorder ${format.list(permissions.map((name) => bold(name)))} dans ce salon.`,
    mayNotStop: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `Pour arrêter ces sous-titres, il faut se trouver dans ${channelMention(voiceChannelId)}, ou gérer le serveur ou ses salons vocaux.`
        : `Pour arrêter ces sous-titres, il faut être ${userMention(startedBy)}, se trouver dans ${channelMention(voiceChannelId)}, ou gérer le serveur ou ses salons vocaux.`,
    noTranscript: `Il n'y a pas encore de transcription ici. Utilise ${start} pour en commencer une.`,
    transcriptDeleted: 'Cette transcription a été supprimée.',
    transcriptHidden: 'Tu ne vois pas le salon de ces sous-titres, je ne peux donc pas te donner leur transcription.',
    transcriptOfHiddenVoice:
      'Tu ne vois pas le salon vocal de ces sous-titres, je ne peux donc pas te donner leur transcription.',
    statusHidden: 'Tu ne vois pas le salon vocal de ces sous-titres, je ne peux donc pas te montrer leur statut.',
    notInThread:
      "Ces sous-titres sont dans un fil privé dont tu ne fais pas partie. Demande à l'un de ses membres de t'y ajouter.",
    accessUnknown:
      "Je ne peux pas vérifier pour l'instant si tu vois le salon de ces sous-titres. Si c'est un fil privé, ajoute-moi, puis réessaie.",
    nothingCaptioned: "Rien n'a encore été sous-titré, il n'y a donc rien à exporter.",
    fileTooLarge: `La transcription est plus lourde que ce que Discord permet ici. Essaie ${inlineCode('txt')} ou ${inlineCode('srt')}.`,
  },

  notices: {
    outage: ({ code }) => {
      const key = `Le service vocal a refusé ma clé API. Demande à la personne qui gère le bot de vérifier ${inlineCode('SPEECH_API_KEY')}.`;
      const reasons: Readonly<Record<string, string>> = {
        SPEECH_UNAUTHORIZED: key,
        SPEECH_FORBIDDEN: key,
        SPEECH_OUT_OF_CREDITS:
          "Le compte du service vocal n'a plus de crédits API. Demande à la personne qui gère le bot d'en ajouter : ils sont séparés des crédits de la plateforme.",
        SPEECH_RATE_LIMITED: 'Le service vocal est surchargé.',
      };
      return `${reasons[code] ?? 'Le service vocal ne répond pas.'} Je garde ce qui est dit. Les sous-titres suivront, marqués « en différé ».`;
    },
    lost: ({ durationMs }) =>
      `Paroles perdues : ${format.duration(Math.max(1_000, durationMs))}. Le stockage de l'audio en attente est plein.`,
    refused: ({ userIds, clips, reason }) =>
      [
        format.plural(
          clips,
          {
            one: "Un enregistrement de {people} n'a pas pu être sous-titré.",
            many: "# d'enregistrements de {people} n'ont pas pu être sous-titrés.",
            other: "# enregistrements de {people} n'ont pas pu être sous-titrés.",
          },
          { people: people(userIds) },
        ),
        reason,
      ].join(' '),
    webhooksMissing: `Accorde-moi ${bold('Gérer les webhooks')} dans ce salon pour que chaque sous-titre s'affiche avec le nom et l'avatar de la personne qui parle.`,
  },
};
