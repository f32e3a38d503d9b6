import { EventEmitter } from 'node:events';
import { type DAVESession, type Networking, NetworkingStatusCode, type VoiceReceiver } from '@discordjs/voice';
import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attachPacketReceiver, type PacketReceiver } from '../../../../src/voice/receive/packet-receiver.ts';
import type { HeardPacket, PacketSink } from '../../../../src/voice/receive/packet-sink.ts';

const ANNA_SSRC = 11;
const OPUS = Buffer.from([0xfc, 1, 2, 3, 4, 5]);

/** The library's receiver as far as it is used. Its "encryption" adds four bytes of nonce and refuses a first byte 0xee. */
class StubReceiver {
  readonly ssrcMap = new EventEmitter();
  readonly connectionData = {
    encryptionMode: 'aead_aes256_gcm_rtpsize',
    nonceBuffer: Buffer.alloc(12),
    secretKey: new Uint8Array(32),
  };
  decrypted = 0;
  onUdpMessage: (datagram: Buffer) => void = () => {};

  decrypt(datagram: Buffer, _mode: string, _nonce: Buffer, _key: Uint8Array, clearBytes: number): Buffer {
    this.decrypted += 1;
    if (datagram[clearBytes] === 0xee) throw new Error('unsupported state or unable to authenticate data');
    return datagram.subarray(clearBytes, -4);
  }
}

/**
 * An end-to-end encrypted group in which everybody's frames are their id, the packet, and DAVE's trailer. Like davey, it
 * opens each frame only once.
 */
class StubDave {
  protocolVersion = 1;
  reinitializing = false;
  readonly userId = 'bot';
  readonly pendingTransitions = new Map<number, number>();
  readonly session = {
    ready: true,
    decrypt: (userId: string, _type: number, frame: Buffer): Buffer => {
      const opened = this.#open(userId, frame);
      if (opened === undefined) throw new Error('no valid key');
      return opened;
    },
  };
  attempts = 0;
  readonly #opened = new Set<string>();

  decrypt(frame: Buffer, userId: string): Buffer | null {
    this.attempts += 1;
    return this.#open(userId, frame) ?? null;
  }

  #open(userId: string, frame: Buffer): Buffer | undefined {
    const opened = open(userId, frame);
    if (opened === undefined || this.#opened.has(frame.toString('hex'))) return undefined;
    this.#opened.add(frame.toString('hex'));
    return opened;
  }
}

const TRAILER = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 0xfa, 0xfa]);

function seal(userId: string, packet: Buffer): Buffer {
  return Buffer.concat([Buffer.from(userId), packet, TRAILER]);
}

function open(userId: string, frame: Buffer): Buffer | undefined {
  if (!frame.subarray(0, userId.length).equals(Buffer.from(userId))) return undefined;
  return frame.subarray(userId.length, -TRAILER.length);
}

let library: StubReceiver;
let dave: StubDave | undefined;
let code: NetworkingStatusCode;
let heard: HeardPacket[];
let told: string[];
let ignored: Set<string>;
let keysLost: number;
let receiver: PacketReceiver;

beforeEach(() => {
  vi.useFakeTimers();
  library = new StubReceiver();
  dave = new StubDave();
  code = NetworkingStatusCode.Ready;
  heard = [];
  told = [];
  ignored = new Set();
  keysLost = 0;
  receiver = attachPacketReceiver({
    receiver: library as unknown as VoiceReceiver,
    networking: () =>
      ({
        state: {
          code,
          dave: dave as unknown as DAVESession,
          connectionData: { connectedClients: new Set(['anna', 'ben']) },
        },
      }) as unknown as Networking,
    libsodium: undefined,
    onKeysLost: () => {
      keysLost += 1;
    },
  });
  receiver.setSink(sink);
  library.ssrcMap.emit('update', undefined, { audioSSRC: ANNA_SSRC, userId: 'anna' });
});

afterEach(() => {
  vi.useRealTimers();
});

const sink: PacketSink = {
  isSubscribedTo: (userId) => !ignored.has(userId),
  onPacket: (packet) => heard.push(packet),
  onUnreadable: () => told.push('unreadable'),
  onUnknown: () => told.push('unknown'),
  onNewServer: () => told.push('new server'),
  onReopened: () => told.push('reopened'),
};

function arrive(media: Buffer, { ssrc = ANNA_SSRC, sequence = 5, flags = 0x80, type = 0x78 } = {}): void {
  const header = Buffer.alloc(12);
  header.writeUInt8(flags, 0);
  header.writeUInt8(type, 1);
  header.writeUInt16BE(sequence, 2);
  header.writeUInt32BE(4_000_000_000, 4);
  header.writeUInt32BE(ssrc, 8);
  library.onUdpMessage(Buffer.concat([header, media, Buffer.alloc(4)]));
}

test('a packet is passed on with its RTP numbers and its speaker', () => {
  arrive(seal('anna', OPUS));
  expect(heard).toMatchObject([
    { userId: 'anna', ssrc: ANNA_SSRC, sequence: 5, timestamp: 4_000_000_000, payload: OPUS },
  ]);
});

test('packets of people without a subscription are not decrypted', () => {
  ignored.add('anna');
  arrive(seal('anna', OPUS));
  expect([heard.length, library.decrypted, told]).toEqual([0, 0, []]);
});

test('nothing is decrypted without a sink', () => {
  receiver.setSink(undefined);
  arrive(seal('anna', OPUS));
  expect(library.decrypted).toBe(0);
});

test('other payload types and datagrams are ignored', () => {
  arrive(seal('anna', OPUS), { type: 101 });
  library.onUdpMessage(Buffer.alloc(8));
  library.onUdpMessage(Buffer.alloc(74));
  expect([heard.length, told]).toEqual([0, []]);
});

test('a burst of padding never reaches the end-to-end decryption', () => {
  const padding = Buffer.alloc(200);
  padding.writeUInt8(200, 199);
  for (let sequence = 0; sequence < 100; sequence += 1) arrive(padding, { sequence, flags: 0xa0 });
  expect(dave?.attempts).toBe(0);
  expect(heard.map(({ payload }) => payload.length)).toEqual(Array(100).fill(0));
  expect(told).toEqual([]);
});

test('silence frames are never encrypted and pass, with keys or without', () => {
  if (dave !== undefined) dave.session.ready = false;
  arrive(Buffer.from(SILENCE_FRAME));
  expect(heard.map(({ payload }) => [...payload])).toEqual([[...SILENCE_FRAME]]);
});

test('without keys nothing else passes', () => {
  if (dave !== undefined) dave.session.ready = false;
  arrive(seal('anna', OPUS));
  arrive(OPUS);
  expect([heard.length, told]).toEqual([0, ['unreadable', 'unreadable']]);
});

test('while the connection resumes packets are decrypted as before', () => {
  code = NetworkingStatusCode.Resuming;
  arrive(seal('anna', OPUS));
  expect(heard.map(({ payload }) => payload)).toEqual([OPUS]);
});

test('nothing passes before the connection is ready', () => {
  code = NetworkingStatusCode.SelectingProtocol;
  arrive(OPUS);
  expect([heard.length, library.decrypted]).toEqual([0, 0]);
});

test('without end-to-end encryption packets pass as they are, packets encrypted for an earlier group do not', () => {
  if (dave !== undefined) dave.protocolVersion = 0;
  arrive(OPUS);
  arrive(seal('anna', OPUS));
  expect([heard.map(({ payload }) => payload), told]).toEqual([[OPUS], ['unreadable']]);
  dave = undefined;
  arrive(OPUS);
  expect(heard).toHaveLength(2);
});

test('a packet that the transport key does not fit is counted, and affects no other packet', () => {
  arrive(Buffer.concat([Buffer.from([0xee]), OPUS]));
  arrive(seal('anna', OPUS));
  expect([heard.length, told]).toEqual([1, ['unreadable']]);
});

test('the speaker of an unknown stream is the one whose key decrypts its packets', () => {
  arrive(seal('ben', OPUS), { ssrc: 99 });
  arrive(seal('ben', Buffer.from([0xfc, 6])), { ssrc: 99, sequence: 6 });
  expect(heard.map(({ userId, sequence }) => [userId, sequence])).toEqual([
    ['ben', 5],
    ['ben', 6],
  ]);
});

test('a speaker whom no key fits is counted as unknown, and so is one without end-to-end encryption', () => {
  arrive(seal('cleo', OPUS), { ssrc: 99 });
  arrive(OPUS, { ssrc: 98 });
  expect([heard.length, told]).toEqual([0, ['unknown', 'unknown']]);
});

test('a speaker is known from the first packet whose key fits in the first second, later from one in ten', () => {
  for (let sequence = 0; sequence < 3; sequence += 1) arrive(seal('zoe', OPUS), { ssrc: 98, sequence });
  arrive(seal('ben', OPUS), { ssrc: 98, sequence: 3 });
  expect(heard.map(({ sequence }) => sequence)).toEqual([3]);

  heard.length = 0;
  receiver.onNewServer();
  for (let sequence = 0; sequence < 51; sequence += 1) arrive(seal('zoe', OPUS), { ssrc: 97, sequence });
  for (let sequence = 51; sequence < 65; sequence += 1) {
    arrive(seal('ben', Buffer.concat([OPUS, Buffer.from([sequence])])), { ssrc: 97, sequence });
  }
  expect(heard.map(({ sequence }) => sequence)).toEqual([60, 61, 62, 63, 64]);
});

test('an identified speaker without a subscription is ignored', () => {
  ignored.add('ben');
  arrive(seal('ben', OPUS), { ssrc: 99 });
  expect([heard.length, told]).toEqual([0, []]);
});

test('a new voice server starts without known speakers', () => {
  receiver.onNewServer();
  expect(told).toEqual(['new server']);
  arrive(seal('ben', OPUS));
  expect(heard.map(({ userId }) => userId)).toEqual(['ben']);
});

test('a person who has left is not confused with the next one with the same SSRC', () => {
  library.ssrcMap.emit('delete', { audioSSRC: ANNA_SSRC, userId: 'anna' });
  arrive(seal('ben', OPUS));
  expect(heard.map(({ userId }) => userId)).toEqual(['ben']);
});

test('when none of a person’s packets can be decrypted for long, the keys are lost', () => {
  for (let sequence = 0; sequence < 100; sequence += 1) {
    arrive(seal('cleo', OPUS), { sequence });
    vi.advanceTimersByTime(20);
  }
  expect(told).toHaveLength(100);
  expect(keysLost).toBe(1);
});

test('failures are tolerated while keys change', () => {
  dave?.pendingTransitions.set(3, 1);
  for (let sequence = 0; sequence < 100; sequence += 1) {
    arrive(seal('cleo', OPUS), { sequence });
    vi.advanceTimersByTime(20);
  }
  expect(keysLost).toBe(0);
});
