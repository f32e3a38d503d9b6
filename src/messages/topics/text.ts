import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

/** Transcript files. */
export function textMessages(catalogue: Texts['text'], { format }: Language) {
  return {
    ...catalogue,
    /** The words in transcript files that nobody said. */
    transcript: {
      ...catalogue.transcript,
      /** A stretch of a recording without text. Times as `M:SS` or `H:MM:SS`, the same twice if its length is unknown. */
      hole: ({ from, to, reason }: { readonly from: string; readonly to: string; readonly reason: string }): string =>
        from === to
          ? catalogue.transcript.hole.sameFrom({ from, reason })
          : catalogue.transcript.hole.otherFrom({ from, to, reason }),
      /** The same where it has to be short: at most 42 characters. Viewers read it, who don't need the reason. */
      holeInSubtitles: ({ from, to }: { readonly from: string; readonly to: string }): string =>
        from === to
          ? catalogue.transcript.holeInSubtitles.sameFrom({ from })
          : catalogue.transcript.holeInSubtitles.otherFrom({ from, to }),
      /** `length` as `M:SS` or `H:MM:SS`; `language` as an ISO code. */
      recording: ({ length, language }: { readonly length: string; readonly language: string | undefined }): string =>
        language === undefined
          ? catalogue.transcript.recording.withoutLanguage({ length })
          : catalogue.transcript.recording.withLanguage({ length, language: format.language(language) }),
    },
  };
}
