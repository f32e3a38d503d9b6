/** English: help. */
export const helpMessages = {};
