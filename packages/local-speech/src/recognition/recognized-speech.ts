/** A word or a sentence with its time; seconds from the start of the recording. */
export interface TimedSpeech {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What a recognizer heard in a recording. */
export interface RecognizedSpeech {
  /** Sentences with capitals and punctuation; may have sound cues such as `[laughter]`. */
  readonly text: string;
  /** Seconds. */
  readonly duration: number;
  /** Words without punctuation. */
  readonly segments: readonly TimedSpeech[];
  /** What was said between two pauses, in order: all of `text`. Default: its sentences, evenly over the recording. */
  readonly regions?: readonly TimedSpeech[];
}
