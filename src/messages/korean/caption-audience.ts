import { bold, channelMention, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ko');

const start = command('captions start');
const manageChannels = bold('채널 관리하기');

/** Korean: where captions go when others could read them. */
export const captionAudienceMessages: Messages['captions']['audience'] = {
  choose: ({ voiceChannelId, textChannelId, mayConfirm }) => {
    const here = mayConfirm
      ? '이 채널을 고르면 공지에 확인한 사람으로 이름이 표시돼요.'
      : `이 채널에 표시하려면 ${channelMention(voiceChannelId)} 채널에서 ${manageChannels} 권한이 있는 사람이 확인해야 해요.`;
    return `${channelMention(textChannelId)} 채널은 ${channelMention(voiceChannelId)} 채널을 볼 수 없는 사람도 읽을 수 있어요. 자막을 표시할 곳을 골라 주세요. ${here}`;
  },
  asked: '이 채널에 확인을 요청했어요.',
  confirm: ({ startedBy, voiceChannelId, expiresAtMs }) =>
    `${userMention(startedBy)}님이 ${channelMention(voiceChannelId)} 채널의 자막을 여기에 표시하려고 해요. 그 채널을 볼 수 없는 사람도 여기서 자막을 읽을 수 있어서, ${channelMention(voiceChannelId)} 채널에서 ${manageChannels} 권한이 있는 사람이 확인해야 해요. 이 요청은 ${time(Math.floor(expiresAtMs / 1_000), TimestampStyles.RelativeTime)}에 만료돼요.`,
  confirmed: ({ confirmedBy, voiceChannelId }) =>
    `${userMention(confirmedBy)}님이 ${channelMention(voiceChannelId)} 채널의 자막을 이 채널에 표시해도 된다고 확인했어요.`,
  overtaken: ({ startedBy, voiceChannelId }) =>
    `그사이 자막이 시작돼서, ${channelMention(voiceChannelId)} 채널의 자막을 여기에 표시해 달라는 ${userMention(startedBy)}님의 요청은 종료됐어요.`,
  hereConfirmed: ({ voiceChannelId }) =>
    `${channelMention(voiceChannelId)} 채널의 자막을 이 채널에 표시하고 있어요. 공지에 확인한 사람으로 이름이 표시돼요.`,
  inChat: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} 채널의 자막을 그 채널의 채팅에 표시하고 있어요.`,
  mayNotConfirm: ({ voiceChannelId }) =>
    `${channelMention(voiceChannelId)} 채널에서 ${manageChannels} 권한이 있는 사람만 확인할 수 있어요.`,
  startedByLeft: ({ startedBy, voiceChannelId }) =>
    `${userMention(startedBy)}님이 이제 ${channelMention(voiceChannelId)} 채널에 없어요. 다시 참가해서 ${start}을 사용하면 돼요.`,
  outdated: `오래된 선택이에요. ${start}을 다시 사용해 주세요.`,
  chatClosed: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `${channelMention(voiceChannelId)} 채널의 채팅에 글을 올릴 수 없어요. 다른 채널을 사용해 주세요.`
      : `${channelMention(voiceChannelId)} 채널의 채팅에 글을 올릴 수 없어요. 서버 관리자에게 요청해서 저에게 그 채널의 ${format.list(permissions.map((name) => bold(name)))} 권한을 주세요.`,
};
