import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { DoctorSources } from '../discord/doctor/doctor-sources.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import { FREE_TTS_MODEL } from '../speech/wire.ts';
import type { Database } from '../store/database.ts';
import { isBehindProxy } from './voice-thread-data.ts';

/** What `/doctor` asks of this process: the speech service, the database, and the disk of DATA_DIR. */
export function createDoctorSources(
  config: Config,
  parts: {
    readonly speech: Pick<SpeechService, 'voices' | 'credit' | 'figures'>;
    readonly database: { readonly settings: Pick<Database['settings'], 'document'> };
  },
): DoctorSources {
  const { speech, database } = parts;
  const call = (signal: AbortSignal) => ({ tenant: 'operator', priority: 'listings', retries: false, signal }) as const;
  return {
    checkSpeech: async (signal) => void (await speech.voices.list({ self: true, pageSize: 1 }, call(signal))),
    credit: (signal) => speech.credit(call(signal)),
    freeModel: { name: FREE_TTS_MODEL, isUsed: config.speech.model === FREE_TTS_MODEL },
    speechLoad: () => {
      const { limiter, liveUsable } = speech.figures();
      const waiting = Object.values(limiter.waiting).reduce((sum, count) => sum + count, 0);
      return { limit: limiter.limit, underWay: limiter.underWay, waiting, isLiveUsable: liveUsable };
    },
    // Of no server: only that it answers matters.
    checkDatabase: async () => void (await database.settings.document('0')),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(config.dataDir);
      return bavail * bsize;
    },
    isBehindProxy: isBehindProxy(config),
    versions: { mynah: ownVersion(), node: process.versions.node },
  };
}

function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const version: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : '';
  return String(version);
}
