import { setTimeout as delay } from 'node:timers/promises';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { type Measured, tabulate, verdict } from './comparison.ts';
import { machineLine } from './machine.ts';
import type { ContenderEvent, Place } from './rig/contender-calls.ts';
import type { Speech } from './rig/crowd.ts';
import { type Entrant, MYNAH, openEntrant } from './rig/entrant.ts';
import { openRig, type Rig } from './rig/rig.ts';

const ROUNDS = 20;
const SPEAKERS = 5;
const PACKET_MS = 20;
/** Everybody speaks before the bot comes, while it joins, and for some seconds after. */
const BEFORE_MS = 500;
const SPEECH_PACKETS = 250;
/** Wait after the last packet, for the hangover and the last clips. */
const QUIET_MS = 2_500;

/** One speaker of one round; times from the request to join. */
interface Heard {
  /** The voice connection is ready. */
  readonly readyMs: number;
  /** Everybody in the channel has encrypted for the bot from then on. */
  readonly keysMs: number;
  /** The first packet that was heard left. */
  readonly firstMs: number;
  /** Packets that left after that and were not heard. */
  readonly missing: number;
}

type HeardClip = Extract<ContenderEvent, { type: 'clip' }>;

/** Joins channels in which five people are speaking, and looks which of their first packets are heard. Takes three minutes. */
export async function runFirstSecond(print: (line: string) => void): Promise<void> {
  print(machineLine());
  const clips: HeardClip[] = [];
  await using rig = await openRig();
  await using entrant = await openEntrant(rig, MYNAH, 1, (event) => {
    if (event.type === 'clip') clips.push(event);
  });
  const heard: Heard[] = [];
  for (let round = 0; round < ROUNDS; round += 1) heard.push(...(await joinOnce(rig, entrant, clips)));
  report(heard, print);
  print(machineLine());
}

async function joinOnce(rig: Rig, entrant: Entrant, clips: HeardClip[]): Promise<Heard[]> {
  const { crowd, sink, newId, botId } = rig;
  const place: Place = { guildId: newId(), channelId: newId() };
  await sink.call('allow', place);
  const speakers: Speech[] = [];
  for (let person = 0; person < SPEAKERS; person += 1) speakers.push(await bringSpeaker(rig, place, person));
  const members = speakers.map(({ userId }) => userId);
  await Promise.all(members.map((userId) => crowd.call('groupOf', { userId, members })));
  const speeches = speakers.map((speaker) => crowd.call('speak', speaker));
  await delay(BEFORE_MS);

  const requestedAtMs = Date.now();
  const withBot = [...members, botId];
  const keys = Promise.all(members.map((userId) => crowd.call('groupOf', { userId, members: withBot }))).then(Date.now);
  await entrant.process.call('join', place);
  const readyAtMs = Date.now();
  await entrant.process.call('listen', place.guildId);
  const keysMs = (await keys) - requestedAtMs;
  const sent = await Promise.all(speeches);
  await delay(QUIET_MS);
  await entrant.process.call('leave', place.guildId);
  for (const userId of members) await crowd.call('leave', userId);
  return speakers.map((speaker, index) => {
    const heard = new Set(packetsOf(clips, speaker.userId));
    const times = (sent[index] ?? []).map((atMs, packet) => ({
      atMs,
      isHeard: heard.has(toHex(rig.sound.packets[(speaker.offset + packet) % rig.sound.packets.length])),
    }));
    const first = times.find(({ isHeard }) => isHeard)?.atMs ?? Number.POSITIVE_INFINITY;
    const missing = times.filter(({ atMs, isHeard }) => atMs > first && !isHeard).length;
    return { readyMs: readyAtMs - requestedAtMs, keysMs, firstMs: first - requestedAtMs, missing };
  });
}

/** Each person starts at a different place in the canned speech, so that no packet is of two people. */
async function bringSpeaker(rig: Rig, place: Place, index: number): Promise<Speech> {
  const { crowd, newId, endpoint, caPem } = rig;
  const userId = newId();
  const hello = { serverId: place.guildId, userId, sessionId: `person-${userId}`, token: 'token' };
  await crowd.call('join', { ...hello, channelId: place.channelId, endpoint, caPem });
  return { userId, offset: index * PACKET_MS, count: SPEECH_PACKETS };
}

function packetsOf(clips: readonly HeardClip[], userId: string): string[] {
  return clips
    .filter((clip) => clip.userId === userId)
    .flatMap(({ audio }) => createOggOpusReader().push(audio))
    .map(toHex)
    .filter((packet) => packet !== toHex(SILENCE_FRAME));
}

function toHex(packet: Uint8Array | undefined): string {
  return packet === undefined ? '' : Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).toString('hex');
}

function report(heard: readonly Heard[], print: (line: string) => void): void {
  const rowOf = (name: string, pick: (one: Heard) => number): Measured => ({ name, valuesMs: heard.map(pick) });
  const missing = heard.reduce((sum, one) => sum + one.missing, 0);
  const lines = [
    `\n${ROUNDS} joins of a channel in which ${SPEAKERS} people are speaking, ms`,
    ...tabulate([
      rowOf('request to connection', ({ readyMs }) => readyMs),
      rowOf('request to everybody’s keys', ({ keysMs }) => keysMs),
      rowOf('request to first packet heard', ({ firstMs }) => firstMs),
      rowOf('keys to first packet heard', ({ firstMs, keysMs }) => firstMs - keysMs),
    ]),
    `packets that were not heard after a speaker’s first: ${missing}`,
    verdict([{ what: 'none lost', met: missing === 0 }]),
  ];
  for (const line of lines) print(line);
}
