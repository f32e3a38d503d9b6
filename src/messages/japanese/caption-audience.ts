import { bold, channelMention, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ja');

const start = command('captions start');
const manageChannels = bold('チャンネルの管理');

/** Japanese: where captions go when others could read them. */
export const captionAudienceMessages: Messages['captions']['audience'] = {
  choose: ({ voiceChannelId, textChannelId, mayConfirm }) => {
    const here = mayConfirm
      ? 'このチャンネルを選ぶと、開始のお知らせに承認者としてあなたの名前が表示されます。'
      : `このチャンネルに表示するには、${channelMention(voiceChannelId)} で${manageChannels}の権限を持つ人の承認が必要です。`;
    return `${channelMention(textChannelId)} は、${channelMention(voiceChannelId)} を見られない人も読めます。字幕の表示先を選んでください。${here}`;
  },
  asked: 'このチャンネルで承認を依頼しました。',
  confirm: ({ startedBy, voiceChannelId, expiresAtMs }) =>
    `${userMention(startedBy)} さんが、${channelMention(voiceChannelId)} の字幕をこのチャンネルに表示しようとしています。ここは ${channelMention(voiceChannelId)} を見られない人も読めるため、${channelMention(voiceChannelId)} で${manageChannels}の権限を持つ人の承認が必要です。この依頼は ${time(Math.floor(expiresAtMs / 1_000), TimestampStyles.RelativeTime)}に期限切れになります。`,
  confirmed: ({ confirmedBy, voiceChannelId }) =>
    `${userMention(confirmedBy)} さんが、${channelMention(voiceChannelId)} の字幕をこのチャンネルに表示することを承認しました。`,
  overtaken: ({ startedBy, voiceChannelId }) =>
    `先に字幕が始まったため、${channelMention(voiceChannelId)} の字幕をここに表示するという ${userMention(startedBy)} さんの依頼は終了しました。`,
  hereConfirmed: ({ voiceChannelId }) =>
    `このチャンネルで ${channelMention(voiceChannelId)} の字幕を開始しました。お知らせには、承認者としてあなたの名前が表示されます。`,
  inChat: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} のチャットで字幕を開始しました。`,
  mayNotConfirm: ({ voiceChannelId }) =>
    `承認できるのは、${channelMention(voiceChannelId)} で${manageChannels}の権限を持つ人だけです。`,
  startedByLeft: ({ startedBy, voiceChannelId }) =>
    `${userMention(startedBy)} さんはもう ${channelMention(voiceChannelId)} にいません。本人が参加し直してから、もう一度 ${start} を使う必要があります。`,
  outdated: `この選択肢はもう使えません。もう一度 ${start} を使ってください。`,
  chatClosed: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `${channelMention(voiceChannelId)} のチャットには投稿できません。別のチャンネルを使ってください。`
      : `${channelMention(voiceChannelId)} のチャットには投稿できません。サーバーの管理者に、そこでの${format.list(permissions.map((name) => bold(name)))}の権限をBotに付与するよう依頼してください。`,
};
