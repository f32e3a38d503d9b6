/** Variables of a bot for long runs, which use more than a server may in a day. */
export const UNLIMITED: Readonly<Record<string, string>> = {
  LIMIT_CHARACTERS_USER: 'unlimited',
  LIMIT_CHARACTERS_GUILD: 'unlimited',
  LIMIT_CHARACTERS_TOTAL: 'unlimited',
  LIMIT_CAPTION_MINUTES_GUILD: 'unlimited',
  LIMIT_CAPTION_MINUTES_TOTAL: 'unlimited',
  LIMIT_TRANSCRIBE_MINUTES_USER: 'unlimited',
  LIMIT_TRANSCRIBE_MINUTES_GUILD: 'unlimited',
  LIMIT_TRANSCRIBE_MINUTES_TOTAL: 'unlimited',
};
