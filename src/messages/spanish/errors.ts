import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { option } from './names.ts';

const format = createFormat('es');

type Errors = Messages['errors'];
type Failure = Errors['byCode']['SPEECH_INVALID'];

const RESTARTING = 'Me estoy reiniciando. Inténtalo de nuevo en un momento.';
const UNREADABLE_AUDIO = 'El servicio de voz envió un audio que no puedo leer. Inténtalo de nuevo en un momento.';
const UNREADABLE_ANSWER = 'El servicio de voz envió una respuesta que no puedo leer. Inténtalo de nuevo en un momento.';

const readableFormats: Errors['readableFormats'] = ({ formats }) => `Puedo leer ${format.list(formats)}.`;

const gaveUp: Failure = ({ detail }) =>
  detail === undefined
    ? 'El servicio de voz no pudo leer este texto. Inténtalo de nuevo en un momento.'
    : `El servicio de voz no pudo leer este texto. Su respuesta: «${detail}». Inténtalo de nuevo en un momento.`;

const LIMIT_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['text-empty', 'En este texto no hay nada que leer en voz alta. Prueba con otro.'],
  ['control-tokens', 'No puedo leer un texto que contenga `<|` o `|>`. Quita esos signos e inténtalo de nuevo.'],
  ['recording-empty', 'Una grabación está vacía. Adjúntala de nuevo.'],
  ['recording-too-large', 'El servicio de voz admite grabaciones de hasta 20 MB. Adjunta una más pequeña.'],
  ['recording-too-short', 'Esta grabación es demasiado corta. Debe durar 1 segundo como mínimo.'],
  ['recording-too-long', 'El servicio de voz admite grabaciones de hasta 60 minutos. Adjunta una más corta.'],
  ['voice-recordings', 'Una voz se crea con entre 1 y 20 grabaciones.'],
  ['voice-transcripts', 'Una voz admite 20 transcripciones como máximo.'],
  ['voice-cover', 'Una voz pública necesita una imagen de portada.'],
  ['voice-title', 'Una voz necesita un título.'],
  ['voice-id', 'Este no es el ID de ninguna voz. Elige una de las sugerencias.'],
  ['update-empty', 'No hay ningún cambio. Cambia algo y vuelve a guardar.'],
  ['tags-and-cover', 'Quita primero las etiquetas y pon después la imagen de portada.'],
  ['page-size', 'Una página de la lista tiene entre 1 y 100 voces.'],
  ['page-number', 'La primera página de la lista es la 1.'],
]);

const UNKNOWN_CODEC = 'unknown-codec';
const SILENT_VIDEO = 'silent-video';

const RECORDING_KINDS: ReadonlyMap<string, string> = new Map([
  ['png-picture', 'una imagen PNG'],
  ['jpeg-picture', 'una imagen JPEG'],
  ['gif-picture', 'una imagen GIF'],
  ['webp-picture', 'una imagen WebP'],
  ['bmp-picture', 'una imagen BMP'],
  ['ogg-other', 'Ogg sin Opus ni Vorbis'],
  ['wma-or-wmv', 'WMA o WMV'],
  ['wav-adpcm', 'WAV con ADPCM'],
  ['wav-ima-adpcm', 'WAV con IMA ADPCM'],
  ['wav-gsm', 'WAV con GSM'],
  ['wav-mp3', 'WAV con MP3'],
  ['AC-3', 'Dolby Digital (AC-3)'],
  ['E-AC-3', 'Dolby Digital Plus (E-AC-3)'],
  [UNKNOWN_CODEC, 'un códec desconocido'],
]);

function kindOf(code: string): string {
  const wavFormat = /^wav-format-(\d+)$/.exec(code)?.[1];
  return wavFormat === undefined ? (RECORDING_KINDS.get(code) ?? code) : `WAV con formato ${wavFormat}`;
}

/** Spanish: failures, by code. */
export const errorMessages: Errors = {
  byCode: {
    SPEECH_BAD_REQUEST: ({ detail }) =>
      detail === undefined
        ? `El servicio de voz no acepta esta solicitud. Elige una de las sugerencias de ${option('voice')} u omite esa opción.`
        : `El servicio de voz no acepta esta solicitud. Su respuesta: «${detail}». Elige una de las sugerencias de ${option('voice')} u omite esa opción.`,
    SPEECH_UNAUTHORIZED:
      'El servicio de voz rechaza mi clave de API, así que no puedo hablar ni subtitular. Pide a quien administra el bot que revise `SPEECH_API_KEY`.',
    SPEECH_OUT_OF_CREDITS:
      'La cuenta del servicio de voz se quedó sin saldo de API. Pide a quien administra el bot que lo recargue: es independiente del saldo de la plataforma.',
    SPEECH_FORBIDDEN: ({ detail }) =>
      detail === undefined
        ? 'Mi cuenta del servicio de voz no tiene permiso para esto. Prueba con otra voz.'
        : `Mi cuenta del servicio de voz no tiene permiso para esto. Respuesta del servicio: «${detail}». Prueba con otra voz.`,
    SPEECH_NOT_FOUND: `El servicio de voz ya no tiene esta voz. Elige otra u omite ${option('voice')}.`,
    SPEECH_TOO_LARGE: 'Esto es demasiado grande para el servicio de voz. Prueba con algo más corto.',
    SPEECH_INVALID: ({ detail }) =>
      detail === undefined
        ? 'El servicio de voz encontró un error en esta solicitud.'
        : `El servicio de voz encontró un error en esta solicitud. Su respuesta: «${detail}».`,
    SPEECH_REJECTED: ({ detail }) =>
      detail === undefined
        ? 'El servicio de voz rechazó esta solicitud.'
        : `El servicio de voz rechazó esta solicitud. Su respuesta: «${detail}».`,
    SPEECH_RATE_LIMITED:
      'El servicio de voz está ocupado: recibe demasiadas solicitudes a la vez. Inténtalo de nuevo en un momento.',
    SPEECH_BUSY: 'Ahora mismo no doy abasto. Inténtalo de nuevo en un momento.',
    SPEECH_UNAVAILABLE: 'El servicio de voz tiene problemas ahora mismo. Inténtalo de nuevo en un minuto.',
    SPEECH_TIMEOUT: 'El servicio de voz tardó demasiado en responder. Inténtalo de nuevo en un momento.',
    SPEECH_CONNECTION:
      'No puedo conectar con el servicio de voz. Inténtalo de nuevo en un minuto. Si sigue igual, avisa a quien administra el bot.',
    SPEECH_LIVE_STALLED: 'El servicio de voz se detuvo a mitad del texto. Inténtalo de nuevo en un momento.',
    SPEECH_LIVE_CLOSED: 'El servicio de voz se desconectó a mitad del texto. Inténtalo de nuevo en un momento.',
    SPEECH_LIVE_FINISH_ERROR: gaveUp,
    SPEECH_LIVE_ERROR_EVENT: gaveUp,
    SPEECH_LIVE_GARBAGE: UNREADABLE_ANSWER,
    SPEECH_MALFORMED_ANSWER: UNREADABLE_ANSWER,
    SPEECH_LIMIT: ({ detail }) =>
      LIMIT_MESSAGES.get(detail ?? '') ?? 'Esto supera un límite del servicio de voz. Prueba con algo más corto.',
    SPEECH_CLOSED: RESTARTING,
    SPEECH_FILE_TOO_LARGE: 'El audio es más grande de lo que Discord permite aquí. Prueba con un texto más corto.',

    OGG_MALFORMED: UNREADABLE_AUDIO,
    OPUS_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_UNSUPPORTED:
      'El servicio de voz envió un tipo de audio que no puedo leer. Pide a quien administra el bot que revise `SPEECH_TTS_FORMAT`.',

    AUDIO_EMPTY: 'Este archivo está vacío. Quizá se interrumpió la subida: adjúntalo de nuevo.',
    AUDIO_NOT_AUDIO: ({ readableFormats: formats }) =>
      `Este archivo no contiene audio que yo pueda leer. ${readableFormats({ formats })}`,
    AUDIO_NO_TRACK: ({ detail }) => {
      if (detail === SILENT_VIDEO) return 'Este vídeo no tiene sonido. Adjunta una grabación o un vídeo con sonido.';
      return detail === undefined
        ? 'Este archivo no tiene sonido. Adjunta una grabación o un vídeo con sonido.'
        : `Este archivo no tiene sonido: es ${kindOf(detail)}. Adjunta una grabación o un vídeo con sonido.`;
    },
    AUDIO_BROKEN:
      'Este archivo está dañado o incompleto, así que no puedo leer su sonido. Vuelve a exportarlo o a grabarlo.',
    AUDIO_PROTECTED:
      'Este archivo está protegido contra copia (DRM) y solo se abre en su propio reproductor. Adjunta uno sin protección.',
    AUDIO_CODEC: ({ detail, readableFormats: formats }) =>
      detail === undefined
        ? `No puedo leer este tipo de sonido. Convierte antes el archivo a mp3 o wav. ${readableFormats({ formats })}`
        : `No puedo leer este tipo de sonido: ${kindOf(detail)}. Convierte antes el archivo a mp3 o wav. ${readableFormats({ formats })}`,
    AUDIO_TOO_SHORT: 'Esta grabación es demasiado corta. Debe durar 1 segundo como mínimo.',
    AUDIO_PART_BROKEN: 'Esta parte del archivo está dañada.',
    AUDIO_PART_CODEC: ({ detail }) =>
      detail === undefined || detail === UNKNOWN_CODEC
        ? 'Esta parte usa un códec que no puedo leer. Convierte antes el archivo a mp3 o wav.'
        : `Esta parte usa un códec que no puedo leer: ${kindOf(detail)}. Convierte antes el archivo a mp3 o wav.`,
    AUDIO_PART_TOO_SHORT: 'Esta parte del archivo dura menos de 1 segundo, demasiado poco para leerla por separado.',
    AUDIO_PART_TOO_MANY: 'El archivo continúa, pero tiene demasiadas partes. Divídelo y adjunta los archivos.',

    VOICE_MODEL_REJECTED: ({ detail }) =>
      detail === undefined
        ? 'El servicio de voz rechazó esta solicitud. Inténtalo de nuevo en un minuto. Si sigue igual, avisa a quien administra el bot.'
        : `El servicio de voz rechazó esta solicitud. Su respuesta: «${detail}».`,
    VOICE_MODEL_FORBIDDEN: ({ detail }) =>
      detail === undefined
        ? 'Mi cuenta del servicio de voz no tiene permiso para esto. Pide a quien administra el bot que revise la cuenta.'
        : `Mi cuenta del servicio de voz no tiene permiso para esto. Respuesta del servicio: «${detail}». Pide a quien administra el bot que revise la cuenta.`,

    STORE_UNAVAILABLE:
      'No puedo conectar con mi base de datos, así que no se cambió nada. Inténtalo de nuevo en un minuto. Si sigue igual, avisa a quien administra el bot.',
    STORE_FAILED: 'Mi base de datos rechazó esto. Pide a quien administra el bot que revise el registro.',

    ATTACHMENT_FOREIGN: 'Solo acepto archivos de Discord. Sube este aquí.',
    ATTACHMENT_EXPIRED: 'Discord ya no tiene este archivo: se eliminó o su enlace caducó. Súbelo de nuevo.',
    ATTACHMENT_TOO_LARGE: 'Este archivo es demasiado grande para mí. Prueba con uno más pequeño.',
    ATTACHMENT_BROKE_OFF: 'La descarga de este archivo desde Discord se interrumpió. Inténtalo de nuevo en un momento.',
    ATTACHMENT_REFUSED:
      'Discord no me deja descargar este archivo. Súbelo de nuevo. Si no funciona, avisa a quien administra el bot.',

    FILES_BUSY: 'Ya estoy transcribiendo todas las grabaciones que puedo. Inténtalo de nuevo cuando termine algunas.',
    FILES_TOO_LARGE: 'Este archivo es más grande de lo que puedo aceptar. Prueba con uno más pequeño.',
    FILES_TOO_LONG: 'Esta grabación es más larga de lo que puedo aceptar. Córtala y adjunta las partes.',
    FILES_DISK_FULL:
      'No tengo espacio para este archivo mientras trabajo con otros. Inténtalo de nuevo en unos minutos.',
    FILES_DISK_FAILED:
      'No puedo guardar este archivo mientras trabajo con él. Pide a quien administra el bot que revise el registro.',
    FILES_PIECE_FAILED: 'No puedo dividir esta grabación. Puede que esté dañada: vuelve a exportarla o a grabarla.',
    FILES_REFUSED: ({ detail }) =>
      detail === undefined
        ? 'El servicio de voz no acepta esta grabación.'
        : `El servicio de voz no acepta esta grabación. Su respuesta: «${detail}».`,

    VOICE_THREAD_LOST: 'Mi conexión de voz falló y se está reiniciando. Inténtalo de nuevo en un momento.',
    VOICE_CLOSED: RESTARTING,
    VOICE_NO_AUDIO: 'El servicio de voz no generó ningún sonido con este texto. Prueba con otras palabras.',
    VOICE_TOO_MUCH_AUDIO:
      'El servicio de voz envió mucho más audio del que necesita este texto. Inténtalo de nuevo en un momento.',

    DISCORD_ANSWER_TOO_LARGE:
      'Mi respuesta tiene un archivo demasiado grande para lo que Discord permite aquí. Pide menos.',
  },

  unexpected: ({ reference }) =>
    `Algo falló por mi parte. Si vuelve a ocurrir, da esta referencia a quien administra el bot: \`${reference}\`.`,

  withRequestId: ({ message, requestId }) => `${message} Referencia del servicio: \`${requestId}\`.`,

  readableFormats,
};
