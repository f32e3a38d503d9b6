import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('ja');

/** Japanese: what is spoken in place of what cannot be read as written. */
export const spokenMessages: Messages['spoken'] = {
  locale: 'ja',
  linkTo: ({ site }) => `${site}へのリンク`,
  links: ({ count, site }) => format.plural(count, { other: '{site}へのリンク#件' }, { site }),
  link: 'リンク',
  invite: 'Discordの招待リンク',
  gif: 'GIF',
  gifs: ({ count }) => format.plural(count, { other: 'GIF#枚' }),
  messageLink: 'メッセージへのリンク',
  codeBlock: 'コードブロック',
  codeBlockIn: ({ language }) => `${language}のコードブロック`,
  spoiler: 'ネタバレ',
  repeatedEmoji: ({ name, count }) => `${name}が${format.number(count)}個`,
  moreEmoji: ({ count }) => `ほかに絵文字${format.number(count)}個`,
  flag: ({ country }) => `${country}の旗`,
  unknownMention: { user: '誰か', role: 'ロール', channel: 'チャンネル' },
  channel: ({ name }) => `${name}チャンネル`,
  command: ({ name }) => `${name}コマンド`,
  inUtc: ({ time }) => `協定世界時${time}`,
  everyone: '全員',
  here: 'オンラインの全員',
  navigation: {
    customize: 'チャンネルとロール',
    browse: 'チャンネル一覧',
    guide: 'サーバーガイド',
    linkedRoles: '連携ロール',
  },
  quote: ({ text, isFollowed }) => (isFollowed ? `引用、${text}引用終わり。` : `引用、${text}`),
  stickers: ({ names }) => `スタンプ、${format.list(names)}`,
  files: {
    picture: ({ count }) => `画像${format.number(count)}枚`,
    video: ({ count }) => `動画${format.number(count)}本`,
    audio: ({ count }) => `音声ファイル${format.number(count)}件`,
    file: ({ count }) => `ファイル${format.number(count)}件`,
  },
  list: format.list,
  described: ({ what, description }) => `${what}、${description}`,
  voiceMessage: 'ボイスメッセージ',
  transcribedVoiceMessage: ({ text }) => `ボイスメッセージ、${text}`,
  poll: ({ question, answers }) =>
    answers.length === 0 ? `投票、${question}` : `投票、${question} 選択肢は、${format.alternatives(answers)}`,
  forwarded: ({ text }) => (text === '' ? '転送されたメッセージ' : `転送されたメッセージ、${text}`),
  reply: ({ name, text }) => (text === '' ? `${name}さんへの返信` : `${name}さんへの返信、${text}`),
  longCode: '長い文字列',
  questionMark: 'はてな',
  exclamationMark: 'びっくりマーク',
  andMore: '…以下略',
};
