import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command, option } from '../names.ts';
import { voiceCommandMessages } from './voice-command.ts';
import { named } from './voice-use.ts';

const format = createFormat('ko');

/** How people ask for public voices. */
const PUBLIC_SCOPE = option('scope', voiceCommandMessages.list.scopeChoices.public);

/** Korean: the answers to `/voice list`. */
export const listMessages: Messages['voiceModels']['list'] = {
  title: ({ scope, query, language, tag, isLicensed }) =>
    [
      { mine: '내 목소리', mineAndGuild: '내 목소리와 이 서버의 목소리', public: '공개 목소리' }[scope],
      ...(query === '' ? [] : [`“${query}”`]),
      ...(language === '' ? [] : [language]),
      ...(tag === '' ? [] : [`태그 “${tag}”`]),
      ...(isLicensed ? ['라이선스'] : []),
    ].join(' · '),
  line: ({ title, status, owner, languages, hiddenLanguages, likes }) =>
    [
      named(title),
      ...(status === undefined ? [] : [`*${status}*`]),
      owner,
      ...(languages.length === 0 ? [] : [languageList(languages, hiddenLanguages)]),
      format.plural(likes, { other: '좋아요 #개' }),
    ].join(' · '),
  page: ({ page, pages, voices, voicesAre }) => {
    const place =
      pages === undefined ? `${format.number(page)}페이지` : `${format.number(page)}/${format.number(pages)}페이지`;
    const counted = {
      exact: countVoices(voices),
      about: format.plural(voices, { other: '목소리 약 #개' }),
      'more-than': format.plural(voices, { other: '목소리 #개 이상' }),
    };
    return `${place} · ${counted[voicesAre]}`;
  },
  emptyPage: '이 페이지에는 목소리가 없어요.',
  noPublicTitles: `공개 목소리는 인기순, 사용순, 최신순으로만 정렬할 수 있어요. ${option('sort')} 옵션을 바꿔 주세요.`,
  chooseVoice: '자세히 보거나, 사용하거나, 들어 볼 목소리 고르기',
  noMatchesMine: `조건에 맞는 목소리가 없어요. 조건을 바꾸거나 빼고, 공개 목소리에서 찾으려면 ${PUBLIC_SCOPE} 옵션을 사용하세요.`,
  noMatchesPublic: '조건에 맞는 목소리가 없어요. 조건을 바꾸거나 빼 보세요.',
  noneMine: `아직 목소리가 없어요. ${command('voice create')}로 만들거나 ${PUBLIC_SCOPE} 옵션으로 공개 목소리를 찾아보세요.`,
  nonePublic: `음성 서비스에 공개 목소리가 없어요. ${command('voice create')}로 만들어 보세요.`,
  cutOff: ({ max }) =>
    `음성 서비스 목록에는 앞의 ${countVoices(max)}까지만 나와요. 다른 목소리는 ${option('query')}, ${option('language')}, ${option('tag')} 옵션으로 찾아 주세요.`,
  onlyPublicLicensed: `라이선스로는 공개 목소리만 찾을 수 있어요. ${PUBLIC_SCOPE} 옵션을 쓰거나 ${option('licensed')} 옵션을 빼 주세요.`,
};

/** How many voices, in words. */
export function countVoices(count: number): string {
  return format.plural(count, { other: '목소리 #개' });
}

function languageList(languages: readonly string[], hidden: number): string {
  const shown = languages.join(', ');
  return hidden === 0 ? shown : `${shown} 외 ${format.number(hidden)}개`;
}
