import type { ServerView } from '../../protocol.ts';
import { type OfferedOption, OPTION } from './offered-commands.ts';

/** An entry of the list below a field. */
export interface Suggestion {
  readonly value: string | number | boolean;
  readonly label: string;
  /** A word about it, as what kind of channel it is. */
  readonly hint?: string;
}

/** Where a command is typed: what its options can name. */
export interface SuggestionPlace {
  /** `undefined` in direct messages. */
  readonly server: ServerView | undefined;
  /** The visitor and the bot, whom one can name in direct messages. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly words: { readonly yes: string; readonly no: string };
}

/** As many as Discord's client lists. */
const MOST_SUGGESTIONS = 25;

/** Whether the option's field has a list that needs nobody to be asked. */
export function hasSuggestions({ type, choices }: OfferedOption): boolean {
  const listed: readonly number[] = [OPTION.boolean, OPTION.user, OPTION.channel, OPTION.role, OPTION.mentionable];
  return choices.length > 0 || listed.includes(type);
}

/** What an option can take, filtered by what was typed: those that begin with it first. */
export function suggestionsFor(option: OfferedOption, typed: string, place: SuggestionPlace): Suggestion[] {
  const wanted = typed.trim().replace(/^[@#]/u, '').toLowerCase();
  const found = everySuggestion(option, place).filter(({ label }) => label.toLowerCase().includes(wanted));
  const begins = ({ label }: Suggestion): number => (label.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b)).slice(0, wanted === '' ? undefined : MOST_SUGGESTIONS);
}

function everySuggestion(option: OfferedOption, { server, people, words }: SuggestionPlace): Suggestion[] {
  if (option.choices.length > 0) return option.choices.map(({ name, value }) => ({ label: name, value }));
  const users = (server?.members ?? people).map(({ id, name }) => ({ value: id, label: name }));
  const roles = (server?.roles ?? []).map(({ id, name }) => ({ value: id, label: name }));
  switch (option.type) {
    case OPTION.boolean:
      return [
        { value: true, label: words.yes },
        { value: false, label: words.no },
      ];
    case OPTION.user:
      return users;
    case OPTION.role:
      return roles;
    case OPTION.mentionable:
      return [...users, ...roles];
    case OPTION.channel:
      return channelsOf(server, option.channelTypes);
    default:
      return [];
  }
}

function channelsOf(server: ServerView | undefined, types: readonly number[]): Suggestion[] {
  const channels = (server?.channels ?? []).filter(({ type }) => types.length === 0 || types.includes(type));
  return channels.map(({ id, name }) => ({ value: id, label: name }));
}
