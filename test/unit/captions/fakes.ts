import { setImmediate as nextImmediate } from 'node:timers/promises';
import { LIMITS } from '@mynah/speech-wire/wire';
import {
  type CaptionSettings,
  type CaptionSettingsSource,
  DEFAULT_CAPTION_SETTINGS,
} from '../../../src/captions/caption-settings.ts';
import type {
  CaptionDisplay,
  CaptionLine,
  CaptionMessage,
  CaptionMessageStore,
  CaptionNotice,
  CaptionSession,
  ClipSpool,
  ConsentDecision,
  ConsentStore,
  People,
  ProcessNotices,
  ShownTurn,
  SpooledClip,
  Tombstone,
  TombstoneStore,
  TranscriptStore,
  VoiceMessageAnswer,
} from '../../../src/captions/captions-ports.ts';
import { untilAborted } from '../../../src/concurrency/async.ts';
import type { Transcribe } from '../../../src/speech/asr/asr.ts';
import { SpeechError, type SpeechErrorCode } from '../../../src/speech/speech-error.ts';
import { withSpeakerChanges } from '../../../src/voice/speaker-policy.ts';
import type { Clip, ListenPolicy, SpeakerChanges, VoiceEngine } from '../../../src/voice/voice-api.ts';
import { FakeOverlayLinks } from './fake-overlay-links.ts';

export const GUILD = '100000000000000001';
export const LOUNGE = '200000000000000001';
export const TEXT = '300000000000000001';
export const ADA = '400000000000000001';
export const BOB = '400000000000000002';

/** One request for text; the test answers it. */
export class FakeRequest {
  readonly text: string;
  readonly priority: string;
  readonly tenant: string;
  readonly language: string | undefined;
  readonly timestamps: boolean;
  readonly diarize: boolean | undefined;
  readonly soundCues: boolean | undefined;
  readonly signal: AbortSignal;
  readonly #answer = Promise.withResolvers<Awaited<ReturnType<Transcribe>>>();

  constructor([request, context]: Parameters<Transcribe>) {
    this.text = new TextDecoder().decode(request.audio);
    this.priority = context.priority;
    this.tenant = context.tenant;
    this.language = request.language;
    this.timestamps = request.timestamps;
    this.diarize = request.diarize;
    this.soundCues = request.soundCues;
    this.signal = context.signal;
    context.signal.addEventListener('abort', () => this.#answer.reject(context.signal.reason as Error));
  }

  get answered(): ReturnType<Transcribe> {
    return this.#answer.promise;
  }

  /** Answers with what is "said" in the audio, unless told; what stands after a slash is another speaker's. */
  succeed(said = this.text): void {
    const texts = said.split(' / ');
    const text = texts.join(' ');
    const turns = texts.map((each, speaker) => ({ speaker, text: each }));
    const segments = [{ text, start: 0.1, end: 0.9 }];
    this.#answer.resolve({ text, ...(turns.length > 1 ? { turns } : {}), duration: 1, segments });
  }

  fail(code: SpeechErrorCode): void {
    this.#answer.reject(new SpeechError(code, 'a failure made by the test'));
  }
}

/** A speech service: answers by itself, fails, or leaves the answers to the test. */
export class FakeService {
  readonly requests: FakeRequest[] = [];
  mode: 'answers' | 'waits' | SpeechErrorCode = 'answers';
  /** Requests beyond so many stay without an answer. */
  most = Number.POSITIVE_INFINITY;

  readonly transcribe: Transcribe = (...call) => {
    const request = new FakeRequest(call);
    this.requests.push(request);
    if (this.requests.length >= this.most) return request.answered;
    if (this.mode === 'answers') request.succeed();
    else if (this.mode !== 'waits') request.fail(this.mode);
    return request.answered;
  };

  /** The newest request for what is "said" in a clip. */
  request(text: string): FakeRequest {
    const found = this.requests.findLast((request) => request.text === text);
    if (found === undefined) throw new Error(`there was no request for the text of “${text}”`);
    return found;
  }

  get finals(): string[] {
    return this.requests.filter(({ priority }) => priority === 'final-captions').map(({ text }) => text);
  }
}

/** Clips on a disk that outlives the process. */
export class FakeDisk {
  readonly files = new Map<string, { readonly entry: SpooledClip; readonly audio: Uint8Array }>();
  /** Copies of clips under way. */
  readonly growing = new Map<string, { readonly entry: SpooledClip; readonly audio: Uint8Array }>();
  /** The times before which damaged files were removed. */
  readonly damagedRemovedBefore: number[] = [];
  readonly #clips: number;
  isBroken = false;

  /** Room for so many clips. */
  constructor(clips = Number.POSITIVE_INFINITY) {
    this.#clips = clips;
  }

  /** The process was killed: the next one makes clips of what was under way. */
  restart(): void {
    for (const [clipId, copy] of this.growing) this.files.set(clipId, copy);
    this.growing.clear();
  }

  get spool(): ClipSpool {
    const { files, growing } = this;
    return {
      grow: async (entry, offset, audio) => {
        if (this.isBroken) throw new Error('the disk is broken');
        const before = growing.get(entry.clip.clipId)?.audio ?? new Uint8Array();
        if (before.length === offset) {
          growing.set(entry.clip.clipId, { entry, audio: Uint8Array.from([...before, ...audio]) });
        }
      },
      put: async (entry, audio) => {
        if (this.isBroken) throw new Error('the disk is broken');
        await Promise.resolve();
        files.set(entry.clip.clipId, { entry, audio });
        growing.delete(entry.clip.clipId);
        const dropped = [...files.values()].slice(0, Math.max(0, files.size - this.#clips)).map((file) => file.entry);
        for (const { clip } of dropped) files.delete(clip.clipId);
        return dropped;
      },
      read: async (clipId) => files.get(clipId)?.audio,
      remove: async (clipId) => {
        files.delete(clipId);
        growing.delete(clipId);
      },
      removeWhere: async (matches) => {
        const found = [...files].filter(
          ([
            ,
            {
              entry: { clip },
            },
          ]) => matches(clip.userId, clip.startedAtMs),
        );
        for (const [clipId] of found) files.delete(clipId);
        for (const [clipId, { entry }] of growing) {
          if (matches(entry.clip.userId, entry.clip.startedAtMs)) growing.delete(clipId);
        }
        return found.length;
      },
      removeDamaged: async (beforeMs) => void this.damagedRemovedBefore.push(beforeMs),
      list: async () => [...files.values()].map(({ entry }) => entry),
      get bytes() {
        return [...files.values()].reduce((sum, { audio }) => sum + audio.length, 0);
      },
    };
  }
}

/** Notices among the processes of a test. */
class FakeNotices {
  readonly #listeners = new Set<{
    readonly topic: string;
    readonly sender: symbol;
    readonly listener: (news: 'changed') => void;
  }>();

  /** What one process sends and receives. */
  ofProcess(): ProcessNotices {
    const sender = Symbol('process');
    return {
      notify: async (topic) => {
        for (const each of this.#listeners)
          if (each.topic === topic && each.sender !== sender) each.listener('changed');
      },
      on: (topic, listener) => {
        const entry = { topic, sender, listener };
        this.#listeners.add(entry);
        return () => this.#listeners.delete(entry);
      },
    };
  }
}

/** Sessions, lines, decisions and settings that outlive a process. */
export class FakeDatabase {
  readonly notices = new FakeNotices();
  readonly sessions = new Map<string, CaptionSession>();
  readonly stored = new Map<string, CaptionLine>();
  readonly buried = new Map<string, Tombstone & { readonly messages: boolean }>();
  readonly messages: CaptionMessage[] = [];
  readonly answers: VoiceMessageAnswer[] = [];
  readonly links = new FakeOverlayLinks();
  readonly overlayLinks = this.links.store;
  /** Session ids. */
  readonly unsettled = new Set<string>();
  /** Those that hold, in the order of revisions. */
  decisions: readonly ConsentDecision[] = [];
  #revision = 0;
  readonly guildSettings = new Map<string, CaptionSettings>();
  /** The next so many lines are refused. */
  failures = 0;

  readonly transcripts: TranscriptStore = {
    openSession: async (session) => void this.sessions.set(session.sessionId, session),
    closeSession: async (sessionId, endedAtMs) => {
      const session = this.sessions.get(sessionId);
      if (session !== undefined) this.sessions.set(sessionId, { ...session, endedAtMs });
    },
    requireOptIn: async (guildId) => {
      for (const session of this.sessions.values()) {
        if (session.guildId === guildId) this.sessions.set(session.sessionId, { ...session, consent: 'opt-in' });
      }
    },
    session: async (sessionId) => this.sessions.get(sessionId),
    latestSession: async (guildId) =>
      [...this.sessions.values()].filter((session) => session.guildId === guildId).at(-1),
    addLine: async (line) => {
      if (this.failures > 0) {
        this.failures -= 1;
        throw new Error('the database is gone');
      }
      const { untilMs = 0 } = this.buried.get(line.userId) ?? {};
      if (line.startedAtMs > untilMs && !this.stored.has(line.lineId)) this.stored.set(line.lineId, line);
    },
    lines: async (sessionId) =>
      [...this.stored.values()]
        .filter((line) => line.sessionId === sessionId)
        .toSorted((a, b) => a.startedAtMs - b.startedAtMs),
    personSummary: async (userId) => {
      const lines = [...this.stored.values()].filter((line) => line.userId === userId);
      return { lines: lines.length, oldestAtMs: lines[0]?.startedAtMs };
    },
    erasePerson: async (userId) => {
      const lines = [...this.stored.values()].filter((line) => line.userId === userId);
      for (const { lineId } of lines) this.stored.delete(lineId);
      return lines.length;
    },
    eraseOlderThan: async (beforeMs, ofGuilds) => {
      const old = [...this.sessions.values()].filter(
        ({ guildId, endedAtMs = Number.POSITIVE_INFINITY }) => endedAtMs < (ofGuilds?.get(guildId) ?? beforeMs),
      );
      for (const { sessionId } of old) {
        this.sessions.delete(sessionId);
        for (const line of [...this.stored.values()]) if (line.sessionId === sessionId) this.stored.delete(line.lineId);
      }
      return old.length;
    },
    guildsWithSessions: async () => [...new Set([...this.sessions.values()].map(({ guildId }) => guildId))],
  };

  readonly tombstones: TombstoneStore = {
    bury: async (userId, untilMs, messages) => {
      const revision = Math.max(0, ...[...this.buried.values()].map((each) => each.revision)) + 1;
      this.buried.set(userId, { userId, untilMs, revision, messages });
    },
    after: async (revision) =>
      [...this.buried.values()].filter((each) => each.revision > revision).toSorted((a, b) => a.revision - b.revision),
    removeSpent: async () => undefined,
  };

  readonly captionMessages: CaptionMessageStore = {
    add: async (messages) => void this.messages.push(...messages),
    addAnswer: async (answer) => void this.answers.push(answer),
    answersTo: async (sourceIds) => this.answers.filter(({ sourceId }) => sourceIds.includes(sourceId)),
    remove: async (messageId, userIds) => {
      const left = this.messages.filter(
        (each) => each.messageId !== messageId || userIds?.includes(each.userId) === false,
      );
      this.messages.splice(0, this.messages.length, ...left);
    },
    countOf: async (userId) => this.messages.filter((each) => each.userId === userId).length,
    newest: async (sessionId, limit) =>
      this.messages
        .filter((each) => each.sessionId === sessionId)
        .toSorted((a, b) => b.spokenAtMs - a.spokenAtMs)
        .slice(0, limit),
    noteUnsettled: async (sessionId) => void this.unsettled.add(sessionId),
    noteSettled: async (sessionId) => void this.unsettled.delete(sessionId),
    unsettled: async () => [...this.unsettled],
    peopleDue: async () => [...new Set(this.#due().map(({ userId }) => userId))],
    due: async (userId, afterId, limit) =>
      this.#due()
        .filter((each) => each.userId === userId && each.messageId > afterId)
        .toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1))
        .slice(0, limit),
  };

  #due(): CaptionMessage[] {
    return this.messages.filter(({ userId, spokenAtMs }) => {
      const tombstone = this.buried.get(userId);
      return tombstone?.messages === true && spokenAtMs <= tombstone.untilMs;
    });
  }

  /** As a database orders them, whatever process decided. */
  readonly consent: ConsentStore = {
    decisionsOf: async (userId) => this.#decisionsOf(userId),
    setConsent: async (userId, choice, decidedAtMs) => {
      this.#revision = Math.max(this.#revision, this.decisions.at(-1)?.revision ?? 0) + 1;
      const decided = { userId, decidedAtMs, revision: this.#revision };
      if (typeof choice === 'string') {
        this.decisions = this.decisions.filter((each) => each.userId !== userId);
        this.#decide({ ...decided, guildId: undefined, consent: choice });
        return this.#decisionsOf(userId);
      }
      const { guildId, elsewhere } = choice;
      const isWider = this.#decisionsOf(userId).some(
        (each) => each.guildId === undefined && each.consent === 'opted-in',
      );
      if (isWider && elsewhere !== undefined) this.#decide({ ...decided, guildId: undefined, consent: elsewhere });
      if (!isWider || elsewhere !== undefined) this.#decide({ ...decided, guildId, consent: 'opted-in' });
      return this.#decisionsOf(userId);
    },
    changedSince: async (revision) => this.decisions.filter((each) => each.revision > revision),
  };

  #decisionsOf(userId: string): ConsentDecision[] {
    return this.decisions.filter((each) => each.userId === userId);
  }

  #decide(decision: ConsentDecision): void {
    const { userId, guildId } = decision;
    const others = this.decisions.filter((each) => each.userId !== userId || each.guildId !== guildId);
    this.decisions = [...others, decision];
  }

  readonly settings: CaptionSettingsSource = {
    of: async (guildId) => ({ captions: this.guildSettings.get(guildId) ?? DEFAULT_CAPTION_SETTINGS }),
    partOfAll: async () => this.guildSettings,
  };

  get texts(): string[] {
    return [...this.stored.values()].toSorted((a, b) => a.startedAtMs - b.startedAtMs).map(({ text }) => text);
  }
}

/** A channel that shows everything immediately. */
export class FakeChannel implements CaptionDisplay {
  readonly turns = new Map<string, ShownTurn>();
  readonly announcements: CaptionNotice[] = [];
  /** User ids. */
  readonly forgotten: string[] = [];
  /** Pending while Discord takes nothing. */
  shown: Promise<void> = Promise.resolve();
  flushes = 0;

  show(turn: ShownTurn): void {
    this.turns.set(turn.turnId, turn);
  }

  remove(turnId: string): void {
    this.turns.delete(turnId);
  }

  forget(userId: string): void {
    this.forgotten.push(userId);
    for (const turn of [...this.turns.values()]) {
      if (turn.userId !== userId) continue;
      const text = turn.text.slice(0, turn.text.length - turn.interimLength).trimEnd();
      if (text === '') this.turns.delete(turn.turnId);
      else this.turns.set(turn.turnId, { ...turn, text, interimLength: 0 });
    }
  }

  announce(notice: CaptionNotice): void {
    this.announcements.push(notice);
  }

  async flush(signal: AbortSignal): Promise<boolean> {
    this.flushes += 1;
    await untilAborted(this.shown, signal).catch(() => undefined);
    return !signal.aborted;
  }

  /** The visible messages: interim text in brackets, late messages marked. */
  get read(): string[] {
    return [...this.turns.values()].map(({ userId, text, interimLength, late }) => {
      const final = text.slice(0, text.length - interimLength);
      const interim = text.slice(text.length - interimLength);
      const words = `${final}${interim === '' ? '' : `[${interim}]`}`;
      return `${late ? 'late ' : ''}${userId === ADA ? 'Ada' : 'Bob'}: ${words}`;
    });
  }
}

/** People of the guild: those in `bots` are bots. */
export class FakePeople implements People {
  readonly bots = new Set<string>();
  readonly names = new Map([
    [ADA, 'Ada'],
    [BOB, 'Bob'],
  ]);

  async nameOf(_guildId: string, userId: string): Promise<string> {
    const name = this.names.get(userId);
    if (name === undefined) throw new Error('unknown person');
    return name;
  }

  async isBot(_guildId: string, userId: string): Promise<boolean> {
    return this.bots.has(userId);
  }
}

/** An engine in the Lounge; the test sends its events. */
export class FakeEngine
  implements Pick<VoiceEngine, 'listen' | 'changeSpeakers' | 'hearing' | 'session' | 'transcribeInterim'>
{
  readonly #transcribe: Transcribe;
  policy: ListenPolicy | undefined;
  readonly changes: SpeakerChanges[] = [];
  channelId: string | undefined = LOUNGE;
  joining = false;
  /** By utterance id. */
  readonly underWay = new Map<string, Clip>();
  /** How far each of them was transcribed. */
  readonly #heardMs = new Map<string, number>();

  constructor(service: FakeService) {
    this.#transcribe = service.transcribe;
  }

  async session(guildId: string): ReturnType<VoiceEngine['session']> {
    return this.channelId === undefined
      ? undefined
      : { guildId, channelId: this.channelId, joining: this.joining, paused: false, items: [] };
  }

  async listen(_guildId: string, policy: ListenPolicy | undefined): ReturnType<VoiceEngine['listen']> {
    this.policy = policy;
    if (this.channelId === undefined) return { kind: 'no-session' };
    if (policy !== undefined && policy.channelId !== this.channelId) return { kind: 'no-session' };
    return { kind: policy === undefined ? 'stopped' : 'listening' };
  }

  async changeSpeakers(_guildId: string, changes: SpeakerChanges): ReturnType<VoiceEngine['changeSpeakers']> {
    this.changes.push(changes);
    if (this.policy === undefined) return { kind: 'not-listening' };
    this.policy = withSpeakerChanges(this.policy, changes);
    return { kind: 'changed' };
  }

  transcribeInterim: VoiceEngine['transcribeInterim'] = async (
    { utteranceId, channelId, language, soundCues },
    context,
  ) => {
    const clip = this.underWay.get(utteranceId);
    const heardMs = this.#heardMs.get(utteranceId) ?? 0;
    if (clip?.channelId !== channelId || clip.durationMs < LIMITS.asrMinDurationMs) return { kind: 'nothing-new' };
    if (clip.startedAtMs + clip.durationMs <= heardMs) return { kind: 'nothing-new' };
    this.#heardMs.set(utteranceId, clip.startedAtMs + clip.durationMs);
    const recording = {
      audio: clip.audio,
      timestamps: false,
      soundCues,
      ...(language === undefined ? {} : { language }),
    };
    const { text, turns } = await this.#transcribe(recording, context);
    return { kind: 'transcribed', clip, text, ...(turns && { turns }) };
  };

  async hearing(): ReturnType<VoiceEngine['hearing']> {
    return { packets: 95, lost: 5 };
  }
}

/** A clip of a second in which `text` is "said". */
export function clipOf(userId: string, text: string, changes: Partial<Clip> = {}): Clip {
  const { startedAtMs = Date.now() - 1_700, durationMs = 1_000 } = changes;
  return {
    guildId: GUILD,
    channelId: LOUNGE,
    userId,
    clipId: `clip ${text}`,
    utteranceId: `utterance ${text}`,
    part: 0,
    ...{ startedAtMs, durationMs, voiceStartedAtMs: startedAtMs + 100, voiceEndedAtMs: startedAtMs + durationMs - 100 },
    audio: new TextEncoder().encode(text),
    lostPackets: 0,
    lastVoiceAtMs: performance.now() - 700,
    ...changes,
  };
}

/** Runs everything that does not wait for a timer. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await nextImmediate();
}
