import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { packetSamples, SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { expect, vi } from 'vitest';
import type { Clip, SpeakerPolicy } from '../../src/voice/voice-api.ts';
import { GUILD, LOUNGE, type VoiceScene } from './voice-fixture.ts';

export const ANNA = '800000000000000001';
export const BEN = '800000000000000002';
export const CLEO = '800000000000000003';
export const EVERYBODY: SpeakerPolicy = { others: 'hear', hear: [], ignore: [] };

/** Voiced packets, all different. */
export function babble(count: number, mark: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const packet = new Uint8Array(60 + (index % 40)).fill(mark);
    packet.set([0xfc, index >> 8, index & 0xff]);
    return packet;
  });
}

export function hex(packet: Uint8Array): string {
  return Buffer.from(packet).toString('hex');
}

export const SILENCE = hex(SILENCE_FRAME);

/** A clip's packets in hex, without silence. */
export function soundOf(...clips: readonly Pick<Clip, 'audio'>[]): string[] {
  return clips
    .flatMap(({ audio }) => createOggOpusReader().push(audio))
    .map(hex)
    .filter((packet) => packet !== SILENCE);
}

export function sound(packets: readonly Uint8Array[]): string[] {
  return packets.map(hex).filter((packet) => packet !== SILENCE);
}

/** The time of a packet in its clip, in milliseconds since 1970. */
export function timeOf(clip: Clip, packet: Uint8Array): number {
  let samples = 0;
  for (const each of createOggOpusReader().push(clip.audio)) {
    if (hex(each) === hex(packet)) return clip.startedAtMs + samples / 48;
    samples += packetSamples(each);
  }
  throw new Error('the packet is not in the clip');
}

/** Joins a channel and listens to the people that the policy names. */
export async function startListening(
  scene: VoiceScene,
  channelId = LOUNGE,
  policy: SpeakerPolicy = EVERYBODY,
): Promise<void> {
  await scene.engine.join({ guildId: GUILD, channelId });
  expect(await scene.engine.listen(GUILD, { channelId, ...policy })).toEqual({ kind: 'listening' });
  await scene.keysExchanged(channelId);
}

/** Waits until `utterances` utterances have ended. */
export async function untilEnded(scene: VoiceScene, utterances: number): Promise<void> {
  const count = (): number => scene.events.filter(({ type }) => type === 'speech-ended').length;
  await vi.waitFor(() => expect(count()).toBe(utterances), { timeout: 15_000 });
}

/** Speaks, and returns the wall-clock time at which each packet was sent. */
export async function say(person: PersonVoice, packets: readonly Uint8Array[]): Promise<number[]> {
  return await begin(person, packets).done;
}

/** Starts to speak. `sent` resolves when that many packets have been sent. */
export function begin(person: PersonVoice, packets: readonly Uint8Array[]) {
  const sentAtMs: number[] = [];
  const waiting = new Map<number, () => void>();
  const onSent = (): void => {
    sentAtMs.push(Date.now());
    waiting.get(sentAtMs.length)?.();
  };
  return {
    done: person.speak(packets, { onSent }).then(() => sentAtMs),
    sent: (count: number): Promise<void> => new Promise((resolve) => waiting.set(count, resolve)),
  };
}
