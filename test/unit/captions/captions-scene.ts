import { onTestFinished, vi } from 'vitest';
import type { CaptionTimings } from '../../../src/captions/caption-timings.ts';
import { createCaptions } from '../../../src/captions/captions.ts';
import type { Captions, CaptionsEnded } from '../../../src/captions/captions-api.ts';
import type { CaptionSession } from '../../../src/captions/captions-ports.ts';
import { createLogger } from '../../../src/log.ts';
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
  readonly captions: Captions;
  readonly engine: FakeEngine;
  readonly service: FakeService;
  readonly channel: FakeChannel;
  readonly people: FakePeople;
  readonly ended: CaptionsEnded[];
  /** Whether interim text may be asked for. */
  hasCapacity: boolean;
  /** Starts captions in the Lounge. */
  begin(interim?: boolean): Promise<CaptionSession>;
  /** A person speaks one clip, in which `text` is "said". */
  speak(userId: string, text: string, changes?: Partial<Clip>): Promise<Clip>;
  /** Lets time pass. */
  pass(ms: number): Promise<void>;
}

/** Opens a scene with fake timers. With `lasting` of another scene it is the same bot after a restart. */
export function openScene(
  options: { readonly lasting?: Lasting; readonly timings?: Partial<CaptionTimings>; readonly disk?: FakeDisk } = {},
): Scene {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
  }
  const disk = options.lasting?.disk ?? options.disk ?? new FakeDisk();
  const database = options.lasting?.database ?? new FakeDatabase();
  const service = new FakeService();
  const engine = new FakeEngine(service);
  const channel = new FakeChannel();
  const people = new FakePeople();
  const ended: CaptionsEnded[] = [];
  const captions = createCaptions({
    engine,
    capacity: () => scene.hasCapacity,
    transcripts: database.transcripts,
    consent: database.consent,
    settings: database.settings,
    notices: database.notices.ofProcess(),
    spool: disk.spool,
    people,
    openDisplay: () => channel,
    messages: english,
    log: createLogger('silent'),
    ...(options.timings && { timings: options.timings }),
  });
  captions.onEnded((one) => ended.push(one));
  const scene: Scene = {
    disk,
    database,
    captions,
    engine,
    service,
    channel,
    people,
    ended,
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
