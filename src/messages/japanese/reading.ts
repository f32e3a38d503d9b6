import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ja');

const MAX_CHANNELS = 5;

const join = command('join');
const on = command('autoread on');
const off = command('autoread off');
const status = command('autoread status');

const people = (names: readonly string[]): string => format.list(names.map((name) => `${name}さん`));

/** Japanese: reading chat aloud. */
export const readingMessages: Messages['reading'] = {
  command: {
    description: 'チャンネルのメッセージをボイスチャンネルで読み上げます',
    on: 'チャンネルのメッセージの読み上げを開始します',
    off: 'チャンネルの読み上げを終了します',
    status: '読み上げ中のチャンネルと、自分のメッセージが読み上げられるかを表示します',
    options: {
      channel: '読み上げるチャンネル（省略時はこのチャンネル）',
      autoJoin: '書いた人のボイスチャンネルに自動で参加する（しない場合は参加中だけ読み上げ）',
    },
  },
  buttons: {
    mute: '自分のメッセージを読み上げない',
    unmute: '自分のメッセージを読み上げる',
    name: '自分の名前の読み方',
    identities: '代理投稿の声',
    wider: 'そこでも読み上げる',
  },
  form: {
    title: '自分の名前の読み方',
    label: 'メッセージの前に読み上げる名前',
    placeholder: '空欄にすると、このサーバーでの名前を使います',
  },

  notice: `このチャンネルの新しいメッセージは、ボイスチャンネルで読み上げられます（${inlineCode('@silent')} を付けたものを除く）。詳しくは ${status} で確認できます。`,
  widerNotice: ({ userId }) =>
    `${userMention(userId)} さんが、このチャンネルを見られない人も聞けるボイスチャンネルでの読み上げを許可しました。`,
  turnedOn: ({ channelId, autoJoin }) =>
    autoJoin
      ? `${channelMention(channelId)} を読み上げます。書いた人のいるボイスチャンネルに自動で参加します。終了するには ${off} を使ってください。`
      : `Botがボイスチャンネルにいる間、${channelMention(channelId)} を読み上げます。${join} で呼び出せます。`,
  closedTo: ({ channelId, voiceChannelIds }) => {
    const shown = voiceChannelIds.slice(0, MAX_CHANNELS).map((id) => channelMention(id));
    const rest = voiceChannelIds.length - shown.length;
    const more = rest === 0 ? [] : [format.plural(rest, { other: 'ほか#チャンネル' })];
    return `${format.list([...shown, ...more])} には ${channelMention(channelId)} を見られない人も参加できるため、許可されるまでそこでは読み上げません。`;
  },
  widened: ({ channelId }) =>
    `${channelMention(channelId)} を、見られない人がいる場合も含めて、すべてのボイスチャンネルで読み上げます。`,
  turnedOff: ({ channelId }) => `${channelMention(channelId)} の読み上げを終了しました。`,
  notOn: ({ channelId }) => `${channelMention(channelId)} は読み上げていません。開始するには ${on} を使ってください。`,
  tooMany: ({ max }) =>
    format.plural(max, {
      other: `1つのサーバーで読み上げられるのは#チャンネルまでです。先に別のチャンネルで ${off} を使ってください。`,
    }),
  noNotice: ({ channelId }) =>
    `${channelMention(channelId)} にお知らせを投稿できなかったため、読み上げを開始していません。少し待ってからもう一度お試しください。`,
  noWiderNotice: ({ channelId }) =>
    `${channelMention(channelId)} にお知らせを投稿できなかったため、そこでは読み上げません。少し待ってからもう一度お試しください。`,
  notVisible: 'あなたはそのチャンネルを見られないため、読み上げを開始できません。別のチャンネルを選んでください。',
  mayNotManage: ({ channelId }) =>
    `この設定を変更できるのは ${channelMention(channelId)} の管理者だけです。管理者に依頼してください。`,
  noIntent: `Discordからメッセージの内容が届かないため、読み上げられません。Botの運営者に依頼して、Discord Developer Portalでアプリケーションを選び、Bot → Message Content Intentをオンにして、Botを再起動してもらってください。`,
  muted: 'このサーバーであなたのメッセージを読み上げないようにしました。',
  unmuted: 'このサーバーであなたのメッセージを読み上げるようにしました。',
  named: ({ name }) => `このサーバーでは、あなたのメッセージの前に「${name}」と読み上げます。`,
  unnamed: 'あなたのメッセージの前に、このサーバーでの名前を読み上げます。',
  nameTaken: ({ name }) =>
    `ここには「${name}」という名前の人がほかにいます。ほかの人が使っていない名前を選んでください。`,
  identities: {
    none: 'このサーバーでのあなたの代理投稿の名前は、まだ分かりません。読み上げているチャンネルでPluralKitかTupperboxを使って投稿してから、もう一度お試しください。',
    intro:
      'PluralKitやTupperboxがあなたの代わりに投稿したメッセージは、あなたのものとして扱います。読み上げの停止や上限も同じように適用されます。声を付ける名前を選んでください。',
    ownVoice: '自分の声',
    choose: '名前を選ぶ',
    form: { title: '代理投稿の声', label: '声のタイトルまたはID', placeholder: '空欄にすると、自分の声を使います' },
    set: ({ name, title }) => `「${name}」としての投稿を「${title}」の声で読み上げます。`,
    reset: ({ name }) => `「${name}」としての投稿を自分の声で読み上げます。`,
    gone: 'その代理投稿の名前は、もう分かりません。その名前で一度投稿してから、もう一度お試しください。',
  },

  status: {
    none: `あなたが見られるチャンネルで、読み上げ中のものはありません。開始するには、チャンネルで ${on} を使ってください。`,
    readIn: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}：${channelMention(voiceChannelId)} で読み上げ中です（別のボイスチャンネルにいる人のメッセージを除く）。`,
    waiting: ({ channelId, autoJoin }) =>
      autoJoin
        ? `${channelMention(channelId)}：ボイスチャンネルにいる人が書くと、そこに参加して読み上げます。`
        : `${channelMention(channelId)}：Botがボイスチャンネルにいる間、読み上げます。${join} で呼んでください。`,
    elsewhere: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}：Botが ${channelMention(voiceChannelId)} にいるため、今は読み上げていません。`,
    'no-readers': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}：見られる人が ${channelMention(voiceChannelId)} にいないため、今は読み上げていません。`,
    'not-open': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}：見られない人も ${channelMention(voiceChannelId)} に参加できるため、そこでは読み上げていません。チャンネルの管理者が ${on} で許可できます。`,
    missing: ({ channelId, permissions }) =>
      `${channelMention(channelId)} を読み上げられません。サーバーの管理者に、そこでの${format.list(permissions.map((name) => bold(name)))}の権限をBotに付与するよう依頼してください。`,
    youAreRead: 'あなたのメッセージは読み上げられます。',
    youAreMuted: 'あなたの設定により、あなたのメッセージは読み上げられません。',
  },

  spoken: {
    says: ({ name, text }) => `${name}さん、${text}`,
    leftOut: ({ messages }) => format.plural(messages, { other: 'メッセージ#件を省略しました。' }),
    joined: ({ names }) => `${people(names)}が参加しました。`,
    left: ({ names }) => `${people(names)}が退出しました。`,
  },

  usedUp: ({ writer, resetsAtMs }) => {
    const reset = `上限は ${time(Math.floor(resetsAtMs / 1_000), TimestampStyles.RelativeTime)}にリセットされます。`;
    return writer === undefined
      ? `このサーバーの今日の残り文字数が足りないため、一部のメッセージを読み上げられません。${reset}`
      : `${writer} さんの今日の残り文字数が足りないため、一部のメッセージを読み上げられません。${reset}`;
  },
};
