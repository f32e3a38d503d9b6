import { readFile } from 'node:fs/promises';
import type { SpokenMessages } from './spoken-words.ts';

/** The names of standard emoji in one language. */
export interface EmojiNames {
  /** The name of an emoji sequence, whatever its skin tones and variation selectors; `undefined` for what is none. */
  readonly nameOf: (emoji: string, words: SpokenMessages) => string | undefined;
}

/** Languages with a file in emoji-names/, which `npm run emoji` writes. */
const LANGUAGES: readonly string[] = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ko', 'zh'];
const FOLDER = new URL('./emoji-names/', import.meta.url);

/** Loads the names of a language at its first use, and shares them. Languages without a file have the English ones. */
export type LoadEmojiNames = (locale: string) => Promise<EmojiNames>;

/** Makes the loader; its files are read once, and again only after a failure. */
export function createEmojiNames(): LoadEmojiNames {
  const loaded = new Map<string, Promise<EmojiNames>>();
  return (locale) => {
    const tag = locale.split('-')[0] ?? '';
    const language = LANGUAGES.includes(tag) ? tag : 'en';
    const names = loaded.get(language) ?? readNames(language);
    loaded.set(language, names);
    // The caller gets the error; the next one tries again.
    names.catch(() => loaded.delete(language));
    return names;
  };
}

/** Skin tones and variation selectors. */
const VARIANTS = /[\u{1f3fb}-\u{1f3ff}]|[\ufe0e\ufe0f]/gu;
/** Pairs of regional indicators, and the black flag with the tags of England, Scotland or Wales. */
const FLAG = /^(?:\p{Regional_Indicator}{2}|\u{1f3f4}[\u{e0020}-\u{e007f}]+)$/u;

async function readNames(language: string): Promise<EmojiNames> {
  const file = await readFile(new URL(`${language}.json`, FOLDER), 'utf8');
  const names = new Map<string, string>(Object.entries(JSON.parse(file)));
  return {
    nameOf: (emoji, words) => {
      const label = names.get(emoji.replace(VARIANTS, ''));
      if (label === undefined) return undefined;
      const [kind = '', detail] = label.split(/\s*[:：]\s*/u);
      if (detail === undefined) return kind;
      return FLAG.test(emoji) ? words.flag({ country: detail }) : `${kind}, ${detail}`;
    },
  };
}
