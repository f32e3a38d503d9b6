import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalChannel } from '@mynah/local-discord/guild';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person } from '@mynah/local-discord/people/person';
import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import type { RecordedRequest } from '@mynah/local-speech/local-speech-api';
import type { Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { createOpusEncoder } from '@mynah/opus/opus-encoder';
import { expect } from 'vitest';
import type { BotLogEntry } from '../../playground/bot-process.ts';
import type { Environment } from '../../playground/environment.ts';
import { splitIntoPieces } from '../../src/text/split-into-pieces.ts';
import { type CaptionsTestSession, joinForCaptions, packetsOfClip } from './captions-session.ts';
import { packetsOf, toHex } from './sent-speech.ts';
import { BRISK_PACING, patience, startTestEnvironment } from './test-session.ts';

const SILENCE = 'f8fffe';
/** What was promised: a fault costs at most 2 s of each person, in packets of 20 ms. */
export const PROMISED_PACKETS = 100;
/** What people say while the bot connects again is lost: 2 s as promised, and one more where many tests share a machine. */
export const REJOIN_PACKETS = 150;
/** Packets that overtake each other on a busy machine seem to be lost and extra; a word that is said twice has more. */
const MAX_OVERTAKEN = 5;
/** A fault happens when this much of a text was heard: in mid-sentence. */
const BEFORE_FAULT_PACKETS = 60;
/** The longest wait for a recovery, in ms: a half-open connection takes longest. */
const RECOVERY_MS = 25_000;
/** 5 s of sound, in packets of 20 ms at 48 kHz. */
const SOUND_PACKETS = 250;
const FRAME_SAMPLES = 960;
/** Much longer than a clip takes to its transcription. */
const CLIP_MS = 10_000;
const POLL_MS = 250;

const TEXT = 'My brother lives in the big city, and he likes it there very much.';

/** Packets are compared, so that nothing needs to be recognized. */
const RECOGNIZER: Recognizer = {
  recognize: async (pcm) => ({ text: 'Something was said.', duration: pcm.length / 16_000, segments: [] }),
};

/** What arrived of what was sent, in packets. */
interface Delivery {
  readonly lost: number;
  /** Packets that were not sent, or sent once and arrived twice. */
  readonly extra: number;
}

/** One server in which something goes wrong. */
export interface FaultScene extends CaptionsTestSession {
  /** The bot's user ID. */
  readonly botId: string;
  /** Ada asks the bot to say a text; resolves when it is in mid-sentence. */
  startSpeaking(text?: string): Promise<SpokenText>;
  /** Bob speaks, by default in the Lounge, while captions are on; resolves when he is in mid-sentence. */
  startTalking(channelName?: string): Promise<TalkedText>;
  /** Resolves when the bot answers commands again: Ada tries until it does. */
  untilAnswering(): Promise<void>;
  /** The bot's warnings and errors about this server. */
  problems(): readonly BotLogEntry[];
  /** How often the bot has begun to repair its voice connection. */
  repairs(): number;
  /** What the bot has posted in a text channel, other than answers. */
  notices(channelName?: string): string[];
  /** Resolves when a notice, by default in #general, begins like this. */
  untilNotice(beginning: string, channelName?: string): Promise<void>;
}

/** A text that the bot says. */
interface SpokenText {
  readonly text: string;
  readonly invocation: Invocation;
  /** Resolves with what Ada heard of it, and then somebody `elsewhere`, when the bot says that it is spoken. */
  delivered(elsewhere?: PersonVoice): Promise<Delivery>;
}

/** Something that Bob says. */
interface TalkedText {
  readonly person: Person;
  readonly voice: PersonVoice;
  /** Resolves with what reached the transcription of it, once no more is missing than was promised. */
  delivered(): Promise<Delivery>;
}

/** Starts the environment of a file about faults: every test gets a server of its own. The caller must close it. */
export function startFaultEnvironment(options: Parameters<typeof startTestEnvironment>[0] = {}): Promise<Environment> {
  return startTestEnvironment({
    ...{ recognizer: RECOGNIZER, speechConcurrency: 64, environment: { SPEECH_CONCURRENCY: '48' } },
    localSpeech: { pacing: BRISK_PACING },
    ...options,
  });
}

/**
 * Opens a server of a shared environment for one fault; `isRight` may insist on another id. Disposing of it empties its
 * voice channels.
 */
export async function openFaultScene(
  environment: Environment,
  isRight?: (guildId: string) => boolean,
): Promise<FaultScene> {
  const session = await joinForCaptions(environment, isRight);
  const { guild, ada, speech } = session;
  const { botId } = environment.discord;
  const voiced = (from: number, { heard }: PersonVoice = session.voice): string[] =>
    heard.packets
      .slice(from)
      .filter(({ userId }) => userId === botId)
      .map(({ opus }) => toHex(opus))
      .filter((packet) => packet !== SILENCE);
  return {
    ...session,
    botId,
    startSpeaking: async (text = TEXT) => {
      const from = session.voice.heard.mark();
      const invocation = await ada.type('/say', { text });
      await invocation.reply(patience());
      while (voiced(from).length < BEFORE_FAULT_PACKETS) await session.voice.heard.next(() => true, patience());
      return {
        text,
        invocation,
        delivered: async (elsewhere) => {
          await invocation.until(({ content }) => content === 'Spoken.', AbortSignal.timeout(RECOVERY_MS));
          const pieces = await Promise.all(splitIntoPieces(text).map((piece) => packetsOf(speech, piece)));
          return deliveryOf(pieces.flat(), [...voiced(from), ...(elsewhere ? voiced(0, elsewhere) : [])]);
        },
      };
    },
    startTalking: (channelName) => talk(session, channelName),
    untilAnswering: async () => {
      const deadline = AbortSignal.timeout(RECOVERY_MS);
      const isAnswered = async (): Promise<boolean> => {
        const queue = await ada.type('/queue');
        return await queue.reply(patience()).then(
          () => true,
          () => false,
        );
      };
      while (!(await isAnswered())) deadline.throwIfAborted();
    },
    problems: () =>
      environment.bot.log.filter(
        (entry) => entry['guildId'] === guild.id && ['warn', 'error', 'fatal'].includes(entry.level),
      ),
    repairs: () =>
      environment.bot.log.filter(
        ({ guildId, msg }) => guildId === guild.id && msg === 'voice connection is being repaired',
      ).length,
    notices: (channelName = 'general') => noticesIn(guild.channel(channelName), botId),
    untilNotice: async (beginning, channelName = 'general') => {
      const channel = guild.channel(channelName);
      const isThere = (): boolean => noticesIn(channel, botId).some((notice) => notice.startsWith(beginning));
      await channel.waitForMessage(isThere, patience());
    },
  };
}

/** Five seconds of a sound that nobody else makes: clips of all servers arrive at one service, and are told apart by it. */
function uniqueSound(seed: string): Uint8Array[] {
  const encoder = createOpusEncoder();
  try {
    return Array.from({ length: SOUND_PACKETS }, (_, packet) => {
      const hertz = 200 + (createHash('sha256').update(`${seed} ${packet}`).digest().readUInt16BE() % 1_500);
      const wave = (_: unknown, sample: number): number =>
        Math.round(9_000 * Math.sin((2 * Math.PI * hertz * sample) / 48_000));
      return encoder.encode(Int16Array.from({ length: FRAME_SAMPLES }, wave));
    });
  } finally {
    encoder.close();
  }
}

function noticesIn(channel: LocalChannel, botId: string): string[] {
  return channel.messages
    .filter(({ author, command }) => author.id === botId && command === undefined)
    .map(({ content }) => content);
}

async function talk(session: CaptionsTestSession, channelName?: string): Promise<TalkedText> {
  const { person, voice } = await session.speaker('Bob', channelName);
  const packets = uniqueSound(person.id);
  const sent = packets.map(toHex).filter((packet) => packet !== SILENCE);
  const known = new Set(sent);
  const reached = Promise.withResolvers<void>();
  let count = 0;
  const speaking = voice.speak(packets, {
    onSent: () => {
      count += 1;
      if (count === BEFORE_FAULT_PACKETS) reached.resolve();
    },
  });
  speaking.catch(reached.reject);
  await reached.promise;
  // Clips of all servers are read again and again, so that reading each of them once saves most of the work.
  const clips = new Map<RecordedRequest, readonly string[]>();
  const packetsOnce = (request: RecordedRequest): readonly string[] => {
    const packets = clips.get(request) ?? packetsOfClip(request);
    clips.set(request, packets);
    return packets;
  };
  const arrived = (): string[] =>
    session
      .transcribed()
      .map(packetsOnce)
      .filter((clip) => clip.filter((packet) => known.has(packet)).length > clip.length / 2)
      .flat();
  return {
    person,
    voice,
    delivered: async () => {
      await speaking;
      const deadline = AbortSignal.timeout(CLIP_MS);
      while (deliveryOf(sent, arrived()).lost > PROMISED_PACKETS && !deadline.aborted) await sleep(POLL_MS);
      return deliveryOf(sent, arrived());
    },
  };
}

/** Expects that no more was lost than was promised, and nothing said twice. */
export function expectWhole({ lost, extra }: Delivery, mayLose = PROMISED_PACKETS): void {
  expect(lost).toBeLessThanOrEqual(mayLose);
  expect(extra).toBeLessThanOrEqual(MAX_OVERTAKEN);
}

/** Compares two series of packets by their longest common subsequence. */
function deliveryOf(sent: readonly string[], arrived: readonly string[]): Delivery {
  let previous = new Uint16Array(arrived.length + 1);
  for (const packet of sent) {
    const current = new Uint16Array(arrived.length + 1);
    for (const [column, other] of arrived.entries()) {
      const skipped = Math.max(previous[column + 1] ?? 0, current[column] ?? 0);
      current[column + 1] = packet === other ? (previous[column] ?? 0) + 1 : skipped;
    }
    previous = current;
  }
  const common = previous.at(-1) ?? 0;
  return { lost: sent.length - common, extra: arrived.length - common };
}

/** Requests that Discord refused more often than once. What it refuses once may be due to a race with people. */
export function repeatedRefusals({ discord }: Environment): string[] {
  const refused = discord.errors.map(({ method, path }) => `${method} ${path}`);
  return refused.filter((request, index) => refused.indexOf(request) !== index);
}

/** Messages that were logged more often than once about one server. */
export function repeatedProblems(problems: readonly BotLogEntry[]): string[] {
  const messages = problems.map(({ msg }) => msg);
  return messages.filter((msg, index) => messages.indexOf(msg) !== index);
}
