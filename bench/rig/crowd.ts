/** Runs people who speak, separate from the voice servers that forward their packets. */

import { connectPersonVoice } from '../../playground/discord/voice/person-voice.ts';
import type { PersonVoice, PersonVoiceOptions } from '../../playground/discord/voice/person-voice-api.ts';
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
  /** Resolves with the number of packets sent, after the last one. */
  speak(speech: Speech): Promise<number>;
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
    let sent = 0;
    await personOf(speech.userId).speak(speechOf(speech), {
      onSent: () => {
        sent += 1;
      },
    });
    return sent;
  },
  leave: async (userId) => {
    await personOf(userId).leave();
    people.delete(userId);
  },
};

serveCalls(calls);
