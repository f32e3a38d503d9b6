import type { CaptionSession } from '../../../src/captions/captions-ports.ts';
import type { Reply } from '../../../src/discord/client/replies.ts';
import {
  type AutocompleteContext,
  type CommandContext,
  type ComponentContext,
  createOptions,
  type GuildPlace,
  type Modal,
  type OptionValue,
  type Place,
} from '../../../src/discord/interactions/command.ts';
import { createFeatureAccess } from '../../../src/discord/interactions/feature-access.ts';
import { createTextsOnTheWay } from '../../../src/discord/playback/texts-on-the-way.ts';
import type { Services } from '../../../src/discord/services.ts';
import { english } from '../../../src/messages/english.ts';
import { type Binding, type Identity, NO_CHOICE, type ReadingChoice } from '../../../src/reading/reading-ports.ts';
import { createEmojiNames } from '../../../src/text/spoken/emoji-names.ts';
import { createSpokenTexts } from '../../../src/text/spoken/spoken-texts.ts';
import type { QueueItem, SpeakRequest } from '../../../src/voice/voice-api.ts';
import { fakeVoices, knownVoice } from '../../support/fake-voices.ts';
import { memoryBudgets } from '../../support/memory-budgets.ts';
import { memoryOverlays } from '../../support/memory-overlays.ts';
import { memoryPronunciations } from '../../support/memory-pronunciations.ts';
import { memorySettings } from '../../support/memory-settings.ts';

const ALL_PERMISSIONS = (1n << 60n) - 1n;

export type Options = Readonly<Record<string, OptionValue>>;

/** A member in the lounge of guild `g` who manages nothing. */
export const inLounge: GuildPlace = {
  kind: 'guild',
  guildId: 'g',
  channelId: 'general',
  voiceChannelId: 'lounge',
  roleIds: [],
  managesGuild: false,
  managesVoice: false,
};

/** The answers to one interaction, in order. */
export interface Seen {
  readonly answers: Reply[];
  readonly updates: Reply[];
  readonly deferred: string[];
  /** The forms that were opened. */
  readonly modals: Modal[];
}

/** The context of an interaction by person `1`, and its answers. */
export function interactionBy(place: Place, options: Options = {}, subcommand?: string): CommandContext & Seen {
  const answers: Reply[] = [];
  const deferred: string[] = [];
  const modals: Modal[] = [];
  return {
    answers,
    deferred,
    modals,
    updates: [],
    messages: english,
    userId: '1',
    place,
    tenant: 'g',
    uploadLimitBytes: 1_000,
    answerableUntilMs: Number.POSITIVE_INFINITY,
    answerHandle: { token: 'a-token', locale: 'en-US' },
    signal: new AbortController().signal,
    options: createOptions(options, subcommand),
    answer: async (reply) => void answers.push(reply),
    tryAnswer: async (reply) => answers.push(reply) > 0,
    openModal: async (modal) => void modals.push(modal),
    defer: async (visibility) => void deferred.push(visibility),
    voiceAnswers: { allowed: false, tryFirst: async () => false, answerId: async () => 'answer' },
  };
}

/** The context of a select in which person `1` chose `values`, or of a button; `argument` tells which. */
export function choiceBy(place: Place, values: readonly string[], argument = ''): ComponentContext & Seen {
  const interaction = interactionBy(place);
  const { updates } = interaction;
  return { ...interaction, argument, values, update: async (reply) => void updates.push(reply) };
}

/** The context of person `1` typing `typed` into an option. */
export function typingBy(place: Place, option: string, typed: string, subcommand?: string): AutocompleteContext {
  const signal = new AbortController().signal;
  return { messages: english, userId: '1', place, subcommand, option, typed, tenant: 'g', signal };
}

/** Services over a bot that is in `at` with `items` in its queue; every call that changes something is added to `acts`. */
export function createScene(setting: {
  at?: string;
  items?: readonly QueueItem[];
  /** It is still on its way into `at`. */
  joining?: boolean;
  paused?: boolean;
  listeners?: number;
  services?: Partial<Services>;
}): Services & { acts: string[]; spoken: SpeakRequest[] } {
  const { at, items = [], joining = false, paused = false, listeners = 1 } = setting;
  const acts: string[] = [];
  const spoken: SpeakRequest[] = [];
  const act = <T>(what: string, outcome: T): T => {
    acts.push(what);
    return outcome;
  };
  const noSession = { kind: 'no-session' } as const;
  const [current] = items;
  const settings = memorySettings();
  return {
    captions: captionsThat(act),
    voices: fakeVoices([knownVoice('id', 'Slt')]),
    budgets: memoryBudgets(),
    acts,
    spoken,
    engine: {
      session: async () => (at === undefined ? undefined : { guildId: 'g', channelId: at, joining, paused, items }),
      leave: async () => act('leave', at !== undefined),
      skip: async () => {
        if (at === undefined) return noSession;
        return act('skip', current === undefined ? { kind: 'nothing' } : { kind: 'skipped', item: current });
      },
      stop: async () => {
        if (at === undefined) return noSession;
        const interrupted = current !== undefined && current.state !== 'preparing';
        return act('stop', { kind: 'stopped', interrupted, removed: items.length - (interrupted ? 1 : 0) });
      },
      pause: async () => act('pause', { kind: paused ? 'already-paused' : 'paused' }),
      resume: async () => act('resume', { kind: paused ? 'resumed' : 'not-paused' }),
      remove: async (_guildId, textId, userId, anyone) => {
        const item = items.find((candidate) => candidate.textId === textId);
        if (item === undefined) return { kind: 'not-found' };
        if (item.userId !== userId && !anyone) return { kind: 'not-yours' };
        return act(`remove ${textId}`, { kind: 'removed' });
      },
    },
    host: {
      join: async ({ channelId }) => {
        const kind = channelId === at ? 'already-here' : 'joined';
        return act(`join ${channelId}`, { kind, channelId, moved: at !== undefined });
      },
      startJoin: async ({ channelId }) => {
        const outcome = Promise.resolve({ kind: 'joined', channelId, moved: at !== undefined } as const);
        return act(`join ${channelId}`, { kind: 'joining', isFirst: at === undefined || joining, outcome });
      },
    },
    stageVoice: { ask: async () => undefined },
    doctor: { examine: async () => [] },
    directory: {
      listenerCount: () => listeners,
      mayEnter: (_guildId, channelId) => channelId !== 'secret',
      peopleIn: () => ['1', '2', '3'],
      textChannel: (channelId) => ({ channelId, webhookChannelId: channelId, permissions: ALL_PERMISSIONS }),
      mayManage: () => false,
      managesText: () => false,
      postReply: async (channelId, { content }) => act(`post in ${channelId}: ${content}`, true),
      maySeeVoice: (_guildId, channelId) => channelId !== 'secret',
      textAccess: async (_guildId, channelId) => (channelId === 'secret' ? 'hidden' : 'visible'),
      channelName: (channelId) => channelId,
      roleName: (_guildId, roleId) => (roleId.startsWith('9') ? undefined : `role ${roleId}`),
      channelNameIn: (_guildId, channelId) => (channelId.startsWith('9') ? undefined : `channel ${channelId}`),
      guildName: (guildId) => (guildId === 'far' ? undefined : `Guild_${guildId}`),
    },
    itemReplies: {
      speak: async (request) => {
        spoken.push(request);
        return { kind: 'queued', position: 0 };
      },
    },
    textsOnTheWay: createTextsOnTheWay(),
    queuedTexts: { count: async () => 0, erase: async () => 0 },
    settings,
    access: createFeatureAccess({ settings, directory: { roleName: () => undefined, roleIdsOf: async () => [] } }),
    reading: readingThat(act),
    takeover: { stop: () => 0 },
    readingPlaces: { closedTo: () => [], refusalOf: () => undefined },
    receivesMessages: () => true,
    spokenTexts: createSpokenTexts({ emojiNames: createEmojiNames() }),
    namesOfText:
      () =>
      async ({ id }) =>
        `name of ${id}`,
    pronunciations: memoryPronunciations(),
    speech: {
      pcmSampleRateHz: 44_100,
      async *tts() {
        yield new TextEncoder().encode('OggS and more');
      },
    },
    speechDeliveries: {
      begin: async (context, content) => {
        await context.defer('public');
        return {
          deliver: (file) => context.answer({ content, visibility: 'public', files: [file] }),
          [Symbol.dispose]: () => undefined,
        };
      },
    },
    captionPresence: {
      open: async ({ session }) => act(`notice in ${session.voiceChannelId}`, { kind: 'posted' } as const),
    },
    captionPlaces: { audience: () => 'within', mayManage: () => false, mayPost: () => true, missingToPost: () => [] },
    autoCaptions: {
      list: () => [],
      isSetUp: () => false,
      set: async ({ voiceChannelId, textChannelId }) => act(`auto ${voiceChannelId} in ${textChannelId}`, 'set'),
      remove: async (_guildId, voiceChannelId) => act(`no auto ${voiceChannelId}`, true),
      countOf: async () => 0,
      erasePerson: async () => 0,
    },
    autoCaptionProblem: () => undefined,
    memberNames: {
      say: async (_guildId, name) => name,
      isOfListener: async (_guildId, _userId, name) => name === 'Rocket',
      isOfMember: async (_guildId, _userId, name) => name === 'Bob',
    },
    people: { isBot: async () => false },
    overlays: memoryOverlays(),
    overlayNotices: { announce: async ({ sessionId }) => act(`announce a link to ${sessionId}`, true) },
    publicUrl: 'https://mynah.example',
    attachments: {
      async *stream() {
        yield new Uint8Array(4);
      },
      read: async () => new Uint8Array(4),
    },
    lateAnswers: { post: async ({ userId }, { content }) => act(`late to ${userId}: ${content}`, 'channel') },
    transcriptions: {
      run: async (_context, { attachments, language, format }) =>
        act(
          `transcribe ${attachments.map(({ name }) => name).join(' ')} ${language ?? ''} ${format ?? ''}`.trim(),
          undefined,
        ),
      cancel: async (jobId) => act(`cancel ${jobId}`, undefined),
    },
    publicMessages: async () => english,
    commandId: () => undefined,
    fileFormat: 'opus',
    defaultVoiceId: undefined,
    ...setting.services,
  };
}

/** Reading that keeps what is bound and chosen, and writes down what it is told to do. */
function readingThat(act: <T>(what: string, outcome: T) => T): Services['reading'] {
  const bindings = new Map<string, Binding>();
  const choices = new Map<string, ReadingChoice>();
  let identities: readonly Identity[] = ['Luna', 'Sol'].map((name) => ({
    ...{ userId: 'u', name, voice: undefined, seenAtMs: 0 },
  }));
  return {
    bind: async (binding) => {
      bindings.set(binding.channelId, binding);
      act(`bind ${binding.channelId}`, undefined);
    },
    unbind: async (_guildId, channelId) => act(`unbind ${channelId}`, bindings.delete(channelId)),
    status: async () =>
      [...bindings.values()].map((binding) => ({ binding, readIn: undefined, why: 'not-in-voice' }) as const),
    bindingOf: (_guildId, channelId) => bindings.get(channelId),
    choiceOf: async (_guildId, userId) => choices.get(userId) ?? NO_CHOICE,
    choose: async (_guildId, userId, choice) => void choices.set(userId, choice),
    namesOfOthers: async (_guildId, userId) =>
      [...choices].flatMap(([id, { nickname }]) => (id === userId || nickname === undefined ? [] : [nickname])),
    namesChosen: async () =>
      new Map([...choices].flatMap(([userId, { nickname }]) => (nickname === undefined ? [] : [[userId, nickname]]))),
    identitiesOf: async () => identities,
    chooseIdentityVoice: async (_guildId, _userId, name, voice) => {
      identities = identities.map((each) => (each.name === name ? { ...each, voice } : each));
      return identities.some((each) => each.name === name);
    },
    summary: async () => ({ nicknames: [], mutedIn: 0, identities: [] }),
    erase: async () => ({ nicknames: 0, identities: 0 }),
    clear: () => 0,
  };
}

/** Captions that are off, know nobody, and write down what they are told to do. */
function captionsThat(act: <T>(what: string, outcome: T) => T): Services['captions'] {
  return {
    start: async (request) =>
      act(`start ${request.voiceChannelId} in ${request.textChannelId}`, {
        kind: 'started',
        session: sessionBy(request.startedBy, {
          ...{ ...request, language: request.language, widerReaders: request.widerReaders ?? false },
        }),
      }),
    stop: async () => act('stop captions', { kind: 'stopped', session: sessionBy('1'), lines: 2 }),
    end: (sessionId, reason) => act(`end ${sessionId}: ${reason}`, undefined),
    status: async () => undefined,
    runningConsent: () => undefined,
    transcript: async () => undefined,
    setConsent: async (userId, choice) => {
      const consent = choice === 'opted-out' ? 'opted-out' : choice === 'opted-in' ? 'opted-in' : 'undecided';
      const optedInGuilds = typeof choice === 'string' ? [] : [{ guildId: choice.guildId, decidedAtMs: 1 }];
      return act(`${userId} ${typeof choice === 'string' ? choice : JSON.stringify(choice)}`, {
        ...{ consent, decidedAtMs: 1, optedInGuilds },
      });
    },
    personSummary: async () => ({
      consent: 'undecided',
      decidedAtMs: undefined,
      optedInGuilds: [],
      lines: 0,
      oldestAtMs: undefined,
      clips: 0,
      messages: 0,
    }),
    hasOptedOut: async () => false,
    isTakenBack: () => false,
    recordAnswer: ({ messageId }) => act(`record ${messageId}`, undefined),
    deleteAnswersTo: async (ids) => act(`delete answers to ${ids.join(' ')}`, undefined),
    erasePerson: async (userId) => act(`erase ${userId}`, { lines: 3, clips: 1, messages: undefined }),
    changeSettings: (_guildId, _settings, store) => store(),
  };
}

/** Captions of the lounge, shown in general, that person `userId` started. */
export function sessionBy(userId: string | undefined, more: Partial<CaptionSession> = {}): CaptionSession {
  return {
    ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', startedBy: userId },
    ...{
      language: undefined,
      widerReaders: false,
      consent: 'opt-out',
      startedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5),
      endedAtMs: undefined,
    },
    ...more,
  };
}

/** An item in a queue. */
export function itemBy(userId: string, textId = '1', text = 'hello'): QueueItem {
  return { textId, userId, text, voiceId: undefined, state: textId === '1' ? 'speaking' : 'waiting' };
}
