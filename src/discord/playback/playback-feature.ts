import { withinTime } from '../../concurrency/async.ts';
import type { AboutText } from '../../handover/handover-ports.ts';
import type { SessionTakeover } from '../../handover/session-takeover.ts';
import type { Reading } from '../../reading/reading-api.ts';
import { createSpeaking, type Speaking } from '../../voice/speaking.ts';
import type { JoinOutcome } from '../../voice/voice-api.ts';
import { createStageMoves } from '../client/stage-place.ts';
import type { Core } from '../core/core.ts';
import type { CoreServices } from '../core/core-services.ts';
import type { Feature } from '../core/feature.ts';
import { closeWithin, FREEZE_MS, HALT_MS } from '../core/shutdown.ts';
import { createRecorder, createTakeover, type Handover } from './handover-wiring.ts';
import type { PlaybackServices } from './playback-services.ts';
import { createQueueItemReplies } from './queue-item-replies.ts';
import type { FileSpeech } from './speech-file.ts';
import { createStageVoice, type StageVoice } from './stage-voice.ts';
import { createTextsOnTheWay } from './texts-on-the-way.ts';
import { createVoiceHost, type VoiceHost } from './voice-host.ts';

/** How soon changes of voice sessions are stored. Texts of commands are stored at once. */
const RECORD_MS = 250;
/** How soon a process continues what another one left. */
const TAKEOVER_MS = 2_000;
const LEFTOVERS_MS = 60_000;

/** What speaking is built from. */
export interface PlaybackFeatureOptions {
  readonly speech: FileSpeech;
  /** Where voice sessions and their texts outlast this process. */
  readonly handover: Handover;
  /** For tests: how long the bot stays in a voice channel without a person in it. */
  readonly aloneTimeoutMs?: number | undefined;
}

/** What playback needs of other features. Nothing is called before all of them exist. */
interface PlaybackNeeds {
  /** The engine, which restores the channel's status before it leaves. */
  readonly engine: CoreServices['engine'];
  /** Called before the bot leaves a channel for another one. */
  readonly beforeMove: (guildId: string) => Promise<void>;
  readonly onJoined: (guildId: string, outcome: JoinOutcome) => void;
  readonly reading: Pick<Reading, 'unread' | 'reread' | 'resume'>;
}

/** Speaking in voice channels, and what outlasts the process of it. */
export interface PlaybackFeature extends Feature<Omit<PlaybackServices, keyof CoreServices>> {
  readonly host: VoiceHost;
  readonly stageVoice: StageVoice;
  readonly speaking: Speaking<AboutText>;
  readonly takeover: SessionTakeover;
  /** Adds what goes with a queued text for the process that may continue it. */
  keep(textId: string, about: AboutText): void;
  /** What is stored is final: what ends from then on is continued by another process. */
  isHandedOver(): boolean;
  /** Stores what is left to say, for the process that continues it. Resolves after a bounded time. */
  freeze(): Promise<void>;
  /** Lets other processes continue: the bot is in no channel any more. `undefined` if nothing was frozen. */
  handOver(): Promise<void> | undefined;
  /** Begins to store the sessions of this process. */
  beginStoring(): void;
  /** Begins to continue the sessions of processes that ended. Resolves after the first look. */
  beginTakeover(): Promise<void>;
}

/** Creates the host of voice sessions, and the one life of every text that is spoken. */
export function createPlaybackFeature(core: Core, options: PlaybackFeatureOptions & PlaybackNeeds): PlaybackFeature {
  const { engine, upkeep, explain, log } = core;
  const { handover, reading } = options;
  const host = createHost(core, options);
  const stageVoice = createStageVoice({
    ...{ engine: options.engine, stages: createStageMoves(core.client), log },
    announce: (guildId, notice) => host.announce(guildId, notice),
  });
  const recorder = createRecorder({ ...handover, engine, host, unreadOf: (guildId) => reading.unread(guildId) });
  const keep: PlaybackFeature['keep'] = (textId, about) => recorder.note(textId, about);
  const speaking = createSpeaking<AboutText>({ engine, note: keep, log });
  const itemReplies = createQueueItemReplies({
    ...{ engine, speaking, explain, log },
    keep: (guildId) => recorder.keep(guildId),
  });
  const { directory, budgets, allowedPlaces: places } = core;
  const takeover = createTakeover(core.client, recorder, {
    ...{ ...handover, engine, host, directory, itemReplies, budgets, places, log },
    reading,
  });
  return {
    ...{ host, stageVoice, speaking, takeover, keep },
    services: {
      ...{ host, stageVoice, itemReplies, takeover, speech: options.speech },
      textsOnTheWay: createTextsOnTheWay(),
    },
    isHandedOver: () => recorder.isFrozen,
    onVoiceEvent: (event) => {
      // What is stored with a text that ended goes first: the text may be queued again, with another voice.
      recorder.onVoiceEvent(event);
      host.onVoiceEvent(event);
      stageVoice.onVoiceEvent(event);
      // What another process continues has not ended.
      if (!recorder.isFrozen) speaking.onVoiceEvent(event);
    },
    halt: () => Promise.all([closeWithin(HALT_MS, takeover.close(), log), engine.halt(HALT_MS)]),
    freeze: async () => void (await withinTime(recorder.freeze(), FREEZE_MS, false)),
    close: () => host.close(),
    handOver: () => (recorder.isFrozen ? handover.store.end(handover.owner) : undefined),
    beginStoring: () => {
      upkeep.start({ name: 'voice-handover', everyMs: RECORD_MS, run: () => recorder.flush() });
      upkeep.start({ name: 'voice-leftovers', everyMs: LEFTOVERS_MS, run: () => takeover.clean() });
    },
    beginTakeover: () =>
      upkeep.start({ name: 'voice-takeover', everyMs: TAKEOVER_MS, run: () => takeover.run() }).firstRun,
  };
}

function createHost(core: Core, options: PlaybackFeatureOptions & PlaybackNeeds): VoiceHost {
  const { directory, voiceChannel, settings, publicMessages, log } = core;
  const { beforeMove, onJoined, aloneTimeoutMs } = options;
  return createVoiceHost({
    engine: {
      ...options.engine,
      join: async (request) => {
        const outcome = await core.engine.join(request);
        onJoined(request.guildId, outcome);
        return outcome;
      },
    },
    directory: { ...directory, voiceChannel },
    beforeMove,
    mayPost: async (guildId) => (await settings.of(guildId)).notices.posted,
    publicMessages,
    aloneTimeoutMs,
    log,
  });
}
