import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import { createOpusDecoder, createOpusEncoder } from '@mynah/opus/opus-encoder';
import { FRAME_SAMPLES, OPUS_SAMPLE_RATE_HZ } from '@mynah/opus/opus-packet';
import { writeWav } from '@mynah/pcm/wav';
import { spokenPackets } from '../playground/spoken-packets.ts';
import { DEFAULT_CLIP_TIMINGS } from '../src/audio/endpointer.ts';
import { readRtpHeader, rtpMedia } from '../src/audio/rtp-packet.ts';
import { createListener } from '../src/voice/receive/listener.ts';
import { createTraffic } from '../src/voice/traffic.ts';
import { verdict } from './comparison.ts';
import { percentilesOf } from './percentiles.ts';
import { alignTable } from './table.ts';

/** Bounds, as shares of the baseline. */
const CPU_AIM = 1 / 10;
const BYTES_AIM = 1 / 20;

const WARM_UP_ROUNDS = 2;
const ROUNDS = 6;
/** Long enough for V8 to finish compiling: the bot runs for weeks. */
const MINUTES = 20;
const PACKETS_PER_MINUTE = 3_000;
/** Pause between utterances; longer than any hangover. */
const PAUSE_FRAMES = 75;
const RTP_HEADER_BYTES = 12;
const CHANNELS = 2;
const WAV_HEADER_BYTES = 44;
const USER_ID = '1';
const TEXTS = [
  'We are going to the park after lunch. Bring something to eat, and tell the others that they are welcome to come.',
  'My brother lives in the big city and works at night. He says that the streets are never empty, not even in winter.',
  'I would like a cup of tea. If there is some cake left from yesterday, then I would not say no to that either.',
];

/** Cost of one way to make clips. */
interface Cost {
  readonly cpuMs: number;
  readonly clips: number;
  readonly bytes: number;
}

/** Turns decrypted RTP packets into files to upload. */
type ClipMaker = (datagrams: readonly Buffer[], onClip: (file: Uint8Array) => void) => void;

interface Contestant {
  readonly name: string;
  readonly make: ClipMaker;
  readonly costs: Cost[];
}

/** Measures CPU and bytes of clips, alternating between Mynah's and decoded ones. Takes about 20 s. */
export async function runClipCost(print: (line: string) => void): Promise<void> {
  const datagrams = rtpStream(await recordSpeech());
  const ours: Contestant = { name: 'Mynah', make: keepPackets, costs: [] };
  const theirs: Contestant = { name: 'decoding to WAV', make: decodePackets, costs: [] };
  const collectGarbage = openCollector();
  print(`${ROUNDS} rounds of ${MINUTES} minutes of speech …`);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const { make, costs } of round % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
      // Collect one's garbage before the other is measured.
      collectGarbage();
      const cost = measure(make, datagrams);
      if (round >= 0) costs.push(cost);
    }
  }
  report(ours, theirs, print);
}

function openCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

function measure(make: ClipMaker, datagrams: readonly Buffer[]): Cost {
  let clips = 0;
  let bytes = 0;
  const before = process.cpuUsage();
  make(datagrams, (file) => {
    clips += 1;
    bytes += file.length;
  });
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, clips, bytes };
}

/**
 * Mynah's path from a packet to a clip: reordering, voice activity, endpointing, Ogg, and what clips under way grow by.
 * Packets arrive at their RTP times: what comes faster than anybody can speak would be dropped.
 */
function keepPackets(datagrams: readonly Buffer[], onClip: (file: Uint8Array) => void): void {
  const listener = createListener(
    { others: 'hear', hear: [], ignore: [] },
    {
      guildId: '1',
      channelId: () => '1',
      timings: DEFAULT_CLIP_TIMINGS,
      traffic: createTraffic(),
      onEvent: (event) => (event.type === 'clip' ? onClip(event.clip.audio) : undefined),
    },
  );
  const startedAtMs = performance.now();
  for (const datagram of datagrams) {
    const header = readRtpHeader(datagram);
    if (header === undefined) continue;
    const payload = rtpMedia(header, datagram.subarray(header.clearBytes));
    const { ssrc, sequence, timestamp } = header;
    const receivedAtMs = startedAtMs + (timestamp * 1_000) / OPUS_SAMPLE_RATE_HZ;
    listener.onPacket({ userId: USER_ID, ssrc, sequence, timestamp, payload, receivedAtMs });
  }
  listener.complete();
}

/** The baseline: decodes every packet to 48 kHz stereo and writes an utterance as WAV. Packets arrive in order. */
function decodePackets(datagrams: readonly Buffer[], onClip: (file: Uint8Array) => void): void {
  const decoder = createOpusDecoder(CHANNELS);
  const pause = (DEFAULT_CLIP_TIMINGS.hangoverMs * OPUS_SAMPLE_RATE_HZ) / 1_000;
  let pieces: Int16Array[] = [];
  let lastTimestamp = 0;
  const finish = (): void => {
    if (pieces.length > 0) onClip(wavOf(pieces));
    pieces = [];
  };
  for (const datagram of datagrams) {
    const header = readRtpHeader(datagram);
    if (header === undefined) continue;
    if (header.timestamp - lastTimestamp >= pause) finish();
    lastTimestamp = header.timestamp;
    pieces.push(decoder.decode(rtpMedia(header, datagram.subarray(header.clearBytes))));
  }
  finish();
  decoder.close();
}

/** Copies samples as a block: `writeWav` writes them one by one, which would be unfair to the baseline. */
function wavOf(pieces: readonly Int16Array[]): Buffer {
  const pcmBytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const header = Buffer.from(writeWav(new Int16Array(0), OPUS_SAMPLE_RATE_HZ, CHANNELS));
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + pcmBytes, 4);
  header.writeUInt32LE(pcmBytes, WAV_HEADER_BYTES - 4);
  return Buffer.concat([header, ...pieces.map((pcm) => new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength))]);
}

/** Speech as Discord's clients send it: stereo at 64 kbit/s, a channel's default. */
async function recordSpeech(): Promise<Uint8Array[][]> {
  const speech = await startLocalSpeech({ recognizer: false });
  try {
    const utterances: Uint8Array[][] = [];
    for (const text of TEXTS) utterances.push(asStereo(await spokenPackets(speech, text, speech.voices.slt)));
    return utterances;
  } finally {
    await speech.close();
  }
}

function asStereo(packets: readonly Uint8Array[]): Uint8Array[] {
  const decoder = createOpusDecoder(CHANNELS);
  const encoder = createOpusEncoder({ channels: CHANNELS });
  const stereo = packets.map((packet) => encoder.encode(decoder.decode(packet)));
  decoder.close();
  encoder.close();
  return stereo;
}

/** Utterances with pauses between them, until there are that many minutes of speech. */
function rtpStream(utterances: readonly Uint8Array[][]): Buffer[] {
  const datagrams: Buffer[] = [];
  let frame = 0;
  for (let index = 0; datagrams.length < MINUTES * PACKETS_PER_MINUTE; index += 1) {
    for (const packet of utterances[index % utterances.length] ?? []) {
      datagrams.push(rtpPacket(datagrams.length, frame * FRAME_SAMPLES, packet));
      frame += 1;
    }
    frame += PAUSE_FRAMES;
  }
  return datagrams.slice(0, MINUTES * PACKETS_PER_MINUTE);
}

function rtpPacket(sequence: number, timestamp: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(RTP_HEADER_BYTES);
  header.writeUInt16BE(0x8078, 0);
  header.writeUInt16BE(sequence % 2 ** 16, 2);
  header.writeUInt32BE(timestamp, 4);
  header.writeUInt32BE(1, 8);
  return Buffer.concat([header, payload]);
}

function report(ours: Contestant, theirs: Contestant, print: (line: string) => void): void {
  const cpuOf = ({ costs }: Contestant) => percentilesOf(costs.map(({ cpuMs }) => cpuMs / MINUTES));
  const bytesOf = ({ costs }: Contestant) => (costs[0]?.bytes ?? Number.NaN) / MINUTES;
  const row = (contestant: Contestant) => {
    const { p50, max } = cpuOf(contestant);
    const clips = String(contestant.costs[0]?.clips);
    return [
      contestant.name,
      clips,
      p50.toFixed(2),
      max.toFixed(2),
      Math.round(bytesOf(contestant)).toLocaleString('en'),
    ];
  };
  const cpuRatio = cpuOf(ours).p50 / cpuOf(theirs).p50;
  const bytesRatio = bytesOf(ours) / bytesOf(theirs);
  const lines = [
    '\nPer minute of speech, from RTP packets (decrypted) to files; stereo at 64 kbit/s as Discord’s clients send it',
    ...alignTable([
      ['', 'clips', 'CPU ms, p50', 'CPU ms, max', 'bytes to upload'],
      row(ours),
      row(theirs),
      ['ratio', '', cpuRatio.toFixed(4), '', bytesRatio.toFixed(4)],
    ]),
    verdict([
      { what: 'CPU ≤ 1/10', met: cpuRatio <= CPU_AIM },
      { what: 'bytes ≤ 1/20', met: bytesRatio <= BYTES_AIM },
    ]),
  ];
  for (const line of lines) print(line);
}
