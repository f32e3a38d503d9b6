/** English: interactions. */
export const interactionMessages = {};
