import { Networking, NetworkingStatusCode } from '@discordjs/voice';
import { Bench } from 'tinybench';
import { DatagramSchedule } from '../src/voice/transport/datagram-schedule.ts';
import { loadLibsodium } from '../src/voice/transport/libsodium.ts';
import { openDatagram } from '../src/voice/transport/open-datagram.ts';
import { PacketSender } from '../src/voice/transport/packet-sender.ts';
import { XCHACHA } from '../src/voice/transport/transport-modes.ts';
import { machineLine } from './machine.ts';
import { alignTable } from './table.ts';

const TIME_MS = 2_000;
/** A frame of speech at 64 kbit/s. */
const FRAME = Buffer.alloc(160, 7);
const AES = 'aead_aes256_gcm_rtpsize';
const LIBRARY_AES = '@discordjs/voice, AES-256-GCM';

/** Measures what it costs to make and to open one datagram, without the send and without end-to-end encryption. */
export async function runPacketCost(print: (line: string) => void): Promise<void> {
  print(machineLine());
  const libsodium = loadLibsodium();
  const bench = new Bench({ time: TIME_MS });
  const library = networkingIn(AES);
  bench.add(LIBRARY_AES, () => void library.prepareAudioPacket(FRAME));
  if (libsodium !== undefined) {
    const networking = networkingIn(XCHACHA);
    let datagram: Buffer = Buffer.alloc(0);
    const send = (made: Buffer): boolean => {
      datagram = made;
      return true;
    };
    const sender = new PacketSender(networking, { libsodium, schedule: new DatagramSchedule(), send });
    bench.add('Mynah, XChaCha20-Poly1305', () => void sender.send(FRAME));
    sender.send(FRAME);
    // It leaves in a microtask.
    await Promise.resolve();
    const sealed = Buffer.from(datagram);
    const opening = { clearBytes: 12, nonce: Buffer.alloc(24), key: KEY };
    bench.add('Mynah, opening one', () => void openDatagram(libsodium, sealed, opening));
  }
  await bench.run();
  report(bench, print);
}

const KEY = new Uint8Array(32).fill(1);

/** The library's connection in its ready state, which goes nowhere. */
function networkingIn(encryptionMode: string): Networking {
  const networking = Object.create(Networking.prototype) as Networking;
  const connectionData = {
    ...{ encryptionMode, secretKey: KEY, nonceBuffer: Buffer.alloc(encryptionMode === AES ? 12 : 24), nonce: 0 },
    ...{ ssrc: 1, sequence: 0, timestamp: 0, packetsPlayed: 0, speaking: true },
  };
  Object.defineProperty(networking, 'state', { value: { code: NetworkingStatusCode.Ready, connectionData } });
  return networking;
}

function report({ tasks }: Bench, print: (line: string) => void): void {
  const medians = tasks.map(({ name, result }) => ({
    name,
    medianUs: result.state === 'completed' ? result.latency.p50 * 1_000 : Number.NaN,
  }));
  const baseline = medians.find(({ name }) => name === LIBRARY_AES)?.medianUs ?? Number.NaN;
  const rows = medians.map(({ name, medianUs }) => [name, medianUs.toFixed(2), (medianUs / baseline).toFixed(2)]);
  for (const line of alignTable([['a datagram of 160 bytes', 'median µs', '× first'], ...rows])) print(line);
}
