import type { Credit } from '../../speech/service-checks.ts';

/** What a diagnosis asks of the parts that know nothing of Discord. Each may reject, or take its time. */
export interface DoctorSources {
  /** Asks the speech service for something that needs a valid key. Rejects with a SpeechError. */
  checkSpeech(signal: AbortSignal): Promise<void>;
  /** Rejects with a SpeechError, too. */
  credit(signal: AbortSignal): Promise<Credit>;
  readonly speechModel: string;
  /** The requests to the speech service in this process. */
  speechLoad(): SpeechLoad;
  /** Reads something from the database. */
  checkDatabase(): Promise<void>;
  /** Bytes that are free on the disk of DATA_DIR. */
  freeBytes(): Promise<number>;
  /** Discord is reached through a proxy: voice, which can't use it, needs a direct way out. */
  readonly isBehindProxy: boolean;
  readonly versions: { readonly mynah: string; readonly node: string };
}

/** Requests to the speech service. */
export interface SpeechLoad {
  readonly limit: number;
  readonly underWay: number;
  readonly waiting: number;
  /** False while texts go through POST because the live socket failed. */
  readonly isLiveUsable: boolean;
}
