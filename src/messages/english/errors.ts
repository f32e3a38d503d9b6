/** English: errors. */
export const errorMessages = {};
