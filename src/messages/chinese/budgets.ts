import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

type Budgets = Messages['budgets'];
type UsedUp = Parameters<Budgets['usedUp']>[0];
type Kind = UsedUp['kind'];
type Whose = UsedUp['whose'];

const format = createFormat('zh');

const usage = command('usage');
const MINUTE_MS = 60_000;

function shownAmount(kind: Kind, value: number): number {
  return kind === 'characters' ? value : Math.floor(value / MINUTE_MS);
}

const UNITS: Readonly<Record<Kind, { readonly other: string }>> = {
  characters: { other: '# 个字符' },
  captions: { other: '# 分钟字幕' },
  transcription: { other: '# 分钟转写' },
};

const UNITS_SHORT: typeof UNITS = {
  characters: UNITS.characters,
  captions: { other: '# 分钟' },
  transcription: { other: '# 分钟' },
};

const quantity = (kind: Kind, value: number): string => format.plural(shownAmount(kind, value), UNITS[kind]);
const shortQuantity = (kind: Kind, value: number): string => format.plural(shownAmount(kind, value), UNITS_SHORT[kind]);

function resetSentence(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  return `限额将于 ${time(seconds, TimestampStyles.RelativeTime)}（${time(seconds, TimestampStyles.ShortTime)}）重置。`;
}

const ACTIONS: Readonly<Record<Kind, string>> = {
  characters: '说话功能',
  captions: '字幕功能',
  transcription: '转写功能',
};
const ALL_OF: Readonly<Record<Kind, string>> = {
  characters: '我今天在所有服务器中可说的字符总额已用完。',
  captions: '我今天在所有服务器中的字幕总时长已用完。',
  transcription: '我今天在所有服务器中的转写总时长已用完。',
};
const THINGS: Readonly<Record<Kind, string>> = {
  characters: '这段文字',
  captions: '这段语音',
  transcription: '这段录音',
};

function usedUp({ kind, whose, limit, left, resetsAtMs }: UsedUp): string {
  if (limit <= 0) return turnedOff(kind, whose);
  const reset = resetSentence(resetsAtMs);
  const all = quantity(kind, limit);
  if (left >= limit) return `${THINGS[kind]}超过了${wholeDay(whose, all)}。请换一段短一些的。`;
  if (whose === 'account') {
    return left > 0 ? `${THINGS[kind]}超过了我今天在所有服务器中剩余的总额。${reset}` : `${ALL_OF[kind]}${reset}`;
  }
  const owner = { person: '你今天', member: '你今天在此服务器', guild: '此服务器今天' }[whose];
  if (left > 0) {
    const rest = `${shortQuantity(kind, limit)}中还剩 ${shortQuantity(kind, left)}`;
    return `${THINGS[kind]}超过了${owner}的剩余额度：${rest}。${reset}`;
  }
  return `${owner}的额度（${all}）已用完。${reset}`;
}

function wholeDay(whose: Whose, all: string): string {
  return {
    person: `你的每日限额（${all}）`,
    member: `你在此服务器的每日限额（${all}）`,
    guild: `此服务器的每日限额（${all}）`,
    account: '我一天能处理的上限',
  }[whose];
}

function turnedOff(kind: Kind, whose: Whose): string {
  const what = {
    person: `${ACTIONS[kind]}已对所有人关闭`,
    member: `此服务器的${ACTIONS[kind]}已关闭`,
    guild: `此服务器的${ACTIONS[kind]}已关闭`,
    account: `${ACTIONS[kind]}已关闭`,
  }[whose];
  const helper = whose === 'member' || whose === 'guild' ? '服务器管理员或机器人的运营者' : '机器人的运营者';
  return `${what}：每日限额为 0。请联系${helper}。`;
}

/** Simplified Chinese: daily budgets. */
export const budgetMessages: Budgets = {
  command: { description: '查看你今天的用量和剩余额度' },

  usedUp,

  mostUsed: ({ kind, used, limit, resetsAtMs }) =>
    `此服务器今天的额度（${quantity(kind, limit)}）已用掉 ${format.percent(Math.floor((100 * used) / limit) / 100)}。${resetSentence(resetsAtMs)}管理员可用 ${usage} 查看详情。`,

  usage: {
    mine: bold('你今天的用量'),
    guild: bold('此服务器今天的用量'),
    line: ({ kind, whose, used, limit, bar }) => {
      const name = { characters: '说话', captions: '字幕', transcription: '转写', voices: '声音' }[kind];
      const all = (value: number): string => (kind === 'voices' ? format.number(value) : shortQuantity(kind, value));
      const shown = format.number(kind === 'voices' ? used : shownAmount(kind, used));
      const label = whose === 'member' ? `${name}（在此服务器）` : name;
      if (limit === Number.POSITIVE_INFINITY) return `${label}：${all(used)}（不限量）`;
      if (limit === 0 && used === 0) return `${label}：已关闭`;
      return `${label}：${bar} ${shown} / ${all(limit)}`;
    },
    resets: ({ atMs }) => `每日${resetSentence(atMs)}`,
  },

  settings: {
    placeholder: ({ max }) =>
      max === Number.POSITIVE_INFINITY
        ? '请输入整数；留空则不限'
        : `0 到 ${format.number(max)}；留空则为 ${format.number(max)}`,
    invalid: ({ field }) => `“${field}”必须是整数（只用数字，例如 5000），或留空。未做任何更改。`,
    tooHigh: ({ field, max }) => `“${field}”最多为 ${format.number(max)}，这是机器人的运营者设定的上限。未做任何更改。`,
  },
};
