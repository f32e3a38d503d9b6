import type { Logger } from '../log.ts';
import type { SpeakOutcome, SpeakRequest, VoiceEngine, VoiceEvent } from '../voice/contract.ts';
import type { InteractionContext } from './command.ts';
import type { Explain } from './explain.ts';
import { whisper } from './replies.ts';

/** After this long without sound a person is told that their text is still on its way. */
const PATIENCE_MS = 10_000;
/** Most items followed at once; beyond it the oldest keeps the words that it has. */
const MAX_FOLLOWED = 10_000;

/** Tells those who had something spoken what becomes of it, in the answer to their command. */
export interface ItemNotices {
  /**
   * Hands the text to the engine and follows it in the context's answer. Resolves when the person has been told
   * something: that it is spoken, that it waits, or why it failed. Outcomes but `queued` are left to the caller.
   */
  speak(request: SpeakRequest, context: Pick<InteractionContext, 'answer'>): Promise<SpeakOutcome>;
  /** Takes in the engine's events. */
  onVoiceEvent(event: VoiceEvent): void;
}

type ItemEvent = Exclude<Extract<VoiceEvent, { itemId: number }>, { type: 'piece-started' }>;

/** Shows words in the answer of whoever asked for an item. */
type Tell = (content: string) => Promise<void>;

/** Makes the notices of all guilds. */
export function createItemNotices(options: {
  readonly engine: Pick<VoiceEngine, 'speak' | 'session'>;
  readonly explain: Explain;
  readonly log: Logger;
}): ItemNotices {
  const { engine, explain, log } = options;
  const followed = new Map<string, Tell>();
  /** Requests whose item id is not known yet, with the events since: one of them may be about that very item. */
  const unnamed = new Set<ItemEvent[]>();

  const onItemEvent = (event: ItemEvent): void => {
    const key = keyOf(event.guildId, event.itemId);
    const tell = followed.get(key);
    if (tell === undefined) return;
    if (event.type !== 'item-started') followed.delete(key);
    tell(wordsFor(event, explain)).catch((error: unknown) => log.info({ err: error }, 'could not tell of an item'));
  };

  const follow = (guildId: string, itemId: number, tell: Tell, events: readonly ItemEvent[]): void => {
    const oldest = followed.size >= MAX_FOLLOWED ? followed.keys().next().value : undefined;
    if (oldest !== undefined) followed.delete(oldest);
    followed.set(keyOf(guildId, itemId), tell);
    for (const event of events) if (event.guildId === guildId && event.itemId === itemId) onItemEvent(event);
  };

  const enqueue = async (request: SpeakRequest, tell: Tell): Promise<SpeakOutcome> => {
    const events: ItemEvent[] = [];
    unnamed.add(events);
    try {
      const outcome = await engine.speak(request);
      if (outcome.kind === 'queued') follow(request.guildId, outcome.itemId, tell, events);
      return outcome;
    } finally {
      unnamed.delete(events);
    }
  };

  const dropAll = (guildId: string): void => {
    for (const key of [...followed.keys()]) {
      const itemId = key.startsWith(keyOf(guildId, '')) ? Number(key.slice(keyOf(guildId, '').length)) : undefined;
      if (itemId !== undefined) onItemEvent({ type: 'item-dropped', guildId, itemId });
    }
  };

  const speak: ItemNotices['speak'] = async (request, context) => {
    const told = Promise.withResolvers<void>();
    let isTold = false;
    const tell: Tell = (content) => {
      const telling = context.answer(whisper(content));
      isTold = true;
      told.resolve(telling);
      return telling;
    };
    const outcome = await enqueue(request, tell);
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

function keyOf(guildId: string, itemId: number | ''): string {
  return `${guildId}:${itemId}`;
}
