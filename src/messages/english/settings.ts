/** English: settings. */
export const settingsMessages = {};
