import { useMemo } from 'preact/hooks';
import { usePage, usePageState } from '../page.ts';
import { type CommandPlace, type OfferedCommand, offeredCommands } from './offered-commands.ts';
import type { SuggestionPlace } from './suggestions.ts';

/** The commands and the names of the place that is open. */
export interface OpenPlace {
  readonly locale: string;
  readonly place: CommandPlace;
  readonly commands: readonly OfferedCommand[];
  readonly suggestions: SuggestionPlace;
}

/** The place that is open, in the visitor's language. */
export function useOpenPlace(): OpenPlace {
  const { texts } = usePage();
  const servers = usePageState((state) => state.servers);
  const serverId = usePageState((state) => state.serverId);
  const registered = usePageState((state) => state.commands.get(state.serverId ?? ''));
  const visitor = usePageState((state) => state.welcome?.visitor);
  const locale = visitor?.locale ?? 'en-US';
  return useMemo(() => {
    const server = servers.find(({ id }) => id === serverId);
    const place = {
      isDirect: server === undefined,
      hasBot: server?.members.some(({ isBot }) => isBot) ?? true,
      isManager: server?.isManager ?? false,
    };
    const bot = servers.flatMap(({ members }) => members).find(({ isBot }) => isBot);
    const people = [visitor, bot].filter((person) => person !== undefined);
    const { yes, no } = texts.commands.run;
    return {
      locale,
      place,
      commands: offeredCommands(registered ?? [], place, locale),
      suggestions: { server, people, words: { yes, no } },
    };
  }, [servers, serverId, registered, visitor, locale, texts]);
}
