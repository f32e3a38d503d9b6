import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, menu, option } from './names.ts';

const format = createFormat('fr');

type Transcription = Messages['transcription'];

const MAY_CANCEL = [bold('Gérer le serveur'), bold('Déplacer des membres'), bold('Rendre les membres muets')];

function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1_000;
  if (seconds < 10) return 'encore quelques secondes';
  const stepS = seconds < 55 ? 10 : 60;
  return `encore ${format.duration(Math.round(seconds / stepS) * stepS * 1_000)} environ`;
}

/** French: transcripts of recordings. */
export const transcriptionMessages: Transcription = {
  command: {
    description: 'Transcrire un enregistrement ou une vidéo',
    options: {
      file: ({ formats }) => `L'enregistrement ou la vidéo : ${format.alternatives(formats)}`,
      language: 'La langue parlée (par défaut : détectée automatiquement)',
      format: 'Texte brut, sous-titres ou données (par défaut : dans le message ; en txt si le texte est long)',
    },
  },
  cancelButton: 'Annuler',
  voiceMessage: 'Message vocal',

  noFile: `Joins un enregistrement ou une vidéo avec ${option('file')}.`,
  nothingAttached: "Ce message n'a ni enregistrement ni vidéo en pièce jointe.",
  senderOptedOut:
    "Je ne peux pas transcrire ce message vocal : la personne qui l'a envoyé a refusé que sa voix soit transcrite.",
  forwardedVoiceMessage: `Je ne peux pas savoir de qui vient le message vocal transféré. Utilise plutôt ${menu('Transcribe')} sur le message d'origine.`,
  postedLater: 'Ça prend un peu de temps. Je publierai la transcription ici, dans un nouveau message.',
  cancelled: "Annulé. Rien n'a été transcrit.",
  nothingTranscribed: "Rien n'a été transcrit.",
  alreadyEnded: `Cette transcription est déjà terminée. Si le texte n'est pas là, utilise de nouveau ${command('transcribe')}.`,
  notYoursToCancel: ({ userId }) =>
    `Pour annuler, il faut être ${userMention(userId)} ou avoir la permission ${format.alternatives(MAY_CANCEL)}.`,
  undeliverable:
    "La transcription est prête, mais je ne peux ni la publier ici ni te l'envoyer. Autorise les messages privés de ce serveur, puis réessaie.",

  tooLarge: ({ maxBytes }) => `Ce fichier est trop lourd. La limite est de ${format.sizeLimit(maxBytes)}.`,
  tooLong: ({ maxMs }) => `Cet enregistrement est trop long. La limite est de ${format.duration(maxMs)}.`,
  failedAttachment: ({ name, reason }) => `${bold(name)} : ${reason}`,

  progress: {
    waiting: 'En attente…',
    queued: ({ ahead }) =>
      ahead === 0
        ? "C'est bientôt son tour…"
        : format.plural(ahead, {
            one: 'En attente : # demande avant celle-ci…',
            many: 'En attente : # de demandes avant celle-ci…',
            other: 'En attente : # demandes avant celle-ci…',
          }),
    downloading: ({ bar, bytes, totalBytes }) =>
      `${bar} Téléchargement : ${format.bytes(bytes)} sur ${format.bytes(totalBytes)}`,
    reading: ({ bar }) => `${bar} Lecture du fichier…`,
    transcribing: ({ bar, share, piecesDone, pieces, leftMs }) =>
      [
        `${bar} ${format.percent(share)}`,
        ...(pieces === 1
          ? []
          : [
              `${format.plural(piecesDone, { one: '# partie', many: '# de parties', other: '# parties' })} sur ${format.number(pieces)}`,
            ]),
        ...(leftMs === undefined ? [] : [timeLeft(leftMs)]),
      ].join(' · '),
    done: ({ bar }) => `${bar} Terminé`,
    failed: 'Échec. La raison suit avec les autres résultats.',
  },

  heading: ({ name, length, language }) =>
    [bold(name), length, ...(language === undefined ? [] : [language])].join(' · '),
  failedHeading: ({ name }) => bold(name),
  noSpeech: 'Aucune parole détectée.',
  endsEarly: "⚠ Le fichier est coupé : la transcription s'arrête avant la fin.",
  missing: ({ stretches, more, reason }) => {
    const named = stretches.map(({ from, to }) => (from === to ? `à ${from}` : `de ${from} à ${to}`));
    const rest =
      stretches.length === 0
        ? format.plural(more, { one: 'à # endroit', many: "à # d'endroits", other: 'à # endroits' })
        : format.plural(more, {
            one: 'à # autre endroit',
            many: "à # d'autres endroits",
            other: 'à # autres endroits',
          });
    const places = format.list([...named, ...(more === 0 ? [] : [rest])]);
    return `⚠ Passages non transcrits : ${places}.${reason === undefined ? '' : ` ${reason}`}`;
  },
  tooLargeToAttach:
    "La transcription complète est trop lourde pour être envoyée ici. Transcris l'enregistrement en plusieurs parties.",
  tooLargeToAttachTryTxt:
    'La transcription complète est trop lourde pour être envoyée ici. Essaie le format `txt`, le plus léger.',
};
