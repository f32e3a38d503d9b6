/** The formats of recordings that can be read, by the names that people know them by. Any other is refused. */
export const READABLE_FORMATS = ['wav', 'mp3', 'm4a', 'aac', 'mp4', 'mov', 'ogg', 'opus', 'webm', 'flac'] as const;
