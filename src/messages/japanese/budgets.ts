import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ja');

const usage = command('usage');
const MINUTE_MS = 60_000;

type Budgets = Messages['budgets'];
type UsedUp = Parameters<Budgets['usedUp']>[0];
type Kind = UsedUp['kind'];
type Whose = UsedUp['whose'];

function shownAmount(kind: Kind, value: number): number {
  return kind === 'characters' ? value : Math.floor(value / MINUTE_MS);
}

function amount(kind: Kind, value: number): string {
  return format.number(shownAmount(kind, value));
}

const UNITS: Readonly<Record<Kind, { readonly other: string }>> = {
  characters: { other: '#文字' },
  captions: { other: '字幕#分' },
  transcription: { other: '文字起こし#分' },
};

const UNITS_SHORT: typeof UNITS = {
  characters: UNITS.characters,
  captions: { other: '#分' },
  transcription: { other: '#分' },
};

function quantity(kind: Kind, value: number): string {
  return format.plural(shownAmount(kind, value), UNITS[kind]);
}

function share(kind: Kind, part: number, whole: number): string {
  return `${amount(kind, part)} / ${format.plural(shownAmount(kind, whole), UNITS_SHORT[kind])}`;
}

function resetTime(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  return `${time(seconds, TimestampStyles.RelativeTime)}（${time(seconds, TimestampStyles.ShortTime)}）`;
}

const ACTIONS: Readonly<Record<Kind, string>> = {
  characters: '読み上げ',
  captions: '字幕',
  transcription: '文字起こし',
};
const ALL_OF: Readonly<Record<Kind, string>> = {
  characters: '今日読み上げられる量（全サーバー合計）を使い切りました。',
  captions: '今日字幕を付けられる量（全サーバー合計）を使い切りました。',
  transcription: '今日文字起こしできる量（全サーバー合計）を使い切りました。',
};
const THINGS: Readonly<Record<Kind, string>> = {
  characters: 'このテキスト',
  captions: 'この字幕',
  transcription: 'この録音',
};

function usedUp({ kind, whose, limit, left, resetsAtMs }: UsedUp): string {
  if (limit <= 0) return turnedOff(kind, whose);
  const reset = `上限は ${resetTime(resetsAtMs)}にリセットされます。`;
  const all = quantity(kind, limit);
  if (left >= limit) return `${THINGS[kind]}は${wholeDay(whose, all)}を超えています。短くしてお試しください。`;
  if (whose === 'account') {
    return left > 0
      ? `${THINGS[kind]}は、今日の残り（全サーバー合計）を超えています。${reset}`
      : `${ALL_OF[kind]}${reset}`;
  }
  if (left > 0) {
    const owner = { person: 'あなたの', member: 'このサーバーでのあなたの', guild: 'このサーバーの' }[whose];
    return `${THINGS[kind]}は、${owner}今日の残り（${share(kind, left, limit)}）を超えています。${reset}`;
  }
  const used = {
    person: `今日の上限（${all}）を使い切りました。`,
    member: `このサーバーでの今日の上限（${all}）を使い切りました。`,
    guild: `このサーバーは今日の上限（${all}）を使い切りました。`,
  }[whose];
  return `${used}${reset}`;
}

function wholeDay(whose: Whose, all: string): string {
  return {
    person: `あなたの1日の上限（${all}）`,
    member: `このサーバーでのあなたの1日の上限（${all}）`,
    guild: `このサーバーの1日の上限（${all}）`,
    account: 'Botが1日に扱える量',
  }[whose];
}

function turnedOff(kind: Kind, whose: Whose): string {
  const place = { person: 'すべての人に対して', member: 'このサーバーで', guild: 'このサーバーで', account: '' }[whose];
  const helper =
    whose === 'member' || whose === 'guild'
      ? 'サーバーの管理者かBotの運営者に相談してください'
      : 'Botの運営者に相談してください';
  return `${ACTIONS[kind]}は${place}オフになっています（1日の上限が0）。${helper}。`;
}

/** Japanese: daily budgets. */
export const budgetMessages: Budgets = {
  command: { description: '今日の使用量と残りを表示します' },

  usedUp,

  mostUsed: ({ kind, used, limit, resetsAtMs }) =>
    `このサーバーは今日の上限（${quantity(kind, limit)}）の${format.percent(Math.floor((100 * used) / limit) / 100)}を使いました。上限は ${resetTime(resetsAtMs)}にリセットされます。管理者は ${usage} で詳細を確認できます。`,

  usage: {
    mine: bold('あなた（今日）'),
    guild: bold('このサーバー（今日）'),
    line: ({ kind, whose, used, limit, bar }) => {
      const name = kind === 'voices' ? '声' : ACTIONS[kind];
      const label = whose === 'member' ? `${name}（このサーバー）` : name;
      const all = (value: number): string =>
        kind === 'voices' ? format.number(value) : format.plural(shownAmount(kind, value), UNITS_SHORT[kind]);
      if (limit === Number.POSITIVE_INFINITY) return `${label}：${all(used)}（上限なし）`;
      if (limit === 0 && used === 0) return `${label}：オフ`;
      const shown = kind === 'voices' ? `${format.number(used)} / ${format.number(limit)}` : share(kind, used, limit);
      return `${label}：${bar} ${shown}`;
    },
    resets: ({ atMs }) => `1日の上限は ${resetTime(atMs)}にリセットされます。`,
  },

  settings: {
    placeholder: ({ max }) =>
      max === Number.POSITIVE_INFINITY
        ? '整数（空欄なら上限なし）'
        : `0～${format.number(max)}（空欄なら${format.number(max)}）`,
    invalid: ({ field }) =>
      `「${field}」には5000のような半角数字の整数を入力するか、空欄にしてください。何も変更していません。`,
    tooHigh: ({ field, max }) =>
      `「${field}」に設定できるのは、Botの運営者が決めた${format.number(max)}までです。何も変更していません。`,
  },
};
