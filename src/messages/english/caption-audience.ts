import { bold, channelMention, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command } from './names.ts';

const format = createFormat('en');

const start = command('captions start');

/** Who started captions of which voice channel, or wanted to. */
interface StartedBy {
  readonly startedBy: string;
  readonly voiceChannelId: string;
}

/** Where captions go when others could read them: the question, its confirmation, and what can go wrong. */
export const captionAudienceMessages = {
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
      ? 'If you choose this channel, the notice names you as the person who confirmed it.'
      : `Here, someone with ${bold('Manage Channels')} in ${channelMention(voiceChannelId)} must confirm.`;
    return `${channelMention(textChannelId)} can be read by people who can't see ${channelMention(voiceChannelId)}. Choose where its captions go. ${here}`;
  },
  asked: 'I asked for the confirmation in this channel.',
  confirm: ({
    startedBy,
    voiceChannelId,
    expiresAtMs,
  }: {
    readonly startedBy: string;
    readonly voiceChannelId: string;
    readonly expiresAtMs: number;
  }): string =>
    `${userMention(startedBy)} wants captions of ${channelMention(voiceChannelId)} here, where people who can't see it can read them. Someone with ${bold('Manage Channels')} in ${channelMention(voiceChannelId)} must confirm. This expires ${time(Math.floor(expiresAtMs / 1_000), TimestampStyles.RelativeTime)}.`,
  confirmed: ({
    confirmedBy,
    voiceChannelId,
  }: {
    readonly confirmedBy: string;
    readonly voiceChannelId: string;
  }): string => `${userMention(confirmedBy)} confirmed captions of ${channelMention(voiceChannelId)} in this channel.`,
  /** In place of the question, once captions are on that others started. */
  overtaken: ({ startedBy, voiceChannelId }: StartedBy): string =>
    `Captions have started in the meantime, so ${userMention(startedBy)}'s request for captions of ${channelMention(voiceChannelId)} here is closed.`,
  /** To the person who started them and confirmed that themselves. */
  hereConfirmed: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
    `Captions of ${channelMention(voiceChannelId)} are on, in this channel. The notice names you as the person who confirmed it.`,
  inChat: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
    `Captions of ${channelMention(voiceChannelId)} are on, in its chat.`,
  mayNotConfirm: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
    `Only someone with ${bold('Manage Channels')} in ${channelMention(voiceChannelId)} can confirm this.`,
  /** By the button to confirm, once the person who asked is gone. */
  startedByLeft: ({ startedBy, voiceChannelId }: StartedBy): string =>
    `${userMention(startedBy)} isn't in ${channelMention(voiceChannelId)} anymore. They can join it and use ${start} again.`,
  outdated: `This choice is out of date. Use ${start} again.`,
  chatClosed: ({
    voiceChannelId,
    permissions,
  }: {
    readonly voiceChannelId: string;
    readonly permissions: readonly string[];
  }): string =>
    permissions.length === 0
      ? `I can't post in the chat of ${channelMention(voiceChannelId)}. Use another channel.`
      : `I can't post in the chat of ${channelMention(voiceChannelId)}. Ask someone who manages the server to give me ${format.list(permissions.map((name) => bold(name)))} there.`,
};
