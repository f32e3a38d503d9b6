import type { Logger } from '../../log.ts';
import type { Failure, SpeakOutcome, SpeakRequest, VoiceEngine, VoiceEvent } from '../../voice/voice-api.ts';
import type { InteractionContext } from '../interactions/command.ts';
import type { Explain } from '../interactions/explain.ts';
import { ephemeral } from '../interactions/replies.ts';
import type { SpeakingVoice } from './speaking-voice.ts';

/** After this long without sound a person is told that their text is still on its way. */
const PATIENCE_MS = 10_000;
/** Most items followed at once; beyond it the oldest keeps the words that it has. */
const MAX_FOLLOWED = 10_000;

/** What goes with a text about its voice. */
interface AboutVoice {
  /** Stands above all that the person is told. */
  readonly notice?: string | undefined;
  /** Asked when the text failed before its first sound: what to say it with instead, or `undefined`. */
  instead?(refused: {
    readonly voiceId: string | undefined;
    readonly problem: Failure;
  }): Promise<Pick<SpeakingVoice, 'voiceId' | 'notice'> | undefined>;
}

/** Tells those who had something spoken what becomes of it, in the answer to their command. */
export interface ItemNotices {
  /**
   * Hands the text to the engine and follows it in the context's answer. Resolves when the person has been told
   * something: that it is spoken, that it waits, or why it failed. Outcomes but `queued` are left to the caller. A text
   * whose voice is refused is handed in once more, with the voice that `about` gives, at the end of the queue.
   */
  speak(request: SpeakRequest, context: Pick<InteractionContext, 'answer'>, about?: AboutVoice): Promise<SpeakOutcome>;
  /** Takes in the engine's events. */
  onVoiceEvent(event: VoiceEvent): void;
}

type ItemEvent = Exclude<Extract<VoiceEvent, { itemId: number }>, { type: 'piece-started' }>;

/** Shows words in the answer of whoever asked for an item. */
type Tell = (content: string) => Promise<void>;

/** An item whose fate somebody is told. */
interface Followed {
  readonly tell: Tell;
  /** Tries the text in another way, and tells that; false when there is none. */
  readonly retry: (failure: Failure) => Promise<boolean>;
}

/** Makes the notices of all guilds. */
export function createItemNotices(options: {
  readonly engine: Pick<VoiceEngine, 'speak' | 'session'>;
  readonly explain: Explain;
  readonly log: Logger;
}): ItemNotices {
  const { engine, explain, log } = options;
  const followed = new Map<string, Followed>();
  /** Requests whose item id is not known yet, with the events since: one of them may be about that very item. */
  const unnamed = new Set<ItemEvent[]>();

  const onItemEvent = (event: ItemEvent): void => {
    const key = keyOf(event.guildId, event.itemId);
    const item = followed.get(key);
    if (item === undefined) return;
    if (event.type !== 'item-started') followed.delete(key);
    settle(item, event).catch((error: unknown) => log.info({ err: error }, 'could not tell of an item'));
  };

  const settle = async ({ tell, retry }: Followed, event: ItemEvent): Promise<void> => {
    if (event.type === 'item-failed' && event.spokenMs === 0 && (await retry(event.failure))) return;
    await tell(wordsFor(event, explain));
  };

  const follow = (guildId: string, itemId: number, item: Followed, events: readonly ItemEvent[]): void => {
    const oldest = followed.size >= MAX_FOLLOWED ? followed.keys().next().value : undefined;
    if (oldest !== undefined) followed.delete(oldest);
    followed.set(keyOf(guildId, itemId), item);
    for (const event of events) if (event.guildId === guildId && event.itemId === itemId) onItemEvent(event);
  };

  const enqueue = async (request: SpeakRequest, item: Followed): Promise<SpeakOutcome> => {
    const events: ItemEvent[] = [];
    unnamed.add(events);
    try {
      const outcome = await engine.speak(request);
      if (outcome.kind === 'queued') follow(request.guildId, outcome.itemId, item, events);
      return outcome;
    } finally {
      unnamed.delete(events);
    }
  };

  /** Says with another voice what could not be said with the one that was wanted; once. */
  const sayInstead = async (
    request: SpeakRequest,
    voice: Pick<SpeakingVoice, 'voiceId' | 'notice'>,
    tell: Tell,
  ): Promise<boolean> => {
    const tellWhy: Tell = (content) => tell(joined(voice.notice, content));
    const again = { ...request, voiceId: voice.voiceId };
    const outcome = await enqueue(again, { tell: tellWhy, retry: async () => false });
    if (outcome.kind === 'queued' && outcome.position > 0) await tellWhy(`Queued: number ${outcome.position} in line.`);
    return outcome.kind === 'queued';
  };

  const dropAll = (guildId: string): void => {
    for (const key of [...followed.keys()]) {
      const itemId = key.startsWith(keyOf(guildId, '')) ? Number(key.slice(keyOf(guildId, '').length)) : undefined;
      if (itemId !== undefined) onItemEvent({ type: 'item-dropped', guildId, itemId, reason: 'session-ended' });
    }
  };

  const speak: ItemNotices['speak'] = async (request, context, about = {}) => {
    const told = Promise.withResolvers<void>();
    let isTold = false;
    const show: Tell = (content) => {
      const telling = context.answer(ephemeral(content));
      isTold = true;
      told.resolve(telling);
      return telling;
    };
    const tell: Tell = (content) => show(joined(about.notice, content));
    const retry: Followed['retry'] = async (failure) => {
      const refused = { voiceId: request.voiceId, problem: failure };
      const voice = await about.instead?.(refused).catch((error: unknown) => {
        log.warn({ err: error }, 'could not look for another voice');
        return undefined;
      });
      return voice !== undefined && (await sayInstead(request, voice, show));
    };
    const outcome = await enqueue(request, { tell, retry });
    if (outcome.kind !== 'queued') return outcome;
    const patience = setTimeout(() => void tell('Still waiting for the first sound…').catch(() => {}), PATIENCE_MS);
    try {
      const session = await engine.session(request.guildId);
      const words = wordsForPlace(session?.paused === true, outcome.position);
      if (!isTold && words !== undefined) await tell(words);
      await told.promise;
    } finally {
      clearTimeout(patience);
    }
    return outcome;
  };

  return {
    speak,
    onVoiceEvent: (event) => {
      if (event.type === 'session-ended') dropAll(event.guildId);
      if (!('itemId' in event) || event.type === 'piece-started') return;
      for (const events of unnamed) events.push(event);
      onItemEvent(event);
    },
  };
}

/** An item behind others, or in a paused queue, gives no sound soon: its place is told at once. */
function wordsForPlace(isPaused: boolean, position: number): string | undefined {
  if (isPaused) return 'Queued. I am paused: `/resume` lets me go on.';
  return position > 0 ? `Queued: number ${position} in line.` : undefined;
}

function wordsFor(event: ItemEvent, explain: Explain): string {
  switch (event.type) {
    case 'item-started':
      return 'Speaking…';
    case 'item-finished':
      return 'Spoken.';
    case 'item-dropped':
      return 'Not spoken to the end: it was skipped, stopped or removed.';
    case 'item-failed':
      return event.spokenMs > 0 ? `I had to stop in the middle. ${explain(event.failure)}` : explain(event.failure);
  }
}

function joined(notice: string | undefined, content: string): string {
  return notice === undefined ? content : `${notice}\n${content}`;
}

function keyOf(guildId: string, itemId: number | ''): string {
  return `${guildId}:${itemId}`;
}
