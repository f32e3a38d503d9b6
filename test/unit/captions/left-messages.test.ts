import { expect, test } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../src/captions/caption-settings.ts';
import type { CaptionSession, LeftMessage } from '../../../src/captions/captions-ports.ts';
import { openScene, type Scene } from './captions-scene.ts';
import { ADA, BOB, GUILD, settle, TEXT } from './fakes.ts';

/** What a bot asked Discord to settle. */
interface Asked {
  readonly messages: (Omit<LeftMessage, 'finalText'> & { readonly finalText: string | undefined })[];
  /** What Discord answers to each; default is `settled`. */
  readonly outcomes: Map<string, 'settled' | 'gone' | 'refused' | 'later' | 'failed'>;
}

function watch(scene: Scene): Asked {
  const asked: Asked = { messages: [], outcomes: new Map() };
  scene.settleMessage = async (_session, message) => {
    asked.messages.push({ ...message, finalText: message.finalText() });
    return asked.outcomes.get(message.messageId) ?? 'settled';
  };
  return asked;
}

/** A message with what these people said, from so many seconds after the start. */
function post(scene: Scene, messageId: string, spoken: Readonly<Record<string, number>>, startMs: number): void {
  const parts = Object.entries(spoken).map(([userId, second]) => ({
    ...{ messageId, userId, channelId: TEXT, webhookId: 'hook', spokenAtMs: startMs + second * 1_000 },
  }));
  scene.record?.posted(parts);
}

/** A bot that shows interim text in a session, and the session. */
async function begin(): Promise<{ before: Scene; session: CaptionSession; startMs: number }> {
  const before = openScene();
  const session = await before.begin(true);
  return { before, session, startMs: Date.now() };
}

async function restart(before: Scene, options: Parameters<typeof openScene>[0] = {}) {
  await settle();
  const after = openScene({ ...options, lasting: before });
  return { after, asked: watch(after) };
}

const idsOf = ({ messages }: Asked): string[] => messages.map(({ messageId }) => messageId);

test('after a kill, the messages of the session are settled one after the other, the newest first', async () => {
  const { before, startMs } = await begin();
  post(before, 'm1', { [ADA]: 1 }, startMs);
  post(before, 'm2', { [BOB]: 2 }, startMs);
  const { after, asked } = await restart(before);
  await after.captions.recover();
  await settle();
  expect(idsOf(asked)).toEqual(['m2']);
  await after.pass(1_000);
  expect(asked.messages).toEqual([
    expect.objectContaining({ messageId: 'm2', channelId: TEXT, webhookId: 'hook', finalText: undefined }),
    expect.objectContaining({ messageId: 'm1' }),
  ]);
});

test('messages that were posted but not recorded are settled first, and only if Discord can be reached', async () => {
  const { before, startMs } = await begin();
  post(before, 'm1', { [ADA]: 1 }, startMs);
  const { after, asked } = await restart(before);
  const found = async (_session: unknown, recorded: readonly string[]) => {
    expect(recorded).toEqual(['m1']);
    return [{ messageId: 'm2', channelId: TEXT, webhookId: 'hook' }];
  };
  after.findUnrecorded = async () => {
    after.findUnrecorded = found;
    throw new Error('no network');
  };
  await after.captions.recover();
  await after.pass(500);
  expect(idsOf(asked)).toEqual([]);
  await after.pass(5_000);
  expect(idsOf(asked)).toEqual(['m2', 'm1']);
});

test('it is done once: the next start asks for nothing', async () => {
  const { before, startMs } = await begin();
  post(before, 'm1', { [ADA]: 1 }, startMs);
  const first = await restart(before);
  await first.after.captions.recover();
  await first.after.pass(1_000);
  expect(idsOf(first.asked)).toEqual(['m1']);
  const second = await restart(first.after);
  await second.after.captions.recover();
  await second.after.pass(1_000);
  expect(idsOf(second.asked)).toEqual([]);
});

test('a message whose final text is in the transcript is finished: up to the next message, pause and late line', async () => {
  const { before, session, startMs } = await begin();
  const store = (userId: string, second: number, text: string, late = false) =>
    before.database.stored.set(text, {
      ...{ lineId: text, sessionId: session.sessionId, userId, speaker: 'Someone', text, late },
      ...{ startedAtMs: startMs + second * 1_000, endedAtMs: startMs + second * 1_000 + 900 },
    });
  store(ADA, 1, 'one');
  store(BOB, 1.5, 'of Bob');
  store(ADA, 2, 'late', true);
  store(ADA, 3, 'two');
  store(ADA, 4.5, 'next');
  store(ADA, 20, 'after a pause');
  store(ADA, 30, 'three');
  // Of several speakers.
  store(ADA, 31, 'four\nfive');
  store(ADA, 40, 'shared');
  post(before, 'm1', { [ADA]: 1 }, startMs);
  post(before, 'm2', { [ADA]: 4.5 }, startMs);
  post(before, 'm3', { [ADA]: 30 }, startMs);
  post(before, 'shared', { [ADA]: 40, [BOB]: 1.5 }, startMs);
  const { after, asked } = await restart(before);
  await after.captions.recover();
  await after.pass(3_000);
  expect(Object.fromEntries(asked.messages.map(({ messageId, finalText }) => [messageId, finalText]))).toEqual({
    m1: 'one two',
    m2: 'next',
    m3: 'three\nfour\nfive',
    shared: undefined,
  });
});

test('a message of somebody who opted out meanwhile is not finished', async () => {
  const { before, startMs } = await begin();
  await before.speak(ADA, 'one');
  post(before, 'm1', { [ADA]: -1.8 }, startMs);
  const { after, asked } = await restart(before);
  await after.captions.setConsent(ADA, 'opted-out');
  await after.captions.recover();
  await after.pass(1_000);
  expect(asked.messages).toMatchObject([{ messageId: 'm1', finalText: undefined }]);
});

test('nor is one of somebody who has not opted in where the server requires that now', async () => {
  const { before, startMs } = await begin();
  await before.speak(ADA, 'one');
  await before.speak(BOB, 'two');
  post(before, 'm1', { [ADA]: -1.8 }, startMs);
  post(before, 'm2', { [BOB]: -1.8 }, startMs);
  const { after, asked } = await restart(before);
  await after.captions.setConsent(BOB, 'opted-in');
  await after.setSettings(GUILD, { ...DEFAULT_CAPTION_SETTINGS, consent: 'opt-in' });
  await after.captions.recover();
  await after.pass(1_000);
  expect(Object.fromEntries(asked.messages.map(({ messageId, finalText }) => [messageId, finalText]))).toEqual({
    m1: undefined,
    m2: 'two',
  });
});

test('nor is one of somebody who opts out while others are being settled', async () => {
  const { before, startMs } = await begin();
  await before.speak(ADA, 'one');
  post(before, 'm1', { [ADA]: -1.8 }, startMs);
  post(before, 'm2', { [BOB]: 2 }, startMs);
  const { after, asked } = await restart(before);
  await after.captions.recover();
  await settle();
  expect(idsOf(asked)).toEqual(['m2']);
  await after.captions.setConsent(ADA, 'opted-out');
  await after.pass(1_000);
  expect(asked.messages.at(-1)).toMatchObject({ messageId: 'm1', finalText: undefined });
});

test('a message that is gone is forgotten, and a channel out of reach is asked about once', async () => {
  const { before, startMs } = await begin();
  for (const [index, messageId] of ['m1', 'm2', 'm3', 'm4'].entries()) {
    post(before, messageId, { [ADA]: index }, startMs);
  }
  const { after, asked } = await restart(before);
  asked.outcomes.set('m4', 'gone').set('m3', 'refused');
  await after.captions.recover();
  await after.pass(5_000);
  expect(idsOf(asked)).toEqual(['m4', 'm3']);
  expect(after.database.messages.map(({ messageId }) => messageId)).not.toContain('m4');
  expect([...after.database.unsettled]).toEqual([]);
});

test('while Discord is unreachable it is tried again until it succeeds', async () => {
  const { before, session, startMs } = await begin();
  for (const [index, messageId] of ['m1', 'm2', 'm3', 'm4', 'm5'].entries()) {
    post(before, messageId, { [ADA]: index }, startMs);
  }
  const first = await restart(before);
  for (const { messageId } of before.database.messages) first.asked.outcomes.set(messageId, 'failed');
  await first.after.captions.recover();
  await first.after.pass(2_000);
  expect(idsOf(first.asked).slice(0, 3)).toEqual(['m5', 'm4', 'm3']);
  expect([...first.after.database.unsettled]).toEqual([session.sessionId]);
  first.asked.outcomes.clear();
  await first.after.pass(20_000);
  expect(idsOf(first.asked).slice(-5)).toEqual(['m5', 'm4', 'm3', 'm2', 'm1']);
  expect([...first.after.database.unsettled]).toEqual([]);
});

test('a single message that Discord could not take is tried again', async () => {
  const { before, startMs } = await begin();
  for (const [index, messageId] of ['m1', 'm2', 'm3'].entries()) post(before, messageId, { [ADA]: index }, startMs);
  const { after, asked } = await restart(before);
  asked.outcomes.set('m2', 'failed');
  await after.captions.recover();
  await after.pass(1_200);
  expect(idsOf(asked)).toEqual(['m3', 'm2', 'm1']);
  asked.outcomes.clear();
  await after.pass(10_000);
  expect(idsOf(asked)).toEqual(['m3', 'm2', 'm1', 'm3', 'm2', 'm1']);
});

test('messages that Discord takes no edit of now are tried again, and keep no other from being settled', async () => {
  const { before, startMs } = await begin();
  const ids = ['m1', 'm2', 'm3', 'm4', 'm5'];
  for (const [index, messageId] of ids.entries()) post(before, messageId, { [ADA]: index }, startMs);
  const { after, asked } = await restart(before);
  for (const messageId of ids.slice(1)) asked.outcomes.set(messageId, 'later');
  await after.captions.recover();
  await after.pass(2_000);
  expect(idsOf(asked)).toEqual(ids.toReversed());
  expect(after.database.unsettled.size).toBe(1);
  asked.outcomes.clear();
  await after.pass(10_000);
  expect(idsOf(asked)).toEqual([...ids.toReversed(), ...ids.toReversed()]);
  expect(after.database.unsettled.size).toBe(0);
});

test('the session that was on last is settled first', async () => {
  const { before, session, startMs } = await begin();
  before.database.unsettled.clear();
  const hours = { old: -9, newest: -1, older: -5, 'long and open': -7 };
  for (const [sessionId, hour] of Object.entries(hours)) {
    const startedAtMs = startMs + hour * 3_600_000;
    const endedAtMs = sessionId === 'long and open' ? undefined : startedAtMs + 60_000;
    before.database.sessions.set(sessionId, { ...session, sessionId, startedAtMs, endedAtMs });
    before.database.unsettled.add(sessionId);
  }
  before.database.stored.set('line', {
    ...{ lineId: 'line', sessionId: 'long and open', userId: ADA, speaker: 'Ada', text: 'one', late: false },
    ...{ startedAtMs: startMs - 2_000, endedAtMs: startMs - 1_000 },
  });
  const { after } = await restart(before);
  const looked: string[] = [];
  after.findUnrecorded = async ({ sessionId }) => {
    looked.push(sessionId);
    return [];
  };
  await after.captions.recover();
  await settle();
  expect(looked).toEqual(['long and open', 'newest', 'older', 'old']);
});

test('sessions of servers that are not available yet are tried again, and keep no other from being settled', async () => {
  const { before, session, startMs } = await begin();
  post(before, 'm1', { [ADA]: 1 }, startMs);
  for (const sessionId of ['1', '2', '3', '4']) {
    before.database.sessions.set(sessionId, { ...session, sessionId, guildId: 'away', startedAtMs: startMs + 1 });
    before.database.unsettled.add(sessionId);
  }
  const { after, asked } = await restart(before);
  after.findUnrecorded = async ({ guildId }) => (guildId === 'away' ? 'unavailable' : []);
  await after.captions.recover();
  await after.pass(800);
  expect(idsOf(asked)).toEqual(['m1']);
  expect([...after.database.unsettled]).toEqual(['1', '2', '3', '4']);
  after.findUnrecorded = async ({ sessionId }) => [{ messageId: sessionId, channelId: TEXT, webhookId: 'hook' }];
  await after.pass(10_000);
  expect(idsOf(asked).toSorted()).toEqual(['1', '2', '3', '4', 'm1']);
  expect([...after.database.unsettled]).toEqual([]);
});

test('nothing is settled any more once the bot closes', async () => {
  const { before, startMs } = await begin();
  for (const [index, messageId] of ['m1', 'm2', 'm3'].entries()) post(before, messageId, { [ADA]: index }, startMs);
  const { after, asked } = await restart(before);
  await after.captions.recover();
  await settle();
  void after.captions.close();
  await after.pass(10_000);
  expect(idsOf(asked)).toEqual(['m3']);
});

test('a start with a thousand messages looks at the last 60', async () => {
  const { before, startMs } = await begin();
  for (let index = 0; index < 1_000; index += 1) post(before, `m${index}`, { [ADA]: index * 6 }, startMs);
  const { after, asked } = await restart(before);
  await after.captions.recover();
  await after.pass(60_000);
  expect(idsOf(asked)).toEqual(Array.from({ length: 60 }, (_, index) => `m${999 - index}`));
});

test('a hundred people who spoke at once all lose their interim text', async () => {
  const { before, startMs } = await begin();
  for (let index = 0; index < 100; index += 1) post(before, `m${index}`, { [`40${index}`]: index / 20 }, startMs);
  const { after, asked } = await restart(before);
  await after.captions.recover();
  await after.pass(60_000);
  expect(idsOf(asked)).toEqual(Array.from({ length: 100 }, (_, index) => `m${99 - index}`));
});

test('a session that fails again and again keeps no other from being settled', async () => {
  const { before, session, startMs } = await begin();
  for (const messageId of ['m1', 'm2', 'm3', 'm4']) post(before, messageId, { [ADA]: 1 }, startMs);
  const others = ['0', 'zz'].map((sessionId) => ({ ...session, sessionId }));
  for (const other of others) {
    before.database.sessions.set(other.sessionId, other);
    before.database.unsettled.add(other.sessionId);
  }
  const { after, asked } = await restart(before);
  for (const { messageId } of before.database.messages) asked.outcomes.set(messageId, 'failed');
  after.findUnrecorded = async ({ sessionId }) => {
    if (sessionId === '0') throw new Error('an answer of another kind');
    return sessionId === 'zz' ? [{ messageId: 'other', channelId: TEXT, webhookId: 'hook' }] : [];
  };
  await after.captions.recover();
  await after.pass(10_000);
  expect(idsOf(asked)).toContain('other');
  expect([...after.database.unsettled].toSorted()).toEqual(['0', session.sessionId].toSorted());
});

test('sessions of servers that another process serves, or that run here, are left alone', async () => {
  const { before, session, startMs } = await begin();
  post(before, 'm1', { [ADA]: 1 }, startMs);
  const elsewhere = await restart(before, { serves: () => false });
  await elsewhere.after.captions.recover();
  const own = watch(before);
  await before.captions.recover();
  await before.pass(2_000);
  expect([...elsewhere.asked.messages, ...own.messages]).toEqual([]);
  expect([...before.database.unsettled]).toEqual([session.sessionId]);
});

test('where the operator no longer allows captions, nothing is asked for', async () => {
  const { before, startMs } = await begin();
  post(before, 'm1', { [ADA]: 1 }, startMs);
  const { after, asked } = await restart(before, { allows: () => false });
  await after.captions.recover();
  await after.pass(2_000);
  expect(asked.messages).toEqual([]);
  expect([...after.database.unsettled]).toEqual([]);
});

test('captions without interim text, and those that ended in order, leave nothing to settle', async () => {
  const plain = openScene();
  await plain.begin(false);
  expect([...plain.database.unsettled]).toEqual([]);
  const { before } = await begin();
  await before.captions.stop(GUILD);
  await settle();
  expect([...before.database.unsettled]).toEqual([]);
  const closed = await begin();
  await closed.before.captions.close();
  expect([...closed.before.database.unsettled]).toEqual([]);
});

test('captions that could not start leave nothing to settle', async () => {
  const scene = openScene();
  scene.engine.listen = async () => ({ kind: 'no-session' });
  await expect(scene.begin(true)).rejects.toThrow('no-voice');
  expect([...scene.database.unsettled]).toEqual([]);
});

test('a shutdown that has no time to take interim text away leaves that to the next start', async () => {
  const { before, startMs } = await begin();
  post(before, 'm1', { [ADA]: 1 }, startMs);
  before.channel.shown = new Promise(() => undefined);
  const closing = before.captions.close();
  await before.pass(10_000);
  await closing;
  const { after, asked } = await restart(before);
  await after.captions.recover();
  await after.pass(1_000);
  expect(idsOf(asked)).toEqual(['m1']);
});
