export const tour = {};
