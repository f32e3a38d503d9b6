import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mayBeOf, newOriginal, newProxied, noteVersion } from '../../../src/reading/proxied-original.ts';
import { createUsedScene, later, named, proxied, remove, type Scene } from './proxied-scene.ts';
import { createScene, GUILD, messageOf, settle } from './reading-scene.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const BO = { authorId: '2', authorName: 'Bo' };
/** Bo is muted. */
const boMuted = { settings: { ...named, muted: { userIds: ['2'], roleIds: [] } } };

const heard = ({ spoken }: Scene) => spoken.map(({ userId, text }) => `${userId}: ${text}`);

describe('words of somebody else', () => {
  it('are not read in the name of the one whose like message was replaced already', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene(boMuted);
    const original = messageOf("don't kill him");
    await scene.post(original, proxied("don't kill him"));
    await later(1_000);
    await remove(scene, original);
    // Bo has PluralKit post an older message of theirs again.
    await scene.post(proxied('kill him'), proxied("don't kill him"));
    await later(10_000);
    expect(heard(scene)).toEqual(["1: Luna says: don't kill him"]);
  });

  it('are not the one’s whose name it stands under and who deletes a message with these words in it', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene(boMuted);
    const ada = messageOf('L: I never said kill him');
    const bo = messageOf('x:kill him', BO);
    await scene.post(ada, proxied('I never said kill him'), bo, proxied('kill him'));
    await remove(scene, ada);
    await remove(scene, bo);
    await later(10_000);
    expect(heard(scene)).toEqual(['1: Luna says: I never said kill him']);
  });

  it('are not the one’s who deletes a line like them, while they have marks elsewhere', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene(boMuted);
    const ada = messageOf('L: You said:\nkill him');
    const bo = messageOf('x:kill him', BO);
    await scene.post(bo, proxied('kill him'), ada);
    await remove(scene, ada);
    await remove(scene, bo);
    await scene.post(proxied('You said:\nkill him'));
    await later(10_000);
    expect(heard(scene)).toEqual(['1: Luna says: You said:\nkill him']);
  });

  it('are not the one’s of whose waiting words they are a line', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene(boMuted);
    const ada = messageOf('L: You said:\nkill him');
    await scene.post(ada, proxied('kill him'), proxied('You said:\nkill him'));
    scene.start();
    await remove(scene, ada);
    await later(10_000);
    expect(heard(scene).slice(1)).toEqual([]);
    expect(scene.texts()).toEqual(['Ada says: L: You said:\nkill him']);
  });
  it.each([
    ['their own name, which Ada has too now', 'Moon'],
    ['a new name', 'New'],
  ])(
    'are not the one’s who deletes a message with these words in it while an open one has just them: %s',
    {
      meta: { promises: ['proxied-are-their-authors'] },
    },
    async (_how, name) => {
      const scene = await createUsedScene(boMuted, [
        ['1', 'Luna'],
        ['2', 'Moon'],
      ]);
      // Both have PluralKit write for them without marks.
      const [ada, bo] = [messageOf("don't kill him"), messageOf('kill him', BO)];
      await scene.post(ada, bo, proxied('kill him', { authorName: name }));
      await remove(scene, ada);
      await later(400);
      await remove(scene, bo);
      await later(10_000);
      expect(heard(scene)).toEqual([]);
    },
  );

  it('are not the one’s who wrote them with a word besides, until that is deleted', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene({ settings: named });
    const original = messageOf('not guilty');
    await scene.post(original, proxied('guilty'));
    expect(heard(scene)).toEqual([]);
    await later(10_000);
    expect(heard(scene)).toEqual(['1: Ada says: not guilty']);
  });

  it('are not the one’s who wrote them with marks long before', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene({ settings: named });
    await scene.post(messageOf('L: guilty'));
    await later(4_000);
    await scene.post(proxied('guilty'));
    await later(10_000);
    expect(heard(scene)).toEqual(['1: Ada says: L: guilty']);
  });

  it('that are a file alone are read once', { meta: { promises: ['proxied-are-their-authors'] } }, async () => {
    const scene = await createUsedScene({ settings: named });
    const file = { hasFiles: true };
    await scene.post(messageOf('', file), proxied('', file));
    await scene.post(proxied('', file), proxied('', file));
    await later(10_000);
    expect(scene.stored.identities).toHaveLength(1);
    expect(scene.charged.length).toBeLessThanOrEqual(1);
  });
});

describe('words under a new name', () => {
  it.each([
    ['L: hello', ['1: hello']],
    ['hello', []],
  ])(
    'are those of %j, which was deleted first, only where that has marks',
    { meta: { promises: ['proxied-are-their-authors'] } },
    async (text, spoken) => {
      const scene = await createUsedScene({}, [['1', 'Sol']]);
      const original = messageOf(text);
      await scene.post(original);
      await remove(scene, original);
      await later(1_000);
      await scene.post(proxied('hello', { authorName: 'New' }));
      await later(10_000);
      expect(heard(scene)).toEqual(spoken);
    },
  );

  it('are nobody’s where what is deleted first was so long ago', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene({}, [['1', 'Sol']]);
    const original = messageOf('L: hello');
    await scene.post(original);
    await remove(scene, original);
    await later(3_001);
    await scene.post(proxied('hello', { authorName: 'New' }));
    await later(10_000);
    expect(heard(scene)).toEqual([]);
  });
});

describe('a proxied message', () => {
  it.each([
    ['their own name', 'Moon'],
    ['a new name', 'New'],
  ])(
    'is its writer’s under %s though somebody else deleted the same words just before',
    {
      meta: { promises: ['proxied-are-their-authors'] },
    },
    async (_how, name) => {
      const scene = await createUsedScene({}, [
        ['1', 'Luna'],
        ['2', 'Moon'],
      ]);
      const [ada, bo] = [messageOf('A: lol'), messageOf('B: lol', BO)];
      await scene.post(ada);
      await remove(scene, ada);
      await later(1_000);
      await scene.post(bo, proxied('lol', { authorName: name }));
      await later(900);
      await remove(scene, bo);
      await later(10_000);
      expect(heard(scene)).toEqual(['2: lol']);
    },
  );

  it.each(['l hello', 'L: hello'])('is that of %j under a known name, which was deleted first', async (text) => {
    const scene = await createUsedScene();
    const original = messageOf(text);
    await scene.post(original);
    await remove(scene, original);
    await later(500);
    await scene.post(proxied('hello'));
    await later(10_000);
    expect(heard(scene)).toEqual(['1: hello']);
  });

  it('is not another one’s who deletes the same words, where the one who has the name deleted them before', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene({ settings: named }, [
      ['1', 'Luna'],
      ['2', 'Moon'],
    ]);
    const [ada, bo] = [messageOf('A: lol'), messageOf('B: lol', BO)];
    await scene.post(ada, bo);
    await remove(scene, ada);
    await scene.post(proxied('lol'));
    await remove(scene, bo);
    await later(10_000);
    expect(heard(scene)).not.toContain('2: Luna says: lol');
    expect(scene.stored.identities.filter(({ userId }) => userId === '2').map(({ name }) => name)).toEqual(['Moon']);
  });

  it('is compared with the newest version of a message that was edited often', async () => {
    const scene = await createUsedScene();
    const original = messageOf('v0');
    await scene.post(original);
    for (const text of ['v1', 'v2', 'v3', 'v4', 'L: hi']) scene.reading.onEdit({ ...original, text });
    await settle();
    await scene.post(proxied('hi'));
    await remove(scene, original);
    await later(10_000);
    expect(heard(scene)).toEqual(['1: hi']);
  });

  it('is not looked for among the lines of a long message, which takes long', () => {
    const long = newOriginal(messageOf('a\n'.repeat(51)), { state: 'held', atMs: 0, isProxyUsers: true });
    const short = newOriginal(messageOf('a\n'.repeat(50)), { state: 'held', atMs: 0, isProxyUsers: true });
    const of = (text: string) => newProxied(proxied(text), 0);
    expect([mayBeOf(of('a\na'), long), mayBeOf(of('a\n'.repeat(51)), long)]).toEqual([false, true]);
    expect(mayBeOf(of('a\na'), short)).toBe(true);
  });

  it('is its writer’s, however others’ plain words have it in them', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene();
    await scene.post(messageOf('no idea'));
    await later(1_600);
    const bo = messageOf('l: no', BO);
    await scene.post(bo, proxied('no'));
    await remove(scene, bo);
    await later(10_000);
    expect(scene.spoken.at(-1)).toMatchObject({ userId: '2', text: 'no' });
  });

  it.each(['no way, really?', 'no', 'well:\nno'])(
    'is read when its original is deleted first, though somebody wrote %j',
    async (other) => {
      const scene = await createUsedScene();
      await scene.post(messageOf(other, BO));
      const original = messageOf('L: no');
      await scene.post(original);
      await later(200);
      await remove(scene, original);
      await scene.post(proxied('no'));
      await later(10_000);
      expect(heard(scene)).toEqual([`2: ${other}`, '1: no']);
    },
  );

  it('is each of those who say the same at the same time', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createUsedScene({ settings: named }, [
      ['1', 'Luna'],
      ['2', 'Sol'],
    ]);
    const [ada, bo] = [messageOf('L: ok'), messageOf('S: ok', BO)];
    await scene.post(ada, bo, proxied('ok'), proxied('ok', { authorName: 'Sol' }));
    await later(900);
    await remove(scene, ada);
    await remove(scene, bo);
    await later(10_000);
    expect(heard(scene).toSorted()).toEqual(['1: Luna says: ok', '2: Sol says: ok']);
  });

  it('is read once its like of somebody else is seen to stay', async () => {
    const scene = await createScene();
    await scene.post(messageOf('ok!', BO));
    const original = messageOf('L: ok');
    await scene.post(original);
    await scene.finish();
    await scene.post(proxied('ok', { authorName: 'New' }));
    await remove(scene, original);
    await later(10_000);
    expect(scene.spoken.at(-1)).toMatchObject({ userId: '1', text: 'ok' });
  });

  it.each([
    ['A: I know.\nB: no', ['I know.', 'no']],
    ['A: no\nB: now what', ['no', 'now what']],
    ['guy: Good morning.\nHow are you?\nsnee: Fine, thanks.', ['Good morning.\nHow are you?', 'Fine, thanks.']],
    ['A: yes\nA: yes', ['yes', 'yes']],
  ])('is each of the parts of %j, under new names', async (text, parts) => {
    const scene = await createScene();
    const original = messageOf(text);
    await scene.post(original);
    // One name for all where they say the same: else the deletion would not tell which is which.
    const nameOf = (at: number) => (new Set(parts).size === 1 ? 'New' : `New ${at}`);
    await scene.post(...parts.map((part, at) => proxied(part, { authorName: nameOf(at) })));
    await remove(scene, original);
    await later(10_000);
    expect(scene.spoken.slice(1).map((each) => each.text)).toEqual(parts);
  });

  it.each([
    ['<@300000000000000001> L: hello', '<@300000000000000001> hello'],
    ['<@300000000000000001> <#5> [hello]', '<@300000000000000001> <#5> hello'],
    ['L: see https://x.example/a, ok', 'see <https://x.example/a,> ok'],
  ])('is what PluralKit makes of %s', async (text, said) => {
    const scene = await createUsedScene();
    const original = messageOf(text);
    await scene.post(original, proxied(said));
    await remove(scene, original);
    await later(10_000);
    expect(heard(scene)).toEqual([`1: ${said}`]);
  });

  it.each(['L: helo', 'A: What?\nL: helo'])('is its writer’s, also when it is edited at once: %j', async (text) => {
    const scene = await createUsedScene({}, [['1', 'Sol']]);
    const [original, said] = [messageOf(text), proxied('helo')];
    await scene.post(original, said);
    scene.reading.onEdit({ ...said, text: 'hello', editedAtMs: 1 });
    await remove(scene, original);
    await later(10_000);
    expect(heard(scene)).toEqual(['1: hello']);
  });

  it('is the one of the message with marks, not of one that was deleted before', async () => {
    const scene = await createUsedScene();
    const forgotten = messageOf('hello');
    await scene.post(forgotten);
    await later(400);
    await remove(scene, forgotten);
    await later(1_000);
    const original = messageOf('L: hello');
    await scene.post(original);
    await later(300);
    await scene.post(proxied('hello'));
    await later(2_000);
    await remove(scene, original);
    await later(10_000);
    expect(heard(scene)).toEqual(['1: hello']);
    // What was deleted long ago does not count for how long messages are held.
    await scene.post(messageOf('Just me.'));
    await later(500);
    expect(scene.texts()).toContain('Just me.');
  });

  it('counts for how long messages are held when it is there, not when it is told whose it is', async () => {
    const scene = await createScene();
    const original = messageOf('L: hello');
    await scene.post(original);
    await later(300);
    await scene.post(proxied('hello'));
    await later(2_500);
    await remove(scene, original);
    await scene.finish();
    await scene.post(messageOf('Just me.'));
    await later(500);
    expect(scene.texts()).toContain('Just me.');
  });

  it('is told by the next process, too, with its original', async () => {
    const [original, said] = [messageOf('L: hello'), proxied('hello')];
    const before = await createUsedScene({}, [['1', 'Sol']]);
    await before.post(original, said);
    const unread = before.reading.unread(GUILD);
    expect(unread.map(({ messageId }) => messageId)).toEqual([original.id, said.id]);
    const scene = await createUsedScene({ settings: named }, [['1', 'Sol']]);
    for (const message of [original, said]) scene.state.posted.set(message.id, message);
    scene.reading.reread(GUILD, unread);
    await settle();
    await remove(scene, original);
    await later(10_000);
    expect(heard(scene)).toEqual(['1: Luna says: hello']);
  });
});

describe('of two messages of one person, with the same words', () => {
  it('the one that is not deleted is read as their own', async () => {
    const scene = await createUsedScene({ settings: named });
    const [own, original] = [messageOf('hello?'), messageOf('L: hello')];
    await scene.post(own, original, proxied('hello'));
    await later(1_000);
    await remove(scene, original);
    await later(10_000);
    expect(heard(scene)).toEqual(['1: Luna says: hello', '1: Ada says: hello?']);
  });

  it('none is read that was dropped meanwhile', async () => {
    const scene = await createUsedScene();
    const [own, original] = [messageOf('hello?'), messageOf('L: hello')];
    await scene.post(own, original, proxied('hello'));
    await remove(scene, original);
    scene.reading.clear(GUILD);
    await later(10_000);
    expect(heard(scene)).toEqual(['1: hello']);
  });

  it('the one that is replaced is not read, though the person deletes the other one', async () => {
    const scene = await createUsedScene();
    const own = messageOf('hello');
    await scene.post(own);
    await later(2_000);
    const original = messageOf('L: hello');
    await scene.post(original, proxied('hello'));
    await later(500);
    await remove(scene, own);
    await later(500);
    await remove(scene, original);
    await later(10_000);
    expect(heard(scene)).toEqual(['1: hello', '1: hello']);
  });

  it('none is read when both are replaced, the later one first', async () => {
    const scene = await createUsedScene();
    const [one, other] = [messageOf('L: hi'), messageOf('L: hi')];
    await scene.post(one, other, proxied('hi'));
    await remove(scene, other);
    await scene.post(proxied('hi'));
    await remove(scene, one);
    await later(10_000);
    expect(heard(scene)).toEqual(['1: hi', '1: hi']);
  });
});

describe('a message that is edited while it is heard', () => {
  it('is cut where the proxied one says none of what is heard, and that one is read', {
    meta: { promises: ['proxied-are-their-authors'] },
  }, async () => {
    const scene = await createScene();
    const original = messageOf('I live at 5 Main Street.');
    await scene.post(original);
    scene.start();
    scene.reading.onEdit({ ...original, text: 'L: Hi all.', editedAtMs: 5 });
    await settle();
    await scene.post(proxied('Hi all.'));
    await remove(scene, original);
    await later(10_000);
    expect(scene.texts()).toEqual(['Hi all.']);
  });

  it('is kept in few versions, and cut where there were more', () => {
    const message = messageOf('L: 0');
    const original = newOriginal(message, { state: 'read', atMs: 0, isProxyUsers: false });
    for (let count = 1; count < 5; count += 1) noteVersion(original, { ...message, text: `L: ${count}` });
    expect([original.versions.length, original.isCut]).toEqual([5, false]);
    noteVersion(original, { ...message, text: 'L: 5' });
    expect([original.versions.length, original.isCut]).toEqual([5, true]);
  });
});
