import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('zh');

const MAX_CHANNELS = 5;

const join = command('join');
const on = command('autoread on');
const off = command('autoread off');
const status = command('autoread status');

/** Simplified Chinese: reading chat aloud. */
export const readingMessages: Messages['reading'] = {
  command: {
    description: '在语音频道中朗读某个频道的消息',
    on: '开始朗读一个频道的消息',
    off: '停止朗读一个频道的消息',
    status: '查看我朗读哪些频道，以及是否朗读你的消息',
    options: {
      channel: '要朗读的频道；不填则为此频道',
      autoJoin: '自动加入发消息者所在的语音频道；否则等我在语音频道中时才朗读',
    },
  },
  buttons: {
    mute: '不朗读我的消息',
    unmute: '朗读我的消息',
    name: '设置怎么念我的名字',
    identities: '我的代发名字的声音',
    wider: '在那里也朗读',
  },
  form: {
    title: '怎么念你的名字',
    label: '朗读你的消息前念的名字',
    placeholder: '留空则使用你在此服务器的名字',
  },

  notice: `此频道的新消息会在语音频道中朗读，用 ${inlineCode('@silent')} 发送的除外。详情请使用 ${status}。`,
  widerNotice: ({ userId }) => `${userMention(userId)} 已允许在语音频道中朗读此频道，那里可能有看不到此频道的人。`,
  turnedOn: ({ channelId, autoJoin }) =>
    autoJoin
      ? `我会朗读 ${channelMention(channelId)}，并加入在那里发消息的人所在的语音频道。要停止请使用 ${off}。`
      : `我在语音频道中时，会朗读 ${channelMention(channelId)}。使用 ${join} 可以叫我加入。`,
  closedTo: ({ channelId, voiceChannelIds }) => {
    const shown = voiceChannelIds.slice(0, MAX_CHANNELS).map((id) => channelMention(id));
    const rest = voiceChannelIds.length - shown.length;
    const more = rest === 0 ? [] : [format.plural(rest, { other: '另外 # 个频道' })];
    return `看不到 ${channelMention(channelId)} 的人可以加入 ${format.list([...shown, ...more])}，所以除非你允许，我不会在那里朗读。`;
  },
  widened: ({ channelId }) => `我会在所有语音频道中朗读 ${channelMention(channelId)}，看不到该频道的人也会听到。`,
  turnedOff: ({ channelId }) => `我不再朗读 ${channelMention(channelId)}。`,
  notOn: ({ channelId }) => `我没有朗读 ${channelMention(channelId)}。要开始请使用 ${on}。`,
  tooMany: ({ max }) => format.plural(max, { other: `我在一个服务器中最多朗读 # 个频道。请先在其他频道使用 ${off}。` }),
  noNotice: ({ channelId }) => `我没能在 ${channelMention(channelId)} 中发布通知，所以不会朗读该频道。请稍后再试。`,
  noWiderNotice: ({ channelId }) =>
    `我没能在 ${channelMention(channelId)} 中发布通知，所以不会在那里朗读。请稍后再试。`,
  notVisible: '你看不到那个频道，所以我不会替你朗读。请换一个频道。',
  mayNotManage: ({ channelId }) => `只有能管理 ${channelMention(channelId)} 的人才能更改。请联系他们。`,
  noIntent:
    'Discord 没有把消息发送给我，所以我无法读取消息。请联系机器人的运营者：打开 Discord 开发者门户，选择该应用，启用 Bot → Message Content Intent，然后重启我。',
  muted: '我不会在此服务器朗读你的消息。',
  unmuted: '我会在此服务器朗读你的消息。',
  named: ({ name }) => `在此服务器朗读你的消息前，我会念“${name}”。`,
  unnamed: '在此服务器朗读你的消息前，我会念你在这里的名字。',
  nameTaken: ({ name }) => `这里已经有人叫“${name}”了。请选择一个没有人用的名字。`,
  identities: {
    none: '我还不知道你在此服务器的任何代发名字。请先在我朗读的频道里用 PluralKit 或 Tupperbox 发一条消息，然后再试一次。',
    intro:
      'PluralKit 和 Tupperbox 替你发的消息算作你的消息：你的免朗读选择和限额同样适用。请选择一个名字，为它设置声音。',
    ownVoice: '你自己的声音',
    choose: '选择名字',
    form: { title: '代发名字的声音', label: '声音的标题或 ID', placeholder: '留空则使用你自己的声音' },
    set: ({ name, title }) => `你以“${name}”发的消息，我会用“${title}”的声音朗读。`,
    reset: ({ name }) => `你以“${name}”发的消息，我会用你自己的声音朗读。`,
    gone: '我已经不知道这个代发名字了。请先用它发一条消息，然后再试一次。',
  },

  status: {
    none: `你能看到的频道都没有在朗读。要开始，请在频道中使用 ${on}。`,
    readIn: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}：正在 ${channelMention(voiceChannelId)} 中朗读，其他语音频道中的人发的消息除外。`,
    waiting: ({ channelId, autoJoin }) =>
      autoJoin
        ? `${channelMention(channelId)}：语音频道中有人发消息时，我会加入。`
        : `${channelMention(channelId)}：我进入语音频道后朗读。要叫我加入，请使用 ${join}。`,
    elsewhere: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}：现在不朗读，因为我在 ${channelMention(voiceChannelId)} 中。`,
    'no-readers': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}：现在不朗读，因为 ${channelMention(voiceChannelId)} 中没有人能看到它。`,
    'not-open': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}：不在 ${channelMention(voiceChannelId)} 中朗读，因为看不到它的人可以加入那里。能管理它的人可以用 ${on} 允许。`,
    missing: ({ channelId, permissions }) =>
      `我无法朗读 ${channelMention(channelId)}。请让服务器管理员在那里授予我以下权限：${format.list(permissions)}。`,
    youAreRead: '你的消息会被朗读。',
    youAreMuted: '按你的选择，你的消息不会被朗读。',
  },

  spoken: {
    says: ({ name, text }) => `${name}说：${text}`,
    leftOut: ({ messages }) => format.plural(messages, { other: '略过了#条消息。' }),
    joined: ({ names }) => `${format.list(names)}加入了频道。`,
    left: ({ names }) => `${format.list(names)}离开了频道。`,
  },

  usedUp: ({ writer, resetsAtMs }) => {
    const reset = `限额将于 ${time(Math.floor(resetsAtMs / 1_000), TimestampStyles.RelativeTime)} 重置。`;
    return writer === undefined
      ? `此服务器今天剩余的字符不够，我无法朗读全部消息。${reset}`
      : `${writer} 今天剩余的字符不够，我无法朗读其全部消息。${reset}`;
  },
};
