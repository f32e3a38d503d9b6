import { bold, channelMention, codeBlock, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('zh');

const overlay = command('captions overlay');
const optOut = command('privacy opt-out');

const OPT_OUT = '拒绝字幕';
const REVOKE = '撤销';

function countViewers(viewers: number): string {
  return format.plural(viewers, { other: '# 人在看' });
}

/** Simplified Chinese: links under which captions are shown outside Discord. */
export const captionOverlayMessages: Messages['captions']['overlay'] = {
  command: { description: '在 Discord 之外显示字幕：浏览器、另一块屏幕或 OBS' },
  buttons: { open: '打开页面', revoke: REVOKE, revokeAll: '全部撤销', links: '所有链接' },

  created: ({ voiceChannelId, page, obs }) =>
    [
      `${channelMention(voiceChannelId)} 的字幕现在有了网页。字号、颜色等可以在网页上的表单中设置。`,
      codeBlock(page),
      '在 OBS 中，用下面的地址添加浏览器源，其背景是透明的。',
      codeBlock(obs),
      `在字幕结束之前，知道地址的人都能查看字幕。请只分享给可以查看的人。点击${bold(REVOKE)}可提前结束。`,
    ].join('\n'),
  others: ({ links }) => format.plural(links, { other: '这些字幕还有 # 个其他链接。' }),
  notice: ({ voiceChannelId, createdBy }) => {
    const made =
      createdBy === undefined
        ? `已有人创建 ${channelMention(voiceChannelId)} 字幕的链接。`
        : `${userMention(createdBy)} 创建了 ${channelMention(voiceChannelId)} 字幕的链接。`;
    return `🔗 ${made}在字幕结束之前，拥有链接的人可以在 Discord 之外查看字幕。如果不希望你的发言生成字幕，请点击${bold(OPT_OUT)}或使用 ${optOut}。`;
  },
  shared: '拥有链接的人还可以在 Discord 之外查看字幕。',

  list: ({ links }) =>
    [
      '这些字幕的链接：',
      ...links.map(({ createdBy, createdAtMs, viewers }, index) => {
        const when = time(Math.floor(createdAtMs / 1_000), TimestampStyles.RelativeTime);
        const maker = createdBy === undefined ? '' : `${userMention(createdBy)}，`;
        return `${index + 1}. ${maker}${when}：${countViewers(viewers)}`;
      }),
    ].join('\n'),
  choice: ({ number }) => `链接 ${format.number(number)}`,
  viewers: ({ viewers }) => countViewers(viewers),
  choose: '选择要撤销的链接',
  noLinks: `这些字幕没有链接。要创建链接，请使用 ${overlay}。`,
  revoked: ({ links }) => format.plural(links, { other: '已撤销 # 个链接，相应的屏幕不再显示新字幕。' }),
  status: ({ links, viewers }) =>
    `在 Discord 之外显示：${format.plural(links, { other: '# 个链接' })}，${countViewers(viewers)}。`,

  refusals: {
    noPublicUrl: `我还不能在 Discord 之外显示字幕。请联系机器人的运营者设置 ${inlineCode('PUBLIC_URL')}。`,
    mayNotShare: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `只有 ${channelMention(voiceChannelId)} 中的人，以及能管理服务器或其语音频道的人，才能创建这些字幕的链接。`
        : `只有 ${userMention(startedBy)}、${channelMention(voiceChannelId)} 中的人，以及能管理服务器或其语音频道的人，才能创建这些字幕的链接。`,
    hidden: '你看不到显示这些字幕的频道，所以我不能给你链接。',
    hiddenVoice: '你看不到这些字幕所属的语音频道，所以我不能给你链接。',
    tooMany: ({ limit }) => `这些字幕已有 ${format.number(limit)} 个链接，达到上限。请先撤销一个，再使用 ${overlay}。`,
    noNotice: ({ textChannelId }) =>
      `我无法在 ${channelMention(textChannelId)} 中发出关于链接的通知，因此没有创建链接。请让我能在那里发消息，然后再使用 ${overlay}。`,
    alreadyEnded: '这个链接已经结束。',
  },
};
