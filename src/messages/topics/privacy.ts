import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

interface Count {
  readonly count: number;
}

/** Names with the servers that they are for, and perhaps how many others there are. */
interface Names {
  readonly names: readonly string[];
}

/** A list that is never empty, such as `1 voice` and `2 captions`. */
interface Items {
  readonly items: readonly string[];
}

/** A time in Discord's markup, at which the person decided. */
interface DecidedAt {
  readonly at: string;
}

/** Where people opted in to captions in these servers only: names, and perhaps how many others there are. */
interface Servers {
  readonly servers: readonly string[];
}

/** What is stored about a person. */
export function privacyMessages(catalogue: Texts['privacy'], { format, names: { command } }: Language) {
  const optOut = command('privacy opt-out');

  const erase = command('privacy erase');
  return {
    ...catalogue,
    optedOut: catalogue.optedOut({ erase }),
    optedIn: catalogue.optedIn({ optOut }),
    /** By what the person decided for other servers. */
    optedInHere: {
      ...catalogue.optedInHere,
      'opted-out': catalogue.optedInHere['opted-out']({ optOut }),
      undecided: catalogue.optedInHere.undecided({ optOut }),
    },
    /** What the person decided, in every server that isn't among `servers`. */
    decision: {
      ...catalogue.decision,
      optedOutExcept: ({ at, servers }: DecidedAt & Servers): string =>
        catalogue.decision.optedOutExcept({ at, servers: format.list(servers) }),
      optedInOnly: ({ servers }: Servers): string => catalogue.decision.optedInOnly({ servers: format.list(servers) }),
    },
    /** Everything that is stored about a person. The same things as in `items`, each in a sentence. */
    stored: {
      ...catalogue.stored,
      nicknames: ({ names }: Names): string => catalogue.stored.nicknames({ names: format.list(names) }),
      identities: ({ names }: Names): string => catalogue.stored.identities({ names: format.list(names) }),
      usage: catalogue.stored.usage({ usage: command('usage') }),
      /** `commands`: as `/privacy erase`, in code font. */
      change: ({ commands }: { readonly commands: readonly string[] }): string =>
        catalogue.stored.change({ commands: format.alternatives(commands) }),
    },
    /** Asks before anything is deleted. */
    eraseQuestion: {
      ...catalogue.eraseQuestion,
      ask: ({ items }: Items): string => catalogue.eraseQuestion.ask({ items: format.list(items) }),
    },
    /** After an erasure. */
    erased: {
      ...catalogue.erased,
      items: ({ items }: Items): string => catalogue.erased.items({ items: format.list(items) }),
      /** Voices that the speech service did not delete. */
      voicesLeft: ({ count }: Count): string => catalogue.erased.voicesLeft({ count, erase }),
    },
    /** What happens to the messages at Discord that show a person's captions. */
    erasedMessages: {
      ...catalogue.erasedMessages,
      /** They stay, because the person wants it so. */
      kept: ({ count }: Count): string => catalogue.erasedMessages.kept({ count, erase }),
    },
  };
}
