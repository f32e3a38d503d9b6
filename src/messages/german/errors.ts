import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { option } from './names.ts';

const format = createFormat('de');

type Errors = Messages['errors'];
type Failure = Errors['byCode']['SPEECH_INVALID'];

const RESTARTING = 'Ich starte gerade neu. Versuch es gleich noch einmal.';
const UNREADABLE_AUDIO =
  'Der Sprachdienst hat Audio gesendet, das ich nicht lesen kann. Versuch es gleich noch einmal.';
const UNREADABLE_ANSWER =
  'Der Sprachdienst hat eine Antwort gesendet, die ich nicht lesen kann. Versuch es gleich noch einmal.';

const readableFormats: Errors['readableFormats'] = ({ formats }) => `Lesen kann ich ${format.list(formats)}.`;

const gaveUp: Failure = ({ detail }) =>
  detail === undefined
    ? 'Der Sprachdienst konnte diesen Text nicht sprechen. Versuch es gleich noch einmal.'
    : `Der Sprachdienst konnte diesen Text nicht sprechen. Er meldet: „${detail}“. Versuch es gleich noch einmal.`;

const LIMIT_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['text-empty', 'In diesem Text gibt es nichts zu sprechen. Versuch es mit einem anderen.'],
  ['control-tokens', 'Einen Text mit `<|` oder `|>` kann ich nicht sprechen. Entferne sie und versuch es noch einmal.'],
  ['recording-empty', 'Eine Aufnahme ist leer. Hänge sie noch einmal an.'],
  ['recording-too-large', 'Der Sprachdienst nimmt Aufnahmen bis 20 MB an. Hänge eine kleinere an.'],
  ['recording-too-short', 'Diese Aufnahme ist zu kurz. Sie muss mindestens 1 Sekunde lang sein.'],
  ['recording-too-long', 'Der Sprachdienst nimmt Aufnahmen bis 60 Minuten an. Hänge eine kürzere an.'],
  ['voice-recordings', 'Eine Stimme entsteht aus 1 bis 20 Aufnahmen.'],
  ['voice-transcripts', 'Eine Stimme kann höchstens 20 Transkripte haben.'],
  ['voice-cover', 'Eine öffentliche Stimme braucht ein Titelbild.'],
  ['voice-title', 'Eine Stimme braucht einen Titel.'],
  ['voice-id', 'Das ist nicht die ID einer Stimme. Wähle eine Stimme aus den Vorschlägen.'],
  ['update-empty', 'Es wurde nichts geändert. Ändere etwas und speichere dann noch einmal.'],
  ['tags-and-cover', 'Entferne erst die Tags und setze dann das Titelbild.'],
  ['page-size', 'Eine Seite der Liste hat 1 bis 100 Stimmen.'],
  ['page-number', 'Die erste Seite der Liste ist Seite 1.'],
]);

const UNKNOWN_CODEC = 'unknown-codec';
const SILENT_VIDEO = 'silent-video';

const RECORDING_KINDS: ReadonlyMap<string, string> = new Map([
  ['png-picture', 'ein PNG-Bild'],
  ['jpeg-picture', 'ein JPEG-Bild'],
  ['gif-picture', 'ein GIF-Bild'],
  ['webp-picture', 'ein WebP-Bild'],
  ['bmp-picture', 'ein BMP-Bild'],
  ['ogg-other', 'Ogg ohne Opus oder Vorbis'],
  ['wma-or-wmv', 'WMA oder WMV'],
  ['wav-adpcm', 'WAV mit ADPCM'],
  ['wav-ima-adpcm', 'WAV mit IMA ADPCM'],
  ['wav-gsm', 'WAV mit GSM'],
  ['wav-mp3', 'WAV mit MP3'],
  ['AC-3', 'Dolby Digital (AC-3)'],
  ['E-AC-3', 'Dolby Digital Plus (E-AC-3)'],
  [UNKNOWN_CODEC, 'ein unbekannter Codec'],
]);

function kindOf(code: string): string {
  const wavFormat = /^wav-format-(\d+)$/.exec(code)?.[1];
  return wavFormat === undefined ? (RECORDING_KINDS.get(code) ?? code) : `WAV-Format ${wavFormat}`;
}

/** German: failures, by code. */
export const errorMessages: Errors = {
  byCode: {
    SPEECH_BAD_REQUEST: ({ detail }) =>
      detail === undefined
        ? `Der Sprachdienst nimmt diese Anfrage nicht an. Wähle eine Stimme aus den Vorschlägen von ${option('voice')} oder lass ${option('voice')} weg.`
        : `Der Sprachdienst nimmt diese Anfrage nicht an. Er meldet: „${detail}“. Wähle eine Stimme aus den Vorschlägen von ${option('voice')} oder lass ${option('voice')} weg.`,
    SPEECH_UNAUTHORIZED:
      'Der Sprachdienst hat meinen API-Schlüssel abgelehnt, deshalb kann ich weder sprechen noch untertiteln. Bitte den Betreiber des Bots, `SPEECH_API_KEY` zu prüfen.',
    SPEECH_OUT_OF_CREDITS:
      'Das API-Guthaben beim Sprachdienst ist aufgebraucht. Bitte den Betreiber des Bots, es aufzuladen: Es ist vom Guthaben der Plattform getrennt.',
    SPEECH_FORBIDDEN: ({ detail }) =>
      detail === undefined
        ? 'Mein Konto beim Sprachdienst darf das nicht. Versuch es mit einer anderen Stimme.'
        : `Mein Konto beim Sprachdienst darf das nicht. Der Dienst meldet: „${detail}“. Versuch es mit einer anderen Stimme.`,
    SPEECH_NOT_FOUND: `Diese Stimme gibt es beim Sprachdienst nicht mehr. Wähle eine andere oder lass ${option('voice')} weg.`,
    SPEECH_TOO_LARGE: 'Das ist zu groß für den Sprachdienst. Versuch es mit etwas Kürzerem.',
    SPEECH_INVALID: ({ detail }) =>
      detail === undefined
        ? 'Der Sprachdienst hat in dieser Anfrage einen Fehler gefunden.'
        : `Der Sprachdienst hat in dieser Anfrage einen Fehler gefunden. Er meldet: „${detail}“.`,
    SPEECH_REJECTED: ({ detail }) =>
      detail === undefined
        ? 'Der Sprachdienst hat diese Anfrage abgelehnt.'
        : `Der Sprachdienst hat diese Anfrage abgelehnt. Er meldet: „${detail}“.`,
    SPEECH_RATE_LIMITED:
      'Der Sprachdienst ist ausgelastet: zu viele Anfragen gleichzeitig. Versuch es gleich noch einmal.',
    SPEECH_BUSY: 'Ich habe gerade zu viel zu tun. Versuch es gleich noch einmal.',
    SPEECH_UNAVAILABLE: 'Der Sprachdienst hat gerade Probleme. Versuch es in einer Minute noch einmal.',
    SPEECH_TIMEOUT: 'Der Sprachdienst hat zu lange nicht geantwortet. Versuch es gleich noch einmal.',
    SPEECH_CONNECTION:
      'Ich erreiche den Sprachdienst nicht. Versuch es in einer Minute noch einmal. Wenn es so bleibt, sag dem Betreiber des Bots Bescheid.',
    SPEECH_LIVE_STALLED: 'Der Sprachdienst ist mitten im Text stehen geblieben. Versuch es gleich noch einmal.',
    SPEECH_LIVE_CLOSED: 'Der Sprachdienst hat mitten im Text die Verbindung getrennt. Versuch es gleich noch einmal.',
    SPEECH_LIVE_FINISH_ERROR: gaveUp,
    SPEECH_LIVE_ERROR_EVENT: gaveUp,
    SPEECH_LIVE_GARBAGE: UNREADABLE_ANSWER,
    SPEECH_MALFORMED_ANSWER: UNREADABLE_ANSWER,
    SPEECH_LIMIT: ({ detail }) =>
      LIMIT_MESSAGES.get(detail ?? '') ??
      'Das überschreitet ein Limit des Sprachdienstes. Versuch es mit etwas Kürzerem.',
    SPEECH_CLOSED: RESTARTING,
    SPEECH_FILE_TOO_LARGE: 'Die Audiodatei ist größer, als Discord hier erlaubt. Versuch es mit einem kürzeren Text.',

    OGG_MALFORMED: UNREADABLE_AUDIO,
    OPUS_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_UNSUPPORTED:
      'Der Sprachdienst hat Audio in einem Format gesendet, das ich nicht lesen kann. Bitte den Betreiber des Bots, `SPEECH_TTS_FORMAT` zu prüfen.',

    AUDIO_EMPTY: 'Diese Datei ist leer. Vielleicht wurde das Hochladen unterbrochen: Hänge sie noch einmal an.',
    AUDIO_NOT_AUDIO: ({ readableFormats: formats }) =>
      `In dieser Datei ist kein Ton, den ich lesen kann. ${readableFormats({ formats })}`,
    AUDIO_NO_TRACK: ({ detail }) => {
      if (detail === SILENT_VIDEO) return 'Dieses Video hat keinen Ton. Hänge eine Aufnahme oder ein Video mit Ton an.';
      return detail === undefined
        ? 'Diese Datei hat keinen Ton. Hänge eine Aufnahme oder ein Video mit Ton an.'
        : `Diese Datei hat keinen Ton: Das ist ${kindOf(detail)}. Hänge eine Aufnahme oder ein Video mit Ton an.`;
    },
    AUDIO_BROKEN:
      'Diese Datei ist beschädigt oder unvollständig, deshalb kann ich ihren Ton nicht lesen. Exportiere sie neu oder nimm sie noch einmal auf.',
    AUDIO_PROTECTED:
      'Diese Datei ist kopiergeschützt (DRM), nur ihr eigener Player kann sie öffnen. Hänge eine ungeschützte Datei an.',
    AUDIO_CODEC: ({ detail, readableFormats: formats }) =>
      detail === undefined
        ? `Dieses Audioformat kann ich nicht lesen. Wandle die Datei erst in mp3 oder wav um. ${readableFormats({ formats })}`
        : `Dieses Audioformat kann ich nicht lesen: ${kindOf(detail)}. Wandle die Datei erst in mp3 oder wav um. ${readableFormats({ formats })}`,
    AUDIO_TOO_SHORT: 'Diese Aufnahme ist zu kurz. Sie muss mindestens 1 Sekunde lang sein.',
    AUDIO_PART_BROKEN: 'Dieser Teil der Datei ist beschädigt.',
    AUDIO_PART_CODEC: ({ detail }) =>
      detail === undefined || detail === UNKNOWN_CODEC
        ? 'Dieser Teil verwendet einen Codec, den ich nicht lesen kann. Wandle die Datei erst in mp3 oder wav um.'
        : `Dieser Teil verwendet einen Codec, den ich nicht lesen kann: ${kindOf(detail)}. Wandle die Datei erst in mp3 oder wav um.`,
    AUDIO_PART_TOO_SHORT:
      'Dieser Teil der Datei ist kürzer als 1 Sekunde und damit zu kurz, um einzeln gelesen zu werden.',
    AUDIO_PART_TOO_MANY: 'Die Datei geht weiter, hat aber zu viele Teile. Teile sie auf und hänge die Dateien an.',

    VOICE_MODEL_REJECTED: ({ detail }) =>
      detail === undefined
        ? 'Der Sprachdienst hat diese Anfrage abgelehnt. Versuch es in einer Minute noch einmal. Wenn es so bleibt, sag dem Betreiber des Bots Bescheid.'
        : `Der Sprachdienst hat diese Anfrage abgelehnt. Er meldet: „${detail}“.`,
    VOICE_MODEL_FORBIDDEN: ({ detail }) =>
      detail === undefined
        ? 'Mein Konto beim Sprachdienst darf das nicht. Bitte den Betreiber des Bots, das Konto zu prüfen.'
        : `Mein Konto beim Sprachdienst darf das nicht. Der Dienst meldet: „${detail}“. Bitte den Betreiber des Bots, das Konto zu prüfen.`,

    STORE_UNAVAILABLE:
      'Ich erreiche meine Datenbank nicht, deshalb wurde nichts geändert. Versuch es in einer Minute noch einmal. Wenn es so bleibt, sag dem Betreiber des Bots Bescheid.',
    STORE_FAILED: 'Meine Datenbank hat das abgelehnt. Bitte den Betreiber des Bots, ins Log zu schauen.',

    ATTACHMENT_FOREIGN: 'Ich nehme nur Dateien von Discord an. Lade diese hier hoch.',
    ATTACHMENT_EXPIRED:
      'Discord hat diese Datei nicht mehr: Sie wurde gelöscht, oder ihr Link ist abgelaufen. Lade sie noch einmal hoch.',
    ATTACHMENT_TOO_LARGE: 'Diese Datei ist zu groß für mich. Versuch es mit einer kleineren.',
    ATTACHMENT_BROKE_OFF: 'Der Download dieser Datei von Discord wurde unterbrochen. Versuch es gleich noch einmal.',
    ATTACHMENT_REFUSED:
      'Discord lässt mich diese Datei nicht herunterladen. Lade sie noch einmal hoch. Wenn das nicht hilft, sag dem Betreiber des Bots Bescheid.',

    FILES_BUSY:
      'Ich transkribiere schon so viele Aufnahmen, wie ich kann. Versuch es noch einmal, wenn ein paar davon fertig sind.',
    FILES_TOO_LARGE: 'Diese Datei ist größer, als ich annehmen kann. Versuch es mit einer kleineren.',
    FILES_TOO_LONG: 'Diese Aufnahme ist länger, als ich annehmen kann. Schneide sie und hänge die Teile an.',
    FILES_DISK_FULL:
      'Solange ich an anderen Dateien arbeite, habe ich für diese keinen Platz. Versuch es in ein paar Minuten noch einmal.',
    FILES_DISK_FAILED:
      'Ich kann diese Datei nicht zwischenspeichern. Bitte den Betreiber des Bots, ins Log zu schauen.',
    FILES_PIECE_FAILED:
      'Ich kann diese Aufnahme nicht aufteilen. Vielleicht ist sie beschädigt: Exportiere sie neu oder nimm sie noch einmal auf.',
    FILES_REFUSED: ({ detail }) =>
      detail === undefined
        ? 'Der Sprachdienst nimmt diese Aufnahme nicht an.'
        : `Der Sprachdienst nimmt diese Aufnahme nicht an. Er meldet: „${detail}“.`,

    VOICE_THREAD_LOST: 'Meine Sprachverbindung ist abgestürzt und wird neu gestartet. Versuch es gleich noch einmal.',
    VOICE_CLOSED: RESTARTING,
    VOICE_NO_AUDIO: 'Der Sprachdienst hat zu diesem Text keinen Ton geliefert. Formuliere ihn anders.',
    VOICE_TOO_MUCH_AUDIO:
      'Der Sprachdienst hat viel mehr Audio gesendet, als dieser Text braucht. Versuch es gleich noch einmal.',

    DISCORD_ANSWER_TOO_LARGE: 'Meine Antwort enthält eine Datei, die für Discord hier zu groß ist. Fordere weniger an.',
  },

  unexpected: ({ reference }) =>
    `Bei mir ist etwas schiefgelaufen. Wenn es wieder passiert, gib dem Betreiber des Bots diese Referenz: \`${reference}\`.`,

  withRequestId: ({ message, requestId }) => `${message} Referenz des Dienstes: \`${requestId}\`.`,

  readableFormats,
};
