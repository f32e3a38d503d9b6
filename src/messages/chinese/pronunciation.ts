import { bold, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

type Pronunciation = Messages['pronunciation'];
type Scope = Parameters<Pronunciation['added']>[0]['scope'];

const format = createFormat('zh');

const list = command('pronounce list');
const add = command('pronounce add');
const scope = option('scope');

const entryCount = (count: number): string => format.plural(count, { other: '# 个词条' });

const where: Readonly<Record<Scope, string>> = { me: '在你的文字中', server: '在此服务器中' };

const faults = {
  'word-empty': '词语为空',
  'word-long': '词语太长：最多 60 个字符',
  'word-unheard': '表情、颜文字、链接和格式会先变成文字：请使用我读出的内容',
  'as-empty': '读法中没有可读的内容：请使用文字或数字',
  'as-long': '读法太长：最多 200 个字符',
  markup: '含有提及、方括号中的语气标记或 `<|`：只能使用文字',
  phonemes: '含有我不认识的音素',
};

/** Simplified Chinese: `/pronounce`. */
export const pronunciationMessages: Pronunciation = {
  command: {
    description: '设置词语的读法',
    add: {
      description: '设置一个词语的读法',
      word: '大家平时写的词语',
      as: '我要读成什么。音素写在花括号中：{chong2 qing4}',
      scope: '生效范围（默认：你的文字）',
    },
    remove: {
      description: '移除一个词语的读法',
      word: '输入词语进行搜索',
      scope: '哪本词典（默认：先查你的，再查服务器的）',
    },
    list: { description: '查看词典中的词语', scope: '哪本词典（默认：你的）' },
    import: {
      description: '从 CSV 文件添加词语',
      file: 'CSV 文件，每行一个词语：词语,读法',
      scope: '生效范围（默认：你的文字）',
    },
    export: { description: '以 CSV 文件获取词典', scope: '哪本词典（默认：你的）' },
    scopeChoices: { me: '我的文字，在所有服务器', server: '此服务器中所有人的文字' },
  },

  added: ({ word, as, scope: whose }) => `现在${where[whose]}，我会把 ${bold(word)} 读作“${as}”。`,
  changed: ({ word, as, before, scope: whose }) =>
    `现在${where[whose]}，我会把 ${bold(word)} 读作“${as}”，不再读作“${before}”。`,
  unchanged: ({ word, as, scope: whose }) => `${where[whose]}，我已经把 ${bold(word)} 读作“${as}”。`,
  phonemesNote: '如果语音服务不接受这些音素，我会照原文读这个词。',
  removed: ({ word, scope: whose }) =>
    whose === 'me' ? `已从你的词典中移除 ${bold(word)}。` : `已从此服务器的词典中移除 ${bold(word)}。`,
  unknown: ({ word }) => `没有 ${bold(word)} 的读法。使用 ${list} 查看所有词语。`,

  noServer: `这里没有服务器词典。要使用你自己的词典，请将 ${scope} 留空。`,
  locked: `此服务器的词典已锁定：只有能管理服务器的人才能更改。要使用你自己的词典，请将 ${scope} 留空。`,
  notYours: ({ word }) => `${bold(word)} 是别人添加到此服务器词典的。要只在你的文字中改变读法，请将 ${scope} 留空。`,
  full: ({ whose, limit }) =>
    ({
      person: `你的词典已满，最多 ${entryCount(limit)}。请先移除一个。`,
      server: `此服务器的词典已满，最多 ${entryCount(limit)}。请先移除一个。`,
      member: `你已向此服务器的词典添加了 ${entryCount(limit)}，达到上限。请先移除一个。`,
    })[whose],
  fault: ({ fault }) =>
    ({
      'word-empty': '请输入要设置读法的词语。',
      'word-long': '这个词语太长，最多 60 个字符。',
      'word-unheard': '表情、颜文字、链接和格式会先变成文字。请添加我读出的内容，例如“红心”。',
      'as-empty': '只有表情或符号，我没法读。请使用文字或数字。',
      'as-long': '这个读法太长，最多 200 个字符。',
      markup: '读法中不能有提及、方括号中的语气标记或 `<|`。请只用文字。',
      phonemes:
        '我不认识这些音素。中文请用拼音 `{chong2 qing4}`，英语请用 Arpabet `{T AH0 M EY1 T OW0}`，日语请用带音高的罗马字 `{ha0shi1}`。',
    })[fault],

  list: {
    title: { me: '你的发音词典', server: '此服务器的发音词典' },
    empty: {
      me: `你的词典是空的。用 ${add} 添加词语。`,
      server: `此服务器的词典是空的。用 ${add} 添加词语。`,
    },
    entry: ({ word, as }) => `${bold(word)} → ${as}`,
    entryBy: ({ word, as, addedBy, addedAtMs }) => {
      const day = time(Math.floor(addedAtMs / 1_000), TimestampStyles.ShortDate);
      const who = addedBy === undefined ? '数据已删除的用户' : userMention(addedBy);
      return `${bold(word)} → ${as}（${who}，${day}）`;
    },
    locked: '已锁定：只有能管理服务器的人才能更改。',
    page: ({ page, pages, entries, limit }) =>
      `第 ${format.number(page)} 页，共 ${format.number(pages)} 页 · ${format.number(entries)} / ${entryCount(limit)}`,
    buttons: { previous: '上一页', next: '下一页', lock: '锁定', unlock: '解锁' },
  },

  csv: { word: '词语', as: '读法' },
  import: {
    added: ({ added, changed, unchanged, scope: whose }) => {
      const done = [
        ...(added === 0 ? [] : [`添加了 ${entryCount(added)}`]),
        ...(changed === 0 ? [] : [`更改了 ${entryCount(changed)}`]),
        ...(unchanged === 0 ? [] : [`${entryCount(unchanged)}保持不变`]),
      ];
      if (done.length === 0) return '没有添加任何词条。';
      return whose === 'me' ? `你的词典：${done.join('，')}。` : `此服务器的词典：${done.join('，')}。`;
    },
    skipped: ({ lines }) => format.plural(lines, { other: '有 # 行未添加：' }),
    problem: ({ line, problem }) => {
      const reasons = {
        ...faults,
        malformed: '不是两列，或引号没有闭合',
        'not-yours': '这个词语是别人添加的',
        full: '词典已满',
      };
      return `第 ${format.number(line)} 行：${reasons[problem]}`;
    },
    moreProblems: ({ lines }) => format.plural(lines, { other: '……还有 # 行' }),
    notText: '这个文件不是 UTF-8 文本。请另存为“CSV UTF-8”后再试。',
    tooManyLines: ({ most }) => `这个文件行数太多。请拆分成每个不超过 ${format.number(most)} 行的文件。`,
    empty: '这个文件没有词条。请每行写一个：`词语,读法`。',
    tooLarge: ({ maxBytes }) => `这个文件太大。请使用不超过 ${format.sizeLimit(maxBytes)} 的文件。`,
  },
  exported: ({ entries }) =>
    `${format.plural(entries, { other: '共 # 个词条。' })}要重新导入此文件，请使用 ${command('pronounce import')}。`,
  choice: ({ word, as, scope: whose }) => (whose === 'me' ? `${word} → ${as}` : `${word} → ${as}（服务器）`),
};
