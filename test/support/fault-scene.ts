import { expect } from 'vitest';
import type { BotLogEntry } from '../../playground/bot-process.ts';
import type { Invocation } from '../../playground/discord/people/invocation.ts';
import type { Person } from '../../playground/discord/people/person.ts';
import type { PersonVoice } from '../../playground/discord/voice/person-voice-api.ts';
import type { Environment } from '../../playground/environment.ts';
import type { Recognizer } from '../../playground/speech/recognition/recognizer.ts';
import { spokenPackets } from '../../playground/spoken-packets.ts';
import { type CaptionsTestSession, joinForCaptions, packetsOfClip } from './captions-session.ts';
import { packetsOf, toHex } from './sent-speech.ts';
import { BRISK_PACING, patience, startTestEnvironment } from './test-session.ts';

const SILENCE = 'f8fffe';
/** What was promised: a fault costs at most 2 s of each person, in packets of 20 ms. */
export const PROMISED_PACKETS = 100;
/** A fault happens when this much of a text was heard: in mid-sentence. */
const BEFORE_FAULT_PACKETS = 60;
/** The longest wait for a recovery, in ms: a half-open connection takes longest. */
const RECOVERY_MS = 50_000;

/** Faults are told apart by packets, so that nothing needs to be recognized. */
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
  startSpeaking(text: string): Promise<SpokenText>;
  /** Bob says a text in the Lounge while captions are on; resolves when he is in mid-sentence. */
  startTalking(text: string): Promise<TalkedText>;
  /** The bot's warnings and errors about this server. */
  problems(): readonly BotLogEntry[];
  /** What the bot has posted in a text channel, and not answered. */
  notices(channelName?: string): string[];
}

/** A text that the bot says. */
export interface SpokenText {
  readonly invocation: Invocation;
  /** Resolves with what Ada heard of it when the bot says that it is spoken. */
  delivered(): Promise<Delivery>;
  /** What she has heard so far, in hex, without silence. */
  heard(): readonly string[];
}

/** Something that Bob says. */
export interface TalkedText {
  readonly person: Person;
  readonly voice: PersonVoice;
  /** Resolves with what reached the transcription of it, once all but `mayLose` packets have. */
  delivered(mayLose: number): Promise<Delivery>;
}

/** Starts the environment of a file about faults: every test gets a server of its own. The caller must close it. */
export function startFaultEnvironment(options: Parameters<typeof startTestEnvironment>[0] = {}): Promise<Environment> {
  return startTestEnvironment({ recognizer: RECOGNIZER, localSpeech: { pacing: BRISK_PACING }, ...options });
}

/** Opens a server of a shared environment for one fault. Disposing of it empties its voice channels. */
export async function openFaultScene(environment: Environment): Promise<FaultScene> {
  const session = await joinForCaptions(environment);
  const { guild, ada, speech } = session;
  const { botId } = environment.discord;
  const voiced = (from: number): string[] =>
    session.voice.heard.packets
      .slice(from)
      .filter(({ userId }) => userId === botId)
      .map(({ opus }) => toHex(opus))
      .filter((packet) => packet !== SILENCE);
  return {
    ...session,
    botId,
    startSpeaking: async (text) => {
      const from = session.voice.heard.mark();
      const invocation = await ada.type('/say', { text });
      await invocation.reply(patience());
      while (voiced(from).length < BEFORE_FAULT_PACKETS) await session.voice.heard.next(() => true, patience());
      return {
        invocation,
        heard: () => voiced(from),
        delivered: async () => {
          await invocation.until(({ content }) => content === 'Spoken.', AbortSignal.timeout(RECOVERY_MS));
          return deliveryOf(await packetsOf(speech, text), voiced(from));
        },
      };
    },
    startTalking: (text) => talk(session, text),
    problems: () =>
      environment.bot.log.filter(
        (entry) => entry['guildId'] === guild.id && ['warn', 'error', 'fatal'].includes(entry.level),
      ),
    notices: (channelName = 'general') =>
      guild
        .channel(channelName)
        .messages.filter(({ author, command }) => author.id === botId && command === undefined)
        .map(({ content }) => content),
  };
}

async function talk(session: CaptionsTestSession, text: string): Promise<TalkedText> {
  const { person, voice } = await session.speaker('Bob');
  const packets = await spokenPackets(session.speech, text, session.speech.voices.slt);
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
  // Other servers' clips arrive at the same service: these are the ones that consist of what was said here.
  const arrived = (): string[] =>
    session
      .transcribed()
      .map(packetsOfClip)
      .filter((clip) => clip.filter((packet) => known.has(packet)).length > clip.length / 2)
      .flat();
  return {
    person,
    voice,
    delivered: async (mayLose) => {
      await speaking;
      await expect
        .poll(() => deliveryOf(sent, arrived()).lost, { timeout: RECOVERY_MS, interval: 250 })
        .toBeLessThanOrEqual(mayLose);
      return deliveryOf(sent, arrived());
    },
  };
}

/** Compares two series of packets by their longest common subsequence. */
export function deliveryOf(sent: readonly string[], arrived: readonly string[]): Delivery {
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

/** Messages that were logged more often than once about one server. */
export function repeatedProblems(problems: readonly BotLogEntry[]): string[] {
  const messages = problems.map(({ msg }) => msg);
  return messages.filter((msg, index) => messages.indexOf(msg) !== index);
}
