import { channelMention, TimestampStyles, time, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

/** Who started captions of which voice channel, or wanted to. */
interface StartedBy {
  readonly startedBy: string;
  readonly voiceChannelId: string;
}

/** Where captions go when others could read them: the question, its confirmation, and what can go wrong. */
export function captionAudienceMessages(
  catalogue: Texts['captions']['audience'],
  { format, names: { command } }: Language,
) {
  const start = command('captions start');
  return {
    ...catalogue,
    choose: ({
      voiceChannelId,
      textChannelId,
      mayConfirm,
    }: {
      readonly voiceChannelId: string;
      readonly textChannelId: string;
      /** Whether the person who is asked may confirm. */
      readonly mayConfirm: boolean;
    }): string => {
      const here = mayConfirm
        ? catalogue.choose.confirm
        : catalogue.choose.notConfirm({ voiceChannel: channelMention(voiceChannelId) });
      return catalogue.choose.question({
        textChannel: channelMention(textChannelId),
        voiceChannel: channelMention(voiceChannelId),
        here,
      });
    },
    confirm: ({
      startedBy,
      voiceChannelId,
      expiresAtMs,
    }: {
      readonly startedBy: string;
      readonly voiceChannelId: string;
      readonly expiresAtMs: number;
    }): string =>
      catalogue.confirm({
        startedBy: userMention(startedBy),
        voiceChannel: channelMention(voiceChannelId),
        expiresAt: time(Math.floor(expiresAtMs / 1_000), TimestampStyles.RelativeTime),
      }),
    confirmed: ({
      confirmedBy,
      voiceChannelId,
    }: {
      readonly confirmedBy: string;
      readonly voiceChannelId: string;
    }): string =>
      catalogue.confirmed({ confirmedBy: userMention(confirmedBy), voiceChannel: channelMention(voiceChannelId) }),
    /** In place of the question, once captions are on that others started. */
    overtaken: ({ startedBy, voiceChannelId }: StartedBy): string =>
      catalogue.overtaken({ startedBy: userMention(startedBy), voiceChannel: channelMention(voiceChannelId) }),
    /** To the person who started them and confirmed that themselves. */
    hereConfirmed: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
      catalogue.hereConfirmed({ voiceChannel: channelMention(voiceChannelId) }),
    inChat: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
      catalogue.inChat({ voiceChannel: channelMention(voiceChannelId) }),
    mayNotConfirm: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
      catalogue.mayNotConfirm({ voiceChannel: channelMention(voiceChannelId) }),
    /** By the button to confirm, once the person who asked is gone. */
    startedByLeft: ({ startedBy, voiceChannelId }: StartedBy): string =>
      catalogue.startedByLeft({
        startedBy: userMention(startedBy),
        voiceChannel: channelMention(voiceChannelId),
        start,
      }),
    outdated: catalogue.outdated({ start }),
    chatClosed: ({
      voiceChannelId,
      permissions,
    }: {
      readonly voiceChannelId: string;
      readonly permissions: readonly string[];
    }): string =>
      permissions.length === 0
        ? catalogue.chatClosed.noPermissions({ voiceChannel: channelMention(voiceChannelId) })
        : catalogue.chatClosed.somePermissions({
            voiceChannel: channelMention(voiceChannelId),
            ...format.permissions(permissions),
          }),
  };
}
