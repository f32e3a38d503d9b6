import { describe, expect, it } from 'vitest';
import { createConsentChanges } from '../../../../src/captions/consent/consent-changes.ts';

/** A store whose writes end when the test says so, in any order. */
function createStore() {
  const writes: { readonly choice: string; readonly end: () => void; readonly fail: () => void }[] = [];
  const set = createConsentChanges<'opted-in', string>((_userId, choice) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    writes.push({ choice, end: () => resolve(choice), fail: () => reject(new Error('no database')) });
    return promise;
  });
  const begun = (): string[] => writes.map(({ choice }) => choice);
  return { set, writes, begun };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('pressing fast: the last decision counts', () => {
  it('an opt-out begins at once, also while an opt-in is being stored, and is written again after it', {
    meta: { promises: ['pressing-fast-limited-opt'] },
  }, async () => {
    const { set, writes, begun } = createStore();
    void set('1', 'opted-in');
    await settle();
    const out = set('1', 'opted-out');
    expect(begun()).toEqual(['opted-in', 'opted-out']);
    writes[1]?.end();
    await settle();
    expect(begun()).toEqual(['opted-in', 'opted-out']);
    // The opt-in is written last: the opt-out must not be lost.
    writes[0]?.end();
    await settle();
    expect(begun()).toEqual(['opted-in', 'opted-out', 'opted-out']);
    writes[2]?.end();
    expect(await out).toBe('opted-out');
  });

  it('repeated opt-outs share one change', async () => {
    const { set, writes, begun } = createStore();
    const presses = Array.from({ length: 50 }, () => set('1', 'opted-out'));
    expect(begun()).toEqual(['opted-out']);
    writes[0]?.end();
    expect(new Set(await Promise.all(presses))).toEqual(new Set(['opted-out']));
    void set('1', 'opted-out');
    expect(begun()).toEqual(['opted-out', 'opted-out']);
  });

  it('an opt-in waits for the opt-out before it', async () => {
    const { set, writes, begun } = createStore();
    void set('1', 'opted-out');
    const last = set('1', 'opted-in');
    await settle();
    expect(begun()).toEqual(['opted-out']);
    writes[0]?.end();
    await settle();
    expect(begun()).toEqual(['opted-out', 'opted-in']);
    writes[1]?.end();
    expect(await last).toBe('opted-in');
  });

  it('an opt-in that an opt-out overtakes is dropped', async () => {
    const { set, writes, begun } = createStore();
    void set('1', 'opted-out');
    const overtaken = set('1', 'opted-in');
    void set('1', 'opted-out');
    expect(begun()).toEqual(['opted-out', 'opted-out']);
    for (const { end } of writes) end();
    expect(await overtaken).toBe('opted-out');
    expect(begun()).toEqual(['opted-out', 'opted-out']);
  });

  it.each([
    [['opted-in', 'opted-in', 'opted-out', 'opted-in'], 'opted-in'],
    [['opted-in', 'opted-in', 'opted-in', 'opted-out'], 'opted-out'],
    [['opted-out', 'opted-in', 'opted-out', 'opted-in', 'opted-out'], 'opted-out'],
  ] as const)('after %j what is written last is %s, and every press is answered', async (presses, expected) => {
    const { set, writes, begun } = createStore();
    const changes: Promise<string>[] = [];
    for (const press of presses) {
      changes.push(set('1', press));
      await settle();
    }
    for (let index = 0; index < writes.length; index += 1) {
      writes[index]?.end();
      await settle();
    }
    await Promise.all(changes);
    expect(begun().at(-1)).toBe(expected);
  });

  it('people do not wait for one another, and a failure is told and forgotten', async () => {
    const { set, writes, begun } = createStore();
    const failing = set('1', 'opted-out');
    void set('2', 'opted-in');
    await settle();
    expect(begun()).toEqual(['opted-out', 'opted-in']);
    writes[0]?.fail();
    await expect(failing).rejects.toThrow('no database');
    void set('1', 'opted-out');
    expect(begun()).toEqual(['opted-out', 'opted-in', 'opted-out']);
  });
});
