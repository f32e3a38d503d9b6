import { bold, inlineCode } from '@discordjs/formatters';
import type { Messages } from '../messages.ts';
import { command, menu } from './names.ts';

const say = command('say');

/** Simplified Chinese: the name of each setting, and what it does in a line. */
export const settingFields: Messages['settings']['fields'] = {
  'general.language': {
    label: '语言',
    about: '我在此服务器对所有人发布和说话时用的语言。',
  },
  'notices.posted': {
    label: '通知',
    about: '当我离开空频道、被移动或断开连接时，发布通知。',
  },
  'log.channelId': {
    label: '日志频道',
    about: '我会在那里发布每次设置更改，以及更改者。',
  },
  'access.managers': {
    label: '更改设置',
    about: `除拥有${bold('管理服务器')}权限的人外，还可以使用 ${command('settings')}。`,
  },
  'access.speak': {
    label: '说话',
    about: `可以使用 ${say}、${command('join')}、队列和${menu('Speak')}。`,
  },
  'access.captions': {
    label: '字幕',
    about: '可以开始和导出字幕。任何人仍可同意或拒绝字幕。',
  },
  'access.transcribe': {
    label: '转写',
    about: '可以转写录音；只有他们的语音消息会以文字回复。',
  },
  'access.voices': {
    label: '声音',
    about: '可以创建、更改、查看和选择声音。',
  },
  'muted.userIds': {
    label: '不朗读的用户',
    about: '我不会说出他们写的任何内容。',
  },
  'muted.roleIds': {
    label: '不朗读的身份组',
    about: '我不会说出这些身份组的成员写的任何内容。',
  },
  'voice.voiceId': {
    label: '声音',
    about: '为没有选择声音的人使用。',
  },
  'voice.speed': {
    label: '语速',
    about: '这个声音说话的快慢。',
  },
  'voice.volumeDb': {
    label: '音量',
    about: '这个声音的大小。',
  },
  'lengths.say': {
    label: '文字长度上限',
    about: `${say} 不接受更长的文字。`,
  },
  'lengths.reading': {
    label: '消息长度上限',
    about: '朗读聊天时，更长的消息会被截短。',
  },
  'announcements.joins': {
    label: '播报加入',
    about: '有人加入我所在的语音频道时，我会播报。',
  },
  'announcements.leaves': {
    label: '播报离开',
    about: '有人离开我所在的语音频道时，我会播报。',
  },
  'captions.consent': {
    label: '征求同意',
    about: '谁的发言会生成字幕。',
  },
  'captions.captionBots': {
    label: '机器人',
    about: '也为机器人的发言生成字幕。',
  },
  'captions.language': {
    label: '发言语言',
    about: `字幕的语言，除非用 ${command('captions start')} 指定了其他语言。`,
  },
  'captions.interim': {
    label: '实时文字',
    about: '在说话过程中就显示字幕。',
  },
  'captions.soundCues': {
    label: '声音提示',
    about: '字幕也会显示声音，例如 [笑声]。',
  },
  'captions.retentionDays': {
    label: '文字稿',
    about: '什么时候删除。',
  },
  'reading.bots': {
    label: '机器人',
    about: '也朗读机器人发的消息。',
  },
  'reading.webhooks': {
    label: 'Webhook',
    about: '也朗读 Webhook 和其他聊天软件的桥接机器人发布的消息。',
  },
  'reading.proxied': {
    label: '代发消息',
    about: '也朗读 PluralKit 和 Tupperbox 代发的消息，并算作其本人的消息。',
  },
  'reading.voiceMessages': {
    label: '语音消息',
    about: '朗读聊天时如何处理语音消息。',
  },
  'reading.skipPrefix': {
    label: '跳过前缀',
    about: '以它开头的消息不朗读。',
  },
  'reading.requiredRoleIds': {
    label: '所需身份组',
    about: '只朗读拥有其中任一身份组的人。',
  },
  'reading.announceWriters': {
    label: '发送者名字',
    about: '发送者变换时，我会念出是谁发的。',
  },
  'reading.announcement': {
    label: '播报方式',
    about: `我怎样念出是谁发的。${inlineCode('{name}')} 代表名字。`,
  },
  'reading.builtInPronunciations': {
    label: '缩写',
    about: `常见缩写（例如 ${inlineCode('yyds')}）按完整说法读出。`,
  },
  'voiceMessages.transcribedIn': {
    label: '自动转写的频道',
    about: '我会在这些频道中用文字回复语音消息。',
  },
  'voices.maxPerPerson': {
    label: '每人的声音数',
    about: '每个人在此服务器可以创建多少个声音。',
  },
  'voices.maxPerGuild': {
    label: '服务器的声音数',
    about: '此服务器可以有多少个声音。',
  },
  'budgets.charactersPerPerson': {
    label: '每人的字符数',
    about: '我每天为每个人说多少文字。',
  },
  'budgets.characters': {
    label: '服务器的字符数',
    about: '我每天在此服务器说多少文字。',
  },
  'budgets.captionMinutes': {
    label: '字幕分钟数',
    about: '我每天为多少分钟的发言生成字幕。',
  },
  'budgets.transcribeMinutesPerPerson': {
    label: '每人的转写时长',
    about: '我每天为每个人转写多少分钟。',
  },
  'budgets.transcribeMinutes': {
    label: '服务器的转写时长',
    about: '我每天在此服务器转写多少分钟的录音。',
  },
};
