import { expect, test } from 'vitest';
import { openScene } from '../captions-scene.ts';
import { ADA, BOB, clipOf, FakeDisk, GUILD, settle } from '../fakes.ts';

const WITH_MESSAGES = { messages: true };
const DATA_ONLY = { messages: false };

test('an erasure reaches the clips and captions of other processes on the database', {
  meta: { promises: ['clips-captions-other-processes'] },
}, async () => {
  const here = openScene();
  const there = openScene({ lasting: { database: here.database, disk: new FakeDisk() } });
  await there.captions.recover();
  await there.begin();
  there.service.mode = 'waits';
  await there.speak(ADA, 'secret');
  await there.speak(BOB, 'fine');
  await here.captions.erasePerson(ADA, DATA_ONLY);
  await settle();
  expect(there.service.request('secret').signal.aborted).toBe(true);
  expect([...there.disk.files.keys()]).toEqual(['clip fine']);
  expect(there.channel.forgotten).toContain(ADA);
  expect(there.engine.changes.at(-1)).toEqual({ forget: [ADA] });
  await there.pass(3_000);
  await there.speak(ADA, 'later');
  there.service.request('later').succeed();
  there.service.request('fine').succeed();
  await settle();
  expect(there.database.texts).toEqual(['fine', 'later']);
});

test('other processes also learn of an erasure without a notice', {
  meta: { promises: ['clips-captions-other-processes'] },
}, async () => {
  const here = openScene();
  const there = openScene({ lasting: { database: here.database, disk: new FakeDisk() } });
  await there.captions.recover();
  await there.begin();
  there.service.mode = 'waits';
  await there.speak(ADA, 'secret');
  await here.database.tombstones.bury(ADA, Date.now(), false);
  await there.pass(6_000);
  expect(there.service.request('secret').signal.aborted).toBe(true);
  expect(there.disk.files.size).toBe(0);
});

test.each([
  ['an erasure', 'erase'],
  ['an opt-out, even if an opt-in followed', 'opt-out'],
])(
  '%s reaches the clips on disk of a process that was down',
  { meta: { promises: ['erasure-opt-out-reaches'] } },
  async (_, how) => {
    const before = openScene();
    await before.begin();
    before.service.mode = 'SPEECH_UNAVAILABLE';
    await before.speak(ADA, 'secret');
    await before.speak(BOB, 'fine');
    const other = openScene({ lasting: { database: before.database, disk: new FakeDisk() } });
    if (how === 'erase') await other.captions.erasePerson(ADA, DATA_ONLY);
    else {
      await other.captions.setConsent(ADA, 'opted-out');
      await other.captions.setConsent(ADA, 'opted-in');
    }
    const after = openScene({ lasting: before });
    // However slow the database is: nothing is transcribed before.
    const { tombstones } = after.database;
    const read = tombstones.after.bind(tombstones);
    tombstones.after = (revision) => new Promise((resolve) => void setTimeout(() => resolve(read(revision)), 1_000));
    const recovering = after.captions.recover();
    await after.pass(2_000);
    await recovering;
    expect(after.service.finals).toEqual(['fine']);
    expect(after.disk.files.size).toBe(0);
    expect(after.database.texts).toEqual(['fine']);
  },
);

test('a clip that the engine still had when its speaker was erased is neither sent nor kept', async () => {
  const scene = openScene();
  await scene.begin();
  const clip = clipOf(ADA, 'secret');
  await scene.captions.erasePerson(ADA, DATA_ONLY);
  scene.captions.onVoiceEvent({ type: 'clip', clip });
  await settle();
  expect(scene.service.requests).toEqual([]);
  expect(scene.disk.files.size).toBe(0);
});

test.each([
  ['an erasure', 'erase'],
  ['an opt-out', 'opt-out'],
])('%s reaches the lines of captions that ended while Discord took none', async (_, how) => {
  const scene = openScene();
  await scene.begin();
  await scene.speak(ADA, 'secret');
  const taken = Promise.withResolvers<void>();
  scene.channel.shown = taken.promise;
  const stopping = scene.captions.stop(GUILD);
  await scene.pass(20_000);
  await stopping;
  expect(scene.ended).toHaveLength(1);
  if (how === 'erase') await scene.captions.erasePerson(ADA, DATA_ONLY);
  else await scene.captions.setConsent(ADA, 'opted-out');
  expect(scene.channel.forgotten).toContain(ADA);
  taken.resolve();
  await settle();
  // Nothing of it is kept in memory then.
  scene.channel.forgotten.length = 0;
  await scene.captions.erasePerson(ADA, DATA_ONLY);
  expect(scene.channel.forgotten).toEqual([]);
});

test('a line that another process stores too late is refused', async () => {
  const scene = openScene();
  const session = await scene.begin();
  await scene.captions.erasePerson(ADA, DATA_ONLY);
  const [startedAtMs, endedAtMs] = [Date.now() - 1_000, Date.now()];
  const line = { lineId: 'x', sessionId: session.sessionId, userId: ADA, speaker: 'Ada', text: 'secret', late: true };
  await scene.database.transcripts.addLine({ ...line, startedAtMs, endedAtMs });
  expect(scene.database.texts).toEqual([]);
});

test('the messages of a person are counted, and deleted on request: those of before, and no one else’s', async () => {
  const scene = openScene();
  await scene.begin();
  const post = (messageId: string, userId: string, spokenAtMs: number): void =>
    scene.record?.posted([{ messageId, userId, channelId: 'c', webhookId: undefined, spokenAtMs }]);
  post('1', ADA, Date.now() - 2_000);
  post('2', BOB, Date.now() - 1_000);
  post('3', ADA, Date.now());
  await settle();
  expect(await scene.captions.personSummary(ADA)).toMatchObject({ messages: 2 });
  const asked: string[] = [];
  scene.deleteMessage = async ({ messageId }) => {
    asked.push(messageId);
    return messageId === '1' ? 'deleted' : 'refused';
  };
  const { messages } = await scene.captions.erasePerson(ADA, WITH_MESSAGES);
  post('4', ADA, Date.now() + 1);
  await scene.pass(2_000);
  expect(await messages).toEqual({ deleted: 1, refused: 1, remaining: 0 });
  expect(asked).toEqual(['1', '3']);
  expect(scene.database.messages.map(({ messageId }) => messageId)).toEqual(['2', '4']);
});

test('messages stay where their speaker wants it so', async () => {
  const scene = openScene();
  await scene.begin();
  scene.record?.posted([{ messageId: '1', userId: ADA, channelId: 'c', webhookId: undefined, spokenAtMs: Date.now() }]);
  await settle();
  const { messages } = await scene.captions.erasePerson(ADA, DATA_ONLY);
  expect(messages).toBeUndefined();
  expect(scene.database.messages).toHaveLength(1);
});

test('a deletion of messages that was interrupted continues at the next start', {
  meta: { promises: ['messages-posted-before-restart'] },
}, async () => {
  const before = openScene();
  await before.begin();
  for (const messageId of ['1', '2', '3']) {
    before.record?.posted([{ messageId, userId: ADA, channelId: 'c', webhookId: 'w', spokenAtMs: Date.now() }]);
  }
  await settle();
  before.deleteMessage = () => new Promise(() => undefined);
  void before.captions.erasePerson(ADA, WITH_MESSAGES);
  await settle();
  const after = openScene({ lasting: before });
  const deleted: string[] = [];
  after.deleteMessage = async ({ messageId }) => {
    deleted.push(messageId);
    return 'deleted';
  };
  await after.captions.recover();
  await after.pass(3_000);
  expect(deleted).toEqual(['1', '2', '3']);
  expect(after.database.messages).toEqual([]);
});

test('an erasure while another one deletes messages also deletes those posted since, and says so', async () => {
  const scene = openScene();
  await scene.begin();
  const post = (messageId: string): void =>
    scene.record?.posted([{ messageId, userId: ADA, channelId: 'c', webhookId: undefined, spokenAtMs: Date.now() }]);
  post('1');
  await settle();
  const answer = Promise.withResolvers<void>();
  scene.deleteMessage = async () => {
    await answer.promise;
    return 'deleted';
  };
  const first = await scene.captions.erasePerson(ADA, WITH_MESSAGES);
  await scene.pass(1_000);
  post('2');
  await settle();
  const others = [
    await scene.captions.erasePerson(ADA, WITH_MESSAGES),
    await scene.captions.erasePerson(ADA, WITH_MESSAGES),
  ];
  answer.resolve();
  await scene.pass(3_000);
  expect(await first.messages).toEqual({ deleted: 1, refused: 0, remaining: 0 });
  for (const { messages } of others) expect(await messages).toEqual({ deleted: 1, refused: 0, remaining: 0 });
  expect(scene.database.messages).toEqual([]);
});

test('messages that Discord cannot be reached for are tried again, without a request for each of thousands', async () => {
  const scene = openScene();
  await scene.captions.recover();
  await scene.begin();
  for (let id = 100; id < 400; id += 1) {
    scene.record?.posted([
      { messageId: String(id), userId: ADA, channelId: 'c', webhookId: undefined, spokenAtMs: Date.now() },
    ]);
  }
  await settle();
  let requests = 0;
  scene.deleteMessage = async () => {
    requests += 1;
    return 'failed';
  };
  const { messages } = await scene.captions.erasePerson(ADA, WITH_MESSAGES);
  await scene.pass(5_000);
  expect(await messages).toEqual({ deleted: 0, refused: 0, remaining: 300 });
  expect(requests).toBeLessThan(20);
  scene.deleteMessage = async () => 'gone';
  await scene.pass(400_000);
  expect(scene.database.messages).toEqual([]);
});

test('a message that was being posted during the erasure is deleted too', async () => {
  const scene = openScene();
  await scene.captions.recover();
  await scene.begin();
  const spokenAtMs = Date.now() - 1_000;
  await scene.captions.erasePerson(ADA, WITH_MESSAGES);
  scene.record?.posted([{ messageId: '1', userId: ADA, channelId: 'c', webhookId: undefined, spokenAtMs }]);
  await scene.pass(2_000);
  expect(scene.database.messages).toEqual([]);
});

test('clips of guilds that this process no longer serves are transcribed and stored, but not shown', {
  meta: { promises: ['clips-servers-another-process'] },
}, async () => {
  const before = openScene();
  await before.begin();
  before.service.mode = 'SPEECH_UNAVAILABLE';
  await before.speak(ADA, 'one');
  const after = openScene({ lasting: before, serves: (guildId) => guildId !== GUILD });
  await after.captions.recover();
  await settle();
  expect(after.database.texts).toEqual(['one']);
  expect(after.disk.files.size).toBe(0);
  expect(after.channel.read).toEqual([]);
  expect(after.ended).toEqual([]);
});

test('old transcripts of guilds that no process serves any more are deleted too', {
  meta: { promises: ['clips-servers-another-process'] },
}, async () => {
  const before = openScene();
  await before.begin();
  await before.speak(ADA, 'one');
  await before.captions.stop(GUILD);
  await before.pass(31 * 24 * 60 * 60_000);
  const after = openScene({ lasting: before, serves: () => false });
  await after.captions.recover();
  expect(after.database.texts).toEqual([]);
});
