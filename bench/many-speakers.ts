import type { PersonVoice } from '../playground/discord/voice/person-voice-api.ts';
import { FLITE_VOICES } from '../playground/speech/flite-voices.ts';
import type { Recognizer } from '../playground/speech/recognizer.ts';
import { spokenPackets } from '../playground/spoken-packets.ts';
import { type CaptionsTestSession, openCaptionsTestSession, packetsOfClip } from '../test/support/captions-session.ts';
import { toHex } from '../test/support/sent-speech.ts';
import { patience } from '../test/support/test-session.ts';
import { verdict } from './comparison.ts';
import { countMissing } from './count-missing.ts';
import { cpuMsOf } from './process-cpu.ts';
import { alignTable } from './table.ts';
import { until } from './until.ts';

const SPEAKERS = 25;
const SPEECH_PACKETS = 1_000;
const PACKET_MS = 20;
/** With no clip for so long after the speech, no more will come. */
const QUIET_MS = 5_000;
const SENTENCES = [
  'We are going to the park after lunch, and my brother is coming from the big city.',
  'I would like a cup of tea and a piece of cake, if there is any left.',
  'The weather is nice today, but they say that there will be rain in the evening.',
  'He reads a book about the sea and the people who lived there a long time ago.',
  'She has forgotten where she put her keys, and now the door does not open.',
  'Nobody knows what the old house looked like before the fire.',
  'The children play in the garden until it is dark.',
];

interface Speaker {
  readonly voice: PersonVoice;
  readonly packets: readonly Uint8Array[];
}

/** Twenty-five people speak at once for 20 s: how many packets reach the service, and what the bot needs for it. */
export async function runManySpeakers(print: (line: string) => void): Promise<void> {
  const recognizer: Recognizer = {
    recognize: async (pcm) => ({ text: 'Word.', duration: pcm.length / 16_000, segments: [] }),
  };
  await using visit = await openCaptionsTestSession({ recognizer });
  print(`preparing the speech of ${SPEAKERS} people …`);
  const speeches = await prepareSpeeches(visit);
  const startedAtMs = performance.now();
  const speakers: Speaker[] = [];
  for (const [index, packets] of speeches.entries())
    speakers.push(await bringSpeaker(visit, `Person ${index}`, packets));
  print(
    `they joined one after another, each into the end-to-end encrypted group, in ${seconds(performance.now() - startedAtMs)} s …`,
  );
  await visit.start({ interim: false });
  const cpuBefore = cpuMsOf(visit.environment.bot.pid);
  const spoken = (await Promise.all(speakers.map(speak))).flat();
  const clipPackets = await packetsInClips(visit, spoken.length);
  const cpuAfter = cpuMsOf(visit.environment.bot.pid);
  const cpuMs = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore;
  report(visit, { spoken, clipPackets, cpuMs }, print);
}

/** 20 s of speech for each, no two the same. */
async function prepareSpeeches({ speech }: CaptionsTestSession): Promise<Uint8Array[][]> {
  const speeches: Uint8Array[][] = [];
  for (let index = 0; index < SPEAKERS; index += 1) {
    const voiceName = FLITE_VOICES[index % FLITE_VOICES.length] ?? 'slt';
    // Six of the seven, which are 20 s with every voice.
    const text = SENTENCES.map((_, place) => SENTENCES[(place + index) % SENTENCES.length])
      .slice(1)
      .join(' ');
    const packets = await spokenPackets(speech, `Number ${index}. ${text}`, speech.voices[voiceName]);
    if (packets.length < SPEECH_PACKETS) throw new Error(`a speech of ${packets.length} packets is too short`);
    speeches.push(packets.slice(0, SPEECH_PACKETS));
  }
  return speeches;
}

async function bringSpeaker(
  { environment, loungeId }: CaptionsTestSession,
  name: string,
  packets: readonly Uint8Array[],
): Promise<Speaker> {
  // Everybody listening to everybody would be 30,000 packets a second, on the machine that is measured.
  const voice = await environment.discord.addPerson({ name }).joinVoice(loungeId, patience(), { selfDeaf: true });
  return { voice, packets };
}

/** Resolves with the packets that left, in hex. */
async function speak({ voice, packets }: Speaker): Promise<string[]> {
  const sent: string[] = [];
  await voice.speak(packets, { onSent: (packet) => void sent.push(toHex(packet)) });
  return sent;
}

/** All packets that the service was sent for text, once they are as many as were spoken or no more come. */
async function packetsInClips(visit: CaptionsTestSession, expected: number): Promise<string[]> {
  let newestAtMs = performance.now();
  let requests = 0;
  return until('the clips', () => {
    const transcribed = visit.transcribed().filter(({ answeredAtMs }) => answeredAtMs !== undefined);
    if (transcribed.length > requests) newestAtMs = performance.now();
    requests = transcribed.length;
    const isQuiet = performance.now() - newestAtMs > QUIET_MS;
    const packets = transcribed.flatMap(packetsOfClip);
    return packets.length >= expected || isQuiet ? packets : undefined;
  });
}

interface Figures {
  readonly spoken: readonly string[];
  readonly clipPackets: readonly string[];
  readonly cpuMs: number | undefined;
}

function report(
  visit: CaptionsTestSession,
  { spoken, clipPackets, cpuMs }: Figures,
  print: (line: string) => void,
): void {
  const missing = countMissing(clipPackets, spoken);
  const foreign = countMissing(spoken, clipPackets);
  const speakerSeconds = (spoken.length * PACKET_MS) / 1_000;
  const lines = [
    `\n${SPEAKERS} people at once, end-to-end encrypted, ${seconds(SPEECH_PACKETS * PACKET_MS)} s each`,
    ...alignTable([
      ['packets spoken', String(spoken.length)],
      ['packets in the clips', String(clipPackets.length)],
      ['spoken, but in no clip', String(missing)],
      ['in a clip, but not spoken, or twice', String(foreign)],
      ['clips', String(visit.transcribed().length)],
    ]),
    verdict([{ what: 'none lost', met: missing === 0 }]),
    cpuMs === undefined
      ? 'CPU is not measured: there is no /proc here.'
      : `CPU of the bot: ${(cpuMs / speakerSeconds).toFixed(2)} ms per second of one person’s speech, ` +
        `${Math.round((cpuMs / speakerSeconds) * SPEAKERS) / 10} % of a core for all ${SPEAKERS}: decryption, clips, requests, captions.`,
  ];
  for (const line of lines) print(line);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
