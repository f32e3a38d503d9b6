import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('zh');

const optOut = command('privacy opt-out');
const erase = command('privacy erase');

/** Simplified Chinese: what is stored about a person. */
export const privacyMessages: Messages['privacy'] = {
  command: {
    description: '拒绝字幕，查看或删除你的数据',
    show: '查看我存储的关于你的数据',
    optOut: '在所有服务器中，不再为你的发言生成字幕',
    optIn: '在所有服务器中，允许为你的发言生成字幕',
    erase: '删除我存储的关于你的数据',
  },
  buttons: {
    erase: '删除',
    eraseWithMessages: '删除，包括消息',
    eraseOnly: '删除，但保留消息',
    keep: '保留',
    optInEverywhere: '在所有服务器同意',
    optInOnlyHere: '仅限此服务器',
  },

  optedOut: `你已拒绝字幕：你的发言在任何服务器中都不会生成字幕。要删除已存储的字幕，请使用 ${erase}。`,
  optedIn: `你已在所有服务器同意字幕：只要开启了字幕，你的发言就会生成字幕。要拒绝，请使用 ${optOut}。`,
  optedInHere: {
    'opted-out': `你仅在此服务器同意字幕，在其他服务器均已拒绝。要在这里也拒绝，请使用 ${optOut}。`,
    undecided: `你仅在此服务器同意字幕，其他服务器按各自的设置处理。要在所有服务器拒绝，请使用 ${optOut}。`,
  },

  items: {
    captions: ({ count }) => format.plural(count, { other: '# 条字幕' }),
    messages: ({ count }) => format.plural(count, { other: '# 条字幕消息' }),
    recordings: ({ count }) => format.plural(count, { other: '# 段待转写的录音' }),
    voices: ({ count }) => format.plural(count, { other: '# 个声音' }),
    confirmations: ({ count }) => format.plural(count, { other: '# 份授权确认' }),
    choices: ({ count }) => format.plural(count, { other: '# 项声音选择' }),
    queuedTexts: ({ count }) => format.plural(count, { other: '队列中的 # 段文字' }),
    nicknames: ({ count }) => format.plural(count, { other: '# 个朗读用名' }),
    identities: ({ count }) => format.plural(count, { other: '# 个代发名字' }),
    pronunciations: ({ count }) => format.plural(count, { other: '# 条发音' }),
    serverPronunciations: ({ count }) => format.plural(count, { other: '# 条服务器发音上的署名' }),
    autoCaptions: ({ count }) => format.plural(count, { other: '# 个语音频道自动字幕上的署名' }),
    voicesWithConfirmations: ({ voices, confirmations }) => {
      const theirs = format.plural(confirmations, { other: '# 份授权确认' });
      return format.plural(voices, { other: `# 个声音及其 ${theirs}` });
    },
  },

  decision: {
    optedIn: ({ at }) => `你已于 ${at} 在所有服务器同意字幕。`,
    optedOut: ({ at }) => `你已于 ${at} 拒绝字幕：你的发言在任何服务器中都不会生成字幕。`,
    optedOutExcept: ({ at, servers }) =>
      `你已于 ${at} 在所有服务器拒绝字幕，但在以下服务器同意：${format.list(servers)}。`,
    optedInOnly: ({ servers }) =>
      `你仅在以下服务器同意字幕：${format.list(servers)}。在其他服务器中，除非要求先征得同意，否则你的发言会生成字幕。`,
    undecided: '你尚未同意或拒绝字幕：除非服务器要求先征得同意，否则你的发言会生成字幕。',
  },
  servers: {
    unnamed: ({ count }) => format.plural(count, { other: '# 个服务器' }),
    others: ({ count }) => format.plural(count, { other: '另外 # 个服务器' }),
  },

  stored: {
    noCaptions: '没有存储你的字幕。',
    captions: ({ count, oldest }) =>
      format.plural(count, { other: '存储了你的 # 条字幕，最早的一条来自 {oldest}。' }, { oldest }),
    recordings: ({ count }) => format.plural(count, { other: '你有 # 段发言录音尚待转写。' }),
    messages: ({ count }) => format.plural(count, { other: 'Discord 中有 # 条消息显示你的字幕。' }),
    autoCaptions: ({ count }) => format.plural(count, { other: '你为 # 个语音频道设置了自动字幕。' }),
    noVoices: '你没有声音。',
    voices: ({ count }) => format.plural(count, { other: '你创建了 # 个声音。' }),
    confirmations: ({ count }) => format.plural(count, { other: '存储了 # 份授权确认。' }),
    choices: ({ count }) => format.plural(count, { other: '存储了 # 项声音选择。' }),
    pronunciations: ({ count }) => format.plural(count, { other: '你的词典中有 # 条发音。' }),
    serverPronunciations: ({ count }) => format.plural(count, { other: '你为服务器添加了 # 条发音。' }),
    usage: `今天的用量见 ${command('usage')}。`,
    queuedTexts: ({ count }) => format.plural(count, { other: '你有 # 段文字在队列中。' }),
    nicknames: ({ count }) => format.plural(count, { other: '你在 # 个服务器设置了朗读消息时用的名字。' }),
    identities: ({ count }) =>
      format.plural(count, { other: '我知道 PluralKit 或 Tupperbox 替你发消息时用的 # 个名字。' }),
    mutes: ({ count }) => format.plural(count, { other: '按你的选择，你的消息在 # 个服务器中不会被朗读。' }),
    change: ({ commands }) => `要更改，请使用 ${format.alternatives(commands)}。`,
  },

  eraseQuestion: {
    ask: ({ items }) => `要删除你的 ${format.list(items)}吗？`,
    captions: '你的字幕会从所有服务器的文字稿中移除。',
    voices: () => '正在使用这些声音的人将无法再使用。',
    serverPronunciations: '你为服务器添加的发音会保留，但不再署名。',
    messages: ({ count }) => format.plural(count, { other: 'Discord 中有 # 条消息显示你的字幕，我也可以一并删除。' }),
    final: '此操作无法撤销。',
  },
  nothingToErase: '我没有存储任何可删除的关于你的数据。',
  kept: '没有删除任何内容。',

  erased: {
    nothing: '没有删除任何内容。',
    items: ({ items }) => `已删除你的 ${format.list(items)}。`,
    voicesLeft: ({ count }) =>
      format.plural(count, { other: `语音服务未能删除 # 个声音。请过几分钟再使用 ${erase}。` }),
    decision: {
      'opted-in': '我会保留你同意字幕的决定，以便照办。',
      'opted-out': '我会保留你拒绝字幕的决定，以便照办。',
      both: '我会保留你同意和拒绝字幕的决定，以便照办。',
    },
    mutes: '按你的选择，我朗读时仍会略过你的消息。',
    files: '已发布或已下载的文字稿文件，我无法删除。',
  },
  erasedMessages: {
    kept: ({ count }) =>
      format.plural(count, { other: `Discord 中的 # 条字幕消息已保留。要删除，请再次使用 ${erase}。` }),
    underWay: ({ count }) => format.plural(count, { other: '正在删除 Discord 中的 # 条字幕消息，完成后我会告诉你。' }),
    deleted: ({ count }) => format.plural(count, { other: '已删除你在 Discord 中的 # 条字幕消息。' }),
    nothing: '没有需要删除的字幕消息了。',
    refused: ({ count }) =>
      format.plural(count, { other: '有 # 条字幕消息我无法删除：我已离开其服务器，或无法使用其频道。' }),
    remaining: ({ count }) => format.plural(count, { other: '删除 # 条字幕消息时 Discord 没有响应，我会继续尝试。' }),
  },
};
