import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LeftSession, StoredSession, StoredText } from '../../../src/handover/handover-ports.ts';
import { type Return, SessionTakeover, type SessionTakeoverOptions } from '../../../src/handover/session-takeover.ts';
import { createLogger } from '../../../src/log/log.ts';
import type { SessionSnapshot, SpeakRequest } from '../../../src/voice/voice-api.ts';

const MINUTE_MS = 60_000;
const PLACE = { sessionId: 's', guildId: 'g', channelId: 'lounge', textChannelId: 't', paused: false, unread: [] };

let left: LeftSession[];
let texts: StoredText[];
let calls: string[];
let dropped: [string, number][];
let requests: SpeakRequest[];
let listeners: number;
let here: SessionSnapshot | undefined;
let entering: Return;
let isQueued: boolean;
let predecessor: string | undefined;
let serves: boolean;

beforeEach(() => {
  left = [{ ...PLACE, owner: 'old', leftForMs: 3_000, texts: 1 }];
  texts = [text('a')];
  calls = [];
  dropped = [];
  requests = [];
  listeners = 1;
  here = undefined;
  entering = { kind: 'coming', arrived: Promise.resolve() };
  isQueued = true;
  predecessor = undefined;
  serves = true;
});

function text(textId: string, parts: Partial<StoredText> = {}): StoredText {
  return {
    ...{ textId, userId: 'ada', text: 'Hello.', mark: undefined, voiceId: 'v', speed: 1.5, volumeDb: undefined },
    ...{ recording: undefined, position: { piece: 0, packets: 0 }, charge: undefined, answer: undefined, ...parts },
  };
}

function createTakeover(options: Partial<SessionTakeoverOptions> = {}): SessionTakeover {
  return new SessionTakeover({
    engine: {
      session: async () => here,
      pause: async () => {
        calls.push('pause');
        return { kind: 'paused' };
      },
      remove: async (guildId, removed, userId) => {
        calls.push(`remove ${removed} of ${userId} in ${guildId}`);
        return { kind: 'removed' };
      },
    },
    store: {
      left: async (owner) => left.filter((session) => session.owner !== owner),
      claim: async ({ sessionId, owner }, by): Promise<StoredSession | undefined> => {
        calls.push(`claim ${sessionId} of ${owner} for ${by}`);
        const session = left.find((each) => each.sessionId === sessionId);
        left = left.filter((each) => each !== session);
        return session && { ...session, texts, lastOrdinal: texts.length };
      },
      end: async (owner) => void calls.push(`end ${owner}`),
      removeLeft: async (owner, afterMs) => {
        calls.push(`remove ${owner} ${afterMs / MINUTE_MS}`);
        return texts;
      },
    },
    recorder: {
      hold: async ({ sessionId }) => void calls.push(`hold ${sessionId}`),
      release: (guildId) => void calls.push(`release ${guildId}`),
    },
    ...{ owner: 'me', predecessor, log: createLogger('silent') },
    serves: () => serves,
    countListeners: () => listeners,
    enter: async ({ channelId }) => {
      calls.push(`enter ${channelId}`);
      return entering;
    },
    speak: async (request) => {
      requests.push(request);
      calls.push(`speak ${request.textId}`);
      return isQueued;
    },
    reread: (_guildId, messages) => void calls.push(`reread ${messages.map(({ messageId }) => messageId).join(' ')}`),
    onDropped: ({ textId }, unheard) => void dropped.push([textId, unheard]),
    ...options,
  });
}

const CONTINUED = ['claim s of old for me', 'hold s', 'enter lounge', 'speak a', 'release g'];
const GIVEN_UP = ['claim s of old for me', 'hold s', 'release g'];

test('a session of a process that has ended is continued where it was, at the packet where it was', async () => {
  texts = [text('a', { position: { piece: 1, packets: 70 }, mark: '[sad]' })];
  await createTakeover().run();
  expect(calls).toEqual(CONTINUED);
  expect(requests).toEqual([
    {
      ...{
        guildId: 'g',
        textId: 'a',
        whileJoining: 'lounge',
        userId: 'ada',
        text: 'Hello.',
        mark: '[sad]',
        voiceId: 'v',
      },
      ...{ speed: 1.5, volumeDb: undefined, recording: undefined, resume: { piece: 1, packets: 70 } },
    },
  ]);
  expect(dropped).toEqual([]);
});

test('a paused one stays paused, unless people have called the bot since', async () => {
  left = left.map((session) => ({ ...session, paused: true }));
  await createTakeover().run();
  expect(calls).toContain('pause');
  calls = [];
  left = [{ ...PLACE, owner: 'old', leftForMs: 3_000, texts: 1, paused: true }];
  here = { ...PLACE, joining: false, items: [] };
  await createTakeover().run();
  expect(calls).toEqual(CONTINUED);
});

test('the process that had this folder before is over', async () => {
  predecessor = 'before';
  const takeover = createTakeover();
  await takeover.run();
  await takeover.run();
  expect(calls.filter((call) => call === 'end before')).toHaveLength(1);
  expect(calls[0]).toBe('end before');
});

test('is over when somebody stops it meanwhile: the text under way is taken back, the rest is not queued', {
  meta: { promises: ['continued-can-be-taken-back'] },
}, async () => {
  texts = [text('a'), text('b'), text('c')];
  left = left.map((session) => ({ ...session, unread: [{ channelId: 'chat', messageId: 'm' }] }));
  let stopped = -1;
  const takeover = createTakeover({
    speak: async (request) => {
      requests.push(request);
      if (requests.length === 2) stopped = takeover.stop('other') + takeover.stop('g') + takeover.stop('g');
      return true;
    },
  });
  await takeover.run();
  expect(requests).toHaveLength(2);
  expect(stopped).toBe(2);
  expect(calls).toContain('remove b of ada in g');
  expect(calls.some((call) => call.startsWith('reread'))).toBe(false);
  expect(dropped.map(([textId]) => textId)).toEqual(['c']);
  expect(takeover.stop('g')).toBe(0);
});

test('is over when somebody stops it before anything is queued', {
  meta: { promises: ['continued-can-be-taken-back'] },
}, async () => {
  texts = [text('a'), text('b')];
  let stopped = -1;
  const takeover = createTakeover({
    enter: async () => {
      stopped = takeover.stop('g');
      return entering;
    },
  });
  await takeover.run();
  expect(requests).toEqual([]);
  expect(stopped).toBe(2);
  expect(dropped.map(([textId]) => textId)).toEqual(['a', 'b']);
});

test('texts of a person who erases them meanwhile are not spoken', async () => {
  texts = [text('a'), text('b', { userId: 'bob' }), text('c')];
  const takeover = createTakeover({
    enter: async () => {
      if (requests.length === 0) takeover.forget('ada');
      return entering;
    },
  });
  await takeover.run();
  expect(requests.map(({ userId }) => userId)).toEqual(['bob']);
  expect(dropped.map(([textId]) => textId)).toEqual(['a', 'c']);
  left = [{ ...PLACE, owner: 'old', leftForMs: 3_000, texts: 1 }];
  texts = [text('d')];
  await takeover.run();
  expect(requests.map(({ userId }) => userId)).toEqual(['bob', 'ada']);
});

test('a text whose person erases it while it is on its way to the queue is taken out again', async () => {
  const takeover = createTakeover({
    speak: async () => {
      takeover.forget('ada');
      return true;
    },
  });
  await takeover.run();
  expect(calls).toContain('remove a of ada in g');
});

test('a process that ends finishes the session under way, and leaves the others to the next one', async () => {
  left = [...left, { ...PLACE, sessionId: 's2', guildId: 'h', owner: 'old', leftForMs: 3_000, texts: 1 }];
  const { promise, resolve } = Promise.withResolvers<Return>();
  const takeover = createTakeover({
    enter: () => {
      calls.push('enter');
      return promise;
    },
  });
  const running = takeover.run();
  await vi.waitFor(() => expect(calls).toContain('enter'));
  const closing = takeover.close().then(() => calls.push('closed'));
  resolve(entering);
  await Promise.all([running, closing, takeover.run()]);
  expect(calls).toEqual(['claim s of old for me', 'hold s', 'enter', 'speak a', 'release g', 'closed']);
});

test('a session that another process claimed first is left to it', async () => {
  await createTakeover({
    store: {
      ...{ end: async () => undefined, removeLeft: async () => [] },
      left: async () => left,
      claim: async () => undefined,
    },
  }).run();
  expect(calls).toEqual([]);
});

describe('a session waits', () => {
  test('while its server is unknown to this process', async () => {
    serves = false;
    await createTakeover().run();
    expect(calls).toEqual([]);
  });

  test('for somebody to listen, for two minutes', async () => {
    listeners = 0;
    const takeover = createTakeover();
    await takeover.run();
    expect(calls).toEqual([]);
    left = left.map((session) => ({ ...session, leftForMs: 2 * MINUTE_MS + 1 }));
    await takeover.run();
    expect(calls).toEqual(GIVEN_UP);
    expect(dropped).toEqual([['a', 6]]);
  });

  test('behind twenty others that are entering their channels', async () => {
    const [session] = left;
    if (session === undefined) throw new Error('there is no session');
    left = Array.from({ length: 30 }, (_, index) => ({ ...session, sessionId: `${index}`, guildId: `${index}` }));
    const { promise, resolve } = Promise.withResolvers<void>();
    entering = { kind: 'coming', arrived: promise };
    const takeover = createTakeover();
    await takeover.run();
    expect(calls.filter((call) => call.startsWith('enter'))).toHaveLength(20);
    resolve();
    await promise;
    await Promise.resolve();
    await takeover.run();
    expect(left).toEqual([]);
  });
});

describe('a text is given up, and counted only as far as it was begun,', () => {
  const twoPieces = 'The first sentence goes on for a while. '.repeat(6).trim();
  const second = 'The first sentence goes on for a while. '.repeat(3).trim().length;

  test.each<[string, () => void]>([
    ['after a quarter of an hour', () => (left = left.map((each) => ({ ...each, leftForMs: 16 * MINUTE_MS })))],
    ['when the bot is elsewhere by now', () => (here = { ...PLACE, channelId: 'studio', joining: false, items: [] })],
    ['when the bot may not enter', () => (entering = { kind: 'refused' })],
    ['when it is not queued', () => (isQueued = false)],
  ])('%s', async (_why, arrange) => {
    texts = [text('a', { text: twoPieces, position: { piece: 0, packets: 9 } })];
    arrange();
    await createTakeover().run();
    expect(calls[0]).toBe('claim s of old for me');
    expect(calls.at(-1)).toBe('release g');
    expect(dropped).toEqual([['a', second]]);
  });

  test('when the engine fails', async () => {
    await createTakeover({
      speak: async () => {
        throw new Error('the voice thread crashed');
      },
    }).run();
    expect(calls.at(-1)).toBe('release g');
    expect(dropped).toEqual([['a', 6]]);
  });

  test('when nobody took it over in time', async () => {
    await createTakeover().clean();
    expect(calls).toEqual(['remove me 15']);
    expect(dropped).toEqual([['a', 6]]);
  });

  test.each([
    ['a session was left for longer than Discord takes changes', 16 * MINUTE_MS, undefined],
    ['nobody listens any more', 3 * MINUTE_MS, { token: 't', locale: 'de' }],
  ])('and its answer is changed only while Discord takes that: %s', async (_, leftForMs, expected) => {
    left = [{ ...PLACE, owner: 'old', leftForMs, texts: 1 }];
    texts = [text('a', { answer: { token: 't', locale: 'de' } })];
    listeners = 0;
    const answers: unknown[] = [];
    await createTakeover({ onDropped: ({ answer }) => void answers.push(answer) }).run();
    expect(answers).toEqual([expected]);
  });
});

describe('messages that were to be read aloud', () => {
  const of = (messageId: string) => [{ channelId: 'chat', messageId }];
  const spoken = (): string[] =>
    calls.flatMap((call) => (call.startsWith('speak') ? [call.split(' ').at(-1) ?? ''] : []));

  test('are asked for again if nothing of them was heard, in their order', async () => {
    left = left.map((session) => ({ ...session, unread: of('3') }));
    texts = [
      text('begun', { messages: of('1'), position: { piece: 0, packets: 5 } }),
      text('next', { messages: of('2') }),
    ];
    await createTakeover().run();
    expect(spoken()).toEqual(['begun']);
    expect(calls).toContain('reread 2 3');
    expect(dropped).toEqual([['next', 6]]);
  });

  test('are played once if they are voice messages: with their text, or after it', async () => {
    const recording = new Uint8Array(3);
    texts = [text('words', { messages: of('1') }), text('sound', { messages: of('1'), recording })];
    await createTakeover().run();
    expect(spoken()).toEqual([]);
    calls = [];
    left = [{ ...PLACE, owner: 'old', leftForMs: 3_000, texts: 1 }];
    texts = [text('sound', { messages: of('1'), recording })];
    await createTakeover().run();
    expect(spoken()).toEqual(['sound']);
  });
});
