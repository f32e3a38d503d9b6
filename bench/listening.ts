import { setTimeout as delay } from 'node:timers/promises';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { verdict } from './comparison.ts';
import { countMissing } from './count-missing.ts';
import { machineLine } from './machine.ts';
import type { ContenderEvent, Place } from './rig/contender-calls.ts';
import type { Speech } from './rig/crowd.ts';
import { type Contestant, MYNAH, openEntrant, STOCK } from './rig/entrant.ts';
import { openRig, type Rig } from './rig/rig.ts';
import { alignTable } from './table.ts';

const CHANNELS = 20;
const SPEAKERS_PER_CHANNEL = 25;
/** Speak at the same time in each channel; the others follow, each with one turn. */
const AT_ONCE = 5;
const SPEAKERS = CHANNELS * SPEAKERS_PER_CHANNEL;
const TURN_MS = 12_000;
/** Of all speakers combined. */
const SPEECH_S = (SPEAKERS * TURN_MS) / 1_000;
const PACKET_MS = 20;
const SETTLE_MS = 3_000;
/** Wait after the last packet, for the hangover and the last clips. */
const QUIET_MS = 3_000;
const SILENCE = toHex(SILENCE_FRAME);

type HeardClip = Extract<ContenderEvent, { type: 'clip' }>;

interface Result {
  readonly name: string;
  readonly cpuMs: number;
  readonly busiestShare: number;
  readonly spoken: number;
  readonly heard: number;
  /** Spoken but in no clip; `undefined` for a contender without clips. */
  readonly missing: number | undefined;
  readonly clips: number;
}

/** Listens to 25 people in each of 20 channels for a minute, compared with the stock receiver. Takes about five minutes. */
export async function runListening(print: (line: string) => void): Promise<void> {
  print(machineLine());
  const results: Result[] = [];
  for (const contestant of [MYNAH, STOCK]) {
    await using rig = await openRig();
    results.push(await measure(rig, contestant));
    print(`${contestant.name} done …`);
  }
  report(results, print);
  print(machineLine());
}

async function measure(rig: Rig, contestant: Contestant): Promise<Result> {
  const clips: HeardClip[] = [];
  await using entrant = await openEntrant(rig, contestant, CHANNELS, (event) => {
    if (event.type === 'clip') clips.push(event);
  });
  const channels: Speech[][] = [];
  await entrant.fill(CHANNELS, async (place) => {
    const speakers: Speech[] = [];
    const first = channels.push(speakers) * SPEAKERS_PER_CHANNEL;
    for (let person = 0; person < SPEAKERS_PER_CHANNEL; person += 1) {
      speakers.push(await bringSpeaker(rig, place, first + person));
    }
  });
  for (const { guildId } of entrant.places) await entrant.process.call('listen', guildId);
  // The last to join may not be in everyone's MLS group yet.
  await delay(SETTLE_MS);
  let spoken = 0;
  const cost = await entrant.measureCost(async () => {
    const sent = await Promise.all(channels.flatMap(lanesOf).map((lane) => speakInTurn(rig, lane)));
    spoken = sent.reduce((sum, packets) => sum + packets, 0);
    // Wait for the last hangovers and clips.
    await delay(QUIET_MS);
  });
  const counted = await entrant.process.call('heard');
  const { packets, missing } = lookInto(clips, channels.flat(), rig.sound.packets);
  return {
    name: entrant.name,
    cpuMs: cost.cpuMs,
    busiestShare: cost.busiest.share,
    spoken,
    heard: counted + packets,
    missing: clips.length === 0 ? undefined : missing,
    clips: clips.length,
  };
}

/** Each person starts at a different place in the canned speech. */
async function bringSpeaker(rig: Rig, place: Place, index: number): Promise<Speech> {
  const { crowd, newId, endpoint, caPem } = rig;
  const userId = newId();
  const hello = { serverId: place.guildId, userId, sessionId: `person-${userId}`, token: 'token' };
  await crowd.call('join', { ...hello, channelId: place.channelId, endpoint, caPem });
  return { userId, offset: index * 5, count: TURN_MS / PACKET_MS };
}

/** Speakers of one channel who take turns with each other. */
function lanesOf(channel: readonly Speech[]): Speech[][] {
  return Array.from({ length: AT_ONCE }, (_, lane) => channel.filter((_speaker, index) => index % AT_ONCE === lane));
}

/** Number of packets that the people of a lane sent. */
async function speakInTurn({ crowd }: Rig, lane: readonly Speech[]): Promise<number> {
  let packets = 0;
  for (const speaker of lane) packets += (await crowd.call('speak', speaker)).length;
  return packets;
}

/** Packets in all clips, without the silence inserted for gaps, and the packets that are missing. */
function lookInto(
  clips: readonly HeardClip[],
  speakers: readonly Speech[],
  canned: readonly Uint8Array[],
): { packets: number; missing: number } {
  const hex = canned.map(toHex);
  let [packets, missing] = [0, 0];
  for (const { userId, offset, count } of speakers) {
    const spoken = Array.from({ length: count }, (_, index) => hex[(offset + index) % hex.length] ?? '');
    const heard = clips
      .filter((clip) => clip.userId === userId)
      .flatMap(({ audio }) => createOggOpusReader().push(audio))
      .map(toHex)
      .filter((packet) => packet !== SILENCE);
    packets += heard.length;
    missing += countMissing(heard, spoken);
  }
  return { packets, missing };
}

function report(results: readonly Result[], print: (line: string) => void): void {
  const rows = results.map(({ name, cpuMs, busiestShare, spoken, heard, missing, clips }) => [
    name,
    (cpuMs / SPEECH_S).toFixed(2),
    ((cpuMs * 1_000) / spoken).toFixed(1),
    `${(100 * busiestShare).toFixed(0)} %`,
    String(spoken),
    String(heard),
    missing === undefined ? '' : String(missing),
    missing === undefined ? '' : String(clips),
  ]);
  const [mynah, stock] = results;
  const lines = [
    `\n${SPEAKERS} people in ${CHANNELS} channels, end-to-end encrypted; in each, ${AT_ONCE} speak at the same time, ${TURN_MS / 1_000} s each`,
    ...alignTable([
      ['', 'CPU ms per s of speech', 'µs/packet', 'busiest thread', 'spoken', 'received', 'in no clip', 'clips'],
      ...rows,
    ]),
    ...(mynah === undefined || stock === undefined
      ? []
      : [
          `ratio ${(mynah.cpuMs / stock.cpuMs).toFixed(2)}`,
          verdict([{ what: 'none lost', met: mynah.missing === 0 && mynah.heard >= mynah.spoken }]),
        ]),
    'CPU of the whole process. Mynah makes clips and sends them to another process; the stock receiver only decodes each packet.',
  ];
  for (const line of lines) print(line);
}

function toHex(packet: Uint8Array): string {
  return Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).toString('hex');
}
