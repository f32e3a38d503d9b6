/**
 * Discord's numbers of the components in messages (https://docs.discord.com/developers/components/reference). Types of
 * `discord-api-types` have them as enums, whose values a page can't load.
 */
export const COMPONENT = {
  actionRow: 1,
  button: 2,
  stringSelect: 3,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  textDisplay: 10,
  thumbnail: 11,
  mediaGallery: 12,
  file: 13,
  separator: 14,
  container: 17,
} as const;

/** Styles of buttons. */
export const BUTTON = { primary: 1, secondary: 2, success: 3, danger: 4, link: 5, premium: 6 } as const;
