import { bold, channelMention, inlineCode, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';
import { settingFields } from './settings-fields.ts';

const format = createFormat('zh');

const start = command('captions start');

const dayCount = (days: number): string => format.plural(days, { other: '# 天' });

/** Simplified Chinese: the settings of a server. */
export const settingsMessages: Messages['settings'] = {
  command: { description: '查看和更改我在此服务器的工作方式' },

  title: '此服务器的设置',
  intro: '更改立即生效。打开一个主题即可更改。',

  topics: {
    general: { title: '通用', about: '语言、通知和更改日志' },
    access: { title: '权限', about: '谁可以使用什么' },
    muted: { title: '不朗读名单', about: '我绝不说出谁的文字' },
    members: { title: '成员', about: '朗读时怎么称呼成员，以及成员的声音' },
    voice: { title: '声音', about: '默认声音、长度上限，以及播报加入和离开' },
    reading: { title: '自动朗读', about: '我如何朗读聊天' },
    captions: { title: '字幕', about: '谁的发言会生成字幕，文字稿保留多久' },
    autoCaptions: { title: '自动字幕', about: '不用指令就自动生成字幕的语音频道' },
    voiceMessages: { title: '语音消息', about: '我在哪些频道用文字回复语音消息' },
    limits: { title: '限额', about: '此服务器的声音数量和每日用量' },
  },

  fields: settingFields,

  values: {
    on: '开',
    off: '关',
    none: '无',
    nobody: '没有人',
    nobodyElse: '仅限拥有“管理服务器”权限的人',
    everyone: '所有人',
    nowhere: '无',
    noLimit: '不限',
    serverLanguage: '服务器自身的语言',
    botsVoice: '机器人的默认声音',
    ownWords: '默认说法',
    detected: '自动检测',
    optOut: '所有人，拒绝字幕的人除外',
    optIn: '仅限同意字幕的人',
    voiceMessages: {
      mention: '仅提示',
      play: '播放',
      transcribe: '转写并朗读',
    },
    speed: ({ factor }) => `${format.number(factor, 2)}×`,
    volume: ({ decibels }) => `${format.number(decibels, 1)} dB`,
    characters: ({ count }) => format.plural(count, { other: '# 个字符' }),
    minutes: ({ count }) => format.plural(count, { other: '# 分钟' }),
    count: ({ count }) => format.number(count),
    days: ({ days }) => `${dayCount(days)}后删除`,
    quoted: ({ text }) => inlineCode(text),
    list: ({ items }) => format.list(items),
    andMore: ({ items, more }) => format.list([...items, `另外 ${format.number(more)} 个`]),
  },

  deleted: {
    role: '已删除的身份组',
    channel: '已删除的频道',
  },
  hiddenChannel: '某个频道',

  line: ({ label, value, about }) => `${bold(label)}：${value}\n-# ${about}`,
  summary: ({ label, value }) => `${label}：${value}`,
  allDefault: '全部默认',

  buttons: {
    back: '返回',
    turnOn: '开启',
    turnOff: '关闭',
    edit: '编辑',
    removeDeleted: '移除已删除的项目',
    earlier: '前面的人',
    later: '更多人',
  },

  placeholders: {
    everyone: '所有人',
    chooseRoles: '选择身份组',
    choosePeople: '选择用户',
    chooseChannels: '选择频道',
    chooseChannel: '选择一个频道',
  },

  options: {
    serverLanguage: '服务器自身的语言',
    anyLanguage: '自动检测语言',
    optOut: '为所有人的发言生成字幕，拒绝字幕的人除外',
    optIn: '只为同意字幕的人的发言生成字幕',
    retention: ({ days }) => `${dayCount(days)}后删除文字稿`,
    voiceMessages: {
      mention: '仅提示有语音消息',
      play: '播放语音消息',
      transcribe: '转写语音消息并朗读文字',
    },
  },

  forms: {
    number: ({ min, max }) => `${format.number(min, 2)} 到 ${format.number(max, 2)}`,
    voice: '名称或 ID；留空则用默认声音',
    announcement: '{name}写道',
    prefix: '留空则全部朗读',
    invalidNumber: ({ field, min, max }) =>
      `“${field}”必须是 ${format.number(min, 2)} 到 ${format.number(max, 2)} 之间的数字。未做任何更改。`,
    invalidWhole: ({ field, min, max }) =>
      `“${field}”必须是 ${format.number(min)} 到 ${format.number(max)} 之间的整数。未做任何更改。`,
    announcementNeedsName: ({ typed }) =>
      `播报方式必须包含 ${inlineCode('{name}')}。未做任何更改。你输入的是：${typed}`,
  },

  autoCaptions: {
    none: '没有语音频道设置自动字幕。',
    entry: ({ voice, text }) => `${voice} → ${text}`,
    chooseToRemove: '选择要移除的项目',
    howToAdd: `要添加，请在用来显示字幕的文字频道中使用 ${command('captions auto')}。`,
  },

  members: {
    choose: '选择成员',
    intro: '选择一名成员，查看在此服务器中怎么念其名字，以及用什么声音。',
    called: ({ userId, name }) => `我把 ${userMention(userId)} 念作“${name}”。`,
    uncalled: ({ userId }) => `我按 Discord 显示的名字念 ${userMention(userId)}。`,
    sounds: ({ sound }) => `在此服务器的声音：${sound}。`,
    usualVoice: '其平常使用的声音，或服务器的声音',
    howToSetVoice: `要为成员更换声音，请使用 ${command('voice use')} 的选项 ${inlineCode('成员')}。`,
    buttons: { setName: '设置名字', resetName: '重置名字', resetVoice: '重置声音' },
    form: { title: '怎么念成员的名字', label: '朗读其消息前念的名字', placeholder: '留空则使用 Discord 显示的名字' },
  },

  notes: {
    stricterNow: `正在进行的字幕仍需要大家先同意。新设置从下一次 ${start} 起生效。`,
    logUnreachable: ({ channelId, permissions }) =>
      `我无法在 ${channelMention(channelId)} 中发布更改。请在那里授予我以下权限：${format.list(permissions.map((name) => bold(name)))}。`,
    logDeleted: '日志频道已被删除。请另选一个。',
    changedMeanwhile: '有人刚刚更改了此列表。这是最新的列表，请重新选择。',
  },

  log: {
    setting: ({ topic, label }) => `${topic} › ${label}`,
    changed: ({ person, setting, from, to }) => `${bold(person)} 更改了 ${bold(setting)}：${from} → ${to}`,
    listed: ({ person, setting, added, removed }) => {
      const parts = [
        ...(added.length === 0 ? [] : [`添加了 ${format.list(added)}`]),
        ...(removed.length === 0 ? [] : [`移除了 ${format.list(removed)}`]),
      ];
      return `${bold(person)} 更改了 ${bold(setting)}：${parts.join('；')}`;
    },
  },

  refusals: {
    managersOnly: ({ roles }) =>
      roles.length === 0
        ? `只有拥有${bold('管理服务器')}权限的人才能更改这些设置。`
        : `只有拥有${bold('管理服务器')}权限，或属于 ${format.alternatives(roles)} 的人才能更改这些设置。`,
    serverManagersOnly: `只有拥有${bold('管理服务器')}权限的人才能选择还有谁可以更改设置。`,
    roleNeeded: ({ roles }) =>
      roles.length === 0
        ? `此功能在此服务器仅限管理员使用。管理员可以在 ${command('settings')} 中更改。`
        : `在此服务器使用此功能，需要身份组 ${format.alternatives(roles)}。请联系服务器管理员。`,
    muted: '此服务器的管理员已将你列入不朗读名单，所以我不会说出你在这里写的任何内容。',
    authorMuted: '此服务器的管理员已将这条消息的作者列入不朗读名单，所以我不会说出来。',
    authorUnknown: '我无法确认这条消息的作者是否在不朗读名单中，所以没有说出来。请稍后再试。',
    tooLong: ({ length, max }) =>
      `这段文字有 ${format.number(length)} 个字符，而此服务器最多允许 ${format.number(max)} 个。请缩短。`,
    /** The server's voice, but others may not know it. */
    voiceOnlyYours: ({ title }: { readonly title: string }): string =>
      `${bold(title)} 只有你能使用。要用作此服务器的声音，请先用 ${command('voice edit')} 将其设为不公开列出。`,
    outdated: `这个面板已失效，请重新使用 ${command('settings')}。`,
  },
};
