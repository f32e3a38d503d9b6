import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { sleep, untilAborted } from '../concurrency/async.ts';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import type { Delivery } from '../speech/delivery.ts';
import { type ItemEndEvent, type ItemEvent, isEndEvent, isItemEvent } from './item-event.ts';
import type { Failure, SpeakOutcome, SpeakRequest, VoiceEngine, VoiceEvent } from './voice-api.ts';

/** Between tries to take a text back while its voice thread is lost; the next one has the text again. */
const REMOVE_AGAIN_MS = 2_000;
const MAX_REMOVES = 30;

/** What a text was counted as. */
export interface TextCharge {
  /** Gives back so many characters, at most what is left. */
  refund(characters: number): void;
  refundAll(): void;
}

/** The bot on its way to a voice channel, or there already. */
export interface Arrival {
  /** The channel, if it is the first of the guild's session: texts may be queued for it meanwhile. */
  readonly firstChannelId: string | undefined;
  /** Resolves when the bot is there; rejects when it does not come. It need not be awaited. */
  readonly arrived: Promise<void>;
}

/** A text from its request to its end: its charge, when it is taken back, and callbacks for what happens to it. */
export interface TextLife<About> {
  /**
   * What the text was counted as: gets back what was never spoken of it. When the text is not queued that is everything, or,
   * of one that goes on, left to the caller.
   */
  readonly charge: TextCharge | undefined;
  /** What the process that continues the queue needs to know of the text if this one ends. Asked when it is queued. */
  about(): About;
  /** For a text that may wait for the bot to join. */
  readonly arrival?: Arrival | undefined;
  /** Aborts when the text is taken back: it is not queued then, or dropped from the queue. */
  readonly signal?: AbortSignal | undefined;
  /** The text is in the queue, behind `position` others. Once more, under another id, when it is spoken in another way. */
  onQueued?(textId: string, position: number): void;
  /** The events of the text, in their order; the last one says how it ended. */
  onEvent(event: ItemEvent): void;
  /** Called once, when the text failed before its first sound: how to speak it instead, or `undefined`. */
  readonly instead?: (failure: Failure) => Promise<Partial<Delivery> | undefined>;
  /** The queue has no room for the text that is to be spoken instead: what follows is the event of the failure. */
  onNoRoom?(): void;
}

/** Speaks texts, and follows each to its end. */
export interface Speaking<About> {
  /**
   * Queues the text, at once or when the bot has arrived. Rejects with the signal's reason if it was taken back before, and
   * as `arrival` does if the bot does not come.
   */
  speak(request: SpeakRequest, life: TextLife<About>): Promise<SpeakOutcome>;
  /** Takes in the engine's events. */
  onVoiceEvent(event: VoiceEvent): void;
}

interface FollowedText<About> {
  readonly request: SpeakRequest;
  readonly life: TextLife<About>;
  /** Runs work for the request that asked for the text. */
  readonly inRequest: <T>(work: () => T) => T;
}

/** What texts are spoken with. */
export interface SpeakingParts<About> {
  readonly engine: Pick<VoiceEngine, 'speak' | 'remove'>;
  /** Keeps what goes with a queued text for the process that continues the queue. */
  readonly note: (textId: string, about: About) => void;
  readonly log: Logger;
}

/** Makes what speaks in all guilds. */
export function createSpeaking<About>(parts: SpeakingParts<About>): Speaking<About> {
  return new FollowingSpeaker(parts);
}

class FollowingSpeaker<About> implements Speaking<About> {
  readonly #parts: SpeakingParts<About>;
  /** By text id. */
  readonly #followed = new Map<string, FollowedText<About>>();

  constructor(parts: SpeakingParts<About>) {
    this.#parts = parts;
  }

  async speak(request: SpeakRequest, life: TextLife<About>): Promise<SpeakOutcome> {
    let outcome: SpeakOutcome | undefined;
    try {
      outcome = await this.#queueOnArrival(request, life);
      return outcome;
    } finally {
      // While the engine has not answered yet, it may still queue the text.
      if (outcome?.kind !== 'queued' && !this.#followed.has(request.textId)) giveBack(request, life);
    }
  }

  onVoiceEvent(event: VoiceEvent): void {
    if (!isItemEvent(event)) return;
    const text = this.#followed.get(event.textId);
    text?.inRequest(() => this.#onItemEvent(text, event));
  }

  async #queueOnArrival(request: SpeakRequest, life: TextLife<About>, isAgain = false): Promise<SpeakOutcome> {
    const { signal = new AbortController().signal, arrival } = life;
    signal.throwIfAborted();
    if (arrival === undefined) return await this.#queue(request, life, isAgain);
    const { firstChannelId: whileJoining, arrived } = arrival;
    if (whileJoining !== undefined) {
      const queueing = this.#queue({ ...request, whileJoining }, life, isAgain);
      // It may take as long as an earlier leave.
      const outcome = await (isAgain ? queueing : untilAborted(queueing, signal));
      if (outcome.kind !== 'no-session') return outcome;
    }
    await untilAborted(arrived, signal);
    return await this.#queue({ ...request, whileJoining: undefined }, life, isAgain);
  }

  /** `isAgain`: what the text gets back is known from its first try. */
  async #queue(request: SpeakRequest, life: TextLife<About>, isAgain: boolean): Promise<SpeakOutcome> {
    const { textId } = request;
    const { signal } = life;
    this.#followed.set(textId, { request, life, inRequest: AsyncLocalStorage.snapshot() });
    let outcome: SpeakOutcome | undefined;
    try {
      outcome = await this.#parts.engine.speak(request);
    } finally {
      if (outcome?.kind !== 'queued') this.#followed.delete(textId);
      // Nobody waits for the outcome any more.
      if (outcome?.kind !== 'queued' && signal?.aborted === true && !isAgain) giveBack(request, life);
    }
    // Its end may have been reported before.
    if (outcome.kind !== 'queued' || !this.#followed.has(textId)) return outcome;
    this.#parts.note(textId, life.about());
    life.onQueued?.(textId, outcome.position);
    if (signal?.aborted === true) void this.#remove(request);
    else signal?.addEventListener('abort', () => void this.#remove(request), { once: true });
    return outcome;
  }

  async #remove({ guildId, textId, userId }: SpeakRequest): Promise<void> {
    for (let tries = 1; this.#followed.has(textId); tries += 1) {
      try {
        await this.#parts.engine.remove(guildId, textId, userId, false);
        return;
      } catch (err) {
        if (tries === 1) this.#parts.log.warn({ err }, 'could not remove a text that was taken back');
        const isClosed = err instanceof MynahError && err.code === 'VOICE_CLOSED';
        if (isClosed || tries === MAX_REMOVES) return;
      }
      await sleep(REMOVE_AGAIN_MS);
    }
  }

  #onItemEvent(text: FollowedText<About>, event: ItemEvent): void {
    const { life } = text;
    if (!isEndEvent(event)) {
      life.onEvent(event);
      return;
    }
    this.#followed.delete(event.textId);
    const mayRetry = life.instead !== undefined && life.signal?.aborted !== true;
    if (mayRetry && event.type === 'item-failed' && event.spokenMs === 0) void this.#retry(text, event);
    else end(life, event);
  }

  async #retry(text: FollowedText<About>, event: Extract<ItemEvent, { type: 'item-failed' }>): Promise<void> {
    if (await this.#speakInstead(text, event.failure)) return;
    const { guildId, textId, unservedCharacters = 0 } = event;
    const takenBack = { type: 'item-dropped', guildId, textId, reason: 'removed', unservedCharacters } as const;
    end(text.life, text.life.signal?.aborted === true ? takenBack : event);
  }

  /** Resolves with whether the text is spoken in another way. */
  async #speakInstead({ request, life }: FollowedText<About>, failure: Failure): Promise<boolean> {
    const { instead, ...again } = life;
    try {
      const delivery = await instead?.(failure);
      if (delivery === undefined) return false;
      // Another voice says a piece from its beginning.
      const resume = request.resume && { piece: request.resume.piece, packets: 0 };
      const changed = { ...request, ...delivery, textId: randomUUID(), resume };
      let outcome = await this.#queueOnArrival(changed, again, true);
      // The bot has arrived, and may have moved on.
      if (outcome.kind === 'no-session')
        outcome = await this.#queue({ ...changed, whileJoining: undefined }, again, true);
      if (outcome.kind === 'full') life.onNoRoom?.();
      return outcome.kind === 'queued';
    } catch (err) {
      if (life.signal?.aborted !== true) this.#parts.log.warn({ err }, 'could not speak a text with another voice');
      return false;
    }
  }
}

/** Gives back the charge of a text that is not queued. The caller does so for a resumed one: part of it was heard. */
function giveBack<About>({ resume }: SpeakRequest, { charge }: TextLife<About>): void {
  if (resume === undefined) charge?.refundAll();
}

function end<About>(life: TextLife<About>, event: ItemEndEvent): void {
  if ('unservedCharacters' in event) life.charge?.refund(event.unservedCharacters ?? 0);
  life.onEvent(event);
}
