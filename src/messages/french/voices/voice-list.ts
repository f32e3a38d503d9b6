import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command, option } from '../names.ts';
import { voiceCommandMessages } from './voice-command.ts';
import { named } from './voice-use.ts';

const format = createFormat('fr');

/** How people ask for public voices. */
const PUBLIC_SCOPE = option('scope', voiceCommandMessages.list.scopeChoices.public);

/** French: the answers to `/voice list`. */
export const listMessages: Messages['voiceModels']['list'] = {
  title: ({ scope, query, language, tag, isLicensed }) =>
    [
      { mine: 'Tes voix', mineAndGuild: 'Tes voix et celles de ce serveur', public: 'Voix publiques' }[scope],
      ...(query === '' ? [] : [`« ${query} »`]),
      ...(language === '' ? [] : [language]),
      ...(tag === '' ? [] : [`tag « ${tag} »`]),
      ...(isLicensed ? ['sous licence'] : []),
    ].join(' · '),
  line: ({ title, status, owner, languages, hiddenLanguages, likes }) =>
    [
      named(title),
      ...(status === undefined ? [] : [`*${status}*`]),
      owner,
      ...(languages.length === 0 ? [] : [languageList(languages, hiddenLanguages)]),
      format.plural(likes, { one: "# j'aime", many: "# de j'aime", other: "# j'aime" }),
    ].join(' · '),
  page: ({ page, pages, voices, voicesAre }) => {
    const place =
      pages === undefined ? `Page ${format.number(page)}` : `Page ${format.number(page)} sur ${format.number(pages)}`;
    const counted = {
      exact: countVoices(voices),
      about: `environ ${countVoices(voices)}`,
      'more-than': `plus de ${countVoices(voices)}`,
    };
    return `${place} · ${counted[voicesAre]}`;
  },
  emptyPage: 'Aucune voix sur cette page.',
  noPublicTitles: `Les voix publiques se trient seulement par popularité, utilisation ou date de création. Choisis un autre ${option('sort')}.`,
  chooseVoice: 'Choisis une voix à voir, utiliser ou écouter',
  noMatchesMine: `Aucune voix ne correspond. Change ou retire un filtre, ou utilise ${PUBLIC_SCOPE} pour chercher parmi les voix publiques.`,
  noMatchesPublic: 'Aucune voix ne correspond. Change ou retire un filtre.',
  noneMine: `Aucune voix ici pour l'instant. Crées-en une avec ${command('voice create')}, ou trouve des voix publiques avec ${PUBLIC_SCOPE}.`,
  nonePublic: `Le service vocal n'a aucune voix publique. Crées-en une avec ${command('voice create')}.`,
  cutOff: ({ max }) =>
    `Le service vocal ne liste pas plus de ${countVoices(max)}. Utilise ${option('query')}, ${option('language')} ou ${option('tag')} pour trouver les autres.`,
  onlyPublicLicensed: `Seules les voix publiques peuvent être sous licence. Utilise ${PUBLIC_SCOPE}, ou retire ${option('licensed')}.`,
};

/** How many voices, in words. */
export function countVoices(count: number): string {
  return format.plural(count, { one: '# voix', many: '# de voix', other: '# voix' });
}

function languageList(languages: readonly string[], hidden: number): string {
  const shown = languages.join(', ');
  if (hidden === 0) return shown;
  return `${shown} et ${format.plural(hidden, { one: '# autre', many: "# d'autres", other: '# autres' })}`;
}
