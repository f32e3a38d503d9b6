import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command, option } from '../names.ts';
import { voiceCommandMessages } from './voice-command.ts';
import { named } from './voice-use.ts';

const format = createFormat('de');

/** How people ask for public voices. */
const PUBLIC_SCOPE = option('scope', voiceCommandMessages.list.scopeChoices.public);

/** German: the answers to `/voice list`. */
export const listMessages: Messages['voiceModels']['list'] = {
  title: ({ scope, query, language, tag, isLicensed }) =>
    [
      {
        mine: 'Deine Stimmen',
        mineAndGuild: 'Deine Stimmen und die dieses Servers',
        public: 'Öffentliche Stimmen',
      }[scope],
      ...(query === '' ? [] : [`„${query}“`]),
      ...(language === '' ? [] : [language]),
      ...(tag === '' ? [] : [`Tag „${tag}“`]),
      ...(isLicensed ? ['lizenziert'] : []),
    ].join(' · '),
  line: ({ title, status, owner, languages, hiddenLanguages, likes }) =>
    [
      named(title),
      ...(status === undefined ? [] : [`*${status}*`]),
      owner,
      ...(languages.length === 0 ? [] : [languageList(languages, hiddenLanguages)]),
      format.plural(likes, { one: '# Like', other: '# Likes' }),
    ].join(' · '),
  page: ({ page, pages, voices, voicesAre }) => {
    const place =
      pages === undefined ? `Seite ${format.number(page)}` : `Seite ${format.number(page)} von ${format.number(pages)}`;
    const counted = {
      exact: countVoices(voices),
      about: `ungefähr ${countVoices(voices)}`,
      'more-than': `mehr als ${countVoices(voices)}`,
    };
    return `${place} · ${counted[voicesAre]}`;
  },
  emptyPage: 'Auf dieser Seite sind keine Stimmen.',
  noPublicTitles: `Öffentliche Stimmen lassen sich nur nach Beliebtheit, Verwendung oder Alter sortieren. Wähle eine andere ${option('sort')}.`,
  chooseVoice: 'Stimme zum Ansehen, Verwenden oder Anhören wählen',
  noMatchesMine: `Keine Stimme passt. Ändere einen Filter, lass einen weg oder such mit ${PUBLIC_SCOPE} nach öffentlichen Stimmen.`,
  noMatchesPublic: 'Keine Stimme passt. Ändere einen Filter oder lass einen weg.',
  noneMine: `Hier gibt es noch keine Stimmen. Erstelle eine mit ${command('voice create')} oder such mit ${PUBLIC_SCOPE} nach öffentlichen.`,
  nonePublic: `Der Sprachdienst hat keine öffentlichen Stimmen. Erstelle eine mit ${command('voice create')}.`,
  cutOff: ({ max }) =>
    `Der Sprachdienst listet nur die ersten ${countVoices(max)} auf. Weitere findest du mit ${option('query')}, ${option('language')} oder ${option('tag')}.`,
  onlyPublicLicensed: `Nur öffentliche Stimmen können lizenziert sein. Verwende ${PUBLIC_SCOPE} oder lass ${option('licensed')} weg.`,
};

/** How many voices, in words. */
export function countVoices(count: number): string {
  return format.plural(count, { one: '# Stimme', other: '# Stimmen' });
}

function languageList(languages: readonly string[], hidden: number): string {
  const shown = languages.join(', ');
  return hidden === 0 ? shown : `${shown} und ${format.number(hidden)} weitere`;
}
