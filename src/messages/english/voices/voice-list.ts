import { createFormat } from '../../format.ts';
import { command, option } from '../names.ts';
import { voiceCommandMessages } from './voice-command.ts';
import { named } from './voice-use.ts';

const format = createFormat('en');

/** How people ask for public voices. */
const PUBLIC_SCOPE = option('scope', voiceCommandMessages.list.scopeChoices.public);

interface ListTitle {
  readonly scope: 'mine' | 'mineAndGuild' | 'public';
  /** Empty where it isn't filtered by. */
  readonly query: string;
  readonly language: string;
  readonly tag: string;
  readonly isLicensed: boolean;
}

interface ListLine {
  readonly title: string;
  readonly status: string | undefined;
  readonly owner: string;
  readonly languages: readonly string[];
  readonly hiddenLanguages: number;
  readonly likes: number;
}

interface ListFooter {
  readonly page: number;
  /** `undefined` where it isn't known. */
  readonly pages: number | undefined;
  readonly voices: number;
  readonly voicesAre: 'exact' | 'about' | 'more-than';
}

/** English: the answers to `/voice list`. */
export const listMessages = {
  title: ({ scope, query, language, tag, isLicensed }: ListTitle) =>
    [
      { mine: 'Your voices', mineAndGuild: "Your voices and this server's", public: 'Public voices' }[scope],
      ...(query === '' ? [] : [`“${query}”`]),
      ...(language === '' ? [] : [language]),
      ...(tag === '' ? [] : [`tag “${tag}”`]),
      ...(isLicensed ? ['licensed'] : []),
    ].join(' · '),
  /** A voice in one line; `status` where it isn't ready, `hiddenLanguages` that aren't named. */
  line: ({ title, status, owner, languages, hiddenLanguages, likes }: ListLine) =>
    [
      named(title),
      ...(status === undefined ? [] : [`*${status}*`]),
      owner,
      ...(languages.length === 0 ? [] : [languageList(languages, hiddenLanguages)]),
      format.plural(likes, { one: '# like', other: '# likes' }),
    ].join(' · '),
  page: ({ page, pages, voices, voicesAre }: ListFooter) => {
    const place =
      pages === undefined ? `Page ${format.number(page)}` : `Page ${format.number(page)} of ${format.number(pages)}`;
    const counted = {
      exact: countVoices(voices),
      about: `about ${countVoices(voices)}`,
      'more-than': `more than ${countVoices(voices)}`,
    };
    return `${place} · ${counted[voicesAre]}`;
  },
  emptyPage: 'No voices on this page.',
  noPublicTitles: `Public voices can only be sorted by popularity, use, or age. Choose another ${option('sort')}.`,
  chooseVoice: 'Choose a voice to see, use, or hear',
  noMatchesMine: `No voices match. Change or leave out a filter, or use ${PUBLIC_SCOPE} to search public voices.`,
  noMatchesPublic: 'No voices match. Change or leave out a filter.',
  noneMine: `No voices here yet. Create one with ${command('voice create')}, or find public voices with ${PUBLIC_SCOPE}.`,
  nonePublic: `The speech service has no public voices. Create one with ${command('voice create')}.`,
  /** On the last page of a list that the service does not list to its end; `max` voices are. */
  cutOff: ({ max }: { readonly max: number }) =>
    `The speech service lists only the first ${countVoices(max)}. Use ${option('query')}, ${option('language')} or ${option('tag')} to find others.`,
  /** `licensed` with a `scope` of one's own voices. */
  onlyPublicLicensed: `Only public voices can be licensed. Use ${PUBLIC_SCOPE}, or leave out ${option('licensed')}.`,
};

/** How many voices, in words. */
export function countVoices(count: number): string {
  return format.plural(count, { one: '# voice', other: '# voices' });
}

function languageList(languages: readonly string[], hidden: number): string {
  return languages.join(', ') + (hidden === 0 ? '' : `, and ${format.number(hidden)} more`);
}
