import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('zh');

/** Simplified Chinese: what is spoken in place of what cannot be read as written. */
export const spokenMessages: Messages['spoken'] = {
  locale: 'zh-CN',
  linkTo: ({ site }) => `${site}的链接`,
  links: ({ count, site }) => format.plural(count, { other: '#个{site}的链接' }, { site }),
  link: '一个链接',
  invite: 'Discord邀请链接',
  gif: '一张动图',
  gifs: ({ count }) => format.plural(count, { other: '#张动图' }),
  messageLink: '一条消息的链接',
  codeBlock: '一段代码',
  codeBlockIn: ({ language }) => `一段${language}代码`,
  spoiler: '剧透',
  repeatedEmoji: ({ name, count }) => `${format.number(count)}个${name}`,
  moreEmoji: ({ count }) => `还有${format.number(count)}个表情`,
  flag: ({ country }) => `${country}国旗`,
  unknownMention: { user: '某人', role: '某个身份组', channel: '某个频道' },
  channel: ({ name }) => `${name}频道`,
  command: ({ name }) => `斜杠指令${name}`,
  inUtc: ({ time }) => `协调世界时${time}`,
  everyone: '所有人',
  here: '所有在线的人',
  navigation: {
    customize: '频道和身份组',
    browse: '浏览频道',
    guide: '服务器指南',
    linkedRoles: '关联身份组',
  },
  quote: ({ text, isFollowed }) => (isFollowed ? `引用：${text}引用结束。` : `引用：${text}`),
  stickers: ({ names }) => format.plural(names.length, { other: '#张贴纸：{names}' }, { names: format.list(names) }),
  files: {
    picture: ({ count }) => format.plural(count, { other: '#张图片' }),
    video: ({ count }) => format.plural(count, { other: '#个视频' }),
    audio: ({ count }) => format.plural(count, { other: '#个音频文件' }),
    file: ({ count }) => format.plural(count, { other: '#个文件' }),
  },
  list: format.list,
  described: ({ what, description }) => `${what}：${description}`,
  voiceMessage: '一条语音消息',
  transcribedVoiceMessage: ({ text }) => `一条语音消息：${text}`,
  poll: ({ question, answers }) =>
    answers.length === 0 ? `一个投票：${question}` : `一个投票：${question} 选项：${format.alternatives(answers)}`,
  forwarded: ({ text }) => (text === '' ? '一条转发的消息' : `一条转发的消息：${text}`),
  reply: ({ name, text }) => (text === '' ? `回复${name}` : `回复${name}：${text}`),
  longCode: '一长串代码',
  questionMark: '问号',
  exclamationMark: '感叹号',
  andMore: '……等等',
};
