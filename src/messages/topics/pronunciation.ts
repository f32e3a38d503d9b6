import { bold, TimestampStyles, time, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

type Scope = 'me' | 'server';

/** `word` and `as` are sanitized; `as` is what is spoken, or phonemes in braces. */
interface Entry {
  readonly word: string;
  readonly as: string;
}

/** English: `/pronounce`. */
export function pronunciationMessages(
  catalogue: Texts['pronunciation'],
  { format, names: { command, option } }: Language,
) {
  const { parts, ...own } = catalogue;

  const list = command('pronounce list');

  const add = command('pronounce add');

  const scope = option('scope');

  /** Where the words of a dictionary count. */
  const where: Readonly<Record<Scope, string>> = { me: parts.where.me, server: parts.where.server };

  /** What is wrong with a word or with what it is to be spoken as. */
  const faults = {
    'word-empty': parts.faults.wordEmpty,
    'word-long': parts.faults.wordLong,
    'word-unheard': parts.faults.wordUnheard,
    'as-empty': parts.faults.asEmpty,
    'as-long': parts.faults.asLong,
    markup: parts.faults.markup,
    phonemes: parts.faults.phonemes,
  };
  return {
    ...own,
    added: ({ word, as, scope: whose }: Entry & { readonly scope: Scope }): string =>
      catalogue.added({ word: bold(word), as, where: where[whose] }),
    changed: ({ word, as, before, scope: whose }: Entry & { readonly before: string; readonly scope: Scope }): string =>
      catalogue.changed({ word: bold(word), as, where: where[whose], before }),
    unchanged: ({ word, as, scope: whose }: Entry & { readonly scope: Scope }): string =>
      catalogue.unchanged({ word: bold(word), as, where: where[whose] }),
    removed: ({ word, scope: whose }: { readonly word: string; readonly scope: Scope }): string =>
      whose === 'me' ? catalogue.removed.me({ word: bold(word) }) : catalogue.removed.notMe({ word: bold(word) }),
    unknown: ({ word }: { readonly word: string }): string => catalogue.unknown({ word: bold(word), list }),
    noServer: catalogue.noServer({ scope }),
    locked: catalogue.locked({ scope }),
    notYours: ({ word }: { readonly word: string }): string => catalogue.notYours({ word: bold(word), scope }),
    full: ({ whose, limit }: { readonly whose: 'person' | 'server' | 'member'; readonly limit: number }): string =>
      ({
        person: catalogue.full.person({ limit }),
        server: catalogue.full.server({ limit }),
        member: catalogue.full.member({ limit }),
      })[whose],
    /** Why a single entry was refused. */
    fault: ({ fault }: { readonly fault: keyof typeof faults }): string =>
      ({
        'word-empty': catalogue.fault.wordEmpty,
        'word-long': catalogue.fault.wordLong,
        'word-unheard': catalogue.fault.wordUnheard,
        'as-empty': catalogue.fault.asEmpty,
        'as-long': catalogue.fault.asLong,
        markup: catalogue.fault.markup,
        phonemes: catalogue.fault.phonemes,
      })[fault],
    list: {
      ...catalogue.list,
      empty: {
        ...catalogue.list.empty,
        me: catalogue.list.empty.me({ add }),
        server: catalogue.list.empty.server({ add }),
      },
      entry: ({ word, as }: Entry): string => catalogue.list.entry({ word: bold(word), as }),
      /** For managers; `addedBy` is a user id, `undefined` once that person's data was erased. */
      entryBy: ({
        word,
        as,
        addedBy,
        addedAtMs,
      }: Entry & { readonly addedBy: string | undefined; readonly addedAtMs: number }): string => {
        const day = time(Math.floor(addedAtMs / 1_000), TimestampStyles.ShortDate);
        const who = addedBy === undefined ? catalogue.list.entryBy.withoutAddedBy : userMention(addedBy);
        return catalogue.list.entryBy.dated({ word: bold(word), as, who, day });
      },
    },
    import: {
      ...catalogue.import,
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
          ...(added === 0 ? [] : [catalogue.import.added.added({ added })]),
          ...(changed === 0 ? [] : [catalogue.import.added.changed({ changed })]),
          ...(unchanged === 0 ? [] : [catalogue.import.added.unchanged({ unchanged })]),
        ];
        if (done.length === 0) return catalogue.import.added.nothing;
        return whose === 'me'
          ? catalogue.import.added.me({
              done: format.list(done),
              joined: done.join(catalogue.import.added.meSeparator),
            })
          : catalogue.import.added.notMe({
              done: format.list(done),
              joined: done.join(catalogue.import.added.notMeSeparator),
            });
      },
      problem: ({
        line,
        problem,
      }: {
        readonly line: number;
        readonly problem: keyof typeof faults | 'malformed' | 'not-yours' | 'full';
      }): string => {
        const reasons = {
          ...faults,
          malformed: catalogue.import.problem.malformed,
          'not-yours': catalogue.import.problem.notYours,
          full: catalogue.import.problem.full,
        };
        return catalogue.import.problem.line({ line, reasons: reasons[problem] });
      },
      tooLarge: ({ maxBytes }: { readonly maxBytes: number }): string =>
        catalogue.import.tooLarge({ maxBytes: format.sizeLimit(maxBytes) }),
    },
    exported: ({ entries }: { readonly entries: number }): string =>
      catalogue.exported({ entries, pronounceImport: command('pronounce import') }),
    /** A suggestion of a word to remove, in plain text. */
    choice: ({ word, as, scope: whose }: Entry & { readonly scope: Scope }): string =>
      whose === 'me' ? catalogue.choice.me({ word, as }) : catalogue.choice.notMe({ word, as }),
  };
}
