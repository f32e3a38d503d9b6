import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('ko');

/** Korean: transcript files. */
export const textMessages: Messages['text'] = {
  transcript: {
    timesAreUtc: '시각은 UTC 기준이에요.',
    late: '(나중에 받아씀)',
    unnamedSpeaker: '?',
    hole: ({ from, to, reason }) =>
      from === to ? `[${from} 받아쓰지 못함: ${reason}]` : `[${from}~${to} 받아쓰지 못함: ${reason}]`,
    holeInSubtitles: ({ from, to }) => (from === to ? `[${from} 받아쓰지 못함]` : `[${from}~${to} 받아쓰지 못함]`),
    recording: ({ length, language }) =>
      language === undefined ? `길이 ${length}` : `길이 ${length} · ${format.language(language)}`,
  },
};
