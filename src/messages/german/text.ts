import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('de');

/** German: transcript files. */
export const textMessages: Messages['text'] = {
  transcript: {
    timesAreUtc: 'Alle Uhrzeiten in UTC.',
    late: '(nachträglich transkribiert)',
    unnamedSpeaker: '?',
    hole: ({ from, to, reason }) =>
      from === to
        ? `[nicht transkribiert bei ${from}: ${reason}]`
        : `[nicht transkribiert von ${from} bis ${to}: ${reason}]`,
    holeInSubtitles: ({ from, to }) => (from === to ? `[Text fehlt bei ${from}]` : `[Text fehlt: ${from} bis ${to}]`),
    recording: ({ length, language }) =>
      language === undefined ? `Länge ${length}` : `Länge ${length} · ${format.language(language)}`,
  },
};
