/** English: playback. */
export const playbackMessages = {};
