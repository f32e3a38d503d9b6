/** Runs people who speak, separate from the voice servers that forward their packets. */

import { connectPersonVoice } from '@mynah/local-discord/voice/person-voice';
import type { PersonVoice, PersonVoiceOptions } from '@mynah/local-discord/voice/person-voice-api';
import { serveCalls } from './serve-calls.ts';

/** What a person says: `count` of the crowd's packets from `offset` on, repeated as needed. */
export interface Speech {
  readonly userId: string;
  readonly offset: number;
  readonly count: number;
}

/** Calls that the crowd accepts. */
export type CrowdCalls = {
  open(packets: readonly Uint8Array[]): void;
  join(options: PersonVoiceOptions): Promise<void>;
  /** Resolves after the last packet, with the times at which they were sent, in milliseconds since 1970. */
  speak(speech: Speech): Promise<readonly number[]>;
  /** Resolves once a person's end-to-end encrypted group has exactly these members. */
  groupOf(group: { readonly userId: string; readonly members: readonly string[] }): Promise<void>;
  leave(userId: string): Promise<void>;
};

const people = new Map<string, PersonVoice>();
let packets: readonly Uint8Array[] = [];

function personOf(userId: string): PersonVoice {
  const person = people.get(userId);
  if (person === undefined) throw new Error('unknown person');
  return person;
}

function* speechOf({ offset, count }: Speech): Generator<Uint8Array> {
  for (let index = offset; index < offset + count; index += 1) {
    const packet = packets[index % packets.length];
    if (packet !== undefined) yield packet;
  }
}

const calls: CrowdCalls = {
  open: (given) => {
    packets = given;
  },
  join: async (options) => {
    people.set(options.userId, await connectPersonVoice(options));
  },
  speak: async (speech) => {
    const sentAtMs: number[] = [];
    await personOf(speech.userId).speak(speechOf(speech), {
      onSent: (_packet, atMs) => void sentAtMs.push(performance.timeOrigin + atMs),
    });
    return sentAtMs;
  },
  groupOf: ({ userId, members }) => personOf(userId).groupOf(members),
  leave: async (userId) => {
    await personOf(userId).leave();
    people.delete(userId);
  },
};

serveCalls(calls);
