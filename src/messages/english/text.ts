import { createFormat } from '../format.ts';

const format = createFormat('en');

/** English: transcript files. */
export const textMessages = {
  /** The words in transcript files that nobody said. */
  transcript: {
    timesAreUtc: 'Times are UTC.',
    /** Follows a line of text. */
    late: '(transcribed late)',
    /** A speaker whose name has no visible character. */
    unnamedSpeaker: '?',
    /** A stretch of a recording without text. Times as `M:SS` or `H:MM:SS`, the same twice if its length is unknown. */
    hole: ({ from, to, reason }: { readonly from: string; readonly to: string; readonly reason: string }): string =>
      from === to ? `[not transcribed at ${from}: ${reason}]` : `[not transcribed from ${from} to ${to}: ${reason}]`,
    /** The same where it has to be short: at most 42 characters. Viewers read it, who don't need the reason. */
    holeInSubtitles: ({ from, to }: { readonly from: string; readonly to: string }): string =>
      from === to ? `[not transcribed at ${from}]` : `[not transcribed: ${from} to ${to}]`,
    /** `length` as `M:SS` or `H:MM:SS`; `language` as an ISO code. */
    recording: ({ length, language }: { readonly length: string; readonly language: string | undefined }): string =>
      language === undefined ? `Length ${length}` : `Length ${length} · ${format.language(language)}`,
  },
};
