import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command, option } from '../names.ts';
import { voiceCommandMessages } from './voice-command.ts';
import { named } from './voice-use.ts';

const format = createFormat('pt');

/** How people ask for public voices. */
const PUBLIC_SCOPE = option('scope', voiceCommandMessages.list.scopeChoices.public);

/** Portuguese: the answers to `/voice list`. */
export const listMessages: Messages['voiceModels']['list'] = {
  title: ({ scope, query, language, tag, isLicensed }) =>
    [
      { mine: 'As suas vozes', mineAndGuild: 'As suas vozes e as deste servidor', public: 'Vozes públicas' }[scope],
      ...(query === '' ? [] : [`“${query}”`]),
      ...(language === '' ? [] : [language]),
      ...(tag === '' ? [] : [`tag “${tag}”`]),
      ...(isLicensed ? ['licenciadas'] : []),
    ].join(' · '),
  line: ({ title, status, owner, languages, hiddenLanguages, likes }) =>
    [
      named(title),
      ...(status === undefined ? [] : [`*${status}*`]),
      owner,
      ...(languages.length === 0 ? [] : [languageList(languages, hiddenLanguages)]),
      format.plural(likes, { one: '# curtida', many: '# de curtidas', other: '# curtidas' }),
    ].join(' · '),
  page: ({ page, pages, voices, voicesAre }) => {
    const place =
      pages === undefined
        ? `Página ${format.number(page)}`
        : `Página ${format.number(page)} de ${format.number(pages)}`;
    const counted = {
      exact: countVoices(voices),
      about: `cerca de ${countVoices(voices)}`,
      'more-than': `mais de ${countVoices(voices)}`,
    };
    return `${place} · ${counted[voicesAre]}`;
  },
  emptyPage: 'Nenhuma voz nesta página.',
  noPublicTitles: `Vozes públicas só podem ser ordenadas por popularidade, uso ou data. Escolha outra ${option('sort')}.`,
  chooseVoice: 'Escolha uma voz para ver, usar ou ouvir',
  noMatchesMine: `Nenhuma voz corresponde. Mude ou retire um filtro, ou use ${PUBLIC_SCOPE} para buscar vozes públicas.`,
  noMatchesPublic: 'Nenhuma voz corresponde. Mude ou retire um filtro.',
  noneMine: `Ainda não há vozes aqui. Crie uma com ${command('voice create')} ou encontre vozes públicas com ${PUBLIC_SCOPE}.`,
  nonePublic: `O serviço de voz não tem vozes públicas. Crie uma com ${command('voice create')}.`,
  cutOff: ({ max }) =>
    `O serviço de voz não lista mais de ${countVoices(max)}. Use ${option('query')}, ${option('language')} ou ${option('tag')} para encontrar outras.`,
  onlyPublicLicensed: `Só vozes públicas podem ser licenciadas. Use ${PUBLIC_SCOPE} ou retire ${option('licensed')}.`,
};

/** How many voices, in words. */
export function countVoices(count: number): string {
  return format.plural(count, { one: '# voz', many: '# de vozes', other: '# vozes' });
}

function languageList(languages: readonly string[], hidden: number): string {
  const shown = languages.join(', ');
  return hidden === 0 ? shown : `${shown} e mais ${format.number(hidden)}`;
}
