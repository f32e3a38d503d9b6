import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, menu, option } from './names.ts';

const format = createFormat('pt');

/** Each of these permissions lets a member cancel what others began. */
const MAY_CANCEL = [bold('Gerenciar servidor'), bold('Mover membros'), bold('Silenciar membros')];

/** Brazilian Portuguese: transcripts of recordings. */
export const transcriptionMessages: Messages['transcription'] = {
  command: {
    description: 'Transcreve uma gravação ou um vídeo',
    options: {
      file: ({ formats }) => `A gravação ou o vídeo: ${format.alternatives(formats)}`,
      language: 'O idioma falado (padrão: detectado automaticamente)',
      format: 'Texto simples, legendas ou dados (padrão: texto curto na mensagem, texto longo em txt)',
    },
  },
  cancelButton: 'Cancelar',
  voiceMessage: 'Mensagem de voz',

  noFile: `Anexe uma gravação ou um vídeo em ${option('file')}.`,
  nothingAttached: 'Esta mensagem não tem nenhuma gravação nem vídeo anexado.',
  senderOptedOut: 'Não posso transcrever esta mensagem de voz: quem enviou recusou ter a própria fala transcrita.',
  forwardedVoiceMessage: `Não dá para saber de quem é uma mensagem de voz encaminhada. Use ${menu('Transcribe')} na mensagem original.`,
  postedLater: 'Isso está demorando. Vou postar a transcrição aqui em uma nova mensagem.',
  cancelled: 'Cancelado. Nada foi transcrito.',
  nothingTranscribed: 'Nada foi transcrito.',
  alreadyEnded: `Esta transcrição já terminou. Se não houver transcrição, use ${command('transcribe')} de novo.`,
  notYoursToCancel: ({ userId }) =>
    `Só ${userMention(userId)} ou alguém com permissão para ${format.alternatives(MAY_CANCEL)} pode cancelar.`,
  undeliverable:
    'A transcrição está pronta, mas não consigo postar aqui nem mandar para você. Permita mensagens diretas deste servidor e tente de novo.',

  tooLarge: ({ maxBytes }) => `Este arquivo é grande demais. O limite é ${format.sizeLimit(maxBytes)}.`,
  tooLong: ({ maxMs }) => `Esta gravação é longa demais. O limite é ${format.duration(maxMs)}.`,
  failedAttachment: ({ name, reason }) => `${bold(name)}: ${reason}`,

  progress: {
    waiting: 'Aguardando…',
    queued: ({ ahead }) =>
      ahead === 0
        ? 'Próxima da fila…'
        : `Aguardando: ${format.plural(ahead, { one: '# na frente', many: '# na frente', other: '# na frente' })}…`,
    downloading: ({ bar, bytes, totalBytes }) =>
      `${bar} Baixando: ${format.bytes(bytes)} de ${format.bytes(totalBytes)}`,
    reading: ({ bar }) => `${bar} Lendo o arquivo…`,
    transcribing: ({ bar, share, piecesDone, pieces, leftMs }) =>
      [
        `${bar} ${format.percent(share)}`,
        ...(pieces === 1 ? [] : [`${format.number(piecesDone)} de ${format.number(pieces)} partes`]),
        ...(leftMs === undefined ? [] : [timeLeft(leftMs)]),
      ].join(' · '),
    done: ({ bar }) => `${bar} Pronto`,
    failed: 'Falhou. O motivo aparece junto com os outros resultados.',
  },

  heading: ({ name, length, language }) =>
    [bold(name), length, ...(language === undefined ? [] : [language])].join(' · '),
  failedHeading: ({ name }) => bold(name),
  noSpeech: 'Não encontrei nenhuma fala.',
  endsEarly: '⚠ O arquivo está cortado, por isso a transcrição termina antes do fim.',
  missing: ({ stretches, more, reason }) => {
    const named = stretches.map(({ from, to }) => (from === to ? `em ${from}` : `de ${from} a ${to}`));
    const rest =
      stretches.length === 0
        ? format.plural(more, { one: 'em # trecho', many: 'em # de trechos', other: 'em # trechos' })
        : format.plural(more, { one: 'em mais # trecho', many: 'em mais # de trechos', other: 'em mais # trechos' });
    const places = format.list([...named, ...(more === 0 ? [] : [rest])]);
    return `⚠ Sem transcrição ${places}.${reason === undefined ? '' : ` ${reason}`}`;
  },
  tooLargeToAttach: 'A transcrição completa é grande demais para anexar aqui. Transcreva a gravação em partes.',
  tooLargeToAttachTryTxt:
    'A transcrição completa é grande demais para anexar aqui. Tente o formato `txt`, que é o menor.',
};

/** Rounded, so that an estimate does not look like a measurement. */
function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1_000;
  if (seconds < 10) return 'só mais alguns segundos';
  const stepS = seconds < 55 ? 10 : 60;
  return `tempo restante: cerca de ${format.duration(Math.round(seconds / stepS) * stepS * 1_000)}`;
}
