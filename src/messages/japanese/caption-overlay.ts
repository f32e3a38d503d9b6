import { bold, channelMention, codeBlock, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ja');

const overlay = command('captions overlay');
const optOut = command('privacy opt-out');

const OPT_OUT = 'オプトアウト';
const REVOKE = '無効にする';

function countViewers(viewers: number): string {
  return format.plural(viewers, { other: '閲覧者#人' });
}

/** Japanese: links under which captions are shown outside Discord. */
export const captionOverlayMessages: Messages['captions']['overlay'] = {
  command: { description: '字幕をDiscordの外（ブラウザ、別の画面、OBS）に表示します' },
  buttons: { open: 'ページを開く', revoke: REVOKE, revokeAll: 'すべて無効にする', links: 'すべてのリンク' },

  created: ({ voiceChannelId, page, obs }) =>
    [
      `${channelMention(voiceChannelId)} の字幕のページを作成しました。文字の大きさや色などは、ページ内のフォームで変更できます。`,
      codeBlock(page),
      'OBSでは、次のアドレスでブラウザソースを追加してください。背景は透明です。',
      codeBlock(obs),
      `このアドレスを知っている人は、字幕が終了するまで読むことができます。読んでよい人にだけ共有してください。先に終了するには、${bold(REVOKE)}を押してください。`,
    ].join('\n'),
  others: ({ links }) => format.plural(links, { other: 'この字幕には、ほかに#件のリンクがあります。' }),
  notice: ({ voiceChannelId, createdBy }) => {
    const made =
      createdBy === undefined
        ? `${channelMention(voiceChannelId)} の字幕へのリンクがあります。`
        : `${userMention(createdBy)} さんが ${channelMention(voiceChannelId)} の字幕へのリンクを作成しました。`;
    return `🔗 ${made}字幕が終了するまで、リンクを知っている人はDiscordの外でも字幕を読めます。自分の発言に字幕を付けたくない場合は、${bold(OPT_OUT)}を押すか ${optOut} を使ってください。`;
  },
  shared: 'リンクを知っている人は、Discordの外でも字幕を読めます。',

  list: ({ links }) =>
    [
      'この字幕へのリンク：',
      ...links.map(({ createdBy, createdAtMs, viewers }, index) => {
        const when = time(Math.floor(createdAtMs / 1_000), TimestampStyles.RelativeTime);
        const maker = createdBy === undefined ? '' : `${userMention(createdBy)} さん、`;
        return `${index + 1}. ${maker}${when}：${countViewers(viewers)}`;
      }),
    ].join('\n'),
  choice: ({ number }) => `リンク${format.number(number)}`,
  viewers: ({ viewers }) => countViewers(viewers),
  choose: '無効にするリンクを選択',
  noLinks: `この字幕へのリンクはありません。作成するには ${overlay} を使ってください。`,
  revoked: ({ links }) =>
    format.plural(links, {
      other: '#件のリンクを無効にしました。そのリンクの画面には、新しい字幕が表示されなくなります。',
    }),
  status: ({ links, viewers }) =>
    `Discordの外での表示：${format.plural(links, { other: 'リンク#件' })}、${countViewers(viewers)}`,

  refusals: {
    noPublicUrl: `Discordの外での字幕の表示は、まだ使えません。Botの運営者に ${inlineCode('PUBLIC_URL')} の設定を依頼してください。`,
    mayNotShare: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `この字幕へのリンクを作成できるのは、${channelMention(voiceChannelId)} にいる人と、サーバーやボイスチャンネルの管理者だけです。`
        : `この字幕へのリンクを作成できるのは、${userMention(startedBy)} さん、${channelMention(voiceChannelId)} にいる人と、サーバーやボイスチャンネルの管理者だけです。`,
    hidden: 'あなたはこの字幕のチャンネルを見られないため、リンクを作成できません。',
    hiddenVoice: 'あなたはこの字幕のボイスチャンネルを見られないため、リンクを作成できません。',
    tooMany: ({ limit }) =>
      `この字幕のリンクは上限の${format.number(limit)}件に達しています。1件を無効にしてから、もう一度 ${overlay} を使ってください。`,
    noNotice: ({ textChannelId }) =>
      `${channelMention(textChannelId)} にリンクのお知らせを投稿できなかったため、リンクを作成しませんでした。Botがそこに投稿できるようにしてから、もう一度 ${overlay} を使ってください。`,
    alreadyEnded: 'このリンクはすでに終了しています。',
  },
};
