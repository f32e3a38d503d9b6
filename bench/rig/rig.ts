import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSnowflakes } from '@mynah/local-discord/snowflake';
import { createLocalCertificate } from '@mynah/loopback/certificate';
import { buildDrain, type DrainProgram } from '../meter/udp-drain.ts';
import { type CannedSound, makeCannedSound } from './canned-sound.ts';
import type { CannedSpeechCalls } from './canned-speech.ts';
import type { SpeechPlace } from './contender-calls.ts';
import type { CrowdCalls } from './crowd.ts';
import { type RigProcess, startRigProcess } from './rig-process.ts';
import type { SinkCalls } from './voice-sink.ts';

/**
 * What contenders are measured with, each part in its own process: voice servers with a person in every channel, which
 * time what arrives; a cheap speech service; and people who speak.
 */
export interface Rig extends AsyncDisposable {
  readonly sink: RigProcess<SinkCalls>;
  readonly speech: RigProcess<CannedSpeechCalls>;
  readonly crowd: RigProcess<CrowdCalls>;
  readonly speechPlace: SpeechPlace;
  readonly sound: CannedSound;
  /** `localhost:PORT`, for VOICE_SERVER_UPDATE. */
  readonly endpoint: string;
  readonly botId: string;
  /** The certificate that contenders must trust, and its file. */
  readonly caPem: string;
  readonly caFile: string;
  readonly newId: () => string;
  /** What the kernel's meter needs. */
  readonly drain: DrainProgram;
}

/** Starts the rig. The caller must dispose of it. */
export async function openRig(): Promise<Rig> {
  const stack = new AsyncDisposableStack();
  try {
    const newId = createSnowflakes();
    const botId = newId();
    const certificate = createLocalCertificate();
    const folder = await mkdtemp(join(tmpdir(), 'mynah-bench-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const caFile = join(folder, 'ca.pem');
    await writeFile(caFile, certificate.caPem);
    const drain = await buildDrain(folder);
    const sound = await makeCannedSound();
    const sink = stack.use(startRigProcess<SinkCalls>(new URL('./voice-sink.ts', import.meta.url)));
    preferOverAll(sink.pid);
    const speech = stack.use(startRigProcess<CannedSpeechCalls>(new URL('./canned-speech.ts', import.meta.url)));
    const crowd = stack.use(startRigProcess<CrowdCalls>(new URL('./crowd.ts', import.meta.url)));
    await crowd.call('open', sound.packets);
    const endpoint = await sink.call('open', { certificate, botId, drain });
    const speechPlace = await speech.call('open', sound);
    return {
      sink,
      speech,
      crowd,
      speechPlace,
      sound,
      endpoint,
      botId,
      caPem: certificate.caPem,
      caFile,
      newId,
      drain,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/**
 * The voice servers, and with them the callback's meter, must not wait for what is measured. Raising priority needs
 * privileges; without them, that meter's gaps appear too long.
 */
function preferOverAll(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGHEST);
  } catch {
    console.log(
      'The voice servers could not raise their priority: gaps timed in a callback appear longer than they are.',
    );
  }
}
