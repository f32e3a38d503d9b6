import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

/** Voice channels that are named in one list. */
const MAX_CHANNELS = 5;

interface InChannel {
  readonly channelId: string;
}

/** A channel that is read, and the voice channel that the bot is in. */
interface InBoth extends InChannel {
  readonly voiceChannelId: string;
}

/** Reading chat aloud. */
export function readingMessages(catalogue: Texts['reading'], { format, names: { command } }: Language) {
  const join = command('join');

  const on = command('autoread on');

  const off = command('autoread off');

  const status = command('autoread status');
  return {
    ...catalogue,
    /** Posted in a channel when it begins to be read aloud. Messages that begin with the prefix are not read; '' for none. */
    notice: ({ prefix, autoJoin }: { readonly prefix: string; readonly autoJoin: boolean }): string =>
      format.sentences([
        prefix === ''
          ? catalogue.notice.exceptSilent
          : catalogue.notice.exceptPrefix({ prefix: inlineCode(prefix.replaceAll('`', 'ˋ')) }),
        ...(autoJoin ? [catalogue.notice.autoJoin] : []),
        catalogue.notice.more({ status }),
      ]),
    /** Posted when others may hear the channel, too. */
    widerNotice: ({ userId }: { readonly userId: string }): string =>
      catalogue.widerNotice({ user: userMention(userId) }),
    turnedOn: ({ channelId, autoJoin }: InChannel & { readonly autoJoin: boolean }): string =>
      autoJoin
        ? catalogue.turnedOn.autoJoin({ channel: channelMention(channelId), off })
        : catalogue.turnedOn.notAutoJoin({ channel: channelMention(channelId), join }),
    /** Below it, for a channel that not everyone may read. */
    closedTo: ({ channelId, voiceChannelIds }: InChannel & { readonly voiceChannelIds: readonly string[] }): string => {
      const shown = voiceChannelIds.slice(0, MAX_CHANNELS).map((id) => channelMention(id));
      const rest = voiceChannelIds.length - shown.length;
      const more = rest === 0 ? [] : [catalogue.closedTo.more({ rest })];
      return catalogue.closedTo.sentence({
        channel: channelMention(channelId),
        list: format.list([...shown, ...more]),
        joined: [shown.join(', '), ...more].join(' 외 '),
      });
    },
    widened: ({ channelId }: InChannel): string => catalogue.widened({ channel: channelMention(channelId) }),
    turnedOff: ({ channelId }: InChannel): string => catalogue.turnedOff({ channel: channelMention(channelId) }),
    notOn: ({ channelId }: InChannel): string => catalogue.notOn({ channel: channelMention(channelId), on }),
    tooMany: ({ max }: { readonly max: number }): string => catalogue.tooMany({ max, off }),
    noNotice: ({ channelId }: InChannel): string => catalogue.noNotice({ channel: channelMention(channelId) }),
    noWiderNotice: ({ channelId }: InChannel): string =>
      catalogue.noWiderNotice({ channel: channelMention(channelId) }),
    mayNotManage: ({ channelId }: InChannel): string => catalogue.mayNotManage({ channel: channelMention(channelId) }),
    /** `/autoread status`, a line for each channel. */
    status: {
      ...catalogue.status,
      none: catalogue.status.none({ on }),
      readIn: ({ channelId, voiceChannelId }: InBoth): string =>
        catalogue.status.readIn({ channel: channelMention(channelId), voiceChannel: channelMention(voiceChannelId) }),
      waiting: ({ channelId, autoJoin }: InChannel & { readonly autoJoin: boolean }): string =>
        autoJoin
          ? catalogue.status.waiting.autoJoin({ channel: channelMention(channelId) })
          : catalogue.status.waiting.notAutoJoin({ channel: channelMention(channelId), join }),
      elsewhere: ({ channelId, voiceChannelId }: InBoth): string =>
        catalogue.status.elsewhere({
          channel: channelMention(channelId),
          voiceChannel: channelMention(voiceChannelId),
        }),
      'no-readers': ({ channelId, voiceChannelId }: InBoth): string =>
        catalogue.status['no-readers']({
          channel: channelMention(channelId),
          voiceChannel: channelMention(voiceChannelId),
        }),
      'not-open': ({ channelId, voiceChannelId }: InBoth): string =>
        catalogue.status['not-open']({
          channel: channelMention(channelId),
          voiceChannel: channelMention(voiceChannelId),
          on,
        }),
      missing: ({ channelId, permissions }: InChannel & { readonly permissions: readonly string[] }): string =>
        catalogue.status.missing({
          channel: channelMention(channelId),
          ...format.permissions(permissions),
        }),
    },
    /** What is spoken beside the messages. */
    spoken: {
      ...catalogue.spoken,
      joined: ({ names }: { readonly names: readonly string[] }): string => {
        const all = names.map((name) => catalogue.spoken.joined.person({ name }));
        return catalogue.spoken.joined.sentence({ all: format.list(all), count: names.length, joined: all.join(', ') });
      },
      left: ({ names }: { readonly names: readonly string[] }): string => {
        const all = names.map((name) => catalogue.spoken.left.person({ name }));
        return catalogue.spoken.left.sentence({ all: format.list(all), count: names.length, joined: all.join(', ') });
      },
    },
    /** Posted once a day in the channel. `writer` is a mention, or the sanitized name of a webhook; without one, it is the whole server that has too few characters left. */
    usedUp: ({ writer, resetsAtMs }: { readonly writer: string | undefined; readonly resetsAtMs: number }): string => {
      const reset = time(Math.floor(resetsAtMs / 1_000), TimestampStyles.RelativeTime);
      return writer === undefined
        ? catalogue.usedUp.withoutWriter({ reset })
        : catalogue.usedUp.withWriter({ writer, reset });
    },
  };
}
