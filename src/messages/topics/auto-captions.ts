import { channelMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

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

/** Captions that start by themselves. */
export function autoCaptionMessages(
  catalogue: Texts['captions']['auto'],
  { format, names: { command, option } }: Language,
) {
  const { parts, ...own } = catalogue;

  const auto = command('captions auto');

  const stop = command('captions stop');

  function entry({ voiceChannelId, textChannelId, isThreaded, language }: AutoCaptions): string {
    const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
    const where = isThreaded ? parts.entry.threaded({ voice, text }) : parts.entry.notThreaded({ voice, text });
    return language === undefined
      ? parts.entry.withoutLanguage({ where })
      : parts.entry.withLanguage({ where, language });
  }
  return {
    ...own,
    /** To the person who turned them on. */
    on: ({ voiceChannelId, textChannelId, isThreaded, isStarting }: TurnedOn): string => {
      const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
      if (isStarting) {
        return isThreaded ? catalogue.on.threaded({ voice, text }) : catalogue.on.notThreaded({ voice, text });
      }
      return isThreaded ? catalogue.on.fromNowThreaded({ voice, text }) : catalogue.on.fromNow({ voice, text });
    },
    off: ({ voiceChannelId, isRunning }: VoiceChannel & { readonly isRunning: boolean }): string =>
      isRunning
        ? catalogue.off.running({ voiceChannel: channelMention(voiceChannelId), stop })
        : catalogue.off.notRunning({ voiceChannel: channelMention(voiceChannelId) }),
    /** Asks before captions go where people read them who can't see the voice channel. */
    confirm: ({ voiceChannelId, textChannelId }: Omit<AutoCaptions, 'language' | 'isThreaded'>): string =>
      catalogue.confirm({ textChannel: channelMention(textChannelId), voiceChannel: channelMention(voiceChannelId) }),
    /** Below the status of captions, and below the line that says that they are off. */
    list: ({ entries }: { readonly entries: readonly AutoCaptions[] }): string => {
      const hidden = entries.length - MAX_LISTED;
      return [
        catalogue.list.heading,
        ...entries.slice(0, MAX_LISTED).map(entry),
        ...(hidden > 0 ? [catalogue.list.more({ hidden })] : []),
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
      return catalogue.threadName({
        name: channelName.slice(0, MAX_THREAD_NAME_LENGTH - date.length - 3).toWellFormed(),
        date,
      });
    },
    refusals: {
      ...catalogue.refusals,
      mayNotManage: ({ voiceChannelId }: VoiceChannel): string =>
        catalogue.refusals.mayNotManage({ voiceChannel: channelMention(voiceChannelId) }),
      notSetUp: ({ voiceChannelId }: VoiceChannel): string =>
        catalogue.refusals.notSetUp({ voiceChannel: channelMention(voiceChannelId) }),
      noThreadsHere: catalogue.refusals.noThreadsHere({ auto, thread: option('thread') }),
      outdated: catalogue.refusals.outdated({ auto }),
    },
    /** Why captions did not start by themselves, for those who can change it. Said once. */
    notStarted: {
      ...catalogue.notStarted,
      widerAudience: ({ voiceChannelId, textChannelId }: Omit<AutoCaptions, 'language' | 'isThreaded'>): string =>
        catalogue.notStarted.widerAudience({
          voiceChannel: channelMention(voiceChannelId),
          textChannel: channelMention(textChannelId),
          auto,
        }),
      missingPermissions: ({ voiceChannelId, textChannelId, permissions }: Missing): string =>
        permissions.length === 0
          ? catalogue.notStarted.missingPermissions.noPermissions({
              voiceChannel: channelMention(voiceChannelId),
              textChannel: channelMention(textChannelId),
              auto,
            })
          : catalogue.notStarted.missingPermissions.somePermissions({
              voiceChannel: channelMention(voiceChannelId),
              textChannel: channelMention(textChannelId),
              ...format.permissions(permissions),
            }),
      /** `reason` is a sentence about the voice channel, or about a limit. */
      because: ({ voiceChannelId, reason }: VoiceChannel & { readonly reason: string }): string =>
        catalogue.notStarted.because({ voiceChannel: channelMention(voiceChannelId), reason }),
    },
  };
}
