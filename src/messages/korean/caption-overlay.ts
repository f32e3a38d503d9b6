import { bold, channelMention, codeBlock, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ko');

const overlay = command('captions overlay');
const optOut = command('privacy opt-out');

const OPT_OUT = '거부';
const REVOKE = '링크 취소';

function countViewers(viewers: number): string {
  return format.plural(viewers, { other: '보는 사람 #명' });
}

/** Korean: links under which captions are shown outside Discord. */
export const captionOverlayMessages: Messages['captions']['overlay'] = {
  command: { description: '자막을 Discord 밖에 표시해요: 브라우저, 다른 화면, OBS' },
  buttons: { open: '페이지 열기', revoke: REVOKE, revokeAll: '모두 취소', links: '모든 링크' },

  created: ({ voiceChannelId, page, obs }) =>
    [
      `${channelMention(voiceChannelId)} 채널의 자막 페이지를 만들었어요. 글자 크기와 색상 등은 페이지에 있는 양식에서 바꿀 수 있어요.`,
      codeBlock(page),
      'OBS에서는 이 주소로 브라우저 소스를 추가하세요. 배경은 투명해요.',
      codeBlock(obs),
      `이 주소를 아는 사람은 자막이 끝날 때까지 읽을 수 있어요. 읽어도 되는 사람에게만 알려 주세요. 더 일찍 끝내려면 ${bold(REVOKE)} 버튼을 누르세요.`,
    ].join('\n'),
  others: ({ links }) => format.plural(links, { other: '이 자막에는 다른 링크가 #개 더 있어요.' }),
  notice: ({ voiceChannelId, createdBy }) => {
    const made =
      createdBy === undefined
        ? `${channelMention(voiceChannelId)} 채널의 자막 링크가 있어요.`
        : `${userMention(createdBy)}님이 ${channelMention(voiceChannelId)} 채널의 자막 링크를 만들었어요.`;
    return `🔗 ${made} 자막이 끝날 때까지 링크를 아는 사람은 Discord 밖에서도 자막을 읽을 수 있어요. 내 말이 자막으로 표시되지 않게 하려면 ${bold(OPT_OUT)} 버튼을 누르거나 ${optOut}를 사용하세요.`;
  },
  shared: '링크를 아는 사람은 Discord 밖에서도 자막을 읽을 수 있어요.',

  list: ({ links }) =>
    [
      '이 자막의 링크:',
      ...links.map(({ createdBy, createdAtMs, viewers }, index) => {
        const when = time(Math.floor(createdAtMs / 1_000), TimestampStyles.RelativeTime);
        const maker = createdBy === undefined ? '' : `${userMention(createdBy)}님, `;
        return `${index + 1}. ${maker}${when}: ${countViewers(viewers)}`;
      }),
    ].join('\n'),
  choice: ({ number }) => `링크 ${format.number(number)}`,
  viewers: ({ viewers }) => countViewers(viewers),
  choose: '취소할 링크를 골라 주세요',
  noLinks: `이 자막의 링크가 없어요. 만들려면 ${overlay}를 사용하세요.`,
  revoked: ({ links }) =>
    format.plural(links, { other: '링크 #개를 취소했어요. 그 링크의 화면에는 더 이상 새 자막이 나오지 않아요.' }),
  status: ({ links, viewers }) =>
    `Discord 밖에 표시 중: ${format.plural(links, { other: '링크 #개' })}, ${countViewers(viewers)}`,

  refusals: {
    noPublicUrl: `아직 자막을 Discord 밖에 표시할 수 없어요. 봇 운영자에게 ${inlineCode('PUBLIC_URL')}을 설정해 달라고 요청해 주세요.`,
    mayNotShare: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `${channelMention(voiceChannelId)} 채널에 있는 사람, 그리고 서버나 음성 채널을 관리하는 사람만 이 자막의 링크를 만들 수 있어요.`
        : `${userMention(startedBy)}님, ${channelMention(voiceChannelId)} 채널에 있는 사람, 그리고 서버나 음성 채널을 관리하는 사람만 이 자막의 링크를 만들 수 있어요.`,
    hidden: '이 자막이 표시된 채널을 볼 권한이 없어서 링크를 드릴 수 없어요.',
    hiddenVoice: '이 자막의 음성 채널을 볼 권한이 없어서 링크를 드릴 수 없어요.',
    tooMany: ({ limit }) =>
      `이 자막의 링크가 한도인 ${format.number(limit)}개에 도달했어요. 하나를 취소한 다음 ${overlay}를 다시 사용하세요.`,
    noNotice: ({ textChannelId }) =>
      `${channelMention(textChannelId)} 채널에 링크 공지를 올리지 못해서 링크를 만들지 않았어요. 제가 그 채널에 글을 올릴 수 있게 해 준 다음 ${overlay}를 다시 사용하세요.`,
    alreadyEnded: '이 링크는 이미 끝났어요.',
  },
};
