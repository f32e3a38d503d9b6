import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { option } from './names.ts';

const format = createFormat('fr');

type Errors = Messages['errors'];
type Failure = Errors['byCode']['SPEECH_INVALID'];

const RESTARTING = 'Je redémarre. Réessaie dans un instant.';
const UNREADABLE_AUDIO = "Le service vocal a envoyé de l'audio que je ne peux pas lire. Réessaie dans un instant.";
const UNREADABLE_ANSWER = 'Le service vocal a envoyé une réponse que je ne peux pas lire. Réessaie dans un instant.';

const readableFormats: Errors['readableFormats'] = ({ formats }) => `Formats acceptés : ${format.list(formats)}.`;

const gaveUp: Failure = ({ detail }) =>
  detail === undefined
    ? "Le service vocal n'a pas pu lire ce texte. Réessaie dans un instant."
    : `Le service vocal n'a pas pu lire ce texte. Sa réponse : « ${detail} ». Réessaie dans un instant.`;

const LIMIT_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['text-empty', "Il n'y a rien à lire dans ce texte. Essaies-en un autre."],
  ['control-tokens', 'Je ne peux pas lire un texte qui contient `<|` ou `|>`. Retire-les, puis réessaie.'],
  ['recording-empty', 'Un des enregistrements est vide. Joins-le de nouveau.'],
  ['recording-too-large', 'Le service vocal accepte des enregistrements de 20 Mo au maximum. Joins-en un plus léger.'],
  ['recording-too-short', 'Cet enregistrement est trop court. Il doit durer au moins 1 seconde.'],
  [
    'recording-too-long',
    'Le service vocal accepte des enregistrements de 60 minutes au maximum. Joins-en un plus court.',
  ],
  ['voice-recordings', 'Une voix se crée à partir de 1 à 20 enregistrements.'],
  ['voice-transcripts', 'Une voix accepte 20 transcriptions au maximum.'],
  ['voice-cover', 'Une voix publique doit avoir une image de couverture.'],
  ['voice-title', 'Une voix doit avoir un titre.'],
  ['voice-id', "Ce n'est pas l'identifiant d'une voix. Choisis-en une parmi les suggestions."],
  ['update-empty', "Rien n'a été modifié. Change quelque chose, puis enregistre de nouveau."],
  ['tags-and-cover', "Retire d'abord les tags, puis ajoute l'image de couverture."],
  ['page-size', 'Une page de la liste contient de 1 à 100 voix.'],
  ['page-number', 'La première page de la liste est la page 1.'],
]);

const UNKNOWN_CODEC = 'unknown-codec';
const SILENT_VIDEO = 'silent-video';

const RECORDING_KINDS: ReadonlyMap<string, string> = new Map([
  ['png-picture', 'image PNG'],
  ['jpeg-picture', 'image JPEG'],
  ['gif-picture', 'image GIF'],
  ['webp-picture', 'image WebP'],
  ['bmp-picture', 'image BMP'],
  ['ogg-other', 'Ogg sans Opus ni Vorbis'],
  ['wma-or-wmv', 'WMA ou WMV'],
  ['wav-adpcm', 'WAV avec ADPCM'],
  ['wav-ima-adpcm', 'WAV avec IMA ADPCM'],
  ['wav-gsm', 'WAV avec GSM'],
  ['wav-mp3', 'WAV avec MP3'],
  ['AC-3', 'Dolby Digital (AC-3)'],
  ['E-AC-3', 'Dolby Digital Plus (E-AC-3)'],
  [UNKNOWN_CODEC, 'codec inconnu'],
]);

function kindOf(code: string): string {
  const wavFormat = /^wav-format-(\d+)$/.exec(code)?.[1];
  return wavFormat === undefined ? (RECORDING_KINDS.get(code) ?? code) : `WAV de format ${wavFormat}`;
}

/** French: failures, by code. */
export const errorMessages: Errors = {
  byCode: {
    SPEECH_BAD_REQUEST: ({ detail }) =>
      detail === undefined
        ? `Le service vocal n'accepte pas cette demande. Choisis une voix parmi les suggestions de ${option('voice')}, ou réessaie sans ${option('voice')}.`
        : `Le service vocal n'accepte pas cette demande. Sa réponse : « ${detail} ». Choisis une voix parmi les suggestions de ${option('voice')}, ou réessaie sans ${option('voice')}.`,
    SPEECH_UNAUTHORIZED:
      'Le service vocal a refusé ma clé API : je ne peux ni parler ni sous-titrer. Demande à la personne qui gère le bot de vérifier `SPEECH_API_KEY`.',
    SPEECH_OUT_OF_CREDITS:
      "Le compte du service vocal n'a plus de crédits API. Demande à la personne qui gère le bot d'en ajouter : ils sont séparés des crédits de la plateforme.",
    SPEECH_FORBIDDEN: ({ detail }) =>
      detail === undefined
        ? "Mon compte du service vocal n'a pas le droit de faire ça. Essaie une autre voix."
        : `Mon compte du service vocal n'a pas le droit de faire ça. Réponse du service : « ${detail} ». Essaie une autre voix.`,
    SPEECH_NOT_FOUND: `Le service vocal n'a plus cette voix. Choisis-en une autre, ou réessaie sans ${option('voice')}.`,
    SPEECH_TOO_LARGE: "C'est trop gros pour le service vocal. Essaie quelque chose de plus court.",
    SPEECH_INVALID: ({ detail }) =>
      detail === undefined
        ? 'Le service vocal a trouvé une erreur dans cette demande.'
        : `Le service vocal a trouvé une erreur dans cette demande. Sa réponse : « ${detail} ».`,
    SPEECH_REJECTED: ({ detail }) =>
      detail === undefined
        ? 'Le service vocal a refusé cette demande.'
        : `Le service vocal a refusé cette demande. Sa réponse : « ${detail} ».`,
    SPEECH_RATE_LIMITED: 'Le service vocal est surchargé : trop de demandes en même temps. Réessaie dans un instant.',
    SPEECH_BUSY: "J'ai trop à faire en ce moment. Réessaie dans un instant.",
    SPEECH_UNAVAILABLE: 'Le service vocal a des problèmes en ce moment. Réessaie dans une minute.',
    SPEECH_TIMEOUT: 'Le service vocal a mis trop de temps à répondre. Réessaie dans un instant.',
    SPEECH_CONNECTION:
      'Je ne peux pas joindre le service vocal. Réessaie dans une minute. Si ça continue, préviens la personne qui gère le bot.',
    SPEECH_LIVE_STALLED: "Le service vocal s'est arrêté au milieu du texte. Réessaie dans un instant.",
    SPEECH_LIVE_CLOSED: "Le service vocal s'est déconnecté au milieu du texte. Réessaie dans un instant.",
    SPEECH_LIVE_FINISH_ERROR: gaveUp,
    SPEECH_LIVE_ERROR_EVENT: gaveUp,
    SPEECH_LIVE_GARBAGE: UNREADABLE_ANSWER,
    SPEECH_MALFORMED_ANSWER: UNREADABLE_ANSWER,
    SPEECH_LIMIT: ({ detail }) =>
      LIMIT_MESSAGES.get(detail ?? '') ?? 'Ça dépasse une limite du service vocal. Essaie quelque chose de plus court.',
    SPEECH_CLOSED: RESTARTING,
    SPEECH_FILE_TOO_LARGE: "L'audio est plus lourd que ce que Discord permet ici. Essaie un texte plus court.",

    OGG_MALFORMED: UNREADABLE_AUDIO,
    OPUS_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_UNSUPPORTED:
      "Le service vocal a envoyé un type d'audio que je ne peux pas lire. Demande à la personne qui gère le bot de vérifier `SPEECH_TTS_FORMAT`.",

    AUDIO_EMPTY: 'Ce fichier est vide. Son envoi a peut-être été interrompu : joins-le de nouveau.',
    AUDIO_NOT_AUDIO: ({ readableFormats: formats }) =>
      `Ce fichier ne contient pas d'audio que je puisse lire. ${readableFormats({ formats })}`,
    AUDIO_NO_TRACK: ({ detail }) => {
      if (detail === SILENT_VIDEO)
        return "Cette vidéo n'a pas de son. Joins un enregistrement, ou une vidéo avec du son.";
      return detail === undefined
        ? "Ce fichier n'a pas de son. Joins un enregistrement, ou une vidéo avec du son."
        : `Ce fichier n'a pas de son (${kindOf(detail)}). Joins un enregistrement, ou une vidéo avec du son.`;
    },
    AUDIO_BROKEN:
      'Ce fichier est endommagé ou incomplet, je ne peux donc pas en lire le son. Exporte-le ou enregistre-le de nouveau.',
    AUDIO_PROTECTED:
      "Ce fichier est protégé contre la copie (DRM) : seul son propre lecteur peut l'ouvrir. Joins un fichier non protégé.",
    AUDIO_CODEC: ({ detail, readableFormats: formats }) =>
      detail === undefined
        ? `Je ne peux pas lire ce type de son. Convertis d'abord le fichier en mp3 ou en wav. ${readableFormats({ formats })}`
        : `Je ne peux pas lire ce type de son (${kindOf(detail)}). Convertis d'abord le fichier en mp3 ou en wav. ${readableFormats({ formats })}`,
    AUDIO_TOO_SHORT: 'Cet enregistrement est trop court. Il doit durer au moins 1 seconde.',
    AUDIO_PART_BROKEN: 'Cette partie du fichier est endommagée.',
    AUDIO_PART_CODEC: ({ detail }) =>
      detail === undefined || detail === UNKNOWN_CODEC
        ? "Cette partie utilise un codec que je ne peux pas lire. Convertis d'abord le fichier en mp3 ou en wav."
        : `Cette partie utilise un codec que je ne peux pas lire (${kindOf(detail)}). Convertis d'abord le fichier en mp3 ou en wav.`,
    AUDIO_PART_TOO_SHORT: "Cette partie du fichier dure moins d'une seconde, trop peu pour être lue seule.",
    AUDIO_PART_TOO_MANY: 'Le fichier continue, mais il a trop de parties. Découpe-le et joins les morceaux.',

    VOICE_MODEL_REJECTED: ({ detail }) =>
      detail === undefined
        ? 'Le service vocal a refusé cette demande. Réessaie dans une minute. Si ça continue, préviens la personne qui gère le bot.'
        : `Le service vocal a refusé cette demande. Sa réponse : « ${detail} ».`,
    VOICE_MODEL_FORBIDDEN: ({ detail }) =>
      detail === undefined
        ? "Mon compte du service vocal n'a pas le droit de faire ça. Demande à la personne qui gère le bot de vérifier le compte."
        : `Mon compte du service vocal n'a pas le droit de faire ça. Réponse du service : « ${detail} ». Demande à la personne qui gère le bot de vérifier le compte.`,

    STORE_UNAVAILABLE:
      "Je ne peux pas joindre ma base de données, rien n'a donc été modifié. Réessaie dans une minute. Si ça continue, préviens la personne qui gère le bot.",
    STORE_FAILED:
      'Ma base de données a refusé cette opération. Demande à la personne qui gère le bot de consulter le journal.',

    ATTACHMENT_FOREIGN: "Je n'accepte que des fichiers venant de Discord. Envoie celui-ci ici.",
    ATTACHMENT_EXPIRED: "Discord n'a plus ce fichier : il a été supprimé, ou son lien a expiré. Envoie-le de nouveau.",
    ATTACHMENT_TOO_LARGE: 'Ce fichier est trop lourd pour moi. Essaies-en un plus léger.',
    ATTACHMENT_BROKE_OFF: 'Le téléchargement de ce fichier depuis Discord a été interrompu. Réessaie dans un instant.',
    ATTACHMENT_REFUSED:
      'Discord ne me laisse pas télécharger ce fichier. Envoie-le de nouveau. Si ça ne suffit pas, préviens la personne qui gère le bot.',

    FILES_BUSY: "Je transcris déjà autant d'enregistrements que je peux. Réessaie quand certains seront terminés.",
    FILES_TOO_LARGE: 'Ce fichier est plus lourd que ce que je peux prendre. Essaies-en un plus léger.',
    FILES_TOO_LONG: 'Cet enregistrement est plus long que ce que je peux prendre. Découpe-le et joins les morceaux.',
    FILES_DISK_FULL:
      "Je n'ai pas assez de place pour ce fichier tant que j'en traite d'autres. Réessaie dans quelques minutes.",
    FILES_DISK_FAILED:
      'Je ne peux pas stocker ce fichier pendant son traitement. Demande à la personne qui gère le bot de consulter le journal.',
    FILES_PIECE_FAILED:
      'Je ne peux pas découper cet enregistrement. Il est peut-être endommagé : exporte-le ou enregistre-le de nouveau.',
    FILES_REFUSED: ({ detail }) =>
      detail === undefined
        ? "Le service vocal n'accepte pas cet enregistrement."
        : `Le service vocal n'accepte pas cet enregistrement. Sa réponse : « ${detail} ».`,

    VOICE_THREAD_LOST: 'Ma connexion vocale a planté et redémarre. Réessaie dans un instant.',
    VOICE_CLOSED: RESTARTING,
    VOICE_NO_AUDIO: "Le service vocal n'a tiré aucun son de ce texte. Essaie avec d'autres mots.",
    VOICE_TOO_MUCH_AUDIO:
      "Le service vocal a envoyé bien plus d'audio que ce texte n'en demande. Réessaie dans un instant.",

    DISCORD_ANSWER_TOO_LARGE: 'Ma réponse contient un fichier trop lourd pour Discord ici. Demande moins à la fois.',
  },

  unexpected: ({ reference }) =>
    `Il y a eu un problème de mon côté. Si ça se reproduit, donne cette référence à la personne qui gère le bot : \`${reference}\`.`,

  withRequestId: ({ message, requestId }) => `${message} Référence du service : \`${requestId}\`.`,

  readableFormats,
};
