import type { LoadEmojiNames } from './emoji-names.ts';
import { type SpokenMessage, spokenMessage } from './spoken-message.ts';
import { sayName } from './spoken-name.ts';
import type { SpokenMessages } from './spoken-words.ts';

/** How a text is read in one place. */
interface SpokenTextOptions {
  /** The words of the language in which it is read: the server's, or in a direct message the person's. */
  readonly words: SpokenMessages;
  /** `speech` for a text in which its author may use `[expression]` marks and repeat sentences, as with `/say`; default `chat`. */
  readonly writtenFor?: 'chat' | 'speech';
  /** Longest result in UTF-16 units, the words for “and more” included; unlimited by default. */
  readonly maxCharacters?: number;
}

/** What is said for messages and names. */
export interface SpokenTexts {
  /** The text to speak for a message, or '' when nothing of it can be said: see `spokenMessage`. */
  readonly message: (message: SpokenMessage, options: SpokenTextOptions) => Promise<string>;
  /** What a person is called: the first of these names of which something can be said, else the language's word for somebody. */
  readonly name: (names: readonly (string | undefined)[], words: SpokenMessages) => Promise<string>;
}

/** Dependencies of `createSpokenTexts`. */
interface SpokenTextsOptions {
  readonly emojiNames: LoadEmojiNames;
  /** Milliseconds since 1970; `Date.now` by default. */
  readonly now?: () => number;
}

/** Makes what is said for messages and names. The names of emoji are loaded at the first use of each language. */
export function createSpokenTexts({ emojiNames: load, now = Date.now }: SpokenTextsOptions): SpokenTexts {
  return {
    message: async (message, options) => {
      const emojiNames = await load(options.words.locale);
      const context = { words: options.words, emojiNames };
      return spokenMessage(message, {
        ...options,
        emojiNames,
        nowMs: now(),
        sayName: (name) => sayName(name, context),
      });
    },
    name: async (names, words) => {
      const context = { words, emojiNames: await load(words.locale) };
      const said = names.map((name) => sayName(name ?? '', context));
      return said.find((name) => name !== '') ?? words.unknownMention.user;
    },
  };
}
