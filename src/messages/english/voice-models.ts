/** English: voice-models. */
export const voiceModelMessages = {};
