import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('pt');

/** Brazilian Portuguese: transcript files. */
export const textMessages: Messages['text'] = {
  transcript: {
    timesAreUtc: 'Horários em UTC.',
    late: '(transcrito depois)',
    unnamedSpeaker: '?',
    hole: ({ from, to, reason }) =>
      from === to ? `[sem transcrição em ${from}: ${reason}]` : `[sem transcrição de ${from} a ${to}: ${reason}]`,
    holeInSubtitles: ({ from, to }) =>
      from === to ? `[sem transcrição em ${from}]` : `[sem transcrição de ${from} a ${to}]`,
    recording: ({ length, language }) =>
      language === undefined ? `Duração: ${length}` : `Duração: ${length} · ${format.language(language)}`,
  },
};
