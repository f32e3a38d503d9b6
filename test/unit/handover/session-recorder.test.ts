import { beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  AboutText,
  HandoverChanges,
  StoredSession,
  StoredText,
  UnreadMessage,
} from '../../../src/handover/handover-ports.ts';
import { SessionRecorder } from '../../../src/handover/session-recorder.ts';
import type { ItemRecord, QueueRecord } from '../../../src/voice/session-record.ts';

const LOUNGE = { guildId: 'g', channelId: 'lounge', paused: false };
const ABOUT: AboutText = {
  charge: { kind: 'characters', day: '2026-11-22', userId: 'ada', guildId: 'g', amount: 4 },
  answer: { token: 'secret', locale: 'de' },
};

let sessions: QueueRecord[];
let unread: UnreadMessage[];
let writes: HandoverChanges[];
let beats: string[];
let failure: Error | undefined;
/** Sessions that the next write finds to be another process's, or gone. */
let lost: string[];
/** What a beat resolves with. */
let isKnown: boolean;
/** What a write waits for. */
let held: Promise<void>;
let recorder: SessionRecorder;

beforeEach(() => {
  sessions = [];
  unread = [];
  writes = [];
  beats = [];
  failure = undefined;
  lost = [];
  isKnown = true;
  held = Promise.resolve();
  recorder = new SessionRecorder({
    engine: { records: () => sessions },
    store: {
      write: async (owner, changes) => {
        expect(owner).toBe('me');
        if (failure !== undefined) throw failure;
        writes.push(changes);
        await held;
        return lost.splice(0);
      },
      beat: async (owner) => {
        beats.push(owner);
        return isKnown;
      },
    },
    owner: 'me',
    textChannelOf: (guildId) => `text of ${guildId}`,
    unreadOf: () => unread,
  });
});

function item(textId: string, parts: Partial<ItemRecord> = {}): ItemRecord {
  return { textId, userId: 'ada', text: `Text ${textId}.`, voiceId: undefined, firstPiece: 0, ...parts };
}

/** Writes, and returns what was written. */
async function flush(): Promise<HandoverChanges> {
  await recorder.flush();
  return writes.at(-1) ?? { sessions: [], endedSessions: [], texts: [], changedTexts: [], endedTexts: [] };
}

function stored(sessionId: string, textIds: readonly string[]): StoredSession {
  const texts = textIds.map(
    (textId): StoredText => ({
      ...{ textId, userId: 'ada', text: 'Hello.', mark: undefined, voiceId: undefined, speed: undefined },
      ...{ volumeDb: undefined, recording: undefined, position: { piece: 0, packets: 0 }, ...ABOUT },
    }),
  );
  return { ...LOUNGE, sessionId, textChannelId: 't', unread: [], texts, lastOrdinal: 40 };
}

test('a session is written once, with its texts in order and what goes with them', async () => {
  sessions = [{ ...LOUNGE, items: [item('1'), item('2', { mark: '[sad]', speed: 1.5 })] }];
  recorder.note('2', ABOUT);
  const { sessions: places, texts } = await flush();
  expect(places).toEqual([{ ...LOUNGE, sessionId: expect.any(String), textChannelId: 'text of g', unread: [] }]);
  expect(texts).toMatchObject([
    { text: 'Text 1.', sessionId: places[0]?.sessionId },
    { text: 'Text 2.', mark: '[sad]', speed: 1.5, ...ABOUT },
  ]);
  expect(texts[0]?.ordinal).toBeLessThan(texts[1]?.ordinal ?? 0);
  await flush();
  expect(writes).toHaveLength(1);
});

test('what changes is written: how far a text was heard, the channel, and what is over', async () => {
  sessions = [{ ...LOUNGE, items: [item('1'), item('2')] }];
  const [one, two] = (await flush()).texts;
  sessions = [{ ...LOUNGE, channelId: 'studio', items: [item('2', { firstPiece: 1, heardPackets: 50 }), item('3')] }];
  expect(await flush()).toMatchObject({
    sessions: [{ channelId: 'studio' }],
    texts: [{ text: 'Text 3.' }],
    changedTexts: [{ textId: two?.textId, position: { piece: 1, packets: 50 } }],
    endedTexts: [one?.textId],
    endedSessions: [],
  });
  sessions = [];
  expect(await flush()).toMatchObject({ sessions: [], texts: [], endedTexts: [], endedSessions: [expect.any(String)] });
});

test('while the database is away nothing piles up: what is true when it is back is written', async () => {
  failure = new Error('away');
  sessions = [{ ...LOUNGE, items: [item('1'), item('2')] }];
  await expect(recorder.flush()).rejects.toThrow('away');
  sessions = [{ ...LOUNGE, items: [item('2'), item('3')] }];
  await expect(recorder.flush()).rejects.toThrow('away');
  failure = undefined;
  expect((await flush()).texts.map(({ text }) => text)).toEqual(['Text 2.', 'Text 3.']);
});

test('two writes at a time are one after the other: a new session is stored once', async () => {
  sessions = [{ ...LOUNGE, guildId: 'other', items: [] }];
  const first = recorder.flush();
  sessions = [...sessions, { ...LOUNGE, items: [item('1')] }];
  await Promise.all([first, recorder.flush(), recorder.freeze()]);
  expect(writes.flatMap((each) => each.sessions).map(({ guildId }) => guildId)).toEqual(['other', 'g']);
});

test('all that is asked for during a write is written together after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  sessions = [{ ...LOUNGE, items: [item('1')] }];
  const first = recorder.flush();
  await vi.waitFor(() => expect(writes).toHaveLength(1));
  sessions = [{ ...LOUNGE, items: [item('1'), item('2')] }];
  const second = recorder.flush();
  sessions = [{ ...LOUNGE, items: [item('1'), item('2'), item('3')] }];
  const third = recorder.flush();
  resolve();
  await Promise.all([first, second, third]);
  expect(writes.map(({ texts }) => texts.map(({ text }) => text))).toEqual([['Text 1.'], ['Text 2.', 'Text 3.']]);
});

test('after other processes took this one for dead and removed what it had, all of it is written again', async () => {
  sessions = [{ ...LOUNGE, items: [item('1')] }];
  const [before] = (await flush()).texts;
  failure = new Error('the session of this text is gone');
  sessions = [{ ...LOUNGE, items: [item('1'), item('2')] }];
  await expect(recorder.flush()).rejects.toThrow('gone');
  failure = undefined;
  isKnown = false;
  const { sessions: places, texts } = await flush();
  expect(places).toMatchObject([{ guildId: 'g' }]);
  expect(texts).toMatchObject([{ textId: before?.textId }, { text: 'Text 2.', sessionId: places[0]?.sessionId }]);
});

test('a session that the process has no longer is stored as a new one by the same write', async () => {
  sessions = [
    { ...LOUNGE, items: [item('1')] },
    { ...LOUNGE, guildId: 'other', items: [item('1')] },
  ];
  const before = await flush();
  lost = before.sessions.slice(0, 1).map(({ sessionId }) => sessionId);
  sessions = [{ ...LOUNGE, items: [item('1'), item('2')] }, ...sessions.slice(1)];
  const after = await flush();
  expect(writes).toHaveLength(3);
  expect(after.sessions).toMatchObject([{ guildId: 'g' }]);
  expect(after.sessions[0]?.sessionId).not.toBe(before.sessions[0]?.sessionId);
  expect(after.texts.map(({ text }) => text)).toEqual(['Text 1.', 'Text 2.']);
});

test('a sound that is too large is not kept, and no text in its place', async () => {
  sessions = [{ ...LOUNGE, items: [item('1', { recording: new Uint8Array(1_048_577) }), item('2')] }];
  expect((await flush()).texts.map(({ text }) => text)).toEqual(['Text 2.']);
});

describe('a session that is taken over', () => {
  test('stays as it is stored until it is queued, and then under the same ids', async () => {
    await recorder.hold(stored('old', ['a', 'b', 'c']));
    sessions = [{ ...LOUNGE, items: [item('b')] }];
    await recorder.flush();
    expect(writes).toEqual([]);
    recorder.note('b', ABOUT);
    recorder.release('g');
    expect(await flush()).toMatchObject({
      sessions: [{ sessionId: 'old', textChannelId: 'text of g' }],
      ...{ texts: [], changedTexts: [], endedTexts: ['a', 'c'], endedSessions: [] },
    });
  });

  test('keeps what is queued meanwhile as soon as it is taken over, behind its texts', async () => {
    await recorder.hold(stored('old', ['a']));
    sessions = [{ ...LOUNGE, items: [item('a'), item('2')] }];
    const keeping = recorder.keep('g');
    await recorder.flush();
    expect(writes).toEqual([]);
    recorder.note('a', ABOUT);
    recorder.release('g');
    await keeping;
    expect(writes).toMatchObject([{ texts: [{ text: 'Text 2.', ordinal: 41 }], endedTexts: [] }]);
  });

  test('keeps what is queued as it begins, too', async () => {
    sessions = [{ ...LOUNGE, guildId: 'other', items: [item('1')] }];
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const writing = recorder.flush();
    await vi.waitFor(() => expect(writes).toHaveLength(1));
    const holding = recorder.hold(stored('old', []));
    sessions = [...sessions, { ...LOUNGE, items: [item('1')] }];
    const keeping = recorder.keep('g');
    resolve();
    await Promise.all([writing, holding]);
    recorder.release('g');
    await keeping;
    expect(writes.flatMap(({ texts }) => texts.map(({ text, sessionId }) => [text, sessionId === 'old']))).toEqual([
      ...[['Text 1.', false]],
      ...[['Text 1.', true]],
    ]);
  });

  test('is deleted when nothing of it could be continued', async () => {
    await recorder.hold(stored('old', ['a']));
    recorder.release('g');
    expect(await flush()).toMatchObject({ endedSessions: ['old'] });
  });

  test('is joined with the one that the guild has, and ends with it', async () => {
    sessions = [{ ...LOUNGE, items: [item('1')] }];
    const [own] = (await flush()).sessions;
    await recorder.hold(stored('old', ['a']));
    recorder.note('a', ABOUT);
    recorder.release('g');
    sessions = [{ ...LOUNGE, items: [item('1'), item('a')] }];
    await recorder.flush();
    expect(writes).toHaveLength(1);
    sessions = [];
    expect((await flush()).endedSessions).toEqual([own?.sessionId, 'old']);
  });

  test('is not forgotten by a write that was under way', async () => {
    sessions = [{ ...LOUNGE, guildId: 'other', items: [item('1')] }];
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const writing = recorder.flush();
    await vi.waitFor(() => expect(writes).toHaveLength(1));
    const holding = recorder.hold(stored('old', ['a']));
    resolve();
    await Promise.all([writing, holding]);
    recorder.release('g');
    expect(await flush()).toMatchObject({ endedSessions: ['old'] });
  });

  test('is joined with one that a write under way is just storing', async () => {
    sessions = [{ ...LOUNGE, items: [item('1')] }];
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const writing = recorder.flush();
    await vi.waitFor(() => expect(writes).toHaveLength(1));
    const own = writes[0]?.sessions[0];
    const holding = recorder.hold(stored('old', ['a']));
    resolve();
    await Promise.all([writing, holding]);
    recorder.release('g');
    sessions = [];
    expect((await flush()).endedSessions).toEqual([own?.sessionId, 'old']);
  });
});

describe('the last write', () => {
  test('is final: the end of the sessions does not delete their texts', async () => {
    sessions = [{ ...LOUNGE, items: [item('1')] }];
    expect(await recorder.freeze()).toBe(true);
    expect(recorder.isFrozen).toBe(true);
    expect(writes).toHaveLength(1);
    sessions = [];
    await recorder.flush();
    expect(writes).toHaveLength(1);
  });

  test('is not final when the database is away: what ends then has ended', async () => {
    failure = new Error('away');
    sessions = [{ ...LOUNGE, items: [item('1')] }];
    expect(await recorder.freeze()).toBe(false);
    expect(recorder.isFrozen).toBe(false);
  });
});
