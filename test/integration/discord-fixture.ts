import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalDiscord, type LocalDiscordOptions, startLocalDiscord } from '@mynah/local-discord/local-discord';
import type { VoiceModel } from '@mynah/speech-wire/wire';
import { createCommands } from '../../commands/index.ts';
import type { BudgetLimits } from '../../src/budgets/budget-limits.ts';
import { createBudgets } from '../../src/budgets/budgets.ts';
import { createCaptions } from '../../src/captions/captions.ts';
import { createBot } from '../../src/discord/bot.ts';
import type { BotOptions } from '../../src/discord/bot-options.ts';
import type { PlaceSettings } from '../../src/discord/client/allowed-places.ts';
import type { DoctorSources } from '../../src/discord/doctor/doctor-sources.ts';
import { createFileTranscriber } from '../../src/files/file-transcriber.ts';
import type { FileTranscriber } from '../../src/files/files-api.ts';
import { createLogger, type Logger } from '../../src/log/log.ts';
import { createPronunciations } from '../../src/pronunciations/pronunciations.ts';
import type { Transcribe } from '../../src/speech/asr/asr.ts';
import { toTranscript } from '../../src/speech/asr/transcript.ts';
import type { CallContext } from '../../src/speech/call-context.ts';
import type { SpeechRequest } from '../../src/speech/tts.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openClipSpool } from '../../src/store/spool/clip-spool.ts';
import { openTemporaryFiles } from '../../src/store/temporary-files.ts';
import type { VoiceDiagnosis } from '../../src/voice/diagnosis.ts';
import type { LastingVoiceEngine } from '../../src/voice/lasting-engine.ts';
import { withSpeakerChanges } from '../../src/voice/speaker-policy.ts';
import type {
  Clip,
  JoinOutcome,
  ListenPolicy,
  QueueItem,
  SpeakerChanges,
  SpeakRequest,
  VoiceEngine,
  VoiceEvent,
} from '../../src/voice/voice-api.ts';
import { ExchangeWatch } from '../support/discord-document/exchange-watch.ts';
import { fakeVoices, knownVoice, modelOf } from '../support/fake-voices.ts';
import { UNLIMITED } from '../support/memory-budgets.ts';
import { settingsOf } from '../support/stored-settings.ts';
import { diagnosisIn } from '../support/voice-diagnosis.ts';

/** A voice model that the service knows. */
export const lady: VoiceModel = modelOf('0123456789abcdef0123456789abcdef', 'Lady');

/** An engine without sound. It requests its channel from the gateway; the test reports how items end. */
class SilentEngine implements LastingVoiceEngine {
  readonly emit: (event: VoiceEvent) => void;
  /** Reads a clip's bytes as the service's text; does not respond while the service is mute. */
  readonly transcribe: Transcribe;
  readonly dispatched: string[] = [];
  items: QueueItem[] = [];
  /** What a diagnosis finds. */
  faults: Partial<VoiceDiagnosis> = {};
  /** Its thread does not answer diagnoses. */
  isHung = false;
  /** Voice connections don't become ready. */
  isUnreachable = false;
  policy: ListenPolicy | undefined;
  /** What transcriptions wait for. */
  held: Promise<void> = Promise.resolve();
  #utterances = 0;
  /** What a join waits for, by guild id. */
  readonly #onVoiceState = new Map<string, () => void>();
  /** The voice channels that it is in, by guild id. */
  readonly #channels = new Map<string, string>();

  constructor(emit: (event: VoiceEvent) => void, isMute: () => boolean) {
    this.emit = emit;
    this.transcribe = async ({ audio, soundCues = false }, { signal }) => {
      if (isMute()) await once(signal, 'abort');
      await this.held;
      signal.throwIfAborted();
      return toTranscript({ text: new TextDecoder().decode(audio), segments: [] }, { soundCues });
    };
  }

  records = () => [];
  halt = async () => undefined;

  async join({ guildId, channelId }: { guildId: string; channelId: string }): Promise<JoinOutcome> {
    if (this.isUnreachable) return { kind: 'not-ready' };
    const moved = this.#channels.has(guildId);
    this.#channels.set(guildId, channelId);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onVoiceState.set(guildId, resolve);
    this.#ask(guildId, channelId);
    await promise;
    return { kind: 'joined', channelId, moved };
  }

  async leave(guildId: string) {
    const channelId = this.#channels.get(guildId);
    if (channelId === undefined) return false;
    this.#ask(guildId, null);
    this.#channels.delete(guildId);
    this.emit({ type: 'session-ended', guildId, channelId, reason: 'left' });
    return true;
  }

  async speak({ textId, text, userId, voiceId }: SpeakRequest) {
    this.items.push({ textId, userId, text, voiceId, state: 'preparing' });
    return { kind: 'queued', position: this.items.length - 1 } as const;
  }

  async session(guildId: string) {
    const channelId = this.#channels.get(guildId);
    return channelId === undefined
      ? undefined
      : { guildId, channelId, joining: false, paused: false, items: this.items };
  }

  async diagnose(guildId: string) {
    const channelId = this.#channels.get(guildId);
    if (this.isHung) return await new Promise<never>(() => undefined);
    return channelId === undefined ? undefined : diagnosisIn(channelId, { texts: this.items.length, ...this.faults });
  }

  async remove(_guildId: string, textId: string) {
    this.items = this.items.filter((item) => item.textId !== textId);
    return { kind: 'removed' } as const;
  }

  /** Emits the start, one clip of `durationMs` and the end of an utterance, in the first guild that it joined. The clip's bytes are `text`. */
  say(userId: string, text: string, startedAtMs = Date.now() - 1_000, durationMs = 1_000) {
    const [[guildId, channelId] = ['', '']] = this.#channels;
    this.#utterances += 1;
    const utteranceId = `u${this.#utterances}`;
    if (this.policy !== undefined && ![...this.policy.hear, ...this.policy.ignore].includes(userId)) {
      this.emit({ type: 'speaker-unknown', guildId, userId });
    }
    this.emit({ type: 'speech-started', guildId, userId, utteranceId });
    const clip: Clip = {
      ...{ guildId, channelId, userId, utteranceId, clipId: `c${this.#utterances}-${startedAtMs}`, part: 0 },
      ...{ startedAtMs, durationMs, audio: new TextEncoder().encode(text), lostPackets: 0 },
      ...{ voiceStartedAtMs: startedAtMs, voiceEndedAtMs: startedAtMs + durationMs },
      lastVoiceAtMs: performance.now(),
    };
    this.emit({ type: 'clip', clip });
    this.emit({ type: 'speech-ended', guildId, userId, utteranceId, clips: 1 });
  }

  /** Simulates a kick out of the first guild that it joined. */
  fallOut() {
    const [[guildId, channelId] = ['', '']] = this.#channels;
    if (this.#channels.delete(guildId))
      this.emit({ type: 'session-ended', guildId, channelId, reason: 'disconnected' });
  }

  async listen(guildId: string, policy: ListenPolicy | undefined) {
    this.policy = policy;
    return { kind: this.#channels.has(guildId) ? 'listening' : 'no-session' } as const;
  }

  async changeSpeakers(_guildId: string, changes: SpeakerChanges) {
    this.policy = this.policy && withSpeakerChanges(this.policy, changes);
    return { kind: 'changed' } as const;
  }

  transcribeInterim = async () => ({ kind: 'nothing-new' }) as const;
  hearing = async () => undefined;
  skip = async () => ({ kind: 'nothing' }) as const;
  stop = async () => ({ kind: 'stopped', interrupted: false, removed: 0 }) as const;
  pause = async () => ({ kind: 'paused' }) as const;
  resume = async () => ({ kind: 'resumed' }) as const;

  dispatch(packet: Parameters<VoiceEngine['dispatch']>[0]) {
    this.dispatched.push(packet.t);
    if (packet.t === 'VOICE_STATE_UPDATE') this.#onVoiceState.get(packet.d.guild_id)?.();
  }

  async close() {
    for (const guildId of this.#channels.keys()) await this.leave(guildId);
  }

  #ask(guildId: string, channelId: string | null) {
    const d = { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: false };
    const sending = { requestId: 'r', priority: 'person', maxWaitMs: 10_000 } as const;
    this.emit({ type: 'gateway-send', guildId, payload: { op: 4, d }, ...sending });
  }
}

/** A local Discord whose REST exchanges fit Discord's document: a test fails otherwise, or `close` rejects. The caller must close it. */
export async function startTestDiscord(options: LocalDiscordOptions = {}): Promise<LocalDiscord> {
  const exchanges = new ExchangeWatch();
  const discord = await startLocalDiscord({ onExchange: exchanges.onExchange, ...options });
  const close = discord.close.bind(discord);
  return Object.assign(discord, {
    close: async () => {
      await close();
      exchanges.verify();
    },
  });
}

/**
 * A bot at the local Discord, with an engine without sound, stores in `folder`, and a speech service that synthesizes
 * `OggS` and transcribes a clip to its bytes. With `createEngine` it has another engine. The caller must close it.
 */
export async function createTestBot(
  discord: Pick<LocalDiscord, 'apiUrl' | 'token'>,
  options: Partial<
    Pick<
      BotOptions,
      | 'aloneTimeoutMs'
      | 'autoCaptionTimings'
      | 'createCommands'
      | 'createEngine'
      | 'gatewayPace'
      | 'publicUrl'
      | 'voices'
    >
  > &
    Partial<PlaceSettings> & {
      folder?: string;
      /** By default, nothing is wrong. */
      doctorSources?: Partial<DoctorSources>;
      limits?: Partial<BudgetLimits>;
      /** Silent by default. */
      log?: Logger;
      /** Transcribes recordings; by default the real one, which hears `heard`. */
      files?: FileTranscriber;
      /** The sound of a text; by default bytes that no player reads. */
      speak?: (text: string) => Promise<Uint8Array>;
    } = {},
) {
  const log = options.log ?? createLogger('silent');
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'discord-bot-')));
  const stores = await openDatabase(`sqlite:${join(folder, 'test.sqlite')}`, log);
  const spool = await openClipSpool({ folder: join(folder, 'clips'), log });
  const engines: SilentEngine[] = [];
  const madeEngine = (): SilentEngine => {
    const [engine] = engines;
    if (engine === undefined) throw new Error('The bot created no engine.');
    return engine;
  };
  const ttsRequests: SpeechRequest[] = [];
  let failure: Error | undefined;
  let isMute = false;
  const settings = settingsOf(stores);
  const budgets = createBudgets({
    ...{ limits: { ...UNLIMITED, ...options.limits }, store: stores.budgets, settings, log },
  });
  const bot = createBot({
    token: discord.token,
    apiUrl: discord.apiUrl,
    places: {
      guildId: options.guildId,
      allowedGuilds: options.allowedGuilds,
      allowDirect: options.allowDirect ?? true,
    },
    shards: undefined,
    shardCount: undefined,
    speech: {
      pcmSampleRateHz: 44_100,
      async *tts(request: SpeechRequest, { signal }: CallContext) {
        signal.throwIfAborted();
        ttsRequests.push(request);
        if (failure !== undefined) throw failure;
        yield (await options.speak?.(request.text)) ?? new TextEncoder().encode('OggS and the rest');
      },
    },
    budgets,
    settings,
    reading: stores.reading,
    handover: { store: stores.handover, owner: 'test', predecessor: undefined },
    voiceMessageNotices: stores.voiceMessageNotices,
    createPronunciations: ({ builtInLanguage }) =>
      createPronunciations({ store: stores.pronunciations, notices: stores.notices, builtInLanguage, log }),
    voices: options.voices ?? fakeVoices([knownVoice(lady._id, lady.title)]),
    files:
      options.files ??
      createFileTranscriber({
        transcribe: async () => ({ text: 'heard', duration: 1, segments: [] }),
        safeRecordingMs: () => 3_600_000,
        files: await openTemporaryFiles({ folder: join(folder, 'downloads'), log }),
        log,
      }),
    createEngine: (onEvent) => {
      const silent = new SilentEngine(onEvent, () => isMute);
      engines.push(silent);
      return options.createEngine?.(onEvent) ?? silent;
    },
    createCommands: options.createCommands ?? createCommands,
    createCaptions: (parts) =>
      createCaptions({
        ...parts,
        transcribe: async (...call) => await madeEngine().transcribe(...call),
        ...{ captionMessages: stores.captionMessages, tombstones: stores.tombstones },
        overlayLinks: stores.overlayLinks,
        ...{ transcripts: stores.transcripts, consent: stores.consent, settings },
        ...{ notices: stores.notices, spool, log },
        budget: budgets.captions,
        capacity: () => false,
      }),
    fileFormat: 'opus',
    defaultVoiceId: undefined,
    aloneTimeoutMs: options.aloneTimeoutMs ?? 60_000,
    doctorSources: {
      ...{
        checkSpeech: async () => {},
        credit: async () => ({ kind: 'left', amount: '10' }),
        freeBytes: async () => 10 * 1024 ** 3,
      },
      speechModel: 's2-pro',
      speechLoad: () => ({ limit: 5, underWay: 0, waiting: 0, isLiveUsable: true }),
      checkDatabase: async () => void (await stores.settings.document('0')),
      isBehindProxy: false,
      versions: { mynah: '0.2.0', node: '26.0.0' },
      ...options.doctorSources,
    },
    autoCaptions: stores.autoCaptions,
    publicUrl: 'publicUrl' in options ? options.publicUrl : 'https://mynah.example',
    ...(options.autoCaptionTimings === undefined ? {} : { autoCaptionTimings: options.autoCaptionTimings }),
    ...(options.gatewayPace === undefined ? {} : { gatewayPace: options.gatewayPace }),
    log,
  });
  const engine = madeEngine();
  const fail = (error: Error): void => {
    failure = error;
  };
  const close = async (): Promise<void> => {
    await bot.close();
    await budgets.close();
    await stores.close();
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  };
  /** Stops the service from returning text. */
  const mute = (): void => {
    isMute = true;
  };
  /** Takes the database away. */
  const loseDatabase = (): Promise<void> => stores.close();
  return { bot, budgets, settings, engine, ttsRequests, fail, mute, loseDatabase, close };
}

/** Aborts a test's wait after 10 s. */
export const soon = (): AbortSignal => AbortSignal.timeout(10_000);
