import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command, option } from '../names.ts';
import { voiceCommandMessages } from './voice-command.ts';
import { named } from './voice-use.ts';

const format = createFormat('zh');

/** How people ask for public voices. */
const PUBLIC_SCOPE = option('scope', voiceCommandMessages.list.scopeChoices.public);

/** Chinese: the answers to `/voice list`. */
export const listMessages: Messages['voiceModels']['list'] = {
  title: ({ scope, query, language, tag, isLicensed }) =>
    [
      { mine: '你的声音', mineAndGuild: '你和此服务器的声音', public: '公开的声音' }[scope],
      ...(query === '' ? [] : [`“${query}”`]),
      ...(language === '' ? [] : [language]),
      ...(tag === '' ? [] : [`标签“${tag}”`]),
      ...(isLicensed ? ['已授权'] : []),
    ].join(' · '),
  line: ({ title, status, owner, languages, hiddenLanguages, likes }) =>
    [
      named(title),
      ...(status === undefined ? [] : [`*${status}*`]),
      owner,
      ...(languages.length === 0 ? [] : [languageList(languages, hiddenLanguages)]),
      format.plural(likes, { other: '# 个赞' }),
    ].join(' · '),
  page: ({ page, pages, voices, voicesAre }) => {
    const place =
      pages === undefined
        ? `第 ${format.number(page)} 页`
        : `第 ${format.number(page)} 页，共 ${format.number(pages)} 页`;
    const counted = {
      exact: countVoices(voices),
      about: `约 ${countVoices(voices)}`,
      'more-than': `超过 ${countVoices(voices)}`,
    };
    return `${place} · ${counted[voicesAre]}`;
  },
  emptyPage: '这一页没有声音。',
  noPublicTitles: `公开的声音只能按受欢迎程度、使用次数或时间排序。请更改 ${option('sort')}。`,
  chooseVoice: '选择要查看、使用或试听的声音',
  noMatchesMine: `没有符合条件的声音。请更改或去掉筛选条件，或用 ${PUBLIC_SCOPE} 搜索公开的声音。`,
  noMatchesPublic: '没有符合条件的声音。请更改或去掉筛选条件。',
  noneMine: `这里还没有声音。用 ${command('voice create')} 创建一个，或用 ${PUBLIC_SCOPE} 查找公开的声音。`,
  nonePublic: `语音服务没有公开的声音。用 ${command('voice create')} 创建一个。`,
  cutOff: ({ max }) =>
    `语音服务只列出前 ${countVoices(max)}。请用 ${option('query')}、${option('language')} 或 ${option('tag')} 查找其他声音。`,
  onlyPublicLicensed: `只有公开的声音可以按授权筛选。请用 ${PUBLIC_SCOPE}，或去掉 ${option('licensed')}。`,
};

/** How many voices, in words. */
export function countVoices(count: number): string {
  return format.plural(count, { other: '# 个声音' });
}

function languageList(languages: readonly string[], hidden: number): string {
  const shown = languages.join('、');
  return hidden === 0 ? shown : `${shown}和另外 ${format.number(hidden)} 种`;
}
