import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';

/** Most texts known at the same time; beyond it the oldest can no longer be taken back. */
const MAX_TEXTS = 10_000;

/** A text that is to be spoken in a voice channel, and who asked for it. */
interface ExpectedText {
  readonly guildId: string;
  /** The voice channel that it is for. */
  readonly channelId: string;
  readonly userId: string;
}

/** A text from its `/say` until the engine has it. Disposal forgets it. */
export interface TextOnTheWay extends Disposable {
  /** Aborts when the text is taken back, with a UserError that its member reads. */
  readonly signal: AbortSignal;
  /** It reached the engine's queue, even if it had been taken back before. */
  readonly isQueued: boolean;
  /** To be called when the engine has it: from then on it is dropped from the queue. */
  markQueued(): void;
  /** The same text on its way once more, when the engine could not speak it; its signal is the same. */
  again(): TextOnTheWay;
}

/** The texts of all guilds that are not in a queue yet. */
export interface TextsOnTheWay {
  /** The caller must dispose of it. */
  add(text: ExpectedText, messages: Messages): TextOnTheWay;
  /** Takes back the guild's texts that `mayStop` accepts, and returns them. */
  takeBack(guildId: string, mayStop: (text: ExpectedText) => boolean): readonly Pick<TextOnTheWay, 'isQueued'>[];
}

/** Makes the list of all guilds. */
export function createTextsOnTheWay(): TextsOnTheWay {
  const known = new Set<Entry>();
  return {
    add: (text, messages) => new Entry(known, text, messages),
    takeBack: (guildId, mayStop) => {
      const taken = [...known].filter(({ text }) => text.guildId === guildId && mayStop(text));
      for (const entry of taken) entry.takeBack();
      return taken;
    },
  };
}

class Entry implements TextOnTheWay {
  readonly text: ExpectedText;
  readonly #known: Set<Entry>;
  readonly #messages: Messages;
  readonly #controller: AbortController;
  #isQueued = false;

  constructor(known: Set<Entry>, text: ExpectedText, messages: Messages, controller = new AbortController()) {
    this.text = text;
    this.#known = known;
    this.#messages = messages;
    this.#controller = controller;
    const oldest = known.size >= MAX_TEXTS ? known.values().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.add(this);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isQueued(): boolean {
    return this.#isQueued;
  }

  markQueued(): void {
    this.#isQueued = true;
    this.#known.delete(this);
  }

  again(): TextOnTheWay {
    return new Entry(this.#known, this.text, this.#messages, this.#controller);
  }

  takeBack(): void {
    this.#known.delete(this);
    this.#controller.abort(new UserError(this.#messages.playback.say.dropped.removed));
  }

  [Symbol.dispose](): void {
    this.#known.delete(this);
  }
}
