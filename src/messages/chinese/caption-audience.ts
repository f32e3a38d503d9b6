import { bold, channelMention, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('zh');

const start = command('captions start');

/** Simplified Chinese: where captions go when others could read them. */
export const captionAudienceMessages: Messages['captions']['audience'] = {
  choose: ({ voiceChannelId, textChannelId, mayConfirm }) => {
    const here = mayConfirm
      ? '如果选择此频道，通知中会注明由你确认。'
      : `如果选择此频道，需要由在 ${channelMention(voiceChannelId)} 拥有${bold('管理频道')}权限的人确认。`;
    return `有些看不到 ${channelMention(voiceChannelId)} 的人可以查看 ${channelMention(textChannelId)}。请选择字幕发到哪里。${here}`;
  },
  asked: '我已在此频道请求确认。',
  confirm: ({ startedBy, voiceChannelId, expiresAtMs }) =>
    `${userMention(startedBy)} 想在这里显示 ${channelMention(voiceChannelId)} 的字幕，但有些看不到该频道的人也能查看这里。需要由在 ${channelMention(voiceChannelId)} 拥有${bold('管理频道')}权限的人确认。此请求将于 ${time(Math.floor(expiresAtMs / 1_000), TimestampStyles.RelativeTime)} 过期。`,
  confirmed: ({ confirmedBy, voiceChannelId }) =>
    `${userMention(confirmedBy)} 已确认在此频道显示 ${channelMention(voiceChannelId)} 的字幕。`,
  overtaken: ({ startedBy, voiceChannelId }) =>
    `字幕已经开始，因此 ${userMention(startedBy)} 在这里显示 ${channelMention(voiceChannelId)} 字幕的请求已关闭。`,
  hereConfirmed: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} 的字幕已在此频道开启。通知中注明由你确认。`,
  inChat: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} 的字幕已开启，显示在该频道的聊天中。`,
  mayNotConfirm: ({ voiceChannelId }) =>
    `只有在 ${channelMention(voiceChannelId)} 拥有${bold('管理频道')}权限的人才能确认。`,
  startedByLeft: ({ startedBy, voiceChannelId }) =>
    `${userMention(startedBy)} 已不在 ${channelMention(voiceChannelId)} 中。对方可以重新加入，再使用 ${start}。`,
  outdated: `这个选择已失效，请重新使用 ${start}。`,
  chatClosed: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `我不能在 ${channelMention(voiceChannelId)} 的聊天中发消息。请换一个频道。`
      : `我不能在 ${channelMention(voiceChannelId)} 的聊天中发消息。请让服务器管理员在那里授予我以下权限：${format.list(permissions.map((name) => bold(name)))}。`,
};
