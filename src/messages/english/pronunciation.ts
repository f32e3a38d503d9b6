import { bold, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command, option } from './names.ts';

const format = createFormat('en');

const list = command('pronounce list');
const add = command('pronounce add');
const scope = option('scope');

type Scope = 'me' | 'server';

/** `word` and `as` are sanitized; `as` is what is spoken, or phonemes in braces. */
interface Entry {
  readonly word: string;
  readonly as: string;
}

const entryCount = (count: number): string => format.plural(count, { one: '# entry', other: '# entries' });
const quoted = (words: string): string => `“${words}”`;

/** Where the words of a dictionary count. */
const where: Readonly<Record<Scope, string>> = { me: 'in your texts', server: 'in this server' };

/** What is wrong with a word or with what it is to be spoken as. */
const faults = {
  'word-empty': 'the word is empty',
  'word-long': 'the word is too long: use at most 60 characters',
  'word-unheard': 'emoji, emoticons, links and formatting become words first: use what I say for them',
  'as-empty': 'there is nothing to say in it: use some letters or digits',
  'as-long': 'what I should say is too long: use at most 200 characters',
  markup: 'it has mentions, style marks in square brackets, or `<|`: use words only',
  phonemes: "these aren't phonemes that I know",
};

/** English: `/pronounce`. */
export const pronunciationMessages = {
  command: {
    description: 'Choose how I pronounce words',
    add: {
      description: 'Choose how I pronounce a word',
      word: 'The word as people write it',
      as: 'What I say instead. Phonemes go in braces: {T AH0 M EY1 T OW0}',
      scope: 'Where it applies (default: in your texts)',
    },
    remove: {
      description: 'Remove a pronunciation',
      word: 'Start typing the word',
      scope: "Whose dictionary (default: yours, then the server's)",
    },
    list: { description: 'Show the words of a dictionary', scope: 'Whose dictionary (default: yours)' },
    import: {
      description: 'Add the words of a CSV file',
      file: 'A CSV file with a line for each word: word,as',
      scope: 'Where they apply (default: in your texts)',
    },
    export: { description: 'Get a dictionary as a CSV file', scope: 'Whose dictionary (default: yours)' },
    scopeChoices: { me: 'My texts, in every server', server: "Everyone's texts in this server" },
  },

  added: ({ word, as, scope: whose }: Entry & { readonly scope: Scope }): string =>
    `I now say ${bold(word)} as ${quoted(as)} ${where[whose]}.`,
  changed: ({ word, as, before, scope: whose }: Entry & { readonly before: string; readonly scope: Scope }): string =>
    `I now say ${bold(word)} as ${quoted(as)} ${where[whose]}, instead of ${quoted(before)}.`,
  unchanged: ({ word, as, scope: whose }: Entry & { readonly scope: Scope }): string =>
    `I already say ${bold(word)} as ${quoted(as)} ${where[whose]}.`,
  /** Follows an entry of phonemes. */
  phonemesNote: 'If the speech service rejects these phonemes, I say the word as it is spelled.',
  removed: ({ word, scope: whose }: { readonly word: string; readonly scope: Scope }): string =>
    whose === 'me'
      ? `Removed ${bold(word)} from your dictionary.`
      : `Removed ${bold(word)} from this server's dictionary.`,
  unknown: ({ word }: { readonly word: string }): string =>
    `There's no pronunciation for ${bold(word)}. ${list} shows all words.`,

  noServer: `There's no server dictionary here. Leave out ${scope} to use yours.`,
  locked: `This server's dictionary is locked: only people who manage the server can change it. Leave out ${scope} to use your own.`,
  notYours: ({ word }: { readonly word: string }): string =>
    `Someone else added ${bold(word)} to this server's dictionary. Leave out ${scope} to say it your way in your own texts.`,
  full: ({ whose, limit }: { readonly whose: 'person' | 'server' | 'member'; readonly limit: number }): string =>
    ({
      person: `Your dictionary is full: it holds ${entryCount(limit)}. Remove one first.`,
      server: `This server's dictionary is full: it holds ${entryCount(limit)}. Remove one first.`,
      member: `You've added ${entryCount(limit)} to this server's dictionary, which is the limit. Remove one first.`,
    })[whose],
  /** Why a single entry was refused. */
  fault: ({ fault }: { readonly fault: keyof typeof faults }): string =>
    ({
      'word-empty': 'Type a word to pronounce.',
      'word-long': 'This word is too long. Use at most 60 characters.',
      'word-unheard':
        'Emoji, emoticons, links and formatting become words first. Add what I say for them, such as “red heart”.',
      'as-empty': "I can't say emoji or symbols alone. Use some letters or digits.",
      'as-long': 'That is too long to say for one word. Use at most 200 characters.',
      markup: "A pronunciation can't have mentions, style marks in square brackets, or `<|`. Use words only.",
      phonemes:
        "I don't know these phonemes. Write English in Arpabet `{T AH0 M EY1 T OW0}`, Chinese in pinyin `{chong2 qing4}`, or Japanese in romaji with pitch `{ha0shi1}`.",
    })[fault],

  list: {
    title: { me: 'Your pronunciations', server: "This server's pronunciations" },
    empty: {
      me: `Your dictionary is empty. Add a word with ${add}.`,
      server: `This server's dictionary is empty. Add a word with ${add}.`,
    },
    entry: ({ word, as }: Entry): string => `${bold(word)} → ${as}`,
    /** For managers; `addedBy` is a user id, `undefined` once that person's data was erased. */
    entryBy: ({
      word,
      as,
      addedBy,
      addedAtMs,
    }: Entry & { readonly addedBy: string | undefined; readonly addedAtMs: number }): string => {
      const day = time(Math.floor(addedAtMs / 1_000), TimestampStyles.ShortDate);
      const who = addedBy === undefined ? 'someone whose data was deleted' : userMention(addedBy);
      return `${bold(word)} → ${as} (${who}, ${day})`;
    },
    locked: 'Locked: only people who manage the server can change it.',
    page: ({
      page,
      pages,
      entries,
      limit,
    }: {
      readonly page: number;
      readonly pages: number;
      readonly entries: number;
      readonly limit: number;
    }): string =>
      `Page ${format.number(page)} of ${format.number(pages)} · ${format.number(entries)} of ${entryCount(limit)}`,
    buttons: { previous: 'Previous', next: 'Next', lock: 'Lock', unlock: 'Unlock' },
  },

  /** The header of a CSV file, as the texts about files have it. */
  csv: { word: 'word', as: 'as' },
  import: {
    added: ({
      added,
      changed,
      unchanged,
      scope: whose,
    }: {
      readonly added: number;
      readonly changed: number;
      readonly unchanged: number;
      readonly scope: Scope;
    }): string => {
      const done = [
        ...(added === 0 ? [] : [`added ${entryCount(added)}`]),
        ...(changed === 0 ? [] : [`changed ${entryCount(changed)}`]),
        ...(unchanged === 0 ? [] : [`left ${entryCount(unchanged)} unchanged`]),
      ];
      if (done.length === 0) return 'Nothing was added.';
      return whose === 'me'
        ? `In your dictionary, I ${format.list(done)}.`
        : `In this server's dictionary, I ${format.list(done)}.`;
    },
    /** Above the lines below. */
    skipped: ({ lines }: { readonly lines: number }): string =>
      format.plural(lines, { one: "# line wasn't added:", other: "# lines weren't added:" }),
    problem: ({
      line,
      problem,
    }: {
      readonly line: number;
      readonly problem: keyof typeof faults | 'malformed' | 'not-yours' | 'full';
    }): string => {
      const reasons = {
        ...faults,
        malformed: "it doesn't have two cells, or a quote isn't closed",
        'not-yours': 'someone else added this word',
        full: 'the dictionary is full',
      };
      return `Line ${format.number(line)}: ${reasons[problem]}`;
    },
    moreProblems: ({ lines }: { readonly lines: number }): string =>
      format.plural(lines, { one: '… and # more line', other: '… and # more lines' }),
    notText: "This file isn't text in UTF-8. Save it as “CSV UTF-8”, then try again.",
    tooManyLines: ({ most }: { readonly most: number }): string =>
      `This file has too many lines. Split it into files of at most ${format.number(most)} lines.`,
    empty: 'This file has no entries. Write one a line: `word,as`.',
    tooLarge: ({ maxBytes }: { readonly maxBytes: number }): string =>
      `This file is too large. Use one of at most ${format.sizeLimit(maxBytes)}.`,
  },
  exported: ({ entries }: { readonly entries: number }): string =>
    `${format.plural(entries, { one: 'Here is # entry.', other: 'Here are # entries.' })} Use ${command('pronounce import')} to load this file again.`,
  /** A suggestion of a word to remove, in plain text. */
  choice: ({ word, as, scope: whose }: Entry & { readonly scope: Scope }): string =>
    whose === 'me' ? `${word} → ${as}` : `${word} → ${as} (server)`,
};
