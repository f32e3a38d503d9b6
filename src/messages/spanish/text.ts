import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('es');

/** Spanish: transcript files. */
export const textMessages: Messages['text'] = {
  transcript: {
    timesAreUtc: 'Las horas son UTC.',
    late: '(transcrito con retraso)',
    unnamedSpeaker: '?',
    hole: ({ from, to, reason }) =>
      from === to ? `[sin transcribir en ${from}: ${reason}]` : `[sin transcribir de ${from} a ${to}: ${reason}]`,
    holeInSubtitles: ({ from, to }) =>
      from === to ? `[sin transcribir en ${from}]` : `[sin transcribir: de ${from} a ${to}]`,
    recording: ({ length, language }) =>
      language === undefined ? `Duración: ${length}` : `Duración: ${length} · ${format.language(language)}`,
  },
};
