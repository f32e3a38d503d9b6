import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('ja');

/** Japanese: transcript files. */
export const textMessages: Messages['text'] = {
  transcript: {
    timesAreUtc: '時刻はUTC（協定世界時）です。',
    late: '（遅れて文字起こし）',
    unnamedSpeaker: '？',
    hole: ({ from, to, reason }) =>
      from === to ? `[${from} 文字起こしなし：${reason}]` : `[${from}～${to} 文字起こしなし：${reason}]`,
    holeInSubtitles: ({ from, to }) => (from === to ? `[${from} 文字起こしなし]` : `[${from}～${to} 文字起こしなし]`),
    recording: ({ length, language }) =>
      language === undefined ? `長さ ${length}` : `長さ ${length} · ${format.language(language)}`,
  },
};
