import { getCiphers } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { opusImplementation } from '@mynah/opus/opus-codec';
import type { Config } from '../../config.ts';
import { codeOf, MynahError } from '../../errors.ts';
import { loadLibsodium } from '../../voice/transport/libsodium.ts';
import { isBehindProxy, voiceThreadData } from '../voice-thread-data.ts';
import { startVoiceThreads } from '../voice-threads.ts';
import { type Check, type Finding, failed, ok, warning } from './checks.ts';

/** The encryption that Discord prefers, and that needs no other package (Discord API reference, "Voice Connections"). */
const TRANSPORT_CIPHER = 'aes-256-gcm';

/** The checks of what voice needs of this machine. Discord's voice servers are not contacted: only a call has one. */
export function voiceChecks(config: Config): Check[] {
  return [
    { name: 'voice UDP', purpose: 'carries sound', run: (signal) => checkUdp(config, signal) },
    { name: 'voice encryption', purpose: "Discord's transport encryption", run: checkEncryption },
    { name: 'voice codec', purpose: 'converts formats other than opus', run: checkCodec },
    { name: 'voice threads', purpose: 'carry voice undisturbed', run: () => checkThreads(config) },
  ];
}

/** Sends a datagram to itself. */
async function checkUdp(config: Config, signal: AbortSignal): Promise<Finding> {
  const socket = createSocket('udp4');
  try {
    socket.bind(0);
    await once(socket, 'listening', { signal });
    const { port } = socket.address();
    const arrived = once(socket, 'message', { signal });
    socket.send('mynah', port, '127.0.0.1');
    await arrived;
    if (!isBehindProxy(config))
      return ok('a socket opens; a firewall must let UDP out to ports 50000-65535 and its answers in');
    return warning(
      "a socket opens, but voice is UDP, which can't go through the proxy",
      "let UDP out directly to Discord's voice servers, ports 50000-65535, and its answers in; /doctor shows whether voice connects",
    );
  } catch (error) {
    return failed(`no socket (${codeOf(error) ?? 'no answer'})`, 'allow UDP in the firewall or container');
  } finally {
    socket.close();
  }
}

function checkEncryption(): Finding {
  if (loadLibsodium() !== undefined) return ok(`${TRANSPORT_CIPHER}, and libsodium's XChaCha20-Poly1305`);
  if (getCiphers().includes(TRANSPORT_CIPHER)) return ok(TRANSPORT_CIPHER);
  return failed(`this Node.js has no ${TRANSPORT_CIPHER}`, 'use a Node.js with the OpenSSL that comes with it');
}

function checkCodec(): Finding {
  const library = opusImplementation();
  if (library === '@discordjs/opus') return ok(`${library} (native)`);
  return ok(`${library} (WebAssembly); with python3, make and g++, npm run prepare compiles the faster native one`);
}

/** Starts one thread, which loads the engine with the end-to-end encryption, and ends it. */
async function checkThreads(config: Config): Promise<Finding> {
  await using threads = startVoiceThreads(1, voiceThreadData({ ...config, logLevel: 'silent' }));
  try {
    await threads.started;
  } catch (error) {
    const cause = error instanceof MynahError && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return failed(`a thread does not start${cause}`, 'check the memory, and run `npm ci` again');
  }
  const count = config.voiceWorkers;
  if (count > 0) return ok(`a thread starts with the voice engine; ${count} configured`);
  return warning(
    'VOICE_WORKERS=0: voice shares a thread with everything else',
    'empty VOICE_WORKERS if there is memory',
  );
}
