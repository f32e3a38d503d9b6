/** The formats that a transcript can be exported in, in the order in which people are offered them. */
export const TRANSCRIPT_FORMATS = ['txt', 'srt', 'vtt', 'json'] as const;

export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];
