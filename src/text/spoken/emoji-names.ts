import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SpokenMessages } from './spoken-words.ts';

/** The names of standard emoji in one language. */
export interface EmojiNames {
  /** The name of an emoji sequence, whatever its skin tones and variation selectors; `undefined` for what is none. */
  readonly nameOf: (emoji: string, words: SpokenMessages) => string | undefined;
}

/** Files of emojibase-data, which has the short names of Unicode's CLDR, by the language part of a BCP 47 tag. */
const FILES: Readonly<Record<string, () => string>> = {
  en: () => import.meta.resolve('emojibase-data/en/compact.json'),
  de: () => import.meta.resolve('emojibase-data/de/compact.json'),
  fr: () => import.meta.resolve('emojibase-data/fr/compact.json'),
  es: () => import.meta.resolve('emojibase-data/es/compact.json'),
  pt: () => import.meta.resolve('emojibase-data/pt/compact.json'),
  ja: () => import.meta.resolve('emojibase-data/ja/compact.json'),
  ko: () => import.meta.resolve('emojibase-data/ko/compact.json'),
  zh: () => import.meta.resolve('emojibase-data/zh/compact.json'),
};

/** Loads the names of a language at its first use, and shares them. Languages without a file have the English ones. */
export type LoadEmojiNames = (locale: string) => Promise<EmojiNames>;

/** Makes the loader; its files are read once, and again only after a failure. */
export function createEmojiNames(): LoadEmojiNames {
  const loaded = new Map<string, Promise<EmojiNames>>();
  return (locale) => {
    const tag = locale.split('-')[0] ?? '';
    const language = tag in FILES ? tag : 'en';
    const names = loaded.get(language) ?? readNames(language);
    loaded.set(language, names);
    // The caller gets the error; the next one tries again.
    names.catch(() => loaded.delete(language));
    return names;
  };
}

/** What this needs of an entry of compact.json. */
interface EmojiEntry {
  readonly label: string;
  readonly unicode: string;
}

/** Skin tones and variation selectors. */
const VARIANTS = /[\u{1f3fb}-\u{1f3ff}]|[\ufe0e\ufe0f]/gu;
/** Pairs of regional indicators, and the black flag with the tags of England, Scotland or Wales. */
const FLAG = /^(?:\p{Regional_Indicator}{2}|\u{1f3f4}[\u{e0020}-\u{e007f}]+)$/u;

async function readNames(language: string): Promise<EmojiNames> {
  const file = (FILES[language] ?? FILES['en'])?.() ?? '';
  const entries = JSON.parse(await readFile(fileURLToPath(file), 'utf8')) as readonly EmojiEntry[];
  const names = new Map(entries.map(({ unicode, label }) => [unicode.replace(VARIANTS, ''), label]));
  // Skin tones alone.
  names.delete('');
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
