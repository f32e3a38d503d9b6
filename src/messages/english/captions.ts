/** English: captions. */
export const captionMessages = {};
