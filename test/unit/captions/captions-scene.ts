import { onTestFinished, vi } from 'vitest';
import type { CaptionSettings } from '../../../src/captions/caption-settings.ts';
import type { CaptionTimings } from '../../../src/captions/caption-timings.ts';
import { createCaptions } from '../../../src/captions/captions.ts';
import type { CaptionsEnded, CaptionsWithOverlays } from '../../../src/captions/captions-api.ts';
import type {
  CaptionBudget,
  CaptionSession,
  ClipSpool,
  DeleteMessage,
  FindUnrecorded,
  MessageRecord,
  SettleMessage,
} from '../../../src/captions/captions-ports.ts';
import type { AskShareRight } from '../../../src/captions/overlay/maker-checks.ts';
import { createLogger } from '../../../src/log/log.ts';
import { english } from '../../../src/messages/english.ts';
import type { Clip } from '../../../src/voice/voice-api.ts';
import {
  ADA,
  clipOf,
  FakeChannel,
  FakeDatabase,
  FakeDisk,
  FakeEngine,
  FakePeople,
  FakeService,
  GUILD,
  LOUNGE,
  settle,
  TEXT,
} from './fakes.ts';

/** What outlives a process, however it ends. */
export interface Lasting {
  readonly disk: FakeDisk;
  readonly database: FakeDatabase;
}

/** Captions over fakes. */
export interface Scene extends Lasting {
  readonly captions: CaptionsWithOverlays;
  /** As these captions use it. */
  readonly spool: ClipSpool;
  readonly engine: FakeEngine;
  readonly service: FakeService;
  readonly channel: FakeChannel;
  readonly people: FakePeople;
  readonly ended: CaptionsEnded[];
  /** The delays of all captions, in milliseconds. */
  readonly delaysMs: number[];
  /** Of the display that was opened last. */
  record: MessageRecord | undefined;
  /** How Discord answers to deletions. */
  deleteMessage: DeleteMessage;
  /** How it answers to what was left in its messages. */
  settleMessage: SettleMessage;
  /** What it has of a session besides. */
  findUnrecorded: FindUnrecorded;
  /** Whether interim text may be asked for. */
  hasCapacity: boolean;
  /** Starts captions in the Lounge. */
  begin(interim?: boolean): Promise<CaptionSession>;
  /** A manager changes the settings. */
  setSettings(guildId: string, settings: CaptionSettings): Promise<void>;
  /** A person speaks one clip, in which `text` is "said". */
  speak(userId: string, text: string, changes?: Partial<Clip>): Promise<Clip>;
  /** Lets time pass. */
  pass(ms: number): Promise<void>;
}

/** Opens a scene with fake timers. With `lasting` of another scene it is the same bot after a restart. */
export function openScene(
  options: {
    readonly lasting?: Lasting;
    readonly timings?: Partial<CaptionTimings>;
    readonly disk?: FakeDisk;
    readonly budget?: CaptionBudget;
    /** Default: captions are allowed in every guild. */
    readonly allows?: (guildId: string) => boolean;
    readonly serves?: (guildId: string) => boolean;
    readonly parentChannelOf?: (channelId: string) => string | undefined;
    readonly mayShare?: AskShareRight;
  } = {},
): Scene {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
  }
  const disk = options.lasting?.disk ?? options.disk ?? new FakeDisk();
  if (options.lasting !== undefined) disk.restart();
  const { spool } = disk;
  const database = options.lasting?.database ?? new FakeDatabase();
  const service = new FakeService();
  const engine = new FakeEngine(service);
  const channel = new FakeChannel();
  const people = new FakePeople();
  const ended: CaptionsEnded[] = [];
  const delaysMs: number[] = [];
  const captions = createCaptions({
    engine,
    transcribe: service.transcribe,
    capacity: () => scene.hasCapacity,
    transcripts: database.transcripts,
    captionMessages: database.captionMessages,
    tombstones: database.tombstones,
    overlayLinks: database.overlayLinks,
    consent: database.consent,
    settings: database.settings,
    notices: database.notices.ofProcess(),
    spool,
    people,
    openDisplay: (_session, record) => {
      scene.record = record;
      return channel;
    },
    deleteMessage: (message) => scene.deleteMessage(message),
    settleMessage: (session, message) => scene.settleMessage(session, message),
    findUnrecorded: (session, recorded) => scene.findUnrecorded(session, recorded),
    messagesOf: () => english,
    onDelay: (delayMs) => delaysMs.push(delayMs),
    log: createLogger('silent'),
    ...(options.serves && { serves: options.serves }),
    ...(options.parentChannelOf && { parentChannelOf: options.parentChannelOf }),
    ...(options.mayShare && { mayShare: options.mayShare }),
    ...(options.timings && { timings: options.timings }),
    ...(options.budget && { budget: options.budget }),
    ...(options.allows && { allows: options.allows }),
  });
  captions.onEnded((one) => ended.push(one));
  const scene: Scene = {
    disk,
    database,
    spool,
    captions,
    engine,
    service,
    channel,
    people,
    ended,
    delaysMs,
    record: undefined,
    deleteMessage: async () => 'deleted',
    settleMessage: async () => 'settled',
    findUnrecorded: async () => [],
    hasCapacity: true,
    begin: async (interim = false) => {
      const outcome = await captions.start({
        guildId: GUILD,
        voiceChannelId: LOUNGE,
        textChannelId: TEXT,
        startedBy: ADA,
        interim,
      });
      if (outcome.kind !== 'started') throw new Error(`captions did not start: ${outcome.kind}`);
      return outcome.session;
    },
    setSettings: (guildId, settings) =>
      captions.changeSettings(guildId, settings, async () => void database.guildSettings.set(guildId, settings)),
    speak: async (userId, text, changes = {}) => {
      const clip = clipOf(userId, text, changes);
      const { guildId, utteranceId } = clip;
      const { hear = [], ignore = [] } = engine.policy ?? {};
      if (![...hear, ...ignore].includes(userId)) captions.onVoiceEvent({ type: 'speaker-unknown', guildId, userId });
      captions.onVoiceEvent({ type: 'speech-started', guildId, userId, utteranceId });
      await settle();
      captions.onVoiceEvent({ type: 'clip', clip });
      captions.onVoiceEvent({ type: 'speech-ended', guildId, userId, utteranceId, clips: clip.part + 1 });
      await settle();
      return clip;
    },
    pass: async (ms) => {
      // In small steps, so that what follows a timer can set the next one in time.
      const stepMs = Math.max(100, ms / 1_000);
      for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
        await vi.advanceTimersByTimeAsync(Math.min(stepMs, ms - passedMs));
        await settle();
      }
    },
  };
  return scene;
}
