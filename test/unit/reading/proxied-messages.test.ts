import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUsedScene, later, named, proxied, type Scene } from './proxied-scene.ts';
import { createScene, GUILD, messageOf, settings, settle } from './reading-scene.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a message that PluralKit or Tupperbox posts again', () => {
  it.each([
    ['and then deletes', false],
    ['after it deleted it', true],
  ])(
    'is read once, under the proxy’s name: %s',
    { meta: { promises: ['proxied-are-their-authors'] } },
    async (_when, isDeletedFirst) => {
      const scene = await createUsedScene({ settings: named });
      const original = messageOf('A: Hello.');
      await scene.post(original);
      await later(400);
      expect(scene.texts()).toEqual([]);
      if (isDeletedFirst) scene.reading.onDeleted(GUILD, [original.id]);
      await scene.post(proxied('Hello.'));
      if (!isDeletedFirst) scene.reading.onDeleted(GUILD, [original.id]);
      await later(60_000);
      expect(scene.spoken.map(({ text }) => text)).toEqual(['Luna says: Hello.']);
    },
  );

  it('counts for its author, and sounds like them', { meta: { promises: ['proxied-are-their-authors'] } }, async () => {
    const scene = await createUsedScene();
    await scene.post(messageOf('A: Hello.'), proxied('Hello.'));
    expect(scene.charged).toMatchObject([{ userId: '1', webhookName: undefined }]);
    expect(scene.spoken).toMatchObject([{ userId: '1', voiceId: 'voice of 1' }]);
  });

  it('is said under the proxy’s name also right after its author wrote themselves', async () => {
    const scene = await createUsedScene({ settings: named });
    await scene.post(messageOf('Just me.'));
    await later(1_500);
    await scene.post(messageOf('A: Hello.'), proxied('Hello.'));
    expect(scene.texts()).toEqual(['Ada says: Just me.', 'Luna says: Hello.']);
  });

  it('is not said under a name that a listener has', {
    meta: { promises: ['names-are-nobody-elses'] },
  }, async () => {
    const scene = await createUsedScene({ settings: named });
    scene.state.taken = 'Luna';
    await scene.post(messageOf('A: Hello.'), proxied('Hello.'));
    expect(scene.texts()).toEqual(['somebody says: Hello.']);
  });

  it('sounds as its author chose for this name', async () => {
    const scene = await createUsedScene();
    const voice = { id: 'moon', title: 'Moon' };
    expect(await scene.reading.chooseIdentityVoice(GUILD, '1', 'Luna', voice)).toBe(true);
    expect(await scene.reading.chooseIdentityVoice(GUILD, '1', 'Sol', voice)).toBe(false);
    await scene.post(messageOf('A: Hello.'), proxied('Hello.'));
    const original = messageOf('B: Hi.');
    await scene.post(original, proxied('Hi.', { authorName: 'Sol' }));
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.spoken.map(({ voiceId }) => voiceId)).toEqual(['moon', 'voice of 1']);
    expect((await scene.reading.identitiesOf(GUILD, '1')).map(({ name }) => name)).toEqual(['Luna', 'Sol']);
  });

  it.each<[string, (scene: Scene) => unknown]>([
    ['muted themselves', ({ stored }) => stored.choices.set('1', { isMuted: true, nickname: undefined })],
    ['is muted by managers', ({ state }) => (state.settings = { ...settings, muted: { userIds: ['1'], roleIds: [] } })],
    ['has a muted role', ({ state }) => (state.settings = { ...settings, muted: { userIds: [], roleIds: ['loud'] } })],
    [
      'has none of the required roles',
      ({ state }) => (state.settings = { ...settings, reading: { ...settings.reading, requiredRoleIds: ['other'] } }),
    ],
    [
      'is proxied where that is not read',
      ({ state }) => (state.settings = { ...settings, reading: { ...settings.reading, proxied: false } }),
    ],
  ])(
    'is not read when its author %s, and neither is the original',
    { meta: { promises: ['proxied-are-their-authors'] } },
    async (_why, arrange) => {
      const scene = await createUsedScene();
      arrange(scene);
      const original = messageOf('A: Hello.', { authorRoleIds: ['loud'] });
      await scene.post(original, proxied('Hello.'));
      scene.reading.onDeleted(GUILD, [original.id]);
      await later(60_000);
      expect(scene.spoken).toEqual([]);
    },
  );

  it('is not heard when it is deleted, edited in its place, and follows its author’s mute', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene();
    const [original, said] = [messageOf('A: Hello.'), proxied('Hello.')];
    await scene.post(original, said);
    scene.reading.onEdit({ ...said, text: 'Good evening.' });
    await settle();
    expect(scene.texts()).toEqual(['Good evening.']);
    await scene.reading.choose(GUILD, '1', { isMuted: true, nickname: undefined });
    await settle();
    expect(scene.texts()).toEqual([]);
  });

  it('is nobody’s, and not read, where nobody wrote it', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene();
    await scene.post(messageOf('Something else.', { authorId: '2', authorName: 'Bo' }), proxied('Hello.'));
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toEqual(['Something else.']);
  });

  it('is the one’s whose message is deleted, where two wrote these words', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    const [ada, bo] = [messageOf('A: Hello.'), messageOf('Hello.', { authorId: '2', authorName: 'Bo' })];
    await scene.post(ada, bo);
    await scene.finish();
    await scene.finish();
    await scene.post(proxied('Hello.', { authorName: 'New' }));
    expect(scene.texts()).toEqual([]);
    scene.reading.onDeleted(GUILD, [ada.id]);
    await settle();
    expect(scene.stored.identities).toMatchObject([{ name: 'New', userId: '1' }]);
    // It was heard already.
    expect(scene.texts()).toEqual([]);
  });

  it('is not read where it stays unclear whose it is', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    await scene.post(messageOf('A: Hello.'), messageOf('Hello.', { authorId: '2', authorName: 'Bo' }));
    await scene.finish();
    await scene.finish();
    await scene.post(proxied('Hello.', { authorName: 'New' }));
    await later(60_000);
    expect(scene.spoken).toHaveLength(2);
  });

  it('is not somebody’s whose long message only happens to have these words', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    await scene.post(messageOf(`Hello. ${'And much more. '.repeat(10)}`, { authorId: '2', authorName: 'Bo' }));
    await scene.post(proxied('Hello.'));
    await later(60_000);
    expect(scene.spoken).toHaveLength(1);
  });

  it('is the one’s whose message is still there, not the one’s whose was replaced already', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene({ settings: { ...settings, muted: { userIds: ['2'], roleIds: [] } } });
    const [ada, bo] = [messageOf('A: Hello.'), messageOf('B: Hello.', { authorId: '2', authorName: 'Bo' })];
    await scene.post(ada, proxied('Hello.'));
    scene.reading.onDeleted(GUILD, [ada.id]);
    await scene.post(bo, proxied('Hello.', { authorName: 'New' }));
    scene.reading.onDeleted(GUILD, [bo.id]);
    await later(60_000);
    expect(scene.texts()).toEqual(['Hello.']);
    expect(scene.stored.identities.map(({ userId, name }) => [userId, name])).toEqual([
      ['1', 'Luna'],
      ['2', 'New'],
    ]);
  });

  it('is not the one’s who deleted a message with these words before', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    const [ada, bo] = [messageOf('Hello.'), messageOf('B: Hello.', { authorId: '2', authorName: 'Bo' })];
    await scene.post(ada, bo);
    scene.reading.onDeleted(GUILD, [ada.id]);
    await scene.post(proxied('Hello.', { authorName: 'New' }));
    scene.reading.onDeleted(GUILD, [bo.id]);
    await settle();
    expect(scene.queue).toMatchObject([{ text: 'Hello.', userId: '2' }]);
  });

  it('is not the one’s who only wrote the same words', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    await scene.post(messageOf('Hello.', { authorId: '2', authorName: 'Bo' }));
    scene.start();
    await scene.post(proxied('Hello.', { authorName: 'New' }));
    await later(60_000);
    expect(scene.stored.identities).toEqual([]);
  });

  it('is not the one’s who wrote a little more, while nothing of theirs is deleted', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene();
    await scene.post(
      messageOf('one thing before', { authorId: '2' }),
      messageOf('I never said I quit my job', { authorId: '2' }),
    );
    await scene.post(messageOf('lol 😂'));
    // Somebody’s own message of long ago, posted again under other names.
    await scene.post(proxied('I quit my job', { authorName: 'Zed' }), proxied('lol', { authorName: 'Zed' }));
    await later(60_000);
    expect(scene.stored.identities.map(({ name }) => name)).toEqual(['Luna']);
    expect(scene.spoken.map(({ text, userId }) => [text, userId])).not.toContainEqual(['lol', '1']);
  });

  it('is not the one’s who has the name, while somebody else has it, too', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene();
    scene.stored.identities = [
      ...scene.stored.identities,
      { userId: '3', name: 'Luna', voice: undefined, seenAtMs: 0 },
    ];
    await scene.post(messageOf('A: Hello.'), proxied('Hello.'));
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toEqual(['A: Hello.']);
  });

  it('is the one’s who has the name and wrote it with marks, though somebody else deletes words like it', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene({ settings: { ...settings, muted: { userIds: ['2'], roleIds: [] } } });
    scene.stored.identities = [{ userId: '2', name: 'Mallory', voice: undefined, seenAtMs: Date.now() }];
    const [ada, bo] = [messageOf('I am so'), messageOf('M: I am', { authorId: '2', authorName: 'Bo' })];
    await scene.post(ada, bo, proxied('I am', { authorName: 'Mallory' }));
    scene.reading.onDeleted(GUILD, [ada.id]);
    scene.reading.onDeleted(GUILD, [bo.id]);
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toEqual(['I am so']);
    expect(scene.stored.identities).toHaveLength(1);
  });

  it('is not another one’s whose like words were replaced already', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene();
    const ada = messageOf('A: yes!');
    await scene.post(ada, proxied('yes', { authorName: 'Mallory' }), proxied('yes!'));
    scene.reading.onDeleted(GUILD, [ada.id]);
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toEqual(['yes!']);
  });

  it('is read though its original is deleted before it was taken in', async () => {
    const scene = await createScene();
    scene.stored.identities = ['1', '3'].map((userId) => ({
      userId,
      name: 'Luna',
      voice: undefined,
      seenAtMs: Date.now(),
    }));
    const [original, said] = [messageOf('S: ok'), proxied('ok')];
    await scene.post(original);
    scene.reading.onMessage(said);
    scene.reading.onDeleted(GUILD, [original.id]);
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toEqual(['ok']);
  });

  it('without words is nobody’s whose file has more words than marks', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    const original = messageOf('Look at these long holiday pictures', { hasFiles: true });
    await scene.post(original, proxied('', { authorName: 'Mallory', hasFiles: true }));
    scene.reading.onDeleted(GUILD, [original.id]);
    await later(60_000);
    expect(scene.stored.identities).toEqual([]);
  });

  it('is not the one’s whose words only have it in them, however its name is known', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene({ settings: { ...settings, muted: { userIds: ['2'], roleIds: [] } } });
    const bo = messageOf('L: hi', { authorId: '2', authorName: 'Bo' });
    await scene.post(messageOf('this is fun'), bo, proxied('hi'));
    scene.reading.onDeleted(GUILD, [bo.id]);
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toEqual(['this is fun']);
  });

  it('is not the one’s who has the name, while somebody else may have written it', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene();
    const bo = messageOf('L: hello', { authorId: '2', authorName: 'Bo' });
    await scene.post(messageOf('hello'), bo, proxied('hello'));
    expect(scene.texts()).not.toContain('hello');
    scene.reading.onDeleted(GUILD, [bo.id]);
    await later(3_000);
    expect(scene.queue).toContainEqual(expect.objectContaining({ text: 'hello', userId: '2' }));
  });

  it('is not anyone’s while the name is known as another person’s', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    scene.stored.identities = [{ userId: '3', name: 'Luna', voice: undefined, seenAtMs: Date.now() }];
    await scene.post(messageOf('A: Hello.'));
    scene.start();
    await scene.post(proxied('Hello.'));
    await later(60_000);
    expect(scene.stored.identities.map(({ userId }) => userId)).toEqual(['3']);
  });

  it('is one of several that a message became, also while others wrote these words', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene();
    const original = messageOf('A: Hello.\nB: ok');
    await scene.post(messageOf('ok then, whatever', { authorId: '2', authorName: 'Bo' }));
    await scene.finish();
    await scene.post(original, proxied('Hello.'), proxied('ok'));
    scene.reading.onDeleted(GUILD, [original.id]);
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toEqual(['ok then, whatever', 'Hello.', 'ok']);
  });

  it('takes no other message of its author along', async () => {
    const scene = await createUsedScene();
    const original = messageOf('A: hi');
    await scene.post(original);
    await later(1_500);
    scene.start();
    await scene.post(messageOf('hi all'), proxied('hi'));
    scene.reading.onDeleted(GUILD, [original.id]);
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toContain('hi all');
  });

  it('is its author’s when the original was edited before', async () => {
    const scene = await createUsedScene();
    const original = messageOf('A: Helo.');
    await scene.post(original);
    scene.reading.onEdit({ ...original, text: 'A: Hello.' });
    await scene.post(proxied('Helo.'));
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.texts()).toEqual(['Helo.']);
  });

  it('is its author’s when it is seen before the original, as after a restart', async () => {
    const scene = await createUsedScene();
    const original = messageOf('A: Hello.');
    await scene.post(proxied('Hello.'), original);
    scene.reading.onDeleted(GUILD, [original.id]);
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toEqual(['Hello.']);
  });

  it('without words is the one’s who sent a file, not anyone’s', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    const file = messageOf('A:', { hasFiles: true });
    await scene.post(messageOf('Hi.', { authorId: '2', authorName: 'Bo' }), file);
    await scene.post(proxied('', { authorName: 'New', hasFiles: true }));
    expect(scene.stored.identities).toEqual([]);
    scene.reading.onDeleted(GUILD, [file.id]);
    await settle();
    expect(scene.stored.identities).toMatchObject([{ userId: '1', name: 'New' }]);
  });

  it('is read once for each of two that follow each other quickly', async () => {
    const scene = await createUsedScene();
    const originals = [messageOf('A: Yes.'), messageOf('A: Yes. And no.')];
    await scene.post(...originals, proxied('Yes.'));
    expect(scene.texts()).toEqual(['Yes.']);
    await scene.post(proxied('Yes. And no.'));
    scene.reading.onDeleted(GUILD, [...originals.map(({ id }) => id)]);
    await later(60_000);
    expect(scene.texts()).toEqual(['Yes.', 'Yes. And no.']);
  });

  it('replaces what is held, not what was said before in the same words', async () => {
    const scene = await createUsedScene();
    await scene.post(messageOf('Hello.'));
    await later(1_500);
    scene.start();
    const original = messageOf('A: Hello.');
    await scene.post(original, proxied('Hello.'));
    scene.reading.onDeleted(GUILD, [original.id]);
    await later(60_000);
    expect(scene.texts()).toEqual(['Hello.', 'Hello.']);
  });

  it('becomes several messages, and all of them are read', async () => {
    const scene = await createUsedScene();
    const original = messageOf('A: Hello.\nB: Hi there.');
    await scene.post(original, proxied('Hello.'), proxied('Hi there.', { authorName: 'Sol' }));
    // It is not clear before the deletion: a short piece of a long text may be anybody's.
    expect(scene.texts()).toEqual([]);
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.texts()).toEqual(['Hello.', 'Hi there.']);
  });

  it('is not read where several say the same, and it is not clear which of them replaced a deleted one', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    const original = messageOf('A: ok');
    await scene.post(original);
    scene.start();
    await scene.post(proxied('ok', { authorName: 'Mallory' }), proxied('ok'));
    scene.reading.onDeleted(GUILD, [original.id]);
    await later(60_000);
    expect(scene.stored.identities).toEqual([]);
    expect(scene.spoken.map(({ text }) => text)).toEqual(['A: ok']);
    expect(scene.texts()).toEqual([]);
  });

  it('keeps its author over a restart', async () => {
    const scene = await createUsedScene();
    scene.state.maxItems = 0;
    const [original, said] = [messageOf('A: Hello.'), proxied('Hello.')];
    await scene.post(original, said);
    expect(scene.reading.unread(GUILD)).toEqual([{ channelId: 'chat', messageId: said.id, writerId: '1' }]);
  });
});

describe('the first message of somebody who was not known to use a proxy', () => {
  it('is read once: what is heard already is not cut, and goes when the proxied one is deleted', async () => {
    const scene = await createScene();
    const [original, said] = [messageOf('A: Hello.'), proxied('Hello.')];
    await scene.post(original);
    scene.start();
    await scene.post(said);
    await later(1_500);
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.texts()).toEqual(['A: Hello.']);
    scene.reading.onDeleted(GUILD, [said.id]);
    await settle();
    expect(scene.texts()).toEqual([]);
    expect(scene.spoken).toHaveLength(1);
  });

  it('is not cut by its deletion, which comes while it is found out whether the proxied one may be read', async () => {
    const scene = await createScene();
    const [original, said] = [messageOf('A: Hello.'), proxied('Hello.')];
    await scene.post(original);
    scene.start();
    scene.reading.onMessage(said);
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.texts()).toEqual(['A: Hello.']);
  });

  it('is cut when the proxied one may not be read', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    const original = messageOf('A: Hello.');
    await scene.post(original);
    scene.start();
    scene.state.settings = { ...settings, reading: { ...settings.reading, proxied: false } };
    await scene.post(proxied('Hello.'));
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.texts()).toEqual([]);
  });

  it('is heard for all of the messages that it becomes', async () => {
    const scene = await createScene();
    const original = messageOf('A: Hello there.\nHi.');
    await scene.post(original);
    scene.start();
    await scene.post(proxied('Hello there.'));
    scene.reading.onDeleted(GUILD, [original.id]);
    await scene.post(proxied('Hi.'));
    expect(scene.spoken.map(({ text }) => text)).toEqual(['A: Hello there.\nHi.']);
  });

  it.each([
    ['I am late, please nobody tell them, my address is Main Street 5.', 'I'],
    ['I hate Bob', 'I'],
    ['no, he is gay', 'no'],
  ])(
    'is cut by its deletion where it says more than a stranger’s proxied one: %s',
    {
      meta: { promises: ['proxied-are-their-authors'] },
    },
    async (text, part) => {
      const scene = await createScene();
      const original = messageOf(text);
      await scene.post(original);
      scene.start();
      await scene.post(proxied(part, { authorName: 'Mallory' }));
      scene.reading.onDeleted(GUILD, [original.id]);
      await later(60_000);
      expect(scene.texts()).toEqual([]);
      expect(scene.stored.identities).toEqual([]);
    },
  );

  it('is cut by its deletion where it says more than the proxied one of the person themselves', async () => {
    const scene = await createUsedScene();
    const original = messageOf('A: Hello.\nand then a lot more that is taken back');
    await scene.post(original);
    await later(2_000);
    scene.start();
    await scene.post(proxied('Hello.'));
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.texts()).toEqual(['Hello.']);
  });

  it('gives way to the proxied one while it waits', async () => {
    const scene = await createScene();
    await scene.post(messageOf('Before.', { authorId: '2' }));
    scene.start();
    const original = messageOf('A: Hello.');
    await scene.post(original);
    expect(scene.texts()).toEqual(['Before.', 'A: Hello.']);
    await scene.post(proxied('Hello.'));
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.texts()).toEqual(['Before.', 'Hello.']);
    expect(scene.refunds).toEqual([3]);
  });

  it('makes them known, so that the next one is held', async () => {
    const scene = await createScene();
    const original = messageOf('A: Hello.');
    await scene.post(original, proxied('Hello.'));
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.stored.identities).toMatchObject([{ userId: '1', name: 'Luna', voice: undefined }]);
    await scene.finish();
    await scene.post(messageOf('A: Again.'));
    expect(scene.texts()).toEqual([]);
  });
});

describe('a message of somebody who uses a proxy', () => {
  it('is held on while a proxied one under a new name may be it', async () => {
    const scene = await createUsedScene({ settings: named });
    const original = messageOf('S: Hello there');
    await scene.post(original);
    await later(1_000);
    await scene.post(proxied('Hello there', { authorName: 'Sol' }));
    await later(1_500);
    scene.reading.onDeleted(GUILD, [original.id]);
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toEqual(['Sol says: Hello there']);
  });

  it('is not held on and on by others’ messages, and is not heard once it is deleted', async () => {
    const scene = await createUsedScene();
    const original = messageOf('Hello my secret');
    await scene.post(original);
    for (let each = 0; each < 7; each += 1) {
      await later(2_500);
      await scene.post(proxied('H', { authorName: 'Mallory' }));
    }
    expect(scene.spoken.map(({ text }) => text)).toEqual(['Hello my secret']);
  });

  it('is not what a proxy bot posted before it', async () => {
    const scene = await createUsedScene();
    const said = proxied('ban him');
    const original = messageOf('do not ban him');
    await scene.post(said, original);
    await later(60_000);
    expect(scene.spoken.map(({ text }) => text)).toContain('do not ban him');
  });

  it('is held for a short while, then read as their own', async () => {
    const scene = await createUsedScene();
    await scene.post(messageOf('Just me.'));
    await later(1_499);
    expect(scene.texts()).toEqual([]);
    await later(1);
    expect(scene.texts()).toEqual(['Just me.']);
  });

  it('is held half as long again as proxied messages took here', async () => {
    const scene = await createUsedScene();
    await scene.post(messageOf('A: Hello.'));
    await later(600);
    await scene.post(proxied('Hello.'), messageOf('Just me.'));
    await later(899);
    expect(scene.texts()).toEqual(['Hello.']);
    await later(1);
    expect(scene.texts()).toEqual(['Hello.', 'Just me.']);
  });

  it('is not held any more after twenty that no proxy posted again', async () => {
    const scene = await createUsedScene();
    for (let count = 0; count < 20; count += 1) {
      await scene.post(messageOf(`Message ${count}.`));
      await later(1_500);
      await scene.finish();
    }
    await scene.post(messageOf('At once.'));
    expect(scene.texts()).toContain('At once.');
  });

  it('waits for the next process while it is held, and is dropped with the queue', async () => {
    const scene = await createUsedScene();
    const message = messageOf('A: Hello.');
    await scene.post(message);
    expect(scene.reading.unread(GUILD)).toMatchObject([{ messageId: message.id }]);
    expect(scene.reading.clear(GUILD)).toBe(1);
    await scene.post(proxied('Hello.'));
    await later(60_000);
    expect(scene.spoken).toEqual([]);
  });

  it('is not heard when it is deleted while it is held', async () => {
    const scene = await createUsedScene();
    const message = messageOf('Never mind.');
    await scene.post(message);
    scene.reading.onDeleted(GUILD, [message.id]);
    await later(60_000);
    expect(scene.spoken).toEqual([]);
  });

  it('is read as it was edited while it was held', async () => {
    const scene = await createUsedScene();
    const message = messageOf('Tow.');
    await scene.post(message);
    scene.reading.onEdit({ ...message, text: 'Two.' });
    await later(1_500);
    expect(scene.texts()).toEqual(['Two.']);
  });

  it('of anyone else is not held', async () => {
    const scene = await createUsedScene();
    await scene.post(messageOf('Hello.', { authorId: '2' }));
    expect(scene.texts()).toEqual(['Hello.']);
  });
});
