import { ACKNOWLEDGE_WITHIN_MS, type Interaction } from '../interactions.ts';
import type { Choice } from '../rules/command-rules.ts';
import type { Modal } from '../rules/modal-rules.ts';
import type { World } from '../world.ts';
import { NoAnswerError, PersonError } from './person-error.ts';
import { type SeenMessage, seeMessage } from './seen-message.ts';

/** An interaction as seen by the person who caused it, from pressing Enter or clicking on. */
export interface Invocation {
  readonly id: string;
  /** The reply first, then follow-ups. After a click that changed its own message, that message comes first. */
  readonly messages: readonly SeenMessage[];
  /** Time to the bot's first answer; `undefined` before it. */
  readonly acknowledgedAfterMs: number | undefined;
  /** The modal that the bot opened. */
  readonly modal: Modal | undefined;
  /**
   * Resolves with the first visible answer; a deferral counts once it is filled in. Rejects if the bot does not answer
   * within Discord's 3 s, if it deletes a deferral instead, or with the signal's reason.
   */
  reply(signal?: AbortSignal): Promise<SeenMessage>;
  /** Resolves with the first of `messages`, now or later, that satisfies the predicate. Rejects like `reply`. */
  until(predicate: (message: SeenMessage) => boolean, signal?: AbortSignal): Promise<SeenMessage>;
  /** Resolves once the bot has answered in any way. Rejects like `reply`. */
  acknowledged(signal?: AbortSignal): Promise<void>;
  /** Resolves with the modal once it is open. Rejects if the bot answers otherwise, or like `reply`. */
  opened(signal?: AbortSignal): Promise<Modal>;
}

/** Creates the view of an interaction for the person who caused it. */
export class SeenInteraction implements Invocation {
  readonly interaction: Interaction;
  readonly #world: World;
  readonly #revisionBefore: number;

  constructor(world: World, interaction: Interaction) {
    this.#world = world;
    this.interaction = interaction;
    this.#revisionBefore = interaction.sourceMessage?.revision ?? 0;
  }

  get id(): string {
    return this.interaction.id;
  }

  get messages(): readonly SeenMessage[] {
    const { original, messages } = this.interaction;
    const changed = original !== undefined && !messages.includes(original) ? [original] : [];
    return [...changed, ...messages].map((message) => seeMessage(this.#world, message));
  }

  get acknowledgedAfterMs(): number | undefined {
    return this.interaction.acknowledged?.afterMs;
  }

  get modal(): Modal | undefined {
    return this.interaction.modal;
  }

  reply(signal?: AbortSignal): Promise<SeenMessage> {
    return this.#until(() => {
      return this.messages.find((message) => !message.deleted && !message.loading && this.#isNews(message));
    }, signal);
  }

  until(predicate: (message: SeenMessage) => boolean, signal?: AbortSignal): Promise<SeenMessage> {
    return this.#until(() => this.messages.find(predicate), signal);
  }

  async acknowledged(signal?: AbortSignal): Promise<void> {
    await this.#until(() => this.interaction.acknowledged, signal);
  }

  opened(signal?: AbortSignal): Promise<Modal> {
    return this.#until(() => {
      const { modal, interaction } = this;
      if (modal === undefined && interaction.acknowledged !== undefined) {
        throw new PersonError('The bot answered without opening a modal.');
      }
      return modal;
    }, signal);
  }

  /** The choices of an autocomplete interaction. */
  choices(signal?: AbortSignal): Promise<readonly Choice[]> {
    return this.#until(() => this.interaction.choices, signal);
  }

  /** A click's own message counts as an answer only after a change. */
  #isNews(message: SeenMessage): boolean {
    return message.id !== this.interaction.sourceMessage?.id || message.revision > this.#revisionBefore;
  }

  #until<R>(look: () => R | undefined, signal: AbortSignal | undefined): Promise<R> {
    const { interaction } = this;
    const leftMs = Math.max(0, interaction.createdAtMs + ACKNOWLEDGE_WITHIN_MS - Date.now());
    let isOver = false;
    // Timers count from when the event loop last looked at the clock, and may be early.
    const deadline = setTimeout(() => {
      isOver = true;
      this.#world.changes.emit({ kind: 'interaction', interactionId: interaction.id });
    }, leftMs + 1);
    return this.#world.changes
      .until(() => {
        const isLate = isOver || Date.now() - interaction.createdAtMs > ACKNOWLEDGE_WITHIN_MS;
        if (interaction.acknowledged === undefined && isLate) throw new NoAnswerError();
        return look();
      }, signal)
      .finally(() => clearTimeout(deadline));
  }
}
