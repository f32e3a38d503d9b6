import { createFormat } from '../format.ts';

const format = createFormat('en');

/** English: what is spoken in place of what cannot be read as written. Phrases for the ear, so without markup. */
export const spokenMessages = {
  /** A BCP 47 tag, for the names of emoji and for dates. */
  locale: 'en',
  /** `site` such as `youtube.com`. */
  linkTo: ({ site }: { readonly site: string }): string => `a link to ${site}`,
  /** At least two links. */
  links: ({ count, site }: { readonly count: number; readonly site: string }): string =>
    format.plural(count, { one: 'a link to {site}', other: '# links to {site}' }, { site }),
  /** The address cannot be read. */
  link: 'a link',
  invite: 'a Discord invite',
  gif: 'a GIF',
  /** At least two. */
  gifs: ({ count }: { readonly count: number }): string => format.plural(count, { one: 'a GIF', other: '# GIFs' }),
  /** A link to a message in Discord. */
  messageLink: 'a link to a message',
  codeBlock: 'a code block',
  /** `language` such as `Python`. */
  codeBlockIn: ({ language }: { readonly language: string }): string => `a code block in ${language}`,
  spoiler: 'spoiler',
  repeatedEmoji: ({ name, count }: { readonly name: string; readonly count: number }): string =>
    `${name} ${format.number(count)} times`,
  /** Follows the names of the first ones. */
  moreEmoji: ({ count }: { readonly count: number }): string => `${format.number(count)} more emoji`,
  /** `country` as in `flag: Germany` of Unicode's CLDR. */
  flag: ({ country }: { readonly country: string }): string =>
    /^(?:United |Netherlands|Philippines|Bahamas|Gambia|Maldives|Dominican |Central |.* Islands$)/.test(country)
      ? `flag of the ${country}`
      : `flag of ${country}`,
  unknownMention: { user: 'someone', role: 'a role', channel: 'a channel' },
  channel: ({ name }: { readonly name: string }): string => `the ${name} channel`,
  command: ({ name }: { readonly name: string }): string => `slash ${name}`,
  /** `time` is a time of day, maybe with its date. */
  inUtc: ({ time }: { readonly time: string }): string => `${time} UTC`,
  everyone: 'everyone',
  here: 'everyone here',
  /** Pages of a server, as Discord's client names them. */
  navigation: {
    customize: 'Channels and Roles',
    browse: 'Browse Channels',
    guide: 'Server Guide',
    linkedRoles: 'Linked Roles',
  },
  /** `isFollowed`: more is said after the quote. */
  quote: ({ text, isFollowed }: { readonly text: string; readonly isFollowed: boolean }): string =>
    isFollowed ? `quote: ${text} End of quote.` : `quote: ${text}`,
  stickers: ({ names }: { readonly names: readonly string[] }): string =>
    format.plural(
      names.length,
      {
        one: 'a sticker: {names}',
        other: '# stickers: {names}',
      },
      { names: format.list(names) },
    ),
  files: {
    picture: ({ count }: { readonly count: number }): string =>
      format.plural(count, { one: 'a picture', other: '# pictures' }),
    video: ({ count }: { readonly count: number }): string =>
      format.plural(count, { one: 'a video', other: '# videos' }),
    audio: ({ count }: { readonly count: number }): string =>
      format.plural(count, { one: 'an audio file', other: '# audio files' }),
    file: ({ count }: { readonly count: number }): string => format.plural(count, { one: 'a file', other: '# files' }),
  },
  list: format.list,
  /** `what` such as `a picture`; `description` is what its author wrote for those who cannot see it. */
  described: ({ what, description }: { readonly what: string; readonly description: string }): string =>
    `${what}: ${description}`,
  voiceMessage: 'a voice message',
  /** `text` is what its author says. */
  transcribedVoiceMessage: ({ text }: { readonly text: string }): string => `a voice message: ${text}`,
  poll: ({ question, answers }: { readonly question: string; readonly answers: readonly string[] }): string =>
    answers.length === 0 ? `a poll: ${question}` : `a poll: ${question} Answers: ${format.alternatives(answers)}`,
  /** `text` may be empty. */
  forwarded: ({ text }: { readonly text: string }): string =>
    text === '' ? 'a forwarded message' : `a forwarded message: ${text}`,
  /** `text` may be empty. */
  reply: ({ name, text }: { readonly name: string; readonly text: string }): string =>
    text === '' ? `replying to ${name}` : `replying to ${name}: ${text}`,
  /** In place of a token, a key or the like. */
  longCode: 'a long code',
  questionMark: 'question mark',
  exclamationMark: 'exclamation mark',
  /** Ends a text that is shortened. */
  andMore: '… and more',
};
