import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import type { Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { FLITE_VOICES } from '@mynah/local-speech/synthesis/flite-voices';
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
/** After this long without a clip, no more are expected. */
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

/** Twenty-five people speak at the same time for 20 s: how many packets reach the service, and the bot's CPU time. */
export async function runManySpeakers(print: (line: string) => void): Promise<void> {
  const recognizer: Recognizer = {
    recognize: async (pcm) => ({ text: 'Word.', duration: pcm.length / 16_000, segments: [] }),
  };
  await using session = await openCaptionsTestSession({ recognizer });
  print(`preparing speech for ${SPEAKERS} people …`);
  const speeches = await prepareSpeeches(session);
  const startedAtMs = performance.now();
  const speakers: Speaker[] = [];
  for (const [index, packets] of speeches.entries())
    speakers.push(await bringSpeaker(session, `Person ${index}`, packets));
  print(
    `all joined the end-to-end encrypted group, one after another, in ${seconds(performance.now() - startedAtMs)} s …`,
  );
  await session.start({ interim: false });
  const cpuBefore = cpuMsOf(session.environment.bot.pid);
  const spoken = (await Promise.all(speakers.map(speak))).flat();
  const clipPackets = await packetsInClips(session, spoken.length);
  const cpuAfter = cpuMsOf(session.environment.bot.pid);
  const cpuMs = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore;
  report(session, { spoken, clipPackets, cpuMs }, print);
}

/** 20 s of speech per person, all different. */
async function prepareSpeeches({ speech }: CaptionsTestSession): Promise<Uint8Array[][]> {
  const speeches: Uint8Array[][] = [];
  for (let index = 0; index < SPEAKERS; index += 1) {
    const voiceName = FLITE_VOICES[index % FLITE_VOICES.length] ?? 'slt';
    // Six of the seven sentences last 20 s with every voice.
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
  // Self-deaf: everyone listening to everyone would be 30,000 packets a second on the machine under test.
  const voice = await environment.discord.addPerson({ name }).joinVoice(loungeId, patience(), { selfDeaf: true });
  return { voice, packets };
}

/** Resolves with the packets sent, in hexadecimal. */
async function speak({ voice, packets }: Speaker): Promise<string[]> {
  const sent: string[] = [];
  await voice.speak(packets, { onSent: (packet) => void sent.push(toHex(packet)) });
  return sent;
}

/** All packets sent to the service for text, once their number matches what was spoken or no more arrive. */
async function packetsInClips(session: CaptionsTestSession, expected: number): Promise<string[]> {
  let newestAtMs = performance.now();
  let requests = 0;
  return until('the clips', () => {
    const transcribed = session.transcribed().filter(({ answeredAtMs }) => answeredAtMs !== undefined);
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
  session: CaptionsTestSession,
  { spoken, clipPackets, cpuMs }: Figures,
  print: (line: string) => void,
): void {
  const missing = countMissing(clipPackets, spoken);
  const foreign = countMissing(spoken, clipPackets);
  const speakerSeconds = (spoken.length * PACKET_MS) / 1_000;
  const lines = [
    `\n${SPEAKERS} people at the same time, end-to-end encrypted, ${seconds(SPEECH_PACKETS * PACKET_MS)} s each`,
    ...alignTable([
      ['packets spoken', String(spoken.length)],
      ['packets in the clips', String(clipPackets.length)],
      ['spoken, but in no clip', String(missing)],
      ['in a clip, but not spoken or duplicated', String(foreign)],
      ['clips', String(session.transcribed().length)],
    ]),
    verdict([{ what: 'none lost', met: missing === 0 }]),
    cpuMs === undefined
      ? 'CPU is not measured: this system has no /proc.'
      : `CPU of the bot: ${(cpuMs / speakerSeconds).toFixed(2)} ms per second of one person’s speech, ` +
        `${Math.round((cpuMs / speakerSeconds) * SPEAKERS) / 10} % of a core for all ${SPEAKERS}: decryption, clips, requests, captions.`,
  ];
  for (const line of lines) print(line);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
