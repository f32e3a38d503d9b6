import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command, option } from '../names.ts';
import { voiceCommandMessages } from './voice-command.ts';
import { named } from './voice-use.ts';

const format = createFormat('ja');

/** How people ask for public voices. */
const PUBLIC_SCOPE = option('scope', voiceCommandMessages.list.scopeChoices.public);

/** Japanese: the answers to `/voice list`. */
export const listMessages: Messages['voiceModels']['list'] = {
  title: ({ scope, query, language, tag, isLicensed }) =>
    [
      { mine: '自分の声', mineAndGuild: '自分とこのサーバーの声', public: '公開の声' }[scope],
      ...(query === '' ? [] : [`「${query}」`]),
      ...(language === '' ? [] : [language]),
      ...(tag === '' ? [] : [`タグ「${tag}」`]),
      ...(isLicensed ? ['ライセンス済み'] : []),
    ].join(' · '),
  line: ({ title, status, owner, languages, hiddenLanguages, likes }) =>
    [
      named(title),
      ...(status === undefined ? [] : [`*${status}*`]),
      owner,
      ...(languages.length === 0 ? [] : [languageList(languages, hiddenLanguages)]),
      format.plural(likes, { other: 'いいね#件' }),
    ].join(' · '),
  page: ({ page, pages, voices, voicesAre }) => {
    const place =
      pages === undefined ? `${format.number(page)}ページ` : `${format.number(page)} / ${format.number(pages)}ページ`;
    const counted = {
      exact: format.plural(voices, { other: '#件の声' }),
      about: format.plural(voices, { other: '約#件の声' }),
      'more-than': format.plural(voices, { other: '#件を超える声' }),
    };
    return `${place} · ${counted[voicesAre]}`;
  },
  emptyPage: 'このページに声はありません。',
  noPublicTitles: `公開の声は、人気順、使用回数順、新しい順でのみ並べ替えられます。別の ${option('sort')} を選んでください。`,
  chooseVoice: '声を選択（詳細・使用・試聴）',
  noMatchesMine: `一致する声がありません。条件を変えるか減らしてください。公開の声を探すには ${PUBLIC_SCOPE} を使います。`,
  noMatchesPublic: '一致する声がありません。条件を変えるか減らしてください。',
  noneMine: `ここにはまだ声がありません。${command('voice create')} で作成するか、${PUBLIC_SCOPE} で公開の声を探してください。`,
  nonePublic: `音声サービスに公開の声がありません。${command('voice create')} で作成してください。`,
  cutOff: ({ max }) =>
    `音声サービスの一覧に表示されるのは、最初の${countVoices(max)}だけです。ほかの声は ${option('query')}、${option('language')}、${option('tag')} で探してください。`,
  onlyPublicLicensed: `ライセンス済みで絞り込めるのは、公開の声だけです。${PUBLIC_SCOPE} を使うか、${option('licensed')} を外してください。`,
};

/** How many voices, in words. */
export function countVoices(count: number): string {
  return format.plural(count, { other: '#件' });
}

function languageList(languages: readonly string[], hidden: number): string {
  const shown = languages.join('、');
  return hidden === 0 ? shown : `${shown}、ほか${format.number(hidden)}言語`;
}
