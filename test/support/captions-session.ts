import type { Person } from '../../playground/discord/people/person.ts';
import type { SeenMessage } from '../../playground/discord/people/seen-message.ts';
import type { PersonVoice } from '../../playground/discord/voice/person-voice-api.ts';
import type { EnvironmentOptions } from '../../playground/environment.ts';
import type { FliteVoiceName } from '../../playground/speech/flite-voices.ts';
import type { RecordedRequest } from '../../playground/speech/local-speech-api.ts';
import { spokenPackets } from '../../playground/spoken-packets.ts';
import { createOggOpusReader } from '../../src/audio/opus/ogg-opus-reader.ts';
import { createOpusDecoder } from '../../src/audio/opus/opus-encoder.ts';
import { toHex } from './sent-speech.ts';
import { openTestSession, patience, type TestSession } from './test-session.ts';

const FRAME_MS = 20;

/** What somebody said, and when by this machine's clock. */
interface Said {
  /** In hex. */
  readonly packets: readonly string[];
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** When the first and the last sound was to be heard in it. */
  readonly soundFromMs: number;
  readonly soundToMs: number;
}

/** A person in the Lounge who can speak. */
interface Speaker {
  readonly person: Person;
  readonly voice: PersonVoice;
  say(text: string, options?: { voice?: FliteVoiceName; signal?: AbortSignal }): Promise<Said>;
}

/** A transcript as `/captions export` gives it in JSON. */
export interface ExportedLine {
  readonly speaker: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly text: string;
  readonly late: boolean;
}

/** A visit whose voice channel is captioned in #captions. */
export interface CaptionsTestSession extends TestSession {
  speaker(name: string): Promise<Speaker>;
  start(options?: Record<string, string | boolean>): Promise<SeenMessage>;
  /** What stands in #captions under somebody's name, one string a message. */
  linesOf(name: string): string[];
  /** Waits until everything that stands under somebody's name satisfies the predicate. */
  untilLines(name: string, predicate: (text: string) => boolean, signal?: AbortSignal): Promise<string>;
  /** The file that `/captions export` gives; `undefined` while there is nothing to export. */
  exported(format: 'txt' | 'srt' | 'vtt' | 'json'): Promise<string | undefined>;
  /** Requests for text that the service got, oldest first. */
  transcribed(): RecordedRequest[];
}

/** Opens a visit for captions. Dispose of it at the end. */
export async function openCaptionsTestSession(options: EnvironmentOptions = {}): Promise<CaptionsTestSession> {
  const visit = await openTestSession(options);
  const { house, speech, ada, loungeId } = visit;
  const channel = house.discord.guild.channel('captions');
  const linesOf = (name: string) =>
    channel.messages.filter(({ author, deleted }) => author.name === name && !deleted).map(({ content }) => content);
  return {
    ...visit,
    speaker: async (name) => {
      const person = house.discord.addPerson({ name });
      const voice = await person.joinVoice(loungeId, patience());
      return { person, voice, say: (text, how) => say(visit, voice, text, how) };
    },
    start: async (how = {}) => (await ada.type('/captions start', how, { channelId: channel.id })).reply(patience()),
    linesOf,
    untilLines: async (name, predicate, signal = patience()) => {
      await channel.waitForMessage(() => predicate(linesOf(name).join(' ')), signal);
      return linesOf(name).join(' ');
    },
    exported: async (format) => {
      const reply = await (await ada.type('/captions export', { format }, { channelId: channel.id })).reply(patience());
      const [file] = reply.attachments;
      return file === undefined ? undefined : (await fetch(file.url)).text();
    },
    transcribed: () => speech.requests.filter(({ endpoint }) => endpoint === 'asr'),
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

/** Where sound begins and ends in packets: the first and last sample above a fiftieth of full scale. */
function soundOf(packets: readonly Uint8Array[]): { readonly fromMs: number; readonly toMs: number } {
  const decoder = createOpusDecoder(1);
  const loud = packets.map((packet) => decoder.decode(packet).some((sample) => Math.abs(sample) > 32_768 / 50));
  decoder.close();
  return { fromMs: loud.indexOf(true) * FRAME_MS, toMs: (loud.lastIndexOf(true) + 1) * FRAME_MS };
}

/** The Opus packets of a clip that the service was sent, in hex, silence left out. */
export function packetsOfClip(request: RecordedRequest): string[] {
  const { audio } = request.body as { audio: Uint8Array | { bytes: Uint8Array } };
  const bytes = audio instanceof Uint8Array ? audio : audio.bytes;
  return createOggOpusReader()
    .push(bytes)
    .map(toHex)
    .filter((packet) => packet !== 'f8fffe');
}

/** Share of words that are wrong, missing or too many: Levenshtein distance in words over the words said. */
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
