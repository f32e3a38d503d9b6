/** The export formats of transcripts, in the order people see them. */
export const TRANSCRIPT_FORMATS = ['txt', 'srt', 'vtt', 'json'] as const;

export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];
