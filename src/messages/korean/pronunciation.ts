import { bold, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('ko');

const list = command('pronounce list');
const add = command('pronounce add');
const scope = option('scope');

const entryCount = (count: number): string => format.plural(count, { other: '단어 #개' });

const where = { me: '내 글에서', server: '이 서버에서' } as const;

const faults = {
  'word-empty': '단어가 비어 있어요',
  'word-long': '단어가 너무 길어요. 최대 60자까지 쓸 수 있어요',
  'word-unheard': '이모지, 이모티콘, 링크, 서식은 먼저 말로 바뀌어요. 제가 읽는 말로 써 주세요',
  'as-empty': '읽을 내용이 없어요. 글자나 숫자를 넣어 주세요',
  'as-long': '읽을 내용이 너무 길어요. 최대 200자까지 쓸 수 있어요',
  markup: '멘션, 대괄호로 된 스타일 표시 또는 `<|`가 들어 있어요. 단어만 써 주세요',
  phonemes: '알 수 없는 발음 기호예요',
};

/** Korean: `/pronounce`. */
export const pronunciationMessages: Messages['pronunciation'] = {
  command: {
    description: '단어를 어떻게 읽을지 정해요',
    add: {
      description: '단어 하나를 어떻게 읽을지 정해요',
      word: '글에 적힌 그대로의 단어',
      as: '대신 읽을 말. 발음 기호는 중괄호 안에 쓰세요: {T AH0 M EY1 T OW0}',
      scope: '적용할 곳(기본값: 내 글)',
    },
    remove: {
      description: '단어의 발음을 삭제해요',
      word: '단어를 입력하세요',
      scope: '누구의 발음 사전인지(기본값: 내 사전, 없으면 서버 사전)',
    },
    list: { description: '발음 사전의 단어를 보여 줘요', scope: '누구의 발음 사전인지(기본값: 내 사전)' },
    import: {
      description: 'CSV 파일에 있는 단어를 추가해요',
      file: '한 줄에 단어 하나씩 쓴 CSV 파일: 단어,읽는법',
      scope: '적용할 곳(기본값: 내 글)',
    },
    export: { description: '발음 사전을 CSV 파일로 받아요', scope: '누구의 발음 사전인지(기본값: 내 사전)' },
    scopeChoices: { me: '모든 서버에서 내 글', server: '이 서버에서 모두의 글' },
  },

  added: ({ word, as, scope: whose }) => `이제 ${where[whose]} 이렇게 읽어요: ${bold(word)} → “${as}”.`,
  changed: ({ word, as, before, scope: whose }) =>
    `이제 ${where[whose]} 이렇게 읽어요: ${bold(word)} → “${as}”(전에는 “${before}”).`,
  unchanged: ({ word, as, scope: whose }) => `이미 ${where[whose]} 이렇게 읽고 있어요: ${bold(word)} → “${as}”.`,
  phonemesNote: '음성 서비스가 이 발음 기호를 받아들이지 않으면 단어를 적힌 대로 읽어요.',
  removed: ({ word, scope: whose }) =>
    whose === 'me'
      ? `내 발음 사전에서 ${bold(word)} 항목을 삭제했어요.`
      : `이 서버의 발음 사전에서 ${bold(word)} 항목을 삭제했어요.`,
  unknown: ({ word }) => `${bold(word)} 항목은 발음 사전에 없어요. ${list}에서 단어를 볼 수 있어요.`,

  noServer: `여기에는 서버 발음 사전이 없어요. 내 사전을 쓰려면 ${scope} 옵션을 비워 두세요.`,
  locked: `이 서버의 발음 사전은 잠겨 있어서 서버 관리자만 바꿀 수 있어요. 내 사전을 쓰려면 ${scope} 옵션을 비워 두세요.`,
  notYours: ({ word }) =>
    `이 서버의 발음 사전에 있는 ${bold(word)} 항목은 다른 사람이 추가했어요. 내 글에서만 다르게 읽으려면 ${scope} 옵션을 비워 두세요.`,
  full: ({ whose, limit }) =>
    ({
      person: `내 발음 사전이 가득 찼어요(최대 ${entryCount(limit)}). 먼저 하나를 삭제해 주세요.`,
      server: `이 서버의 발음 사전이 가득 찼어요(최대 ${entryCount(limit)}). 먼저 하나를 삭제해 주세요.`,
      member: `이 서버의 발음 사전에는 한 사람이 ${entryCount(limit)}까지만 추가할 수 있어요. 먼저 하나를 삭제해 주세요.`,
    })[whose],
  fault: ({ fault }) =>
    ({
      'word-empty': '발음을 정할 단어를 입력해 주세요.',
      'word-long': '단어가 너무 길어요. 최대 60자까지 쓸 수 있어요.',
      'word-unheard':
        '이모지, 이모티콘, 링크, 서식은 먼저 말로 바뀌어요. ‘빨간색 하트’처럼 제가 읽는 말을 등록해 주세요.',
      'as-empty': '이모지나 기호만 있으면 읽을 수 없어요. 글자나 숫자를 넣어 주세요.',
      'as-long': '한 단어를 읽기에는 너무 길어요. 최대 200자까지 쓸 수 있어요.',
      markup: '발음에는 멘션, 대괄호로 된 스타일 표시, `<|`를 쓸 수 없어요. 단어만 써 주세요.',
      phonemes:
        '알 수 없는 발음 기호예요. 영어는 Arpabet `{T AH0 M EY1 T OW0}`, 중국어는 병음 `{chong2 qing4}`, 일본어는 높낮이를 넣은 로마자 `{ha0shi1}`로 써 주세요.',
    })[fault],

  list: {
    title: { me: '내 발음 사전', server: '이 서버의 발음 사전' },
    empty: {
      me: `내 발음 사전이 비어 있어요. ${add}로 단어를 추가해 보세요.`,
      server: `이 서버의 발음 사전이 비어 있어요. ${add}로 단어를 추가해 보세요.`,
    },
    entry: ({ word, as }) => `${bold(word)} → ${as}`,
    entryBy: ({ word, as, addedBy, addedAtMs }) => {
      const day = time(Math.floor(addedAtMs / 1_000), TimestampStyles.ShortDate);
      const who = addedBy === undefined ? '데이터를 삭제한 사람' : userMention(addedBy);
      return `${bold(word)} → ${as}(${who}, ${day})`;
    },
    locked: '잠김: 서버 관리자만 바꿀 수 있어요.',
    page: ({ page, pages, entries, limit }) =>
      `${format.number(page)}/${format.number(pages)}페이지 · 단어 ${format.number(entries)}/${format.number(limit)}개`,
    buttons: { previous: '이전', next: '다음', lock: '잠그기', unlock: '잠금 해제' },
  },

  csv: { word: '단어', as: '읽는법' },
  import: {
    added: ({ added, changed, unchanged, scope: whose }) => {
      const done = [
        ...(added === 0 ? [] : [format.plural(added, { other: '#개 추가' })]),
        ...(changed === 0 ? [] : [format.plural(changed, { other: '#개 변경' })]),
        ...(unchanged === 0 ? [] : [format.plural(unchanged, { other: '#개 그대로' })]),
      ];
      if (done.length === 0) return '추가된 단어가 없어요.';
      return whose === 'me' ? `내 발음 사전: ${done.join(', ')}.` : `이 서버의 발음 사전: ${done.join(', ')}.`;
    },
    skipped: ({ lines }) => format.plural(lines, { other: '추가하지 못한 줄 #개:' }),
    problem: ({ line, problem }) => {
      const reasons = {
        ...faults,
        malformed: '칸이 두 개가 아니거나 따옴표가 닫히지 않았어요',
        'not-yours': '다른 사람이 추가한 단어예요',
        full: '발음 사전이 가득 찼어요',
      };
      return `${format.number(line)}번째 줄: ${reasons[problem]}`;
    },
    moreProblems: ({ lines }) => format.plural(lines, { other: '… 그 외 #줄' }),
    notText: 'UTF-8 텍스트 파일이 아니에요. “CSV UTF-8”로 저장한 다음 다시 시도해 주세요.',
    tooManyLines: ({ most }) => `파일에 줄이 너무 많아요. 최대 ${format.number(most)}줄씩 나눠 주세요.`,
    empty: '파일에 단어가 없어요. 한 줄에 하나씩 써 주세요: `단어,읽는법`.',
    tooLarge: ({ maxBytes }) => `파일이 너무 커요. 최대 ${format.sizeLimit(maxBytes)}까지 받을 수 있어요.`,
  },
  exported: ({ entries }) =>
    `${entryCount(entries)}를 내보냈어요. 이 파일은 ${command('pronounce import')}로 다시 가져올 수 있어요.`,
  choice: ({ word, as, scope: whose }) => (whose === 'me' ? `${word} → ${as}` : `${word} → ${as}(서버)`),
};
