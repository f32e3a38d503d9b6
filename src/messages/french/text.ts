import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('fr');

/** French: transcript files. */
export const textMessages: Messages['text'] = {
  transcript: {
    timesAreUtc: 'Les heures sont en UTC.',
    late: '(transcrit en différé)',
    unnamedSpeaker: '?',
    hole: ({ from, to, reason }) =>
      from === to ? `[non transcrit à ${from} : ${reason}]` : `[non transcrit de ${from} à ${to} : ${reason}]`,
    holeInSubtitles: ({ from, to }) =>
      from === to ? `[non transcrit à ${from}]` : `[non transcrit : ${from} à ${to}]`,
    recording: ({ length, language }) =>
      language === undefined ? `Durée : ${length}` : `Durée : ${length} · ${format.language(language)}`,
  },
};
