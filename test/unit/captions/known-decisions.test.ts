import { describe, expect, it } from 'vitest';
import { createKnownDecisions } from '../../../src/captions/known-decisions.ts';
import { createLogger } from '../../../src/log.ts';

type Decision = 'opted-in' | 'opted-out';
const log = createLogger('silent');

/** A store whose answers the test gives. */
function createStore() {
  const asked: PromiseWithResolvers<ReadonlyMap<string, Decision>>[] = [];
  return {
    asked,
    all: () => {
      asked.push(Promise.withResolvers());
      return asked.at(-1)?.promise ?? Promise.reject(new Error('nothing asked'));
    },
  };
}

describe('what is known of decisions', () => {
  it('is what the store has, read once', async () => {
    const store = createStore();
    const decisions = createKnownDecisions(store, () => {}, log);
    const loading = [decisions.load(), decisions.load()];
    store.asked[0]?.resolve(new Map([['ada', 'opted-out']]));
    await Promise.all(loading);
    expect(store.asked).toHaveLength(1);
    expect([...decisions.current]).toEqual([['ada', 'opted-out']]);
  });

  it('keeps a decision that was made while an older one was being read', async () => {
    const store = createStore();
    const decisions = createKnownDecisions(store, () => {}, log);
    const loading = decisions.load();
    decisions.set('ada', 'opted-out');
    store.asked[0]?.resolve(new Map([['ada', 'opted-in']]));
    await loading;
    expect(decisions.current.get('ada')).toBe('opted-out');
  });

  it('is asked for again after a failure', async () => {
    const store = createStore();
    const decisions = createKnownDecisions(store, () => {}, log);
    const failing = decisions.load();
    store.asked[0]?.reject(new Error('no database'));
    await expect(failing).rejects.toThrow('no database');
    const loading = decisions.load();
    store.asked[1]?.resolve(new Map([['ada', 'opted-in']]));
    await loading;
    expect(decisions.current.get('ada')).toBe('opted-in');
  });

  it('takes in what another process was told, and says so only when it is news', async () => {
    const store = createStore();
    let changes = 0;
    const decisions = createKnownDecisions(
      store,
      () => {
        changes += 1;
      },
      log,
    );
    const first = decisions.refresh();
    store.asked[0]?.resolve(new Map([['ada', 'opted-out']]));
    await first;
    const second = decisions.refresh();
    store.asked[1]?.resolve(new Map([['ada', 'opted-out']]));
    await second;
    expect(changes).toBe(1);
    expect(decisions.current.get('ada')).toBe('opted-out');
  });

  it('outlives a store that cannot be asked', async () => {
    const store = createStore();
    const decisions = createKnownDecisions(store, () => expect.unreachable(), log);
    const refreshing = decisions.refresh();
    store.asked[0]?.reject(new Error('no database'));
    await refreshing;
    expect(decisions.current.size).toBe(0);
  });
});
