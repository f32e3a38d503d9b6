export const voice = {};
