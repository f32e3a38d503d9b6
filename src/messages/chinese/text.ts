import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('zh');

/** Simplified Chinese: transcript files. */
export const textMessages: Messages['text'] = {
  transcript: {
    timesAreUtc: '时间均为 UTC。',
    late: '（延迟转写）',
    unnamedSpeaker: '?',
    hole: ({ from, to, reason }) =>
      from === to ? `[${from} 处未转写：${reason}]` : `[${from} 至 ${to} 未转写：${reason}]`,
    holeInSubtitles: ({ from, to }) => (from === to ? `[${from} 处未转写]` : `[${from} 至 ${to} 未转写]`),
    recording: ({ length, language }) =>
      language === undefined ? `时长 ${length}` : `时长 ${length} · ${format.language(language)}`,
  },
};
