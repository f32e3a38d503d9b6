import { rememberWithin } from '../../bounded-map.ts';
import type { Logger } from '../../log/log.ts';
import { CATALOGUES, messagesFor } from '../../messages/catalogues.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Settings } from '../../settings/settings.ts';

/** Servers whose choice is known without asking, those used last. */
const MAX_KNOWN = 2_000;

/** The catalogues that whole servers read and hear. */
export interface ServerMessages {
  /** The catalogue of the language that applies in the server now. Never rejects: Discord's own if none can be read. */
  of(guildId: string): Promise<Messages>;
  /** The same as it was last known, for what cannot wait; captions that start have asked before. */
  known(guildId: string): Messages;
}

/**
 * A server's language is the one in its settings, else the one that its owner chose in Discord (`discordLocaleOf`), else
 * English.
 */
export function createServerMessages({
  settings,
  discordLocaleOf,
  log,
}: {
  readonly settings: Pick<Settings, 'of' | 'onChange'>;
  /** `undefined` for a server that the bot is not in. */
  readonly discordLocaleOf: (guildId: string) => string | undefined;
  readonly log: Logger;
}): ServerMessages {
  /** What is set, by guild id; `undefined` where nothing is. */
  const chosen = new Map<string, string | undefined>();

  const note = (guildId: string, language: string | undefined): void => {
    rememberWithin(MAX_KNOWN, chosen, guildId, language);
  };
  settings.onChange(({ guildId, after }) => note(guildId, after.general.language));

  const known = (guildId: string): Messages => {
    const locale = chosen.get(guildId) ?? discordLocaleOf(guildId);
    return locale === undefined ? CATALOGUES['en-US'] : messagesFor(locale);
  };

  return {
    known,
    of: async (guildId) => {
      try {
        const { general } = await settings.of(guildId);
        note(guildId, general.language);
      } catch (error) {
        log.warn({ err: error, guildId }, 'could not read the language of a server');
      }
      return known(guildId);
    },
  };
}
