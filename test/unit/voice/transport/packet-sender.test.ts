import { type DAVESession, type Networking, NetworkingStatusCode } from '@discordjs/voice';
import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { beforeEach, describe, expect, it } from 'vitest';
import { DatagramSchedule } from '../../../../src/voice/transport/datagram-schedule.ts';
import { type Libsodium, loadLibsodium } from '../../../../src/voice/transport/libsodium.ts';
import { openDatagram } from '../../../../src/voice/transport/open-datagram.ts';
import { PacketSender } from '../../../../src/voice/transport/packet-sender.ts';

const HEADER_BYTES = 12;
const FRAME = Buffer.from([0xfc, 1, 2, 3, 4, 5]);
const KEY = new Uint8Array(32).fill(7);

/** The library's state of a ready connection, as far as it is used. */
function connectionData() {
  return {
    ssrc: 4_000_000_001,
    sequence: 65_535,
    timestamp: 2 ** 32 - 960,
    nonce: 2 ** 32 - 1,
    nonceBuffer: Buffer.alloc(24),
    secretKey: KEY,
    packetsPlayed: 0,
  };
}

/** End-to-end encryption that puts an e before each frame. */
function daveOf(protocolVersion: number): DAVESession {
  const session = { ready: true, encryptOpus: (packet: Buffer) => Buffer.concat([Buffer.from('e'), packet]) };
  return { protocolVersion, session } as unknown as DAVESession;
}

let libsodium: Libsodium;
let data: ReturnType<typeof connectionData>;
let state: { code: NetworkingStatusCode; dave: DAVESession | undefined };
let sent: Buffer[];
let speaking: boolean[];
let sender: PacketSender;

/** Sends, and waits until everything has left. */
async function send(...packets: readonly Uint8Array[]): Promise<boolean[]> {
  const outcomes = packets.map((packet) => sender.send(packet));
  await Promise.resolve();
  return outcomes;
}

beforeEach(() => {
  const loaded = loadLibsodium();
  if (loaded === undefined) throw new Error('sodium-native has no binary for this machine');
  libsodium = loaded;
  data = connectionData();
  state = { code: NetworkingStatusCode.Ready, dave: undefined };
  sent = [];
  speaking = [];
  const networking = {
    get state() {
      return { ...state, connectionData: data };
    },
    setSpeaking: (value: boolean) => void speaking.push(value),
  } as unknown as Networking;
  sender = new PacketSender(networking, {
    libsodium,
    schedule: new DatagramSchedule(),
    send: (datagram) => sent.push(Buffer.from(datagram)) > 0,
  });
});

function opened(datagram: Buffer | undefined): Buffer {
  if (datagram === undefined) throw new Error('nothing was sent');
  return openDatagram(libsodium, datagram, { clearBytes: HEADER_BYTES, nonce: Buffer.alloc(24), key: KEY });
}

describe('the sender of packets', () => {
  it('sends RTP in XChaCha20-Poly1305 and counts on where the library is, beyond the ends of its counters', async () => {
    expect(await send(FRAME, FRAME)).toEqual([true, true]);
    expect(sent.map(opened)).toEqual([FRAME, FRAME]);
    expect(sent.map((datagram) => datagram.subarray(0, HEADER_BYTES).toString('hex'))).toEqual([
      '8078fffffffffc40ee6b2801',
      '8078000000000000ee6b2801',
    ]);
    expect(sent.map((datagram) => datagram.readUInt32BE(datagram.length - 4))).toEqual([0, 1]);
    expect(data).toMatchObject({ sequence: 1, timestamp: 960, nonce: 1, packetsPlayed: 2 });
    expect(speaking).toEqual([true, true]);
  });

  it('gives the places of packets that did not leave to the next ones, but never their nonces', async () => {
    await send(FRAME, FRAME, FRAME);
    sender.unsend(2);
    await send(FRAME, FRAME);
    const headers = sent.map((datagram) => datagram.subarray(0, HEADER_BYTES).toString('hex'));
    expect(headers.slice(3)).toEqual(headers.slice(1, 3));
    expect(new Set(sent.map((datagram) => datagram.readUInt32BE(datagram.length - 4))).size).toBe(5);
    expect(data.packetsPlayed).toBe(3);
  });

  it('encrypts end to end all but silence', async () => {
    state.dave = daveOf(1);
    await send(FRAME, SILENCE_FRAME);
    expect(sent.map((datagram) => opened(datagram).toString('hex'))).toEqual(['65fc0102030405', 'f8fffe']);
  });

  it('does not encrypt in version 0, in which stages are', async () => {
    state.dave = daveOf(0);
    await send(FRAME);
    expect(sent.map(opened)).toEqual([FRAME]);
  });

  it.each([undefined, { ready: false, encryptOpus: () => expect.unreachable('there are no keys') }])(
    'sends silence, but no speech in the clear, while end-to-end keys are missing: %j',
    async (session) => {
      state.dave = { protocolVersion: 1, session } as unknown as DAVESession;
      expect(await send(FRAME)).toEqual([false]);
      expect(sent).toEqual([]);
      expect(data).toEqual(connectionData());
      expect(await send(SILENCE_FRAME)).toEqual([true]);
      expect(sent.map((datagram) => opened(datagram).toString('hex'))).toEqual(['f8fffe']);
    },
  );

  it('sends nothing while the connection is not ready', async () => {
    state.code = NetworkingStatusCode.Resuming;
    expect(await send(FRAME)).toEqual([false]);
    expect(sent).toEqual([]);
    expect(data).toEqual(connectionData());
  });
});

describe('opening a datagram', () => {
  it('rejects what was changed, and what is too short', async () => {
    await send(FRAME);
    const [datagram = Buffer.alloc(0)] = sent;
    datagram.writeUInt8(datagram.readUInt8(3) ^ 1, 3);
    expect(() => opened(datagram)).toThrow();
    expect(() => opened(datagram.subarray(0, 20))).toThrow();
  });
});
