import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { DoctorSources } from '../discord/doctor/doctor-sources.ts';
import { checkCredit, checkKey } from '../speech/service-checks.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import type { Database } from '../store/database.ts';
import { freeBytesOf } from '../store/inspection/inspect-data-folder.ts';
import { isBehindProxy } from './voice-thread-data.ts';

/** What `/doctor` asks of this process: the speech service, the database, and the disk of DATA_DIR. */
export function createDoctorSources(
  config: Config,
  parts: {
    readonly speech: Pick<SpeechService, 'voices' | 'credit' | 'figures'>;
    readonly database: Pick<Database, 'ping'>;
  },
): DoctorSources {
  const { speech, database } = parts;
  return {
    checkSpeech: async (signal) => void (await checkKey(speech, signal)),
    credit: (signal) => checkCredit(speech, config.speech.model, signal),
    speechModel: config.speech.model,
    speechLoad: () => {
      const { limiter, liveUsable } = speech.figures();
      const waiting = Object.values(limiter.waiting).reduce((sum, count) => sum + count, 0);
      return { limit: limiter.limit, underWay: limiter.underWay, waiting, isLiveUsable: liveUsable };
    },
    checkDatabase: () => database.ping(),
    freeBytes: () => freeBytesOf(config.dataDir),
    isBehindProxy: isBehindProxy(config),
    versions: { mynah: ownVersion(), node: process.versions.node },
  };
}

function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const version: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : '';
  return String(version);
}
