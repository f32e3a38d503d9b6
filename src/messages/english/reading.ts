import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command } from './names.ts';

const format = createFormat('en');

/** Voice channels that are named in one list. */
const MAX_CHANNELS = 5;

const join = command('join');
const on = command('autoread on');
const off = command('autoread off');
const status = command('autoread status');

interface InChannel {
  readonly channelId: string;
}

/** A channel that is read, and the voice channel that the bot is in. */
interface InBoth extends InChannel {
  readonly voiceChannelId: string;
}

/** English: reading chat aloud. */
export const readingMessages = {
  command: {
    description: 'Read a channel aloud in voice',
    on: 'Read the messages of a channel aloud',
    off: 'Stop reading a channel aloud',
    status: 'Show which channels I read aloud, and whether I read yours',
    options: {
      channel: 'The channel; this one if you leave this out',
      autoJoin: 'Join the voice channel of people who write; otherwise I read only while I am in one',
    },
  },
  buttons: {
    mute: "Don't read my messages",
    unmute: 'Read my messages',
    name: 'How my name is said',
    identities: 'Voices of my proxies',
    wider: 'Read it there too',
  },
  form: {
    title: 'How your name is said',
    label: 'Name to say before your messages',
    placeholder: 'Leave it empty to use your name in this server',
  },

  /** Posted in a channel when it begins to be read aloud. */
  notice: `New messages in this channel are read aloud in voice, except those sent with ${inlineCode('@silent')}. ${status} shows more.`,
  /** Posted when others may hear the channel, too. */
  widerNotice: ({ userId }: { readonly userId: string }): string =>
    `${userMention(userId)} allowed this channel to be read aloud in voice channels where people who can't see it may hear it.`,
  turnedOn: ({ channelId, autoJoin }: InChannel & { readonly autoJoin: boolean }): string =>
    autoJoin
      ? `I read ${channelMention(channelId)} aloud and join the voice channel of people who write there. Use ${off} to stop.`
      : `I read ${channelMention(channelId)} aloud while I'm in a voice channel. ${join} brings me in.`,
  /** Below it, for a channel that not everyone may read. */
  closedTo: ({ channelId, voiceChannelIds }: InChannel & { readonly voiceChannelIds: readonly string[] }): string => {
    const shown = voiceChannelIds.slice(0, MAX_CHANNELS).map((id) => channelMention(id));
    const rest = voiceChannelIds.length - shown.length;
    const more = rest === 0 ? [] : [format.plural(rest, { one: '# other', other: '# others' })];
    return `People who can't see ${channelMention(channelId)} may join ${format.list([...shown, ...more])}, so I don't read it there unless you allow it.`;
  },
  widened: ({ channelId }: InChannel): string =>
    `I read ${channelMention(channelId)} in every voice channel, even where people who can't see it may hear it.`,
  turnedOff: ({ channelId }: InChannel): string => `I no longer read ${channelMention(channelId)} aloud.`,
  notOn: ({ channelId }: InChannel): string => `I don't read ${channelMention(channelId)} aloud. Use ${on} to start.`,
  tooMany: ({ max }: { readonly max: number }): string =>
    format.plural(max, {
      one: `I read at most # channel per server. Use ${off} in another one first.`,
      other: `I read at most # channels per server. Use ${off} in another one first.`,
    }),
  noNotice: ({ channelId }: InChannel): string =>
    `I couldn't post the notice in ${channelMention(channelId)}, so I don't read it aloud. Try again in a moment.`,
  noWiderNotice: ({ channelId }: InChannel): string =>
    `I couldn't post the notice in ${channelMention(channelId)}, so I don't read it there. Try again in a moment.`,
  notVisible: "You can't see that channel, so I won't read it aloud for you. Choose another one.",
  mayNotManage: ({ channelId }: InChannel): string =>
    `Only people who can manage ${channelMention(channelId)} can change this. Ask one of them.`,
  /** The operator has to act. */
  noIntent: `I can't read messages, because Discord doesn't send them to me. Ask the bot's operator to open the Discord Developer Portal, choose the application, switch on Bot → Message Content Intent, and restart me.`,
  muted: "I don't read your messages aloud in this server.",
  unmuted: 'I read your messages aloud in this server.',
  /** `name` is sanitized. */
  named: ({ name }: { readonly name: string }): string => `I say “${name}” before your messages in this server.`,
  unnamed: 'I say your name in this server before your messages.',
  /** `name` is sanitized. */
  nameTaken: ({ name }: { readonly name: string }): string =>
    `Someone else here is called “${name}”. Choose a name that nobody else has.`,
  /** Names under which PluralKit or Tupperbox posts for a person. `name` and `title` are sanitized. */
  identities: {
    none: "I don't know any of your proxies in this server yet. Write with PluralKit or Tupperbox in a channel that I read aloud, then try again.",
    intro:
      'What PluralKit and Tupperbox post for you counts as yours: your mute and your limits apply. Choose a name to give it a voice.',
    ownVoice: 'your own voice',
    choose: 'Choose a name',
    form: {
      title: 'The voice of a proxy',
      label: 'Title or ID of the voice',
      placeholder: 'Leave it empty for your own voice',
    },
    set: ({ name, title }: { readonly name: string; readonly title: string }): string =>
      `I read what you write as “${name}” with the voice “${title}”.`,
    reset: ({ name }: { readonly name: string }): string => `I read what you write as “${name}” with your own voice.`,
    gone: "I don't know that proxy of yours any more. Write with it once, then try again.",
  },

  /** `/autoread status`, a line for each channel. */
  status: {
    none: `No channel that you can see is read aloud. Use ${on} in a channel to start.`,
    readIn: ({ channelId, voiceChannelId }: InBoth): string =>
      `${channelMention(channelId)}: read in ${channelMention(voiceChannelId)}, except messages from people in other voice channels.`,
    waiting: ({ channelId, autoJoin }: InChannel & { readonly autoJoin: boolean }): string =>
      autoJoin
        ? `${channelMention(channelId)}: I join when someone in a voice channel writes.`
        : `${channelMention(channelId)}: read once I'm in a voice channel. Use ${join} to bring me in.`,
    elsewhere: ({ channelId, voiceChannelId }: InBoth): string =>
      `${channelMention(channelId)}: not read now, because I'm in ${channelMention(voiceChannelId)}.`,
    'no-readers': ({ channelId, voiceChannelId }: InBoth): string =>
      `${channelMention(channelId)}: not read now, because nobody in ${channelMention(voiceChannelId)} can see it.`,
    'not-open': ({ channelId, voiceChannelId }: InBoth): string =>
      `${channelMention(channelId)}: not read in ${channelMention(voiceChannelId)}, because people who can't see it may join. Someone who manages it can allow that with ${on}.`,
    missing: ({ channelId, permissions }: InChannel & { readonly permissions: readonly string[] }): string =>
      `I can't read ${channelMention(channelId)} aloud. Ask someone who manages the server to give me ${format.list(permissions)} there.`,
    youAreRead: 'Your messages are read aloud.',
    youAreMuted: "Your messages aren't read aloud, as you chose.",
  },

  /** What is spoken beside the messages. */
  spoken: {
    /** Before a message when the writer changes; `text` is what they wrote. */
    says: ({ name, text }: { readonly name: string; readonly text: string }): string => `${name} says: ${text}`,
    leftOut: ({ messages }: { readonly messages: number }): string =>
      format.plural(messages, { one: '# message left out.', other: '# messages left out.' }),
    joined: ({ names }: { readonly names: readonly string[] }): string => `${format.list(names)} joined.`,
    left: ({ names }: { readonly names: readonly string[] }): string => `${format.list(names)} left.`,
  },

  /** Posted once a day in the channel. `writer` is a mention, or the sanitized name of a webhook; without one, it is the whole server that has too few characters left. */
  usedUp: ({ writer, resetsAtMs }: { readonly writer: string | undefined; readonly resetsAtMs: number }): string => {
    const reset = time(Math.floor(resetsAtMs / 1_000), TimestampStyles.RelativeTime);
    return writer === undefined
      ? `This server has too few characters left today, so I can't read everything aloud. The limit resets ${reset}.`
      : `${writer} has too few characters left today, so I can't read all their messages aloud. The limit resets ${reset}.`;
  },
};
