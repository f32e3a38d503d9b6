import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import type { RecordedRequest } from '@mynah/local-speech/local-speech-api';
import type { FliteVoiceName } from '@mynah/local-speech/synthesis/flite-voices';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { createOpusDecoder } from '@mynah/opus/opus-encoder';
import type { Environment, EnvironmentOptions } from '../../playground/environment.ts';
import { spokenPackets } from '../../playground/spoken-packets.ts';
import { toHex } from './sent-speech.ts';
import { joinEnvironment, openTestSession, patience, type TestSession } from './test-session.ts';

const FRAME_MS = 20;

/** The answer of `/captions export` where there are no lines. */
const NO_TRANSCRIPT = /^There's no transcript here yet\. |^Nothing has been captioned yet/;

/** One utterance, with times by this machine's clock. */
interface Said {
  /** In hex. */
  readonly packets: readonly string[];
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** When its first and last audible sound was sent. */
  readonly soundFromMs: number;
  readonly soundToMs: number;
}

/** A person in the Lounge. */
interface Speaker {
  readonly person: Person;
  readonly voice: PersonVoice;
  say(text: string, options?: { voice?: FliteVoiceName; signal?: AbortSignal }): Promise<Said>;
}

/** A line of `/captions export` as JSON. */
interface ExportedLine {
  readonly speaker: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly text: string;
  readonly late: boolean;
}

/** A test session in whose server #captions shows what is said in the Lounge. */
export interface CaptionsTestSession extends TestSession {
  /** Adds a person and lets them into a voice channel, by default the Lounge. */
  speaker(name: string, channelName?: string): Promise<Speaker>;
  start(options?: Record<string, string | boolean>): Promise<SeenMessage>;
  /** What #captions shows under somebody's name, one string a message. */
  linesOf(name: string): string[];
  /** Waits until everything that #captions shows under somebody's name satisfies the predicate. */
  untilLines(name: string, predicate: (text: string) => boolean, signal?: AbortSignal): Promise<string>;
  /** The file that `/captions export` gives; `undefined` while there is nothing to export. */
  exported(format: 'txt' | 'srt' | 'vtt' | 'json'): Promise<string | undefined>;
  /** The lines of the exported transcript; none while there is nothing to export. */
  exportedLines(): Promise<ExportedLine[]>;
  /** Requests for text that the service received during this session, oldest first. */
  transcribed(): RecordedRequest[];
}

/** Starts an environment and opens a test session for captions in it. Disposing of the session closes both. */
export async function openCaptionsTestSession(options: EnvironmentOptions = {}): Promise<CaptionsTestSession> {
  return withCaptions(await openTestSession(options));
}

/** Opens a test session for captions in a new server of a shared environment; see `joinEnvironment`. */
export async function joinForCaptions(
  environment: Environment,
  isRight?: (guildId: string) => boolean,
): Promise<CaptionsTestSession> {
  return withCaptions(await joinEnvironment(environment, isRight));
}

function withCaptions(session: TestSession): CaptionsTestSession {
  const { environment, guild, speech, ada } = session;
  const channel = guild.channel('captions');
  const earlierRequests = new Set(speech.requests);
  const linesOf = (name: string) =>
    channel.messages.filter(({ author, deleted }) => author.name === name && !deleted).map(({ content }) => content);
  const exported = async (format: string) => {
    const reply = await (await ada.type('/captions export', { format }, { channelId: channel.id })).reply(patience());
    const [file] = reply.attachments;
    if (file !== undefined) return (await fetch(file.url)).text();
    // Not an outage, and not too many exports in a minute.
    if (!NO_TRANSCRIPT.test(reply.content)) throw new Error(`/captions export answered: ${reply.content}`);
    return undefined;
  };
  return {
    ...session,
    speaker: async (name, channelName = 'Lounge') => {
      const person = environment.discord.addPerson({ name, guild });
      const voice = await person.joinVoice(guild.channel(channelName).id, patience());
      return { person, voice, say: (text, how) => say(session, voice, text, how) };
    },
    start: async (how = {}) => (await ada.type('/captions start', how, { channelId: channel.id })).reply(patience()),
    linesOf,
    untilLines: async (name, predicate, signal = patience()) => {
      await channel.waitForMessage(() => predicate(linesOf(name).join(' ')), signal);
      return linesOf(name).join(' ');
    },
    exported,
    exportedLines: async () => {
      const json = await exported('json');
      return json === undefined ? [] : (JSON.parse(json) as { lines: ExportedLine[] }).lines;
    },
    transcribed: () => speech.requests.filter((request) => request.endpoint === 'asr' && !earlierRequests.has(request)),
  };
}

async function say(
  { speech }: TestSession,
  voice: PersonVoice,
  text: string,
  how: { voice?: FliteVoiceName; signal?: AbortSignal } = {},
): Promise<Said> {
  const packets = await spokenPackets(speech, text, speech.voices[how.voice ?? 'slt']);
  const sent: string[] = [];
  let startedAtMs = 0;
  await voice.speak(packets, {
    ...(how.signal && { signal: how.signal }),
    onSent: (packet) => {
      startedAtMs ||= Date.now();
      sent.push(toHex(packet));
    },
  });
  const sound = soundOf(packets.slice(0, sent.length));
  return {
    packets: sent,
    startedAtMs,
    endedAtMs: Date.now(),
    soundFromMs: startedAtMs + sound.fromMs,
    soundToMs: startedAtMs + sound.toMs,
  };
}

/** Start and end of sound in packets: the first and last sample above a fiftieth of full scale. */
function soundOf(packets: readonly Uint8Array[]): { readonly fromMs: number; readonly toMs: number } {
  const decoder = createOpusDecoder(1);
  const loud = packets.map((packet) => decoder.decode(packet).some((sample) => Math.abs(sample) > 32_768 / 50));
  decoder.close();
  return { fromMs: loud.indexOf(true) * FRAME_MS, toMs: (loud.lastIndexOf(true) + 1) * FRAME_MS };
}

/** The Opus packets of a clip that the service received, in hex, without silence. */
export function packetsOfClip(request: RecordedRequest): string[] {
  const { audio } = request.body as { audio: Uint8Array | { bytes: Uint8Array } };
  const bytes = audio instanceof Uint8Array ? audio : audio.bytes;
  return createOggOpusReader()
    .push(bytes)
    .map(toHex)
    .filter((packet) => packet !== 'f8fffe');
}

/** Share of wrong, missing and extra words: the Levenshtein distance in words, divided by the number of words said. */
export function wordErrorRate(said: string, understood: string): number {
  const a = words(said);
  const b = words(understood);
  let previous = b.map((_, index) => index + 1);
  for (const [row, word] of a.entries()) {
    const current: number[] = [];
    for (const [column, other] of b.entries()) {
      const left = column === 0 ? row + 1 : (current[column - 1] ?? 0);
      const up = previous[column] ?? 0;
      const diagonal = column === 0 ? row : (previous[column - 1] ?? 0);
      current.push(Math.min(left + 1, up + 1, diagonal + (word === other ? 0 : 1)));
    }
    previous = current;
  }
  return (previous.at(-1) ?? a.length) / a.length;
}

/** Words of a text in lower case, without punctuation and markdown. */
export function words(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}
