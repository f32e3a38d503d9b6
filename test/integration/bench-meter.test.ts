import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindUdpSocket } from '@mynah/local-discord/voice/udp-socket';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listOwnUdpSockets } from '../../bench/meter/own-udp-sockets.ts';
import { buildDrain, type Drain, startDrain } from '../../bench/meter/udp-drain.ts';
import { evaluatePackets } from '../../bench/meter/wire-recorder.ts';

const HOST = '127.0.0.1';
const folder = await mkdtemp(join(tmpdir(), 'mynah-meter-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

function rtp(ssrc: number, sequence: number): Buffer {
  const packet = Buffer.alloc(200);
  packet.writeUInt16BE(0x80_78);
  packet.writeUInt16BE(sequence, 2);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

describe('without what it needs', () => {
  it('there is no kernel’s meter, and a reason', async () => {
    expect(await buildDrain(folder, 'no-such-compiler')).toEqual({
      kind: 'missing',
      why: 'there is no C compiler (no-such-compiler)',
    });
    const noCompiler = process.execPath;
    expect(await buildDrain(folder, noCompiler)).toEqual({ kind: 'missing', why: `${noCompiler} ended with 9` });
    expect(await buildDrain(folder, 'cc', 'darwin')).toMatchObject({ kind: 'missing' });
  });
});

describe.runIf(process.platform === 'linux')('the kernel’s meter', { tags: ['compiler'] }, () => {
  let program: string;
  let receiver: Socket;
  let sender: Socket;
  let received: Buffer[];
  let drain: Drain | undefined;

  beforeAll(async () => {
    const built = await buildDrain(folder);
    program = built.kind === 'built' ? built.path : expect.fail(built.why);
  });

  beforeEach(async () => {
    [receiver, sender] = [await bindUdpSocket(HOST), await bindUdpSocket(HOST)];
    received = [];
    receiver.on('message', (datagram) => void received.push(datagram));
  });

  afterEach(() => {
    drain?.abort();
    receiver.close();
    sender.close();
  });

  async function send(...datagrams: readonly Buffer[]): Promise<void> {
    for (const datagram of datagrams) {
      await new Promise<void>((resolve, reject) => {
        sender.send(datagram, receiver.address().port, HOST, (error) => (error === null ? resolve() : reject(error)));
      });
    }
  }

  async function start(options: { intervalMs?: number; receiveBufferBytes?: number } = {}): Promise<Drain> {
    const { port } = receiver.address();
    const sockets = listOwnUdpSockets().filter((socket) => socket.port === port);
    drain = await startDrain({
      program,
      sockets: sockets.map(({ fd }) => fd),
      capacity: 1_000,
      ...options,
    });
    return drain;
  }

  it('takes audio alone, and gives the port back', async () => {
    const started = await start();
    const discovery = Buffer.alloc(74, 1);
    const next = once(receiver, 'message');
    await send(rtp(5, 65_535), rtp(6, 1), rtp(5, 0), discovery);
    await next;
    const { notes, dropped } = await started.finish();
    const { senders, packets, lost } = evaluatePackets(notes, dropped);
    expect({ senders, packets, lost, dropped }).toEqual({ senders: 2, packets: 3, lost: 0, dropped: 0 });
    expect(received).toEqual([discovery]);

    const after = once(receiver, 'message');
    await send(rtp(5, 1));
    await after;
    expect(received).toEqual([discovery, rtp(5, 1)]);

    const again = await start();
    await send(rtp(5, 2));
    expect((await again.finish()).notes.count).toBe(1);
  });

  it('tells what the kernel dropped because a buffer was full', async () => {
    // The least that the kernel grants holds a few packets; nothing is read before the end.
    const started = await start({ intervalMs: 60_000, receiveBufferBytes: 1 });
    await send(...Array.from({ length: 200 }, (_, index) => rtp(5, index)));
    const { notes, dropped } = await started.finish();
    expect(dropped).toBeGreaterThan(0);
    expect(notes.count + dropped).toBe(200);
  });

  it('refuses a result that is not whole', async () => {
    const started = await start();
    await send(...Array.from({ length: 1_001 }, (_, index) => rtp(5, index)));
    await expect(started.finish()).rejects.toThrow('1 packets more than expected arrived');
  });
});
