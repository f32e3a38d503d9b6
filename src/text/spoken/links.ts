import { domainToUnicode } from 'node:url';
import { type MentionNames, mentionKey } from '../mentions.ts';
import type { SpokenPart } from './spoken-parts.ts';
import type { SpokenMessages } from './spoken-words.ts';

/** What a link is read with. */
interface LinkContext {
  readonly words: SpokenMessages;
  readonly names: MentionNames;
  /** How a channel's name is said. */
  readonly sayName: (name: string) => string;
}

/** First labels that say nothing about the site. */
const SILENT_LABEL = /^(?:www|m|mobile|amp|old|en|de|fr|es|pt|ja|ko|zh)\d*\.(?=[^.]+\.)/;
/** Short addresses of sites that people know by another. */
const ALIASES: Readonly<Record<string, string>> = {
  'youtu.be': 'youtube.com',
  'redd.it': 'reddit.com',
  'v.redd.it': 'reddit.com',
  'i.redd.it': 'reddit.com',
  'fxtwitter.com': 'twitter.com',
  'vxtwitter.com': 'twitter.com',
  'fixupx.com': 'x.com',
  'open.spotify.com': 'spotify.com',
  'store.steampowered.com': 'steampowered.com',
  'music.youtube.com': 'youtube.com',
  'gist.github.com': 'github.com',
};
const GIF_SITE = /^(?:(?:media\d?|c|static)\.)?(?:tenor|giphy|klipy)\.com$/;
const DISCORD = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/;
const DISCORD_FILES = /^(?:cdn\.discordapp\.com|media\.discordapp\.net|images-ext-\d\.discordapp\.net)$/;
/** Longest name of a site that is said; RFC 1035 allows 253. */
const MAX_SITE_CHARS = 60;

/** The site of an address such as `youtube.com`, as people call it; `undefined` for what is no address. */
export function siteOf(address: string): string | undefined {
  const host = parse(address)?.hostname ?? '';
  // Addresses of IPv6: nobody knows one, and `[…]` would be an expression mark.
  if (host.startsWith('[')) return undefined;
  // One label in two scripts imitates another; it stays in its ASCII form, which nobody takes for a name.
  const readable = domainToUnicode(host);
  const name = /\p{sc=Latn}/u.test(readable) && /\p{sc=Cyrl}|\p{sc=Grek}/u.test(readable) ? host : readable;
  const site = name.replace(/\.$/, '').replace(SILENT_LABEL, '').replace(SILENT_LABEL, '');
  return site === '' || site.length > MAX_SITE_CHARS ? undefined : (ALIASES[site] ?? site);
}

function parse(address: string): URL | undefined {
  return URL.parse(/^https?:/i.test(address) ? address : `https://${address}`) ?? undefined;
}

/** What is said for an address. */
export function sayLink(address: string, { words, names, sayName }: LinkContext): SpokenPart {
  const url = parse(address);
  const site = siteOf(address);
  if (url === undefined || site === undefined) return { kind: 'apart', text: words.link };
  const { hostname, pathname } = url;
  if (hostname === 'discord.gg' || (DISCORD.test(hostname) && pathname.startsWith('/invite/'))) {
    return { kind: 'apart', text: words.invite };
  }
  if (DISCORD.test(hostname) && pathname.startsWith('/channels/')) return sayPlace(pathname, { words, names, sayName });
  if (GIF_SITE.test(hostname)) return { kind: 'gif' };
  if (DISCORD_FILES.test(hostname)) return sayFile(url, words);
  return { kind: 'link', site };
}

/** A link to a channel or message, which Discord shows as the channel's name. */
function sayPlace(pathname: string, { words, names, sayName }: LinkContext): SpokenPart {
  const [, , , channelId, messageId] = pathname.split('/');
  if (messageId !== undefined && messageId !== '') return { kind: 'apart', text: words.messageLink };
  const name = sayName(names.get(mentionKey({ kind: 'channel', id: channelId ?? '' })) ?? '');
  return { kind: 'inline', text: name === '' ? words.unknownMention.channel : words.channel({ name }) };
}

/** A link to a file that Discord hosts. Clients send emoji of other servers as such links, with the emoji's name. */
function sayFile({ pathname, searchParams }: URL, words: SpokenMessages): SpokenPart {
  const name = searchParams.get('name') ?? '';
  if (pathname.startsWith('/emojis/') && /^\w{2,32}$/.test(name)) return { kind: 'emoji', text: sayEmojiName(name) };
  if (/\.gif$/i.test(pathname)) return { kind: 'gif' };
  if (/\.(?:png|jpe?g|webp|avif|bmp)$/i.test(pathname))
    return { kind: 'apart', text: words.files.picture({ count: 1 }) };
  if (/\.(?:mp4|mov|webm|mkv)$/i.test(pathname)) return { kind: 'apart', text: words.files.video({ count: 1 }) };
  if (/\.(?:mp3|ogg|wav|m4a|flac)$/i.test(pathname)) return { kind: 'apart', text: words.files.audio({ count: 1 }) };
  return { kind: 'apart', text: words.files.file({ count: 1 }) };
}

/** The name of a server's own emoji as words: `party_parrot` and `partyParrot` as `party parrot`, without a number before them. */
export function sayEmojiName(name: string): string {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .split('_')
    .filter((word) => word !== '');
  while (words.length > 1 && /^\d+$/.test(words[0] ?? '')) words.shift();
  return words.map((word) => (/^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word)).join(' ');
}
