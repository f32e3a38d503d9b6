/** English: privacy. */
export const privacyMessages = {};
