import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { untilAborted } from '../async.ts';
import type { Logger } from '../log.ts';
import type { Delivery } from '../speech/delivery.ts';
import { type ItemEvent, isItemEvent } from './item-event.ts';
import type { Failure, SpeakOutcome, SpeakRequest, VoiceEngine, VoiceEvent } from './voice-api.ts';

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

/** What goes with a text that is spoken, and who learns what becomes of it. */
export interface TextLife<About> {
  /**
   * What the text was counted as: gets back what was never spoken of it. When the text is not queued that is everything, or,
   * of one that goes on, left to the caller.
   */
  readonly charge: TextCharge | undefined;
  /** What the process that continues the queue needs to know of the text if this one ends. */
  readonly about: About;
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

/** Makes what speaks in all guilds. `note` keeps what goes with a queued text for the process that continues the queue. */
export function createSpeaking<About>(parts: {
  readonly engine: Pick<VoiceEngine, 'speak' | 'remove'>;
  readonly note: (textId: string, about: About) => void;
  readonly log: Logger;
}): Speaking<About> {
  const { engine, note, log } = parts;
  /** By text id. */
  const followed = new Map<string, FollowedText<About>>();

  const queue = async (request: SpeakRequest, life: TextLife<About>): Promise<SpeakOutcome> => {
    const { textId } = request;
    followed.set(textId, { request, life, inRequest: AsyncLocalStorage.snapshot() });
    const { about, signal } = life;
    let outcome: SpeakOutcome | undefined;
    try {
      outcome = await engine.speak(request);
    } finally {
      if (outcome?.kind !== 'queued') followed.delete(textId);
      // Nobody waits for the outcome any more.
      if (outcome?.kind !== 'queued' && signal?.aborted === true) giveBack(request, life);
    }
    // Its end may have been reported before.
    if (outcome.kind !== 'queued' || !followed.has(textId)) return outcome;
    note(textId, about);
    life.onQueued?.(textId, outcome.position);
    const takeBack = (): void => void (followed.has(textId) && remove(request));
    if (signal?.aborted === true) await remove(request);
    else signal?.addEventListener('abort', takeBack, { once: true });
    return outcome;
  };

  /** Of a text that goes on, whoever gives it up knows what was heard. */
  const giveBack = ({ resume }: SpeakRequest, { charge }: TextLife<About>): void => {
    if (resume === undefined) charge?.refundAll();
  };

  const remove = async ({ guildId, textId, userId }: SpeakRequest): Promise<void> => {
    try {
      await engine.remove(guildId, textId, userId, false);
    } catch (err) {
      log.warn({ err }, 'could not remove a text that was taken back');
    }
  };

  const queueOnArrival = async (request: SpeakRequest, life: TextLife<About>): Promise<SpeakOutcome> => {
    const { signal = new AbortController().signal, arrival } = life;
    signal.throwIfAborted();
    if (arrival === undefined) return await queue(request, life);
    const { firstChannelId: whileJoining, arrived } = arrival;
    if (whileJoining !== undefined) {
      // It may take as long as an earlier leave.
      const outcome = await untilAborted(queue({ ...request, whileJoining }, life), signal);
      if (outcome.kind !== 'no-session') return outcome;
    }
    await untilAborted(arrived, signal);
    return await queue({ ...request, whileJoining: undefined }, life);
  };

  /** Whether the text is spoken in another way. */
  const speakInstead = async ({ request, life }: FollowedText<About>, failure: Failure): Promise<boolean> => {
    const { instead, ...again } = life;
    try {
      const delivery = await instead?.(failure);
      if (delivery === undefined) return false;
      const changed = { ...request, ...delivery, textId: randomUUID() };
      let outcome = await queueOnArrival(changed, again);
      // The bot has arrived, and may have moved on.
      if (outcome.kind === 'no-session') outcome = await queue({ ...changed, whileJoining: undefined }, again);
      if (outcome.kind === 'full') life.onNoRoom?.();
      return outcome.kind === 'queued';
    } catch (err) {
      if (life.signal?.aborted !== true) log.warn({ err }, 'could not speak a text with another voice');
      return false;
    }
  };

  const end = (life: TextLife<About>, event: ItemEvent): void => {
    if ('unservedCharacters' in event) life.charge?.refund(event.unservedCharacters ?? 0);
    life.onEvent(event);
  };

  const retry = async (
    text: FollowedText<About>,
    event: Extract<ItemEvent, { type: 'item-failed' }>,
  ): Promise<void> => {
    if (await speakInstead(text, event.failure)) return;
    const { guildId, textId, unservedCharacters = 0 } = event;
    const takenBack = { type: 'item-dropped', guildId, textId, reason: 'removed', unservedCharacters } as const;
    end(text.life, text.life.signal?.aborted === true ? takenBack : event);
  };

  const onItemEvent = (text: FollowedText<About>, event: ItemEvent): void => {
    const { life } = text;
    if (event.type === 'item-started' || event.type === 'item-waiting') {
      life.onEvent(event);
      return;
    }
    followed.delete(event.textId);
    const mayRetry = life.instead !== undefined && life.signal?.aborted !== true;
    if (mayRetry && event.type === 'item-failed' && event.spokenMs === 0) void retry(text, event);
    else end(life, event);
  };

  return {
    speak: async (request, life) => {
      let outcome: SpeakOutcome | undefined;
      try {
        outcome = await queueOnArrival(request, life);
        return outcome;
      } finally {
        // While the engine has not answered yet, it may still queue the text.
        if (outcome?.kind !== 'queued' && !followed.has(request.textId)) giveBack(request, life);
      }
    },
    onVoiceEvent: (event) => {
      const text = isItemEvent(event) ? followed.get(event.textId) : undefined;
      if (text !== undefined && isItemEvent(event)) text.inRequest(() => onItemEvent(text, event));
    },
  };
}
