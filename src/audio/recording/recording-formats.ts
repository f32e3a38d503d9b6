/**
 * Names of the formats that `openRecording` reads, in the order people see them. A file is identified by its bytes, never
 * by its name.
 */
export const READABLE_FORMATS = [
  'wav',
  'mp3',
  'm4a',
  'aac',
  'mp4',
  'mov',
  'ogg',
  'opus',
  'webm',
  'mkv',
  'flac',
] as const;
