import { expect, test } from 'vitest';
import { createLogger } from '../../../src/log/log.ts';
import { Arrivals } from '../../../src/reading/arrivals.ts';
import { settle } from './reading-scene.ts';

/** Arrivals of which the first is acted on until `release`; `done` has what was acted on. */
function createScene() {
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let leftOut = 0;
  const arrivals = new Arrivals({ onLeftOut: () => (leftOut += 1), log: createLogger('silent') });
  const act = (name: string) => async (): Promise<void> => void done.push(name);
  const post = (name: string): void => arrivals.add({ posted: { channelId: 'chat', messageId: name }, act: act(name) });
  arrivals.add({ posted: undefined, act: () => promise });
  return { arrivals, done, act, post, release: resolve, leftOut: () => leftOut };
}

test('what follows from messages is acted on in their order, before what came later', async () => {
  const { arrivals, done, act, post, release } = createScene();
  post('later');
  for (const name of ['one', 'two']) arrivals.addNext({ posted: undefined, act: act(name) });
  release();
  await settle();
  expect(done).toEqual(['one', 'two', 'later']);
});

test('of too many messages the oldest are left out, and no deletion is', {
  meta: { promises: ['people-mute-themselves-any'] },
}, async () => {
  const { arrivals, done, act, post, release, leftOut } = createScene();
  arrivals.add({ posted: undefined, act: act('deletion') });
  for (let count = 1; count <= 202; count += 1) post(String(count));
  release();
  for (let turn = 0; turn < 20; turn += 1) await settle();
  expect(leftOut()).toBe(2);
  expect(done.slice(0, 2)).toEqual(['deletion', '3']);
  expect(done).toHaveLength(201);
});
