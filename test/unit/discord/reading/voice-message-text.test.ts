import { Collection, type Message } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createVoiceMessageText } from '../../../../src/discord/reading/voice-message-text.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { memoryBudgets } from '../../../support/memory-budgets.ts';

/** A voice message of `3` with role `5`, sent at 1,000. */
const message = {
  ...{ guildId: '2', channelId: '4', author: { id: '3' }, createdTimestamp: 1_000 },
  member: { roles: { cache: new Collection([['5', {}]]) }, permissions: { has: () => false } },
  attachments: new Collection([['1', { id: '1', name: 'voice-message.ogg', url: 'u', size: 10 }]]),
} as unknown as Message;

/** `whileTranscribing` may change what the person has decided. */
function scene(whileTranscribing: (person: Person) => void = () => undefined) {
  const person: Person = { mayTranscribe: true, optedOut: false, erasedUntilMs: 0 };
  let transcribed = 0;
  const asked: unknown[] = [];
  const textOf = createVoiceMessageText({
    files: {
      limits: { maxBytes: 1_000, maxDurationMs: 10_000 },
      transcribe: async () => {
        transcribed += 1;
        whileTranscribing(person);
        return { durationMs: 1, endsEarly: false, language: undefined, text: 'heard', words: [], holes: [] };
      },
    },
    attachments: { stream: async function* () {}, read: async () => new Uint8Array() },
    budgets: memoryBudgets(),
    access: {
      mayUse: async (feature, member) => {
        asked.push([feature, member]);
        return person.mayTranscribe;
      },
    },
    captions: {
      hasOptedOut: async () => person.optedOut,
      isTakenBack: (_userId, sentAtMs) => sentAtMs <= person.erasedUntilMs,
    },
    log: createLogger('silent'),
  });
  return { person, asked, textOf: () => textOf(message), transcribed: () => transcribed };
}

interface Person {
  mayTranscribe: boolean;
  optedOut: boolean;
  erasedUntilMs: number;
}

describe('voice messages that are read aloud', () => {
  it('are transcribed for people who may transcribe recordings in the server', async () => {
    const { person, asked, textOf, transcribed } = scene();
    expect(await textOf()).toBe('heard');
    expect(asked[0]).toEqual(['transcribe', { guildId: '2', roleIds: ['5'], managesGuild: false }]);
    person.mayTranscribe = false;
    expect([await textOf(), transcribed()]).toEqual([undefined, 1]);
  });

  it('are not transcribed for people who opted out or were erased since', async () => {
    const optedOut = scene();
    optedOut.person.optedOut = true;
    expect([await optedOut.textOf(), optedOut.transcribed()]).toEqual([undefined, 0]);
    const erased = scene();
    erased.person.erasedUntilMs = 1_000;
    expect([await erased.textOf(), erased.transcribed()]).toEqual([undefined, 0]);
  });

  it.each<[string, Partial<Person>]>([
    ['opt out', { optedOut: true }],
    ['have their data deleted', { erasedUntilMs: 2_000 }],
    ['may not transcribe any more', { mayTranscribe: false }],
  ])('are not said when their authors %s during the transcription', async (_what, change) => {
    const { textOf, transcribed } = scene((person) => Object.assign(person, change));
    expect([await textOf(), transcribed()]).toEqual([undefined, 1]);
  });
});
