import { useMemo } from 'preact/hooks';
import { findBot, openServer } from '../names.ts';
import { usePage, usePageState } from '../page.ts';
import { type OfferedCommand, offeredCommands } from './offered-commands.ts';
import type { SuggestionPlace } from './suggestions.ts';

/** The commands and the names of the place that is open. */
export interface OpenPlace {
  readonly locale: string;
  readonly isDirect: boolean;
  readonly commands: readonly OfferedCommand[];
  readonly suggestions: SuggestionPlace;
}

/** The place that is open, in the visitor's language. */
export function useOpenPlace(): OpenPlace {
  const { texts } = usePage();
  const server = usePageState(openServer);
  const bot = usePageState(findBot);
  const registered = usePageState((state) => state.commands.get(state.serverId ?? ''));
  const visitor = usePageState((state) => state.welcome?.visitor);
  const locale = visitor?.locale ?? 'en-US';
  const commands = useMemo(() => offeredCommands(registered ?? [], locale), [registered, locale]);
  return useMemo(() => {
    const people = [visitor, bot].filter((person) => person !== undefined);
    const { yes, no } = texts.commands.run;
    return { locale, isDirect: server === undefined, commands, suggestions: { server, people, words: { yes, no } } };
  }, [server, bot, visitor, locale, commands, texts]);
}
