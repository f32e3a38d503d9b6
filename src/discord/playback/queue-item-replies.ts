import { AsyncLocalStorage } from 'node:async_hooks';
import { untilAborted, withinTime } from '../../async.ts';
import type { Charge } from '../../budgets/budgets-api.ts';
import type { AboutText as StoredAbout } from '../../handover/handover-ports.ts';
import type { Logger } from '../../log.ts';
import type { Messages } from '../../messages/messages.ts';
import { type ItemEvent, isItemEvent } from '../../voice/item-event.ts';
import type { Failure, SpeakOutcome, SpeakRequest, VoiceEngine, VoiceEvent } from '../../voice/voice-api.ts';
import type { InteractionContext } from '../interactions/command.ts';
import type { Explain } from '../interactions/explain-failure.ts';
import { ephemeral, underNotice } from '../interactions/replies.ts';
import type { Arrival } from './arrival.ts';
import type { SpeakingVoice } from './speaking-voice.ts';
import { beforeSending } from './speech-charge.ts';
import type { TextOnTheWay } from './texts-on-the-way.ts';

/** After this long without sound the member reads that their text is still on its way. */
const FIRST_SOUND_NOTICE_MS = 10_000;
/** A reply that says that a text is queued waits for so long, at most, for the text to be kept. */
const KEEPING_MS = 1_000;
/** Most items followed at the same time; beyond it the reply for the oldest stays as it is. */
const MAX_FOLLOWED = 10_000;

/** What goes with a text about its voice, and what it was counted as. */
interface AboutText {
  /** Shown above everything that the member reads. */
  readonly notice?: string | undefined;
  /** Gets back what was never spoken of the text; everything, when the text is not queued. */
  readonly charge?: Charge | undefined;
  /** For a text that may wait for the bot to join: why it did not come is read in place of what followed from that. */
  readonly arrival?: Arrival | undefined;
  /** Tells when the text is taken back before it is queued, and is told when it is queued. */
  readonly onTheWay?: TextOnTheWay | undefined;
  /** Called when the text failed before its first sound: the voice to try instead, or `undefined`. */
  instead?(refused: {
    readonly voiceId: string | undefined;
    readonly problem: Failure;
  }): Promise<Pick<SpeakingVoice, 'voiceId' | 'notice'> | undefined>;
}

/** Keeps the reply to a command up to date with the queue item that the command added. */
export interface QueueItemReplies {
  /**
   * Hands the text to the engine and follows it in the context's reply. Resolves when the member has read something:
   * that the text is spoken, is queued, waits for somebody to come, or why it failed. Outcomes but `queued` are left to
   * the caller. A text whose voice is refused is queued once more, at the end, with the voice that `about` gives.
   * @throws {UserError} when the bot does not arrive and the text could not even be queued, or it was taken back before.
   */
  speak(
    request: SpeakRequest,
    context: Pick<InteractionContext, 'answer' | 'messages' | 'answerHandle'>,
    about?: AboutText,
  ): Promise<SpeakOutcome>;
  /** Queues a text that an earlier process had queued, and follows it with `show`. */
  speakAgain(request: SpeakRequest, about: ContinuedText): Promise<SpeakOutcome>;
  /** Takes in the engine's events. */
  onVoiceEvent(event: VoiceEvent): void;
}

/** Shows `content` as the reply of the member who asked for an item. */
type Show = (content: string) => Promise<void>;

/** A text that another process had queued: what it was counted as, and where its member reads about it. */
interface ContinuedText {
  readonly messages: Messages;
  readonly show: Show;
  readonly charge: Charge | undefined;
}

/** An item whose progress its member reads. */
interface FollowedItem {
  readonly messages: Messages;
  readonly show: Show;
  readonly charge: Charge | undefined;
  readonly arrival: Arrival | undefined;
  readonly onTheWay: TextOnTheWay | undefined;
  /** For the process that continues the queue if this one ends. */
  readonly answer: StoredAbout['answer'];
  /** Tries the text in another way, and shows that; `none` when there is none. */
  readonly retry: (failure: Failure) => Promise<'queued' | 'taken-back' | 'none'>;
  /** Runs work for the request that asked for the item. */
  readonly inRequest: <T>(work: () => T) => T;
  /** Listeners have begun to hear it. */
  isStarted?: boolean;
  /** Resolves when it is kept for the next process, or could not be. */
  kept?: Promise<void> | undefined;
}

/** Makes the replies for all guilds. */
export function createQueueItemReplies(options: {
  readonly engine: Pick<VoiceEngine, 'speak' | 'session' | 'remove'>;
  readonly explain: Explain;
  /** Receives what goes with a text as soon as it is queued. Resolves when all of it is kept for the next process. */
  readonly onQueued?: (guildId: string, itemId: number, about: StoredAbout) => Promise<void>;
  readonly log: Logger;
}): QueueItemReplies {
  const { engine, explain, onQueued, log } = options;
  const followed = new Map<string, FollowedItem>();
  /** The events since each request whose item id is not known yet: one of them may be about that very item. */
  const unassigned = new Set<ItemEvent[]>();

  const onItemEvent = (event: ItemEvent): void => {
    const key = keyOf(event.guildId, event.itemId);
    const item = followed.get(key);
    if (item === undefined) return;
    if (event.type === 'item-started') item.isStarted = true;
    else if (event.type !== 'item-waiting') followed.delete(key);
    item.inRequest(() => {
      settle(item, event).catch((error: unknown) => log.info({ err: error }, 'could not update a reply'));
    });
  };

  const settle = async (item: FollowedItem, event: ItemEvent): Promise<void> => {
    const retried = event.type === 'item-failed' && event.spokenMs === 0 ? await item.retry(event.failure) : 'none';
    if (retried === 'queued') return;
    if ('unservedCharacters' in event) item.charge?.refund(event.unservedCharacters ?? 0);
    if (retried === 'taken-back') return item.show(item.messages.playback.say.dropped.removed);
    const { arrival } = item;
    const isEnd = event.type === 'item-dropped' && event.reason === 'session-ended';
    const absence = isEnd && arrival !== undefined ? await reasonOf(arrival, item.messages) : undefined;
    await item.show(absence ?? eventMessage(event, item, explain));
  };

  /** Why the bot did not come; `undefined` where it did. */
  const reasonOf = async ({ arrived }: Arrival, messages: Messages): Promise<string | undefined> => {
    try {
      await arrived;
      return undefined;
    } catch (error) {
      return explain(error)(messages);
    }
  };

  const follow = (guildId: string, itemId: number, item: FollowedItem, events: readonly ItemEvent[]): void => {
    const oldest = followed.size >= MAX_FOLLOWED ? followed.keys().next().value : undefined;
    if (oldest !== undefined) followed.delete(oldest);
    followed.set(keyOf(guildId, itemId), item);
    for (const event of events) if (event.guildId === guildId && event.itemId === itemId) onItemEvent(event);
  };

  const tryToQueue = async (request: SpeakRequest, item: FollowedItem): Promise<SpeakOutcome> => {
    const events: ItemEvent[] = [];
    unassigned.add(events);
    try {
      const outcome = await engine.speak(request);
      if (outcome.kind !== 'queued') return outcome;
      const { guildId, userId } = request;
      item.onTheWay?.markQueued();
      const about = { charge: item.charge?.record, answer: item.answer };
      // The store logs what could not be kept, and the recorder tries again.
      item.kept = onQueued?.(guildId, outcome.itemId, about).catch(() => undefined);
      follow(guildId, outcome.itemId, item, events);
      // Taken back as it was being queued: the event of its removal is its answer.
      if (item.onTheWay?.signal.aborted === true) await remove(guildId, outcome.itemId, userId);
      return outcome;
    } finally {
      unassigned.delete(events);
    }
  };

  const remove = async (guildId: string, itemId: number, userId: string): Promise<void> => {
    try {
      await engine.remove(guildId, itemId, userId, false);
    } catch (error) {
      log.warn({ err: error }, 'could not remove a text that was taken back');
    }
  };

  /** Queues the text while the bot is joining, if the engine takes it then, else when the bot has arrived. */
  const enqueue = async (request: SpeakRequest, item: FollowedItem): Promise<SpeakOutcome> => {
    const { firstChannelId: whileJoining, arrived = Promise.resolve() } = item.arrival ?? {};
    const { signal } = item.onTheWay ?? {};
    signal?.throwIfAborted();
    if (whileJoining !== undefined) {
      const queueing = tryToQueue({ ...request, whileJoining }, item);
      // It may take as long as an earlier leave.
      const outcome = await (signal === undefined ? queueing : untilAborted(queueing, signal));
      if (outcome.kind !== 'no-session') return outcome;
    }
    await (signal === undefined ? arrived : untilAborted(arrived, signal));
    return await tryToQueue(request, item);
  };

  /** Speaks with another voice what the wanted one could not speak; once. */
  const speakInstead = async (
    request: SpeakRequest,
    voice: Pick<SpeakingVoice, 'voiceId' | 'notice'>,
    { show, ...rest }: Omit<FollowedItem, 'retry'>,
  ): Promise<boolean> => {
    const showWithNotice: Show = (content) => show(underNotice(voice.notice, content));
    const item: FollowedItem = { ...rest, show: showWithNotice, retry: async () => 'none' };
    const outcome = await enqueue({ ...request, voiceId: voice.voiceId }, item).catch((error: unknown) => {
      if (rest.onTheWay?.signal.aborted !== true) log.warn({ err: error }, 'could not queue a text with another voice');
      return undefined;
    });
    if (outcome?.kind !== 'queued') return false;
    const { position } = outcome;
    if (position > 0) await untilKept(item);
    if (position > 0) await showWithNotice(rest.messages.playback.say.queued({ ahead: position }));
    return true;
  };

  const dropAll = (guildId: string): void => {
    for (const key of [...followed.keys()]) {
      const itemId = key.startsWith(keyOf(guildId, '')) ? Number(key.slice(keyOf(guildId, '').length)) : undefined;
      if (itemId !== undefined) onItemEvent({ type: 'item-dropped', guildId, itemId, reason: 'session-ended' });
    }
  };

  const speak: QueueItemReplies['speak'] = async (request, context, about = {}) => {
    const { messages } = context;
    const { charge, arrival } = about;
    const inRequest: FollowedItem['inRequest'] = AsyncLocalStorage.snapshot();
    const { answerHandle: answer } = context;
    const followedBy = { messages, charge, arrival, onTheWay: about.onTheWay, answer, inRequest };
    const shown = Promise.withResolvers<void>();
    let isShown = false;
    const showBare: Show = (content) => {
      const showing = context.answer(ephemeral(content));
      isShown = true;
      shown.resolve(showing);
      return showing;
    };
    const show: Show = (content) => showBare(underNotice(about.notice, content));
    const retry: FollowedItem['retry'] = async (failure) => {
      using onTheWay = about.onTheWay?.again();
      const refused = { voiceId: request.voiceId, problem: failure };
      const voice = await about.instead?.(refused).catch((error: unknown) => {
        log.warn({ err: error }, 'could not look for another voice');
        return undefined;
      });
      const again = { ...followedBy, onTheWay, show: showBare };
      if (voice !== undefined && (await speakInstead(request, voice, again))) return 'queued';
      return onTheWay?.signal.aborted === true ? 'taken-back' : 'none';
    };
    const item: FollowedItem = { ...followedBy, show, retry };
    const outcome = await (charge === undefined
      ? enqueue(request, item)
      : beforeSending(charge, () => enqueue(request, item)));
    if (outcome.kind !== 'queued') {
      charge?.refundAll();
      return outcome;
    }
    const { waitingForSound } = messages.playback.say;
    const notice = setTimeout(() => void show(waitingForSound).catch(() => {}), FIRST_SOUND_NOTICE_MS);
    try {
      const session = await engine.session(request.guildId);
      const content = queuedMessage(session?.paused === true, outcome.position, messages);
      if (content !== undefined) await untilKept(item);
      if (!isShown && content !== undefined) await show(content);
      await shown.promise;
    } finally {
      clearTimeout(notice);
    }
    return outcome;
  };

  const speakAgain: QueueItemReplies['speakAgain'] = (request, about) =>
    tryToQueue(request, {
      ...{ ...about, arrival: undefined, onTheWay: undefined, answer: undefined },
      retry: async () => 'none',
      inRequest: AsyncLocalStorage.snapshot(),
    });

  return {
    speak,
    speakAgain,
    onVoiceEvent: (event) => {
      if (event.type === 'session-ended') dropAll(event.guildId);
      if (!isItemEvent(event)) return;
      for (const events of unassigned) events.push(event);
      onItemEvent(event);
    },
  };
}

async function untilKept({ kept }: FollowedItem): Promise<void> {
  if (kept !== undefined) await withinTime(kept, KEEPING_MS, undefined);
}

/** For an item behind others, or in a paused queue, which makes no sound soon; `undefined` for all others. */
function queuedMessage(isPaused: boolean, position: number, { playback }: Messages): string | undefined {
  if (isPaused) return playback.say.queuedWhilePaused({ ahead: position });
  return position > 0 ? playback.say.queued({ ahead: position }) : undefined;
}

function eventMessage(event: ItemEvent, { messages, isStarted = false }: FollowedItem, explain: Explain): string {
  const { say } = messages.playback;
  switch (event.type) {
    case 'item-started':
      return say.speaking;
    case 'item-waiting':
      if (event.waitsFor === 'permission') return say.waitingForPermission;
      return isStarted ? say.waitingToContinue : say.waitingForPeople;
    case 'item-finished':
      return say.spoken;
    case 'item-dropped':
      return event.reason === 'session-ended' && !isStarted ? say.neverSpoken : say.dropped[event.reason];
    case 'item-failed': {
      const reason = explain(event.failure)(messages);
      return event.spokenMs > 0 ? say.interrupted({ reason }) : reason;
    }
  }
}

function keyOf(guildId: string, itemId: number | ''): string {
  return `${guildId}:${itemId}`;
}
