import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, menu, option } from './names.ts';

const format = createFormat('es');

const MAY_CANCEL = [bold('Gestionar servidor'), bold('Mover miembros'), bold('Silenciar miembros')];

/** Spanish: transcripts of recordings. */
export const transcriptionMessages: Messages['transcription'] = {
  command: {
    description: 'Transcribe una grabación o un vídeo',
    options: {
      file: ({ formats }) => `La grabación o el vídeo: ${format.alternatives(formats)}`,
      language: 'El idioma que se habla (si lo omites, se detecta automáticamente)',
      format: 'Texto, subtítulos o datos (por defecto: en el mensaje o, si el texto es largo, en un txt)',
    },
  },
  cancelButton: 'Cancelar',
  voiceMessage: 'Mensaje de voz',

  noFile: `Adjunta una grabación o un vídeo en ${option('file')}.`,
  nothingAttached: 'Este mensaje no tiene ninguna grabación ni ningún vídeo.',
  senderOptedOut: 'No puedo transcribir este mensaje de voz: quien lo envió rechazó que se transcriba lo que dice.',
  forwardedVoiceMessage: `No sé de quién es el mensaje de voz reenviado. Usa ${menu('Transcribe')} en el mensaje original.`,
  postedLater: 'Esto va a tardar. Publicaré la transcripción aquí en un mensaje nuevo.',
  cancelled: 'Cancelado. No hay transcripción.',
  nothingTranscribed: 'No se transcribió nada.',
  alreadyEnded: `Esta transcripción ya terminó. Si no ves el texto, vuelve a usar ${command('transcribe')}.`,
  notYoursToCancel: ({ userId }) =>
    `Solo ${userMention(userId)} o alguien con el permiso ${format.alternatives(MAY_CANCEL)} puede cancelar esto.`,
  undeliverable:
    'La transcripción está lista, pero no puedo publicarla aquí ni enviarte mensajes. Permite los mensajes directos de este servidor e inténtalo de nuevo.',

  tooLarge: ({ maxBytes }) => `Este archivo es demasiado grande. El límite es de ${format.sizeLimit(maxBytes)}.`,
  tooLong: ({ maxMs }) => `Esta grabación es demasiado larga. El límite es de ${format.duration(maxMs)}.`,
  failedAttachment: ({ name, reason }) => `${bold(name)}: ${reason}`,

  progress: {
    waiting: 'En espera…',
    queued: ({ ahead }) =>
      ahead === 0
        ? 'Siguiente en la cola…'
        : format.plural(ahead, {
            one: 'En cola: # por delante…',
            many: 'En cola: # por delante…',
            other: 'En cola: # por delante…',
          }),
    downloading: ({ bar, bytes, totalBytes }) =>
      `${bar} Descargando: ${format.bytes(bytes)} de ${format.bytes(totalBytes)}`,
    reading: ({ bar }) => `${bar} Leyendo el archivo…`,
    transcribing: ({ bar, share, piecesDone, pieces, leftMs }) =>
      [
        `${bar} ${format.percent(share)}`,
        ...(pieces === 1 ? [] : [`${format.number(piecesDone)} de ${format.number(pieces)} partes`]),
        ...(leftMs === undefined ? [] : [timeLeft(leftMs)]),
      ].join(' · '),
    done: ({ bar }) => `${bar} Listo`,
    failed: 'Error. El motivo aparecerá con los demás resultados.',
  },

  heading: ({ name, length, language }) =>
    [bold(name), length, ...(language === undefined ? [] : [language])].join(' · '),
  failedHeading: ({ name }) => bold(name),
  noSpeech: 'No se oye a nadie hablar.',
  endsEarly: '⚠ El archivo está cortado, así que la transcripción termina antes de tiempo.',
  missing: ({ stretches, more, reason }) => {
    const named = stretches.map(({ from, to }) => (from === to ? from : `de ${from} a ${to}`));
    const rest =
      stretches.length === 0
        ? format.plural(more, { one: '# fragmento', many: '# de fragmentos', other: '# fragmentos' })
        : format.plural(more, { one: '# fragmento más', many: '# de fragmentos más', other: '# fragmentos más' });
    const places = format.list([...named, ...(more === 0 ? [] : [rest])]);
    return `⚠ Sin transcribir: ${places}.${reason === undefined ? '' : ` ${reason}`}`;
  },
  tooLargeToAttach:
    'La transcripción completa es demasiado grande para subirla aquí. Transcribe la grabación por partes.',
  tooLargeToAttachTryTxt:
    'La transcripción completa es demasiado grande para subirla aquí. Prueba con `txt`, el formato que menos ocupa.',
};

function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1_000;
  if (seconds < 10) return 'quedan unos segundos';
  const stepS = seconds < 55 ? 10 : 60;
  return `tiempo restante: ${format.duration(Math.round(seconds / stepS) * stepS * 1_000)} aprox.`;
}
