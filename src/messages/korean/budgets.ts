import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ko');

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
  characters: { other: '글 #자' },
  captions: { other: '자막 #분' },
  transcription: { other: '받아쓰기 #분' },
};

const UNITS_SHORT: typeof UNITS = {
  characters: { other: '#자' },
  captions: { other: '#분' },
  transcription: { other: '#분' },
};

function quantity(kind: Kind, value: number): string {
  return format.plural(shownAmount(kind, value), UNITS[kind]);
}

function quantityShort(kind: Kind, value: number): string {
  return format.plural(shownAmount(kind, value), UNITS_SHORT[kind]);
}

function resetTime(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  return `${time(seconds, TimestampStyles.RelativeTime)}(${time(seconds, TimestampStyles.ShortTime)})`;
}

const ACTIONS: Readonly<Record<Kind, string>> = {
  characters: '글 읽기 기능',
  captions: '자막 기능',
  transcription: '받아쓰기 기능',
};
const ALL_OF: Readonly<Record<Kind, string>> = {
  characters: '오늘 모든 서버를 합쳐 읽을 수 있는 글자 수를 다 썼어요.',
  captions: '오늘 모든 서버를 합쳐 쓸 수 있는 자막 시간을 다 썼어요.',
  transcription: '오늘 모든 서버를 합쳐 쓸 수 있는 받아쓰기 시간을 다 썼어요.',
};
const THINGS: Readonly<Record<Kind, string>> = {
  characters: '이 글은',
  captions: '이 자막은',
  transcription: '이 녹음은',
};

function usedUp({ kind, whose, limit, left, resetsAtMs }: UsedUp): string {
  if (limit <= 0) return turnedOff(kind, whose);
  const reset = `한도는 ${resetTime(resetsAtMs)}에 초기화돼요.`;
  const all = quantity(kind, limit);
  if (left >= limit) return `${THINGS[kind]} ${wholeDay(whose, all)}보다 길어요. 더 짧게 줄여 주세요.`;
  if (whose === 'account') {
    return left > 0 ? `${THINGS[kind]} 오늘 모든 서버에 남은 한도보다 길어요. ${reset}` : `${ALL_OF[kind]} ${reset}`;
  }
  if (left > 0) {
    const owner = {
      person: '오늘 남은 개인 한도',
      member: '오늘 이 서버에서 남은 개인 한도',
      guild: '오늘 이 서버에 남은 한도',
    }[whose];
    return `${THINGS[kind]} ${owner}보다 길어요(${all} 중 ${quantityShort(kind, left)} 남음). ${reset}`;
  }
  const used = {
    person: `오늘의 개인 한도(${all})를 모두 썼어요.`,
    member: `이 서버에서 쓸 수 있는 오늘의 개인 한도(${all})를 모두 썼어요.`,
    guild: `이 서버의 오늘 한도(${all})를 모두 썼어요.`,
  }[whose];
  return `${used} ${reset}`;
}

function wholeDay(whose: Whose, all: string): string {
  return {
    person: `하루 개인 한도인 ${all}`,
    member: `이 서버의 하루 개인 한도인 ${all}`,
    guild: `이 서버의 하루 한도인 ${all}`,
    account: '제가 하루에 처리할 수 있는 양',
  }[whose];
}

function turnedOff(kind: Kind, whose: Whose): string {
  const place = { person: '누구도 ', member: '이 서버에서는 ', guild: '이 서버에서는 ', account: '' }[whose];
  const helper = whose === 'member' || whose === 'guild' ? '서버 관리자나 봇 운영자' : '봇 운영자';
  return `하루 한도가 0이라서 ${place}${ACTIONS[kind]}을 쓸 수 없어요. ${helper}에게 문의해 주세요.`;
}

/** Korean: daily budgets. */
export const budgetMessages: Budgets = {
  command: { description: '오늘 쓴 양과 남은 양을 보여 줘요' },

  usedUp,

  mostUsed: ({ kind, used, limit, resetsAtMs }) =>
    `이 서버가 오늘 한도(${quantity(kind, limit)})의 ${format.percent(Math.floor((100 * used) / limit) / 100)}를 썼어요. 한도는 ${resetTime(resetsAtMs)}에 초기화돼요. 서버 관리자는 ${usage}에서 자세히 볼 수 있어요.`,

  usage: {
    mine: bold('오늘 내 사용량'),
    guild: bold('오늘 이 서버의 사용량'),
    line: ({ kind, whose, used, limit, bar }) => {
      const name = { characters: '읽은 글', captions: '자막', transcription: '받아쓰기', voices: '목소리' }[kind];
      const shown = (value: number): string => (kind === 'voices' ? format.number(value) : amount(kind, value));
      const all = (value: number): string =>
        kind === 'voices' ? format.plural(value, { other: '#개' }) : quantityShort(kind, value);
      const label = whose === 'member' ? `${name}(이 서버)` : name;
      if (limit === Number.POSITIVE_INFINITY) return `${label}: ${all(used)}(제한 없음)`;
      if (limit === 0 && used === 0) return `${label}: 꺼짐`;
      return `${label}: ${bar} ${shown(used)}/${all(limit)}`;
    },
    resets: ({ atMs }) => `하루 한도는 ${resetTime(atMs)}에 초기화돼요.`,
  },

  settings: {
    placeholder: ({ max }) =>
      max === Number.POSITIVE_INFINITY
        ? '정수. 비워 두면 제한 없음'
        : `0~${format.number(max)}. 비워 두면 ${format.number(max)}`,
    invalid: ({ field }) => `“${field}” 칸에는 5000처럼 숫자만 입력하거나 비워 두세요. 변경된 내용은 없어요.`,
    tooHigh: ({ field, max }) =>
      `“${field}” 칸에는 봇 운영자가 정한 한도에 따라 ${format.number(max)}까지만 입력할 수 있어요. 변경된 내용은 없어요.`,
  },
};
