import { dropOldestBeyond } from '../bounded-map.ts';
import type { TrafficFigures } from './traffic.ts';

/**
 * What keeps an item from being heard: nobody else is in the channel, or Discord lets nobody hear the bot, which is in a
 * stage's audience or may not speak.
 */
export type WaitReason = 'listeners' | 'permission';

/** What a session's connection is doing. `repairing` includes the return after a crash of its thread. */
export type ConnectionPhase = 'joining' | 'connected' | 'repairing';

/** The end-to-end encryption of a connection (DAVE). */
export type EncryptionDiagnosis =
  /** Protocol version 0, as on stages: packets are encrypted up to Discord only. Also while there is no connection. */
  | { readonly kind: 'none' }
  /** There are no keys. `alone`: nobody else is connected, so there is no group to share keys with. */
  | { readonly kind: 'missing'; readonly alone: boolean }
  /** There are keys, or new ones that Discord has not yet told everybody to switch to. */
  | {
      readonly kind: 'ready' | 'changing';
      readonly protocolVersion: number;
      /** Of the group of keys: it grows with everybody who comes or leaves. */
      readonly epoch: number | undefined;
      /** 30 digits in groups of five, the same for everybody in the channel as long as nobody listens in between. */
      readonly privacyCode: string | undefined;
    };

/** A session as somebody who looks for its faults sees it, as plain data. Times in milliseconds since 1970. */
export interface VoiceDiagnosis {
  readonly channelId: string;
  readonly phase: ConnectionPhase;
  /** Since when it is in this phase, in this channel. */
  readonly sinceMs: number;
  /** Round trip to the voice server; `undefined` until it is known. */
  readonly pingMs: number | undefined;
  readonly encryption: EncryptionDiagnosis;
  readonly traffic: TrafficFigures;
  readonly isListening: boolean;
  readonly isPaused: boolean;
  /** Texts in the queue. */
  readonly texts: number;
  /** Why nobody can hear the session now. */
  readonly waitsFor: WaitReason | undefined;
  /** People whose packets arrive and can't be decrypted, by user id. */
  readonly undecryptable: readonly string[];
}

/** What a voice link knows of its own state, for diagnoses. */
export type LinkDiagnosis = Pick<VoiceDiagnosis, 'pingMs' | 'encryption'>;

/** Without a link. */
export const NO_LINK: LinkDiagnosis = { pingMs: undefined, encryption: { kind: 'none' } };

/** Failures in a row of one person's packets that are no passing disturbance: half a second of speech. */
const MIN_FAILURES = 25;
/** After this long without a packet of theirs, nothing is known of a person's keys. */
const FORGET_MS = 60_000;
/** People watched at once; beyond them the one whose packets failed first is forgotten. */
const MAX_PEOPLE = 100;

/** Notes whose packets can't be decrypted. */
export interface Undecryptable {
  opened(userId: string): void;
  failed(userId: string): void;
  /** User ids. */
  readonly people: readonly string[];
}

/** Creates the notes of one session. */
export function createUndecryptable(): Undecryptable {
  const runs = new Map<string, { count: number; lastMs: number }>();
  return {
    opened: (userId) => {
      if (runs.size > 0) runs.delete(userId);
    },
    failed: (userId) => {
      const run = runs.get(userId) ?? { count: 0, lastMs: 0 };
      run.count += 1;
      run.lastMs = performance.now();
      runs.set(userId, run);
      dropOldestBeyond(MAX_PEOPLE, runs);
    },
    get people() {
      const sinceMs = performance.now() - FORGET_MS;
      return [...runs].filter(([, run]) => run.count >= MIN_FAILURES && run.lastMs > sinceMs).map(([userId]) => userId);
    },
  };
}

/** The code as Discord's client shows it: groups of five digits. */
export function groupDigits(code: string): string {
  return code.match(/.{1,5}/g)?.join(' ') ?? '';
}
