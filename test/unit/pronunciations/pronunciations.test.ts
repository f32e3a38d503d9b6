import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MynahError } from '../../../src/errors.ts';
import { CompiledDictionaries } from '../../../src/pronunciations/compiled-dictionaries.ts';
import type { Requester } from '../../../src/pronunciations/pronunciations-api.ts';
import { memoryPronunciations, memoryStore } from '../../support/memory-pronunciations.ts';

const ADA: Requester = { userId: 'ada', guildId: 'g', isManager: false };
const BOB: Requester = { userId: 'bob', guildId: 'g', isManager: false };
const EVE: Requester = { userId: 'eve', guildId: 'g', isManager: true };
const ALONE: Requester = { userId: 'ada', guildId: undefined, isManager: false };
const inGuild = { userId: 'ada', guildId: 'g' };

const csv = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a text', () => {
  test('has the words of the nearest dictionary: personal, then the server’s, then the built-in one', async () => {
    const all = memoryPronunciations({ language: 'en' });
    expect(await all.apply('brb gg', inGuild)).toBe('be right back good game');
    await all.add(ADA, 'server', 'gg', 'ours');
    expect(await all.apply('brb gg', inGuild)).toBe('be right back ours');
    await all.add(ADA, 'me', 'GG', 'mine');
    expect(await all.apply('brb gg', inGuild)).toBe('be right back mine');
    expect(await all.apply('brb gg', { userId: 'bob', guildId: 'g' })).toBe('be right back ours');
    expect(await all.apply('brb gg', { userId: 'bob', guildId: 'other' })).toBe('be right back good game');
    expect(await all.apply('brb gg', { userId: 'ada', guildId: undefined })).toBe('brb mine');
    expect(await all.apply('mdr gg', { userId: 'ada', guildId: undefined, language: 'fr' })).toBe('mort de rire mine');
  });

  test('can’t be made to say what somebody else said, by a word that a member added to the server’s dictionary', {
    meta: { promises: ['names-are-nobody-elses'] },
  }, async () => {
    const all = memoryPronunciations();
    await all.add(EVE, 'server', 'brb', 'I quit. Ada says: me too');
    expect(await all.apply('brb everyone', { userId: 'bob', guildId: 'g' })).toBe('I quit, Ada says, me too everyone');
    await all.add(BOB, 'me', 'gtg', 'I quit. Bye!');
    expect(await all.apply('gtg', { userId: 'bob', guildId: 'g' })).toBe('I quit. Bye!');
  });

  test('has no abbreviations in full where the server switched them off', async () => {
    expect(await memoryPronunciations().apply('brb', inGuild)).toBe('brb');
  });

  test('is spoken while the database is away, with what is in memory', async () => {
    let nowMs = 0;
    const all = memoryPronunciations({ nowMs: () => nowMs });
    await all.add(ADA, 'me', 'gg', 'mine');
    expect(await all.apply('gg', inGuild)).toBe('mine');
    nowMs += 60_000;
    all.store.fail(new MynahError('STORE_UNAVAILABLE', 'away'));
    expect(await all.apply('gg', inGuild)).toBe('mine');
    expect(await all.apply('gg', { userId: 'bob', guildId: 'other' })).toBe('gg');
  });
});

describe('a database that hangs', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('keeps a text for 1.5 s, which is spoken with what was read last', async () => {
    let nowMs = 0;
    const all = memoryPronunciations({ nowMs: () => nowMs });
    await all.add(ADA, 'me', 'gg', 'mine');
    expect(await all.apply('gg', inGuild)).toBe('mine');
    nowMs += 60_000;
    all.store.hang();
    const spoken = all.apply('gg', inGuild);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await spoken).toBe('mine');
  });

  test('does not bring back what somebody erased', async () => {
    const all = memoryPronunciations();
    await all.add(ADA, 'me', 'gg', 'mine');
    expect(await all.apply('gg', inGuild)).toBe('mine');
    await all.erasePerson(inGuild.userId);
    all.store.hang();
    const spoken = all.apply('gg', inGuild);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await spoken).toBe('gg');
  });
});

describe('a dictionary in memory', () => {
  test('is read once, and asked for its revision every 5 s', async () => {
    let nowMs = 0;
    const all = memoryPronunciations({ nowMs: () => nowMs });
    for (let texts = 0; texts < 5; texts += 1) await all.apply('gg', inGuild);
    await Promise.all([all.apply('gg', { ...inGuild, userId: 'bob' }), all.apply('gg', { ...inGuild, userId: 'bob' })]);
    expect(all.store.reads).toEqual(['ada', 'g', 'bob']);
    nowMs += 5_000;
    await all.apply('gg', inGuild);
    expect(all.store.asked).toEqual(['ada', 'g']);
    expect(all.store.reads).toHaveLength(3);
  });

  test('is built again when another process changed it: at its notice, and without one within 5 s', async () => {
    let nowMs = 0;
    const store = memoryStore();
    const here = memoryPronunciations({ store, nowMs: () => nowMs });
    const there = memoryPronunciations({ store });
    await here.apply('gg', inGuild);
    await there.add(ADA, 'me', 'gg', 'one');
    here.hearChange();
    expect(await here.apply('gg', inGuild)).toBe('one');
    await there.add(ADA, 'me', 'gg', 'two');
    expect(await here.apply('gg', inGuild)).toBe('one');
    nowMs += 5_000;
    expect(await here.apply('gg', inGuild)).toBe('two');
  });

  test('is dropped when others need its place, the one used least lately first', async () => {
    const all = memoryPronunciations();
    for (const holder of ['a', 'b', 'c']) await all.add({ ...ADA, userId: holder }, 'me', 'abcdefghij', 'y');
    const { store } = all;
    store.reads.length = 0;
    const few = new CompiledDictionaries({ store, nowMs: () => 0, maxNodes: 25, onFailure: () => undefined });
    for (const holder of ['a', 'b', 'a', 'c', 'a', 'b']) await few.of({ scope: 'person', holder });
    expect(store.reads).toEqual(['a', 'b', 'c', 'b']);
  });

  test('that cannot be read again is used as it was, and one that never was read as an empty one', async () => {
    let nowMs = 0;
    const all = memoryPronunciations();
    await all.add(ADA, 'me', 'gg', 'mine');
    const uses: string[] = [];
    const { store } = all;
    const compiled = new CompiledDictionaries({
      ...{ store, nowMs: () => nowMs },
      onFailure: (_error, use) => uses.push(use),
    });
    const [ada, bob] = [
      { scope: 'person', holder: 'ada' },
      { scope: 'person', holder: 'bob' },
    ] as const;
    await compiled.of(ada);
    store.fail(new MynahError('STORE_UNAVAILABLE', 'away'));
    for (let texts = 0; texts < 2; texts += 1) {
      nowMs += 5_000;
      expect([(await compiled.of(ada)).nodes, (await compiled.of(bob)).nodes]).toEqual([3, 1]);
    }
    expect(uses).toEqual(['last', 'empty', 'last', 'empty']);
  });

  test('that changes while it is read is read again', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const entry = { key: 'gg', word: 'gg', as: 'mine', addedBy: 'ada', addedAtMs: 1 };
    let entries: (typeof entry)[] = [];
    const dictionary = async () => {
      const state = { revision: entries.length + 1, locked: false, entries };
      await answered;
      return state;
    };
    const store = { dictionary, revision: async () => entries.length + 1 };
    const compiled = new CompiledDictionaries({ store, nowMs: () => 0, onFailure: () => undefined });
    const id = { scope: 'person', holder: 'ada' } as const;
    const reading = compiled.of(id);
    entries = [entry];
    compiled.changed(id);
    answer();
    expect((await reading).nodes).toBe(1);
    expect((await compiled.of(id)).nodes).toBe(3);
  });
});

describe('a server’s dictionary', () => {
  test('takes words of every member, who change and remove what they added', async () => {
    const all = memoryPronunciations();
    expect(await all.add(ADA, 'server', 'gg', 'one')).toEqual({ kind: 'added', entry: { word: 'gg', as: 'one' } });
    expect(await all.add(ADA, 'server', 'gg', 'one')).toMatchObject({ kind: 'unchanged' });
    expect(await all.add(ADA, 'server', 'GG', 'two')).toMatchObject({ kind: 'changed', before: 'one' });
    expect(await all.add(BOB, 'server', 'gg', 'no')).toEqual({ kind: 'not-yours', word: 'GG' });
    expect(await all.remove(BOB, 'server', 'gg')).toEqual({ kind: 'not-yours', word: 'GG' });
    expect(await all.remove(EVE, 'server', 'gg')).toMatchObject({ kind: 'removed', scope: 'server' });
    expect(await all.remove(EVE, 'server', 'gg')).toEqual({ kind: 'unknown' });
    expect(await all.add(ALONE, 'server', 'gg', 'x')).toEqual({ kind: 'no-server' });
  });

  test('is changed only by managers while it is locked', async () => {
    const all = memoryPronunciations();
    await all.add(ADA, 'server', 'gg', 'one');
    await all.setLocked('g', true);
    expect(await all.add(ADA, 'server', 'brb', 'x')).toEqual({ kind: 'locked' });
    expect(await all.remove(ADA, 'server', 'gg')).toEqual({ kind: 'locked' });
    expect(await all.importCsv(ADA, 'server', csv('a,b'))).toEqual({ kind: 'locked' });
    expect(await all.suggest(ADA, '', 25)).toEqual([]);
    expect(await all.add(EVE, 'server', 'brb', 'x')).toMatchObject({ kind: 'added' });
    expect(await all.list(ADA, 'server')).toMatchObject({ locked: true });
    await all.setLocked('g', false);
    expect(await all.remove(ADA, 'server', 'gg')).toMatchObject({ kind: 'removed' });
  });

  test('shows managers who added what', async () => {
    const all = memoryPronunciations();
    await all.add(ADA, 'server', 'gg', 'one');
    const namesFor = async (who: Requester) => (await all.list(who, 'server'))?.entries.map(({ addedBy }) => addedBy);
    expect(await namesFor(EVE)).toEqual(['ada']);
    expect(await namesFor(ADA)).toEqual(['ada']);
    expect(await namesFor(BOB)).toEqual([undefined]);
  });

  test('keeps what an erased person added, without their name, for managers to change', async () => {
    const all = memoryPronunciations();
    await all.add(ADA, 'server', 'gg', 'ours');
    await all.add(ADA, 'me', 'brb', 'mine');
    expect(await all.apply('gg brb', inGuild)).toBe('ours mine');
    expect(await all.erasePerson('ada')).toEqual({ own: 1, inServers: 1 });
    expect(await all.apply('gg brb', inGuild)).toBe('ours brb');
    expect(await all.personSummary('ada')).toEqual({ own: 0, inServers: 0 });
    expect((await all.list(EVE, 'server'))?.entries).toMatchObject([{ word: 'gg', addedBy: undefined }]);
    expect(await all.remove(ADA, 'server', 'gg')).toMatchObject({ kind: 'not-yours' });
    expect(await all.remove(EVE, 'server', 'gg')).toMatchObject({ kind: 'removed' });
  });
});

describe('the limits', () => {
  const lines = (count: number, prefix = 'w'): Uint8Array =>
    csv(Array.from({ length: count }, (_, index) => `${prefix}${index},x`).join('\n'));

  test('are 200 words a person, 200 of one member in a server, and 2,000 in a server', async () => {
    const all = memoryPronunciations();
    expect(await all.importCsv(ADA, 'me', lines(201))).toMatchObject({
      added: 200,
      problems: [{ line: 201, problem: 'full' }],
    });
    expect(await all.add(ADA, 'me', 'more', 'x')).toEqual({ kind: 'full', whose: 'person', limit: 200 });
    expect(await all.add(ADA, 'me', 'W0', 'changed')).toMatchObject({ kind: 'changed' });
    await all.importCsv(ADA, 'server', lines(200, 'a'));
    expect(await all.add(ADA, 'server', 'more', 'x')).toEqual({ kind: 'full', whose: 'member', limit: 200 });
    expect(await all.add(BOB, 'server', 'more', 'x')).toMatchObject({ kind: 'added' });
    expect(await all.importCsv(EVE, 'server', lines(1_900, 'e'))).toMatchObject({ added: 1_799 });
    expect(await all.add(BOB, 'server', 'last', 'x')).toEqual({ kind: 'full', whose: 'server', limit: 2_000 });
  });
});

describe('a CSV file', () => {
  test('adds its good lines, and every other line is reported by its number', async () => {
    const all = memoryPronunciations();
    await all.add(BOB, 'server', 'gg', 'theirs');
    const file = csv('word,as\nbrb,be right back\ngg,no\nonly\nx,<|speaker:1|>\ny,{xx}\nbrb,back soon\n');
    expect(await all.importCsv(ADA, 'server', file)).toEqual({
      ...{ kind: 'imported', added: 1, changed: 1, unchanged: 0 },
      problems: [
        { line: 3, problem: 'not-yours' },
        { line: 4, problem: 'malformed' },
        { line: 5, problem: 'markup' },
        { line: 6, problem: 'phonemes' },
      ],
    });
    expect(await all.apply('brb', inGuild)).toBe('back soon');
  });

  test('that was exported is taken back unchanged', async () => {
    const all = memoryPronunciations();
    expect(await all.exportCsv(ADA, 'me')).toBeUndefined();
    await all.add(ADA, 'me', '=cmd', 'it\'s, "quoted"');
    await all.add(ADA, 'me', 'now', '{N AW1}');
    const file = (await all.exportCsv(ADA, 'me')) ?? csv('');
    expect(await all.importCsv(ADA, 'me', file)).toMatchObject({ added: 0, changed: 0, unchanged: 2, problems: [] });
    expect(await all.importCsv(BOB, 'me', file)).toMatchObject({ added: 2, problems: [] });
  });

  test('without lines, or that is none, changes nothing', async () => {
    const all = memoryPronunciations();
    expect(await all.importCsv(ADA, 'me', csv('word,as\n\n'))).toEqual({ kind: 'empty' });
    expect(await all.importCsv(ADA, 'me', new Uint8Array([0xff, 0x00]))).toEqual({ kind: 'not-text' });
    expect(await all.importCsv(ALONE, 'server', csv('a,b'))).toEqual({ kind: 'no-server' });
  });
});

test('a word without a scope is removed where it is nearest', async () => {
  const all = memoryPronunciations();
  await all.add(ADA, 'me', 'gg', 'mine');
  await all.add(ADA, 'server', 'gg', 'ours');
  expect(await all.suggest(ADA, 'G', 25)).toEqual([
    { word: 'gg', as: 'mine', scope: 'me' },
    { word: 'gg', as: 'ours', scope: 'server' },
  ]);
  expect(await all.remove(ADA, undefined, 'GG')).toMatchObject({ kind: 'removed', scope: 'me' });
  expect(await all.remove(ADA, undefined, 'GG')).toMatchObject({ kind: 'removed', scope: 'server' });
  expect(await all.remove(ADA, undefined, 'GG')).toEqual({ kind: 'unknown' });
});
