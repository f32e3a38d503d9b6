import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

type Privacy = Messages['privacy'];
type Erased = Parameters<Privacy['erased']>[0];
type CaptionMessages = Erased['messages'];
type DeletedMessages = Parameters<Privacy['messagesErased']>[0];
type Counts = Omit<Erased, 'remaining' | 'decision' | 'messages' | 'mutedIn'>;

const format = createFormat('zh');

const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const messageCount = (count: number): string => format.plural(count, { other: '# 条字幕消息' });
const captionCount = (count: number): string => format.plural(count, { other: '# 条字幕' });
const voiceCount = (count: number): string => format.plural(count, { other: '# 个声音' });
const pronunciationCount = (count: number): string => format.plural(count, { other: '# 条发音' });

const confirmationCount = (count: number): string => format.plural(count, { other: '# 份授权确认' });

function listOf(counts: Counts, messages = 0): string {
  const { captions, recordings, voices, confirmations, choices, nicknames, autoCaptions } = counts;
  const { pronunciations, serverPronunciations } = counts;
  return format.list([
    ...(captions === 0 ? [] : [captionCount(captions)]),
    ...(messages === 0 ? [] : [messageCount(messages)]),
    ...(recordings === 0 ? [] : [format.plural(recordings, { other: '# 段待转写的录音' })]),
    ...(voices === 0 ? [] : [voiceCount(voices)]),
    ...(confirmations === 0 ? [] : [confirmationCount(confirmations)]),
    ...(choices === 0 ? [] : [format.plural(choices, { other: '# 项声音选择' })]),
    ...(nicknames === 0 ? [] : [format.plural(nicknames, { other: '# 个朗读用名' })]),
    ...(pronunciations === 0 ? [] : [pronunciationCount(pronunciations)]),
    ...(serverPronunciations === 0 ? [] : [format.plural(serverPronunciations, { other: '# 条服务器发音上的署名' })]),
    ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, { other: '# 个语音频道自动字幕上的署名' })]),
  ]);
}

const decisionCommands = { 'opted-in': [optOut], 'opted-out': [optIn], undecided: [optOut, optIn] } as const;

function belongingsOf(counts: Counts): string {
  const { voices, confirmations, ...rest } = counts;
  const others = Object.values(rest).reduce((sum, count) => sum + count, 0);
  if (others > 0 || voices === 0 || confirmations === 0) return listOf(counts);
  return `${voiceCount(voices)}及其 ${confirmationCount(confirmations)}`;
}

function unreachedMessages({ refused, remaining }: DeletedMessages): string[] {
  return [
    ...(refused === 0
      ? []
      : [format.plural(refused, { other: '有 # 条字幕消息我无法删除：我已离开其服务器，或无法使用其频道。' })]),
    ...(remaining === 0
      ? []
      : [format.plural(remaining, { other: '删除 # 条字幕消息时 Discord 没有响应，我会继续尝试。' })]),
  ];
}

function messageSentences(messages: CaptionMessages): string[] {
  switch (messages.kind) {
    case 'none':
      return [];
    case 'kept':
      return [
        format.plural(messages.count, { other: `Discord 中的 # 条字幕消息已保留。要删除，请再次使用 ${erase}。` }),
      ];
    case 'under-way':
      return [`正在删除 Discord 中的 ${messageCount(messages.count)}，完成后我会告诉你。`];
    case 'over':
      return unreachedMessages(messages);
  }
}

const MAX_SERVERS = 10;

function listServers(names: readonly string[], others: number): string {
  const named = names.slice(0, MAX_SERVERS);
  const rest = others + names.length - named.length;
  const forms = named.length === 0 ? { other: '# 个服务器' } : { other: '另外 # 个服务器' };
  return format.list([...named.map((name) => bold(name)), ...(rest === 0 ? [] : [format.plural(rest, forms)])]);
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

/** Simplified Chinese: what is stored about a person. */
export const privacyMessages: Privacy = {
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
  optedInHere: ({ elsewhere }) =>
    elsewhere === 'opted-out'
      ? `你仅在此服务器同意字幕，在其他服务器均已拒绝。要在这里也拒绝，请使用 ${optOut}。`
      : `你仅在此服务器同意字幕，其他服务器按各自的设置处理。要在所有服务器拒绝，请使用 ${optOut}。`,

  stored: ({
    consent,
    decidedAtMs,
    optedInServers,
    otherServers,
    oldestCaptionAtMs,
    captions,
    recordings,
    voices,
    confirmations,
    choices,
    nicknames,
    pronunciations,
    serverPronunciations,
    autoCaptions,
    messages,
    mutedIn,
  }) => {
    const on = decidedAtMs === undefined ? '' : `于 ${moment(decidedAtMs)} `;
    const servers = listServers(optedInServers, otherServers);
    const decision = {
      'opted-in': `你已${on}在所有服务器同意字幕。`,
      'opted-out':
        servers === ''
          ? `你已${on}拒绝字幕：你的发言在任何服务器中都不会生成字幕。`
          : `你已${on}在所有服务器拒绝字幕，但在以下服务器同意：${servers}。`,
      undecided:
        servers === ''
          ? '你尚未同意或拒绝字幕：除非服务器要求先征得同意，否则你的发言会生成字幕。'
          : `你仅在以下服务器同意字幕：${servers}。在其他服务器中，除非要求先征得同意，否则你的发言会生成字幕。`,
    }[consent];
    const words = pronunciations + serverPronunciations + nicknames;
    const isAnythingStored =
      captions + recordings + voices + confirmations + choices + words + autoCaptions + messages > 0;
    const storedCaptions =
      oldestCaptionAtMs === undefined
        ? { other: '存储了你的 # 条字幕。' }
        : { other: `存储了你的 # 条字幕，最早的一条来自 ${moment(oldestCaptionAtMs)}。` };
    return [
      decision,
      [
        captions === 0 ? '没有存储你的字幕。' : format.plural(captions, storedCaptions),
        ...(recordings === 0 ? [] : [format.plural(recordings, { other: '你有 # 段发言录音尚待转写。' })]),
        ...(messages === 0 ? [] : [format.plural(messages, { other: 'Discord 中有 # 条消息显示你的字幕。' })]),
        ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, { other: '你为 # 个语音频道设置了自动字幕。' })]),
      ].join(''),
      [
        voices === 0 ? '你没有声音。' : `你创建了 ${voiceCount(voices)}。`,
        ...(confirmations === 0 ? [] : [`存储了 ${confirmationCount(confirmations)}。`]),
        ...(choices === 0 ? [] : [format.plural(choices, { other: '存储了 # 项声音选择。' })]),
        ...(pronunciations === 0 ? [] : [`你的词典中有 ${pronunciationCount(pronunciations)}。`]),
        ...(serverPronunciations === 0
          ? []
          : [format.plural(serverPronunciations, { other: '你为服务器添加了 # 条发音。' })]),
        `今天的用量见 ${command('usage')}。`,
      ].join(''),
      ...(nicknames + mutedIn === 0
        ? []
        : [
            [
              ...(nicknames === 0
                ? []
                : [format.plural(nicknames, { other: '你在 # 个服务器设置了朗读消息时用的名字。' })]),
              ...(mutedIn === 0
                ? []
                : [format.plural(mutedIn, { other: '按你的选择，你的消息在 # 个服务器中不会被朗读。' })]),
            ].join(''),
          ]),
      `要更改，请使用 ${format.alternatives([...(servers === '' ? decisionCommands[consent] : [optOut, optIn]), ...(isAnythingStored ? [erase] : [])])}。`,
    ].join('\n');
  },

  eraseQuestion: ({ messages, ...counts }) => {
    const isAnythingStored = Object.values(counts).some((count) => count > 0);
    return [
      `要删除你的 ${isAnythingStored ? belongingsOf(counts) : messageCount(messages)}吗？`,
      ...(counts.captions === 0 ? [] : ['你的字幕会从所有服务器的文字稿中移除。']),
      ...(counts.voices === 0 ? [] : [format.plural(counts.voices, { other: '正在使用这些声音的人将无法再使用。' })]),
      ...(counts.serverPronunciations === 0 ? [] : ['你为服务器添加的发音会保留，但不再署名。']),
      ...(messages === 0 || !isAnythingStored
        ? []
        : [format.plural(messages, { other: 'Discord 中有 # 条消息显示你的字幕，我也可以一并删除。' })]),
      '此操作无法撤销。',
    ].join('');
  },
  nothingToErase: '我没有存储任何可删除的关于你的数据。',
  kept: '没有删除任何内容。',

  erased: ({ remaining, decision, messages, mutedIn, ...counts }) => {
    const kept = {
      'opted-in': ['我会保留你同意字幕的决定，以便照办。'],
      'opted-out': ['我会保留你拒绝字幕的决定，以便照办。'],
      both: ['我会保留你同意和拒绝字幕的决定，以便照办。'],
      undecided: [],
    }[decision];
    const deleted = messages.kind === 'over' ? messages.deleted : 0;
    const total = Object.values(counts).reduce((sum, count) => sum + count, deleted);
    return [
      ...(total === 0
        ? messages.kind === 'under-way'
          ? []
          : ['没有删除任何内容。']
        : [`已删除你的 ${listOf(counts, deleted)}。`]),
      ...messageSentences(messages),
      ...(remaining === 0
        ? []
        : [format.plural(remaining, { other: `语音服务未能删除 # 个声音。请过几分钟再使用 ${erase}。` })]),
      ...kept,
      ...(mutedIn === 0 ? [] : ['按你的选择，我朗读时仍会略过你的消息。']),
      '已发布或已下载的文字稿文件，我无法删除。',
    ].join('');
  },
  messagesErased: (outcome) =>
    [
      ...(outcome.deleted === 0 ? [] : [`已删除你在 Discord 中的 ${messageCount(outcome.deleted)}。`]),
      ...unreachedMessages(outcome),
    ].join('') || '没有需要删除的字幕消息了。',
};
