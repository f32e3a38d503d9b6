import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TypedValue } from '../../protocol.ts';
import { usePage } from '../page.ts';
import { type Autocomplete, createAutocomplete } from './autocomplete.ts';
import type { OfferedOption } from './offered-commands.ts';
import { type Suggestion, type SuggestionPlace, suggestionsFor } from './suggestions.ts';

/** An option whose list is shown, and the command around it. */
export interface SuggestionContext {
  readonly channelId: string;
  readonly path: string;
  readonly option: OfferedOption;
  /** What the other options hold already. */
  readonly others: Readonly<Record<string, TypedValue>>;
  readonly place: SuggestionPlace;
  readonly locale: string;
}

export interface Suggestions {
  readonly entries: readonly Suggestion[];
  /** How much there is, in words. */
  readonly status: string;
  /** Asks the bot, if the option has autocomplete. */
  readonly ask: (typed: string) => void;
}

type Answer = 'asking' | 'failed' | readonly Suggestion[];

/** The entries below an option's field: the bot's for autocomplete, otherwise those that the page knows. */
export function useSuggestions(context: SuggestionContext, typed: string): Suggestions {
  const { option, place } = context;
  const page = usePage();
  const [answer, setAnswer] = useState<Answer>([]);
  const latest = useRef(context);
  latest.current = context;
  const autocomplete = useRef<Autocomplete>(undefined);
  useEffect(() => {
    const fetchAnswer = async (text: string): Promise<readonly Suggestion[]> => {
      const { channelId, path, others, locale } = latest.current;
      const request = { kind: 'autocomplete', channelId, path, option: option.name, typed: text, others } as const;
      return choicesOf(await page.connection.request(request), locale);
    };
    const asker = createAutocomplete(fetchAnswer, (choices) => setAnswer(choices ?? 'failed'));
    autocomplete.current = asker;
    return () => asker.close();
  }, [page.connection, option.name]);
  const ask = (text: string): void => {
    if (!option.hasAutocomplete) return;
    setAnswer((known) => (typeof known === 'string' || known.length === 0 ? 'asking' : known));
    autocomplete.current?.ask(text);
  };
  const entries = useMemo(() => {
    if (!option.hasAutocomplete) return suggestionsFor(option, typed, place);
    return typeof answer === 'string' ? [] : answer;
  }, [option, typed, place, answer]);
  const { loading, noMatches, noSuggestions, foundSuggestions } = page.texts.commands.run;
  const nothing = option.hasAutocomplete ? noSuggestions : noMatches;
  const found = entries.length === 0 ? nothing : foundSuggestions({ count: entries.length });
  return { entries, status: answer === 'asking' ? loading : found, ask };
}

interface AnsweredChoice {
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string | null>> | null;
  readonly value: string | number;
}

function choicesOf(value: unknown, locale: string): Suggestion[] {
  const { choices } = value as { readonly choices: readonly AnsweredChoice[] };
  return choices.map((choice) => ({
    label: choice.name_localizations?.[locale] ?? choice.name,
    value: choice.value,
  }));
}
