import { bold, channelMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command, option } from './names.ts';

const format = createFormat('en');

const auto = command('captions auto');
const stop = command('captions stop');

/** Voice channels named in one list. */
const MAX_LISTED = 10;
/** Discord's bound on a thread's name, in UTF-16 units. */
const MAX_THREAD_NAME_LENGTH = 100;

/** Captions of which voice channel start by themselves, and where they go. */
interface AutoCaptions {
  readonly voiceChannelId: string;
  readonly textChannelId: string;
  /** Each time in a new thread of the text channel. */
  readonly isThreaded: boolean;
  /** By its name; `undefined` where the service detects it. */
  readonly language: string | undefined;
}

/** What was turned on. */
interface TurnedOn extends Omit<AutoCaptions, 'language'> {
  /** People are in the voice channel, so the first captions start in a moment. */
  readonly isStarting: boolean;
}

interface VoiceChannel {
  readonly voiceChannelId: string;
}

interface Missing extends VoiceChannel {
  readonly textChannelId: string;
  /** The names of permissions. */
  readonly permissions: readonly string[];
}

function entry({ voiceChannelId, textChannelId, isThreaded, language }: AutoCaptions): string {
  const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
  const where = isThreaded ? `${voice} in threads of ${text}` : `${voice} in ${text}`;
  return language === undefined ? `- ${where}` : `- ${where} (${language})`;
}

/** English: captions that start by themselves. */
export const autoCaptionMessages = {
  command: {
    description: 'Start captions whenever people join a voice channel',
    voiceChannel: 'The voice channel to caption',
    mode: 'Turn automatic captions on or off',
    modes: { on: 'on', off: 'off' },
    thread: 'Open a new thread each time (default: no)',
    language: 'The language spoken (default: detected automatically)',
  },

  /** To the person who turned them on. */
  on: ({ voiceChannelId, textChannelId, isThreaded, isStarting }: TurnedOn): string => {
    const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
    if (isStarting) {
      return isThreaded
        ? `Captions of ${voice} start in a moment, because people are there. From now on, they start when people join, each time in a new thread of ${text}, and end when everyone has left.`
        : `Captions of ${voice} start in ${text} in a moment, because people are there. From now on, they start when people join and end when everyone has left.`;
    }
    return isThreaded
      ? `Captions of ${voice} now start when people join it, each time in a new thread of ${text}. They end when everyone has left.`
      : `Captions of ${voice} now start in ${text} when people join it. They end when everyone has left.`;
  },
  off: ({ voiceChannelId, isRunning }: VoiceChannel & { readonly isRunning: boolean }): string =>
    isRunning
      ? `Captions of ${channelMention(voiceChannelId)} no longer start automatically. The current ones stay on. Use ${stop} to end them.`
      : `Captions of ${channelMention(voiceChannelId)} no longer start automatically.`,
  /** Asks before captions go where people read them who can't see the voice channel. */
  confirm: ({ voiceChannelId, textChannelId }: Omit<AutoCaptions, 'language' | 'isThreaded'>): string =>
    `${channelMention(textChannelId)} can be read by people who can't see ${channelMention(voiceChannelId)}. If you confirm, the notice of these captions names you as the person who confirmed it.`,

  /** Below the status of captions, and below the line that says that they are off. */
  list: ({ entries }: { readonly entries: readonly AutoCaptions[] }): string => {
    const hidden = entries.length - MAX_LISTED;
    return [
      'Captions that start automatically:',
      ...entries.slice(0, MAX_LISTED).map(entry),
      ...(hidden > 0 ? [`- ${format.plural(hidden, { one: '# more', other: '# more' })}`] : []),
    ].join('\n');
  },

  /** The name of a session's thread; `channelName` is that of the voice channel, in one line. */
  threadName: ({
    channelName,
    startedAtMs,
  }: {
    readonly channelName: string;
    readonly startedAtMs: number;
  }): string => {
    const date = format.date(startedAtMs);
    return `${channelName.slice(0, MAX_THREAD_NAME_LENGTH - date.length - 3).toWellFormed()} · ${date}`;
  },

  refusals: {
    mayNotManage: ({ voiceChannelId }: VoiceChannel): string =>
      `You need ${bold('Manage Channels')} in ${channelMention(voiceChannelId)} to set up its captions.`,
    mayNotPost: "You can't post in this channel yourself, so I won't post captions here for you.",
    notSetUp: ({ voiceChannelId }: VoiceChannel): string =>
      `Captions of ${channelMention(voiceChannelId)} don't start automatically.`,
    tooMany: ({ limit }: { readonly limit: number }): string =>
      `This server has automatic captions in ${format.number(limit)} voice channels, which is the limit. Turn one off first.`,
    noThreadsHere: `I can't open threads here. Use ${auto} in a text channel, or without ${option('thread')}.`,
    outdated: `This choice is out of date. Use ${auto} again.`,
  },

  /** Why captions did not start by themselves, for those who can change it. Said once. */
  notStarted: {
    widerAudience: ({ voiceChannelId, textChannelId }: Omit<AutoCaptions, 'language' | 'isThreaded'>): string =>
      `I didn't start captions of ${channelMention(voiceChannelId)}: people who can't see it can read ${channelMention(textChannelId)}. Someone with ${bold('Manage Channels')} there can allow that with ${auto}.`,
    missingPermissions: ({ voiceChannelId, textChannelId, permissions }: Missing): string =>
      permissions.length === 0
        ? `I can't start captions of ${channelMention(voiceChannelId)}: I can't post in ${channelMention(textChannelId)}. Use ${auto} in another channel.`
        : `I can't start captions of ${channelMention(voiceChannelId)}. Give me ${format.list(permissions.map((name) => bold(name)))} in ${channelMention(textChannelId)}.`,
    /** `reason` is a sentence about the voice channel, or about a limit. */
    because: ({ voiceChannelId, reason }: VoiceChannel & { readonly reason: string }): string =>
      `I didn't start captions of ${channelMention(voiceChannelId)}. ${reason}`,
  },
};
