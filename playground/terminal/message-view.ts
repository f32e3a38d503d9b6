import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { MessageList } from './message-list.ts';
import type { Console } from './output/console.ts';
import type { Ink } from './output/paint.ts';
import { renderMessage } from './output/render-message.ts';
import type { Seat } from './seat.ts';
import { within } from './waits.ts';

/** Most messages of which it is known what they look like. A change of an older one is written like a new message. */
const KEPT = 500;

/** Shows the messages that somebody sees, and remembers what can be pressed. The caller must dispose of it. */
export class MessageView implements Disposable {
  readonly list = new MessageList();
  readonly #console: Console;
  readonly #botId: string;
  #watching: Disposable | undefined;
  /** What a message looked like when it was last written, by its id. */
  readonly #texts = new Map<string, string>();
  #shown = Promise.withResolvers<void>();
  #lastShown = '';

  constructor(console: Console, botId: string) {
    this.#console = console;
    this.#botId = botId;
  }

  /** Shows what this person sees from now on. */
  watch(seat: Seat): void {
    this.#watching?.[Symbol.dispose]();
    this.#watching = seat.person.watch((message) => this.#show(message, seat));
  }

  /** Shows again a message in whose menu something was chosen, if it is still on the screen. */
  mark(message: SeenMessage, seat: Seat): void {
    if (this.#texts.has(message.id)) this.#replace(message, this.#render(message, seat));
  }

  /** Resolves with true when the message written last has these words, and with false after `ms`. Rejects with the signal's reason. */
  async untilShown(words: string, ms: number, signal: AbortSignal): Promise<boolean> {
    const deadline = performance.now() + ms;
    while (!this.#lastShown.includes(words)) {
      signal.throwIfAborted();
      if (!(await within(deadline - performance.now(), this.#shown.promise, signal))) return false;
    }
    return true;
  }

  [Symbol.dispose](): void {
    this.#watching?.[Symbol.dispose]();
  }

  #show(message: SeenMessage, seat: Seat): void {
    this.list.add(message);
    if (isBy(message, seat.person)) return;
    if (message.deleted) {
      if (this.#texts.delete(message.id))
        this.#console.replace(message.id, `${message.author.name}: (deleted)`, 'aside');
      return;
    }
    const before = this.#texts.get(message.id);
    const text = this.#render(message, seat);
    this.#lastShown = text;
    if (before === undefined || !this.#replace(message, text)) {
      this.#keep(message.id, text);
      const isEdit = before !== undefined && this.#console.isInteractive;
      const shown = isEdit ? changed(message.author.name, before, text) : text;
      if (shown !== undefined) this.#console.print(shown, this.#inkOf(message), message.id);
    }
    this.#shown.resolve();
    this.#shown = Promise.withResolvers();
  }

  #replace(message: SeenMessage, text: string): boolean {
    this.#keep(message.id, text);
    return this.#console.replace(message.id, text, this.#inkOf(message));
  }

  #keep(id: string, text: string): void {
    this.#texts.set(id, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > KEPT && oldest !== undefined) this.#texts.delete(oldest);
  }

  #render(message: SeenMessage, seat: Seat): string {
    const server = seat.elsewhere(message.channelId);
    const where = server === undefined ? '' : `[${server}] `;
    const viewer = {
      locale: seat.person.locale,
      nameOf: (id: string) => seat.named.find((named) => named.id === id)?.name,
      commandName: (path: string, id: string) => seat.person.commandName(path, id),
    };
    return where + renderMessage(this.list.marked(message), viewer, this.list.numberOf(message));
  }

  /** Captions carry the names of people: they are what those said. */
  #inkOf({ author }: SeenMessage): Ink {
    return author.id === this.#botId ? 'bot' : 'person';
  }
}

function isBy({ author }: SeenMessage, { id }: Person): boolean {
  return author.id === id;
}

/** The lines of a message that are new, below its author; `undefined` if none is. */
export function changed(author: string, before: string, after: string): string | undefined {
  const known = new Set(before.split('\n'));
  const [first = '', ...rest] = after.split('\n');
  const news = rest.filter((line) => !known.has(line) && line.trim() !== '');
  if (!known.has(first)) return [first.replace(/: /, ' (edited): '), ...news].join('\n');
  return news.length === 0 ? undefined : [`${author} (edited):`, ...news].join('\n');
}
