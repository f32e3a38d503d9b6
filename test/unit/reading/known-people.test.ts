import { expect, test } from 'vitest';
import { createLogger } from '../../../src/log/log.ts';
import { KnownPeople } from '../../../src/reading/known-people.ts';
import type { Identity, ReadingChoice } from '../../../src/reading/reading-ports.ts';
import { settle } from './reading-scene.ts';

/** A guild's people over a store whose reads and notes wait while `hold` holds them. */
function createScene() {
  const choices = new Map<string, ReadingChoice>();
  const stored = { identities: [] as readonly Identity[], held: Promise.resolve() };
  const noted: string[] = [];
  const people = new KnownPeople('g', {
    store: {
      choices: async () => {
        const then = new Map(choices);
        await stored.held;
        return then;
      },
      choose: async (_guildId, userId, choice) => void choices.set(userId, choice),
      identities: async () => {
        const { identities } = stored;
        await stored.held;
        return identities;
      },
      keepIdentity: async (_guildId, identity) => {
        stored.identities = [identity];
      },
      noteIdentity: async (_guildId, { name }) => {
        await stored.held;
        noted.push(name);
      },
    },
    log: createLogger('silent'),
  });
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    stored.held = promise;
    return resolve;
  };
  return { people, choices, stored, noted, hold };
}

test('what is erased while it is being loaded does not come back', async () => {
  const { people, choices, stored, hold } = createScene();
  choices.set('1', { isMuted: false, nickname: 'Countess' });
  stored.identities = [{ userId: '1', name: 'Luna', voice: undefined, seenAtMs: Date.now() }];
  const release = hold();
  const loading = people.load();
  await settle();
  choices.clear();
  stored.identities = [];
  people.forget('1');
  release();
  await loading;
  expect(people.choiceOf('1').nickname).toBeUndefined();
  expect(people.identitiesOf('1')).toEqual([]);
  expect(people.usesProxy('1')).toBe(false);
});

test('a name that is just being stored is stored before it can be erased', async () => {
  const { people, noted, hold } = createScene();
  await people.load();
  const release = hold();
  people.noteIdentity('1', 'Luna');
  let isNoted = false;
  const waiting = people.noted().then(() => (isNoted = true));
  await settle();
  expect(isNoted).toBe(false);
  release();
  await waiting;
  expect(noted).toEqual(['Luna']);
});
