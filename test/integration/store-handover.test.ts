import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HandoverChanges, HandoverStore, StoredPlace, StoredText } from '../../src/handover/handover-ports.ts';
import { SessionRecorder } from '../../src/handover/session-recorder.ts';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import type { ItemRecord } from '../../src/voice/session-record.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const GUILD = '200000000000000001';
const ADA = '300000000000000001';
const BOB = '300000000000000002';
const NO_CHANGES: HandoverChanges = { sessions: [], endedSessions: [], texts: [], changedTexts: [], endedTexts: [] };
const NEVER_MS = 3_600_000;

const place: StoredPlace = {
  ...{ sessionId: 'session', guildId: GUILD, channelId: '400000000000000001', textChannelId: '400000000000000002' },
  paused: true,
  unread: [{ channelId: '400000000000000003', messageId: '500000000000000001' }],
};

function textOf(textId: string, parts: Partial<StoredText> = {}): StoredText {
  return {
    ...{ textId, userId: ADA, text: `Text \0${textId}. \ud800`, mark: undefined, voiceId: undefined },
    ...{ speed: undefined, volumeDb: undefined, recording: undefined, position: { piece: 0, packets: 0 } },
    ...{ charge: undefined, answer: undefined, messages: undefined },
    ...parts,
  };
}

const storedAs = (text: StoredText): StoredText => ({ ...text, text: `Text ${text.textId}. \ufffd` });

describeDatabases('what a process hands over, in %s', (makeEmpty) => {
  let empty: EmptyDatabase;
  let database: Database;
  let store: HandoverStore;

  beforeAll(async () => {
    empty = await makeEmpty();
  });
  afterAll(() => empty.close());
  beforeEach(async () => {
    database = await openDatabase(empty.url, createLogger('silent'));
    ({ handover: store } = database);
  });
  afterEach(async () => {
    await database.close();
    await empty.clear();
  });

  const write = (changes: Partial<HandoverChanges>, owner = 'old'): Promise<readonly string[]> =>
    store.write(owner, { ...NO_CHANGES, ...changes });
  const queue = (...texts: readonly StoredText[]): HandoverChanges['texts'] =>
    texts.map((text, ordinal) => ({ ...text, sessionId: 'session', ordinal }));

  test('is a session as it was, with its texts in order', async () => {
    const sound = { mark: '[sad]', voiceId: 'v', speed: 1.25, volumeDb: -3.5, recording: Buffer.from([0, 255, 7]) };
    const charge = { kind: 'characters', day: '2026-11-22', userId: ADA, guildId: GUILD, amount: 20 } as const;
    const answer = { token: 'secret', locale: 'de' };
    const first = textOf('b', { ...sound, charge, answer, userId: BOB });
    const second = textOf('a', { position: { piece: 2, packets: 140 } });
    await write({ sessions: [place], texts: queue(first, second) });
    await store.end('old');
    expect(await store.left('new', NEVER_MS)).toEqual([
      { ...place, owner: 'old', texts: 2, leftForMs: expect.any(Number) },
    ]);
    const claimed = await store.claim({ sessionId: 'session', owner: 'old' }, 'new');
    expect(claimed).toEqual({ ...place, texts: [storedAs(first), storedAs(second)], lastOrdinal: 1 });
    expect(await store.left('other', NEVER_MS)).toEqual([]);
  });

  test.each([
    [
      'what another version wrote differently',
      '{"answer":{"token":"t"},"charge":1,"messages":[{}],"more":2}',
      '[{"id":1}]',
    ],
    ['what is damaged', '{"answer":{"tok', '['],
  ])('is taken over without %s', async (_what, about, unread) => {
    const answer = { token: 'secret', locale: 'de' };
    await write({ sessions: [place], texts: queue(textOf('a', { answer })) });
    await empty.execute(`update spoken_texts set about = '${about}'`);
    await empty.execute(`update voice_sessions set unread = '${unread}'`);
    await store.end('old');
    expect(await store.left('new', NEVER_MS)).toMatchObject([{ sessionId: 'session', unread: [] }]);
    expect(await store.claim({ sessionId: 'session', owner: 'old' }, 'new')).toMatchObject({
      texts: [storedAs(textOf('a'))],
    });
  });

  test('continues behind what was queued before, however the clocks of machines differ', async () => {
    const recorderOf = (owner: string, items: readonly ItemRecord[]) =>
      new SessionRecorder({
        engine: { records: () => [{ guildId: GUILD, channelId: '400000000000000001', paused: false, items }] },
        ...{ store, owner, textChannelOf: () => undefined, unreadOf: () => [] },
      });
    const spoken = (textId: string, text: string) => ({
      ...{ textId, userId: ADA, text, voiceId: undefined, firstPiece: 0 },
    });
    await recorderOf('old', [spoken('a', 'One.'), spoken('b', 'Two.')]).flush();
    await store.end('old');
    const [left] = await store.left('new', NEVER_MS);
    const claimed = left && (await store.claim(left, 'new'));
    if (claimed === undefined) throw new Error('the session was not claimed');
    const next = recorderOf('new', [spoken('a', 'One.'), spoken('b', 'Two.'), spoken('c', 'Three.')]);
    await next.hold(claimed);
    next.release(GUILD);
    await next.flush();
    await store.end('new');
    const [again] = await store.left('third', NEVER_MS);
    expect(again && (await store.claim(again, 'third'))?.texts.map(({ text }) => text)).toEqual([
      ...['One.', 'Two.', 'Three.'],
    ]);
  });

  test('follows what was heard, what is known of an answer, and what is over', async () => {
    await write({ sessions: [place], texts: queue(textOf('a'), textOf('b'), textOf('c')) });
    const position = { piece: 1, packets: 50 };
    const answer = { token: 't', locale: 'fr' };
    await write({
      sessions: [{ ...place, channelId: '400000000000000009', paused: false }],
      changedTexts: [{ textId: 'b', position, answer }],
      endedTexts: ['a'],
    });
    await store.end('old');
    expect(await store.claim({ sessionId: 'session', owner: 'old' }, 'new')).toMatchObject({
      ...{ channelId: '400000000000000009', paused: false },
      texts: [{ textId: 'b', position, answer }, { textId: 'c' }],
    });
    await write({ endedSessions: ['session'] }, 'new');
    expect(await empty.query('select * from spoken_texts')).toEqual([]);
    expect(await empty.query('select * from voice_sessions')).toEqual([]);
  });

  test('goes to one process only, however many want it', async () => {
    await write({ sessions: [place], texts: queue(textOf('a')) });
    await store.end('old');
    const others = Array.from({ length: 5 }, (_each, index) => `new ${index}`);
    const claims = await Promise.all(others.map((owner) => store.claim({ sessionId: 'session', owner: 'old' }, owner)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
  });

  test('stays with a process that lives, and is left by one that is silent', async () => {
    await write({ sessions: [place] });
    expect(await store.left('new', NEVER_MS)).toEqual([]);
    expect(await store.left('old', -1)).toEqual([]);
    await empty.execute(`update voice_processes set seen_at_ms = seen_at_ms - ${NEVER_MS * 2}`);
    expect(await store.left('new', NEVER_MS)).toMatchObject([{ sessionId: 'session', owner: 'old' }]);
    await store.beat('old');
    expect(await store.left('new', NEVER_MS)).toEqual([]);
  });

  test('is not touched by the process that had it, once another has it', async () => {
    await write({ sessions: [place], texts: queue(textOf('a')) });
    await store.end('old');
    await store.claim({ sessionId: 'session', owner: 'old' }, 'new');
    await write({ sessions: [{ ...place, paused: false }], endedSessions: ['session'] });
    const [late] = queue(textOf('b'));
    await write({
      ...{ texts: late === undefined ? [] : [late], endedTexts: ['a'] },
      changedTexts: [{ textId: 'a', position: { piece: 7, packets: 0 } }],
    });
    expect(await empty.query('select text_id, piece from spoken_texts')).toEqual([{ text_id: 'a', piece: 0 }]);
    await store.end('new');
    expect(await store.left('third', NEVER_MS)).toMatchObject([
      { sessionId: 'session', owner: 'new', paused: true, texts: 1 },
    ]);
  });

  test('is removed when nobody took it over in time, with what it was counted as', async () => {
    const charge = { kind: 'characters', day: '2026-11-22', userId: ADA, guildId: GUILD, amount: 20 } as const;
    await write({ sessions: [place], texts: queue(textOf('a', { charge })) });
    await store.end('old');
    expect(await store.removeLeft('new', NEVER_MS)).toEqual([]);
    await empty.execute(`update voice_processes set seen_at_ms = seen_at_ms - ${NEVER_MS * 2}`);
    expect(await store.removeLeft('old', NEVER_MS)).toEqual([]);
    expect(await store.removeLeft('new', NEVER_MS)).toMatchObject([{ textId: 'a', charge }]);
    for (const table of ['spoken_texts', 'voice_sessions', 'voice_processes']) {
      expect(await empty.query(`select * from ${table}`)).toEqual([]);
    }
  });

  test('of a process that was away for so long is stored again when it is back', async () => {
    const text = { textId: '1', userId: ADA, text: 'One.', voiceId: undefined, firstPiece: 0, heardPackets: 0 };
    let items = [text];
    const queued = () => [{ guildId: GUILD, channelId: '400000000000000001', paused: true, items }];
    const options = { engine: { records: queued }, textChannelOf: () => undefined, unreadOf: () => [] };
    const recorder = new SessionRecorder({ ...options, store, owner: 'old' });
    await recorder.flush();
    await empty.execute(`update voice_processes set seen_at_ms = seen_at_ms - ${NEVER_MS * 2}`);
    expect(await store.removeLeft('new', NEVER_MS)).toHaveLength(1);
    const heard = { ...text, heardPackets: 50 };
    items = [heard];
    await recorder.flush();
    items = [heard, { ...text, textId: '2', text: 'Two.' }];
    await recorder.flush();
    await store.end('old');
    expect(await store.left('new', NEVER_MS)).toMatchObject([{ guildId: GUILD, texts: 2 }]);
  });

  test('is stored apart when another process took over what was there before', async () => {
    const text = { textId: '1', userId: ADA, text: 'One.', voiceId: undefined, firstPiece: 0 };
    let items = [text];
    const queued = () => [{ guildId: GUILD, channelId: '400000000000000001', paused: true, items }];
    const options = { engine: { records: queued }, textChannelOf: () => undefined, unreadOf: () => [] };
    const recorder = new SessionRecorder({ ...options, store, owner: 'old' });
    await recorder.flush();
    await store.end('old');
    const [left] = await store.left('new', NEVER_MS);
    if (left !== undefined) await store.claim(left, 'new');
    items = [text, { ...text, textId: '2', text: 'Two.' }];
    await recorder.keep(GUILD);
    const rows = await empty.query(
      'select text, owner from spoken_texts join voice_sessions using (session_id) order by text',
    );
    expect(rows).toEqual([
      { text: 'One.', owner: 'new' },
      { text: 'Two.', owner: 'old' },
    ]);
  });

  test('loses the texts of people who erase what is stored about them', async () => {
    await write({ sessions: [place], texts: queue(textOf('a'), textOf('b', { userId: BOB }), textOf('c')) });
    expect(await store.count(ADA)).toBe(2);
    expect(await store.erase(ADA)).toBe(2);
    expect(await store.count(ADA)).toBe(0);
    await write({ changedTexts: [{ textId: 'a', position: { piece: 1, packets: 0 } }] });
    expect(await empty.query('select text_id from spoken_texts')).toEqual([{ text_id: 'b' }]);
  });
});
