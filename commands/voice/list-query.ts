import { VOICE_SORTS, type VoiceSort } from '../../src/voice-models/voice-models-api.ts';
import { voiceCustomId } from './subcommand.ts';

/**
 * Longest values of the options, in characters: together, and with a page of up to four digits, they must fit into a
 * custom id (100 characters).
 */
export const MAX_LENGTHS = { query: 34, language: 20, tag: 20 } as const;
const MAX_PAGE = 9_999;

/** A page of a list, as its buttons carry it. An empty filter is none. */
export interface ListQuery {
  readonly scope: 'mine' | 'public';
  readonly query: string;
  /** ISO code. */
  readonly language: string;
  readonly tag: string;
  readonly isLicensed: boolean;
  /** `undefined`: as `VoiceQuery` has it. */
  readonly sort: VoiceSort | undefined;
  readonly page: number;
}

/** What a component of a list does: `show` its page, or `choose` one of the voices on it. */
export type ListAct = 'show' | 'choose';

/** One letter each. */
const SORT_LETTERS: Readonly<Record<VoiceSort, string>> = { popular: 'p', used: 'u', newest: 'n', title: 't' };

const WRITTEN =
  /^(?<act>[sc])(?<page>[1-9]\d{0,3})(?<scope>[mp])(?<licensed>l?)(?<sort>[punt]?):(?<language>[\w-]*):(?<tagLength>\d+):(?<rest>.*)$/su;

/** The custom id of a component that does `act` with this page. A tag may hold any character, so its length precedes it. */
export function listCustomId(act: ListAct, { scope, query, language, tag, isLicensed, sort, page }: ListQuery): string {
  const place = `${act === 'show' ? 's' : 'c'}${Math.min(page, MAX_PAGE)}${scope === 'mine' ? 'm' : 'p'}`;
  const head = `${place}${isLicensed ? 'l' : ''}${sort === undefined ? '' : SORT_LETTERS[sort]}`;
  return voiceCustomId('list', `${head}:${language}:${tag.length}:${tag}${query}`);
}

/** Reads the argument of a custom id that `listCustomId` wrote; `undefined` when it is something else. */
export function readListArgument(argument: string): { readonly act: ListAct; readonly page: ListQuery } | undefined {
  const groups = WRITTEN.exec(argument)?.groups;
  if (groups === undefined) return undefined;
  const { rest = '', language = '' } = groups;
  const tagLength = Number(groups['tagLength']);
  return {
    act: groups['act'] === 's' ? 'show' : 'choose',
    page: {
      scope: groups['scope'] === 'm' ? 'mine' : 'public',
      query: rest.slice(tagLength),
      language,
      tag: rest.slice(0, tagLength),
      isLicensed: groups['licensed'] === 'l',
      sort: VOICE_SORTS.find((sort) => SORT_LETTERS[sort] === groups['sort']),
      page: Number(groups['page']),
    },
  };
}
