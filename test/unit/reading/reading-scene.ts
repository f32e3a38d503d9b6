import { createLogger, type Logger } from '../../../src/log/log.ts';
import { english } from '../../../src/messages/english.ts';
import { createReading } from '../../../src/reading/reading.ts';
import type {
  AboutReading,
  Binding,
  ChargeReading,
  ChatMessage,
  Identity,
  ReadingChoice,
  ReadingPlaces,
  ReadingStore,
} from '../../../src/reading/reading-ports.ts';
import { MUTED_SETTINGS, READING_SETTINGS, type ReadingSettings } from '../../../src/reading/reading-settings.ts';
import { createSpeaking } from '../../../src/voice/speaking.ts';
import type { Failure, SpeakOutcome, SpeakRequest, VoiceEvent } from '../../../src/voice/voice-api.ts';

export const GUILD = 'g';

/** What applies to a guild that set nothing, without names before messages. */
export const settings: ReadingSettings = {
  lengths: { reading: 400 },
  muted: MUTED_SETTINGS.parse({}),
  announcements: { joins: true, leaves: true },
  reading: { ...READING_SETTINGS.parse({}), announceWriters: false },
};

let newest = 0;

/** A message of `1` in #chat. */
export function messageOf(text: string, more: Partial<ChatMessage> = {}): ChatMessage {
  newest += 1;
  return {
    ...{ id: `m${newest}`, guildId: GUILD, channelId: 'chat', authorId: '1', authorKind: 'person', authorName: 'Ada' },
    ...{ authorRoleIds: [], isSilent: false, isVoiceMessage: false, editedAtMs: undefined, text },
    hasFiles: false,
    body: undefined,
    ...more,
  };
}

export const binding: Binding = { guildId: GUILD, channelId: 'chat', autoJoin: false, widerListeners: false };

/** Lets everything that is not waiting for time go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

/** Reading over an engine that a test plays, whose bot is in `lounge` with person `1`, and #chat is bound. */
export async function createScene(
  options: { settings?: ReadingSettings; bindings?: readonly Binding[]; at?: string | undefined; log?: Logger } = {},
) {
  const state = {
    session: 'at' in options ? options.at : ('lounge' as string | undefined),
    whereabouts: new Map([['1', 'lounge']]),
    listeners: new Map([['lounge', 1]]),
    isOpen: true,
    hasReaders: true,
    captions: false,
    left: Number.POSITIVE_INFINITY,
    maxItems: 50,
    settings: options.settings ?? settings,
    instead: undefined as string | undefined,
    /** What the look-up of another voice waits for. */
    lookingUp: undefined as Promise<void> | undefined,
    recording: undefined as Uint8Array | undefined,
    /** A name that somebody who listens has. */
    taken: undefined as string | undefined,
    /** What making speech of a message, and queueing it, reject with. */
    failure: undefined as Error | undefined,
    engineFailure: undefined as Error | undefined,
    storeFailure: undefined as Error | undefined,
    /** What Discord has of messages that are looked at again, by id. */
    posted: new Map<string, ChatMessage>(),
    /** What such a look waits for, and what it rejects with. */
    looking: undefined as Promise<void> | undefined,
    /** What the database waits for. */
    loading: undefined as Promise<void> | undefined,
    lookFailure: undefined as Error | undefined,
  };
  const queue: SpeakRequest[] = [];
  const spoken: SpeakRequest[] = [];
  const joins: string[] = [];
  const refunds: number[] = [];
  /** What was kept of each text in the engine's queue, by id. */
  const kept = new Map<string, AboutReading>();
  const charged: Parameters<ChargeReading>[0][] = [];
  const stored = {
    bindings: new Map<string, Binding>(),
    choices: new Map<string, ReadingChoice>(),
    identities: [] as readonly Identity[],
  };
  for (const each of options.bindings ?? [binding]) stored.bindings.set(each.channelId, each);
  const store: ReadingStore = {
    bindings: async () => [...stored.bindings.values()],
    bind: async (each) => void stored.bindings.set(each.channelId, each),
    unbind: async (_guildId, channelId) => stored.bindings.delete(channelId),
    choices: async () => {
      await state.loading;
      if (state.storeFailure !== undefined) throw state.storeFailure;
      return stored.choices;
    },
    choose: async (_guildId, userId, choice) => void stored.choices.set(userId, choice),
    identities: async () => {
      if (state.storeFailure !== undefined) throw state.storeFailure;
      return stored.identities;
    },
    keepIdentity: async (_guildId, identity) => {
      stored.identities = [...stored.identities.filter(({ name }) => name !== identity.name), identity];
    },
    noteIdentity: async (_guildId, seen) => {
      const { voice } = stored.identities.find(({ name }) => name === seen.name) ?? { voice: undefined };
      stored.identities = [...stored.identities.filter(({ name }) => name !== seen.name), { ...seen, voice }];
    },
    summary: async () => ({ nicknames: [], mutedIn: 0, identities: [] }),
    erase: async () => ({ nicknames: 0, identities: 0 }),
  };
  const places: ReadingPlaces = {
    isVoice: (_guildId, channelId) => ['lounge', 'studio'].includes(channelId),
    voiceChannelOf: (_guildId, userId) => state.whereabouts.get(userId),
    listenerCount: (_guildId, channelId) => state.listeners.get(channelId) ?? 0,
    hasReaders: () => state.hasReaders,
    isOpenTo: () => state.isOpen,
    hasCaptions: async () => state.captions,
    join: async (_guildId, voiceChannelId) => {
      joins.push(voiceChannelId);
      state.session = voiceChannelId;
      state.listeners.set(voiceChannelId, 1);
      return true;
    },
  };
  const emit = (event: VoiceEvent): void => {
    speaking.onVoiceEvent(event);
    reading.onVoiceEvent(event);
  };
  const keep = (textId: string, about: AboutReading): void => void kept.set(textId, about);
  const speaking = createSpeaking({
    engine: {
      speak: async (request): Promise<SpeakOutcome> => {
        if (state.session === undefined) return { kind: 'no-session' };
        if (state.engineFailure !== undefined) throw state.engineFailure;
        if (queue.length >= state.maxItems) return { kind: 'full', limit: 'items', max: state.maxItems };
        queue.push(request);
        spoken.push(request);
        return { kind: 'queued', position: queue.length - 1 };
      },
      remove: async (guildId, removed) => {
        const index = queue.findIndex((item) => item.textId === removed);
        if (index === -1) return { kind: 'not-found' };
        queue.splice(index, 1);
        emit({ type: 'item-dropped', guildId, textId: removed, reason: 'removed', unservedCharacters: 3 });
        return { kind: 'removed' };
      },
    },
    note: keep,
    log: options.log ?? createLogger('silent'),
  });
  const reading = createReading({
    engine: {
      session: async (guildId) =>
        state.session === undefined
          ? undefined
          : { guildId, channelId: state.session, joining: false, paused: false, items: [] },
    },
    places,
    voices: {
      voiceOf: async (_guildId, userId, identityVoiceId) => ({ voiceId: identityVoiceId ?? `voice of ${userId}` }),
      insteadOf: async () => {
        await state.lookingUp;
        return state.instead === undefined ? undefined : { voiceId: state.instead };
      },
    },
    wording: {
      textOf: async ({ text }, { maxLength }) => {
        if (state.failure !== undefined) throw state.failure;
        return text.slice(0, maxLength);
      },
      recordingOf: async () => state.recording,
      nameOf: async (_guildId, { chosen, shown }) =>
        (chosen === state.taken ? undefined : chosen) ?? shown ?? 'somebody',
    },
    charge: async (who, characters) => {
      charged.push(who);
      if (characters > state.left) return { kind: 'used-up' };
      state.left -= characters;
      const record = {
        kind: 'characters' as const,
        day: '2026-11-22',
        userId: who.userId,
        guildId: who.guildId,
        amount: characters,
      };
      const charge = {
        record,
        refund: (count: number) => void refunds.push(count),
        refundAll: () => void refunds.push(-1),
      };
      return { kind: 'taken', charge };
    },
    ...{ keep, speaking },
    publicMessages: async () => english,
    settingsOf: async () => state.settings,
    store,
    lookAt: async ({ messageId }) => {
      await state.looking;
      if (state.lookFailure !== undefined) throw state.lookFailure;
      return state.posted.get(messageId);
    },
    serves: () => true,
    log: options.log ?? createLogger('silent'),
  });
  await reading.load();
  const texts = (): string[] => queue.map(({ text }) => text);
  /** Posts messages, and lets the bot act on them. */
  const post = async (...messages: readonly ChatMessage[]): Promise<void> => {
    for (const message of messages) reading.onMessage(message);
    await settle();
  };
  const start = (): void => {
    const [head] = queue;
    if (head !== undefined) emit({ type: 'item-started', guildId: GUILD, textId: head.textId });
  };
  const finish = async (): Promise<void> => {
    const head = queue.shift();
    if (head !== undefined) emit({ type: 'item-finished', guildId: GUILD, textId: head.textId });
    await settle();
  };
  const fail = async (failure: Failure): Promise<void> => {
    const head = queue.shift();
    if (head !== undefined) emit({ type: 'item-failed', guildId: GUILD, textId: head.textId, spokenMs: 0, failure });
    await settle();
  };
  return {
    reading,
    state,
    stored,
    queue,
    spoken,
    joins,
    refunds,
    charged,
    kept,
    texts,
    post,
    start,
    finish,
    fail,
    emit,
  };
}
