/** English: transcription. */
export const transcriptionMessages = {};
