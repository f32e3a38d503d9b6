import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { binding, createScene, GUILD, messageOf, settings, settle } from './reading-scene.ts';

/** Too long to be joined with others. */
const long = (text: string): string => `${text} ${'word '.repeat(30)}`.trim();

const named = { ...settings, reading: { ...settings.reading, announceWriters: true } };
const bo = { authorId: '2', authorName: 'Bo' };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a writer whose named text was not heard', () => {
  it('is named when the text is read in its edited form', async () => {
    const { post, texts, reading, start } = await createScene({ settings: named });
    await post(messageOf('One.'));
    start();
    const message = messageOf('Tow.', bo);
    await post(message);
    reading.onEdit({ ...message, text: 'Two.' });
    await settle();
    expect(texts()).toEqual(['Ada says: One.', 'Bo says: Two.']);
  });

  it('is named before what follows when the text is deleted', async () => {
    const { post, texts, reading, start } = await createScene({ settings: named });
    await post(messageOf('One.'));
    start();
    const message = messageOf('Two.', bo);
    await post(message);
    reading.onDeleted(GUILD, [message.id]);
    await post(messageOf('Three.', bo));
    expect(texts()).toEqual(['Ada says: One.', 'Bo says: Three.']);
  });

  it('is named before what follows when the text is over budget', async () => {
    const { post, texts, start, state } = await createScene({ settings: named });
    await post(messageOf('One.'));
    start();
    state.left = 20;
    await post(messageOf('This is far too long.', bo), messageOf('Three.', bo));
    expect(texts()).toEqual(['Ada says: One.', 'Bo says: Three.']);
  });

  it('is named before a text that is in the queue already', async () => {
    const { post, texts, reading } = await createScene({ settings: named });
    const message = messageOf('One.');
    await post(message);
    await post(messageOf('Two.'));
    expect(texts()).toEqual(['Ada says: One.', 'Two.']);
    reading.onDeleted(GUILD, [message.id]);
    await settle();
    expect(texts()).toEqual(['Ada says: Two.']);
  });

  it('is named again after somebody came, who is announced in between', async () => {
    const { post, finish, spoken, reading } = await createScene({ settings: named });
    await post(messageOf('One.'));
    await finish();
    reading.onMovement({ guildId: GUILD, voiceChannelId: 'lounge', userId: '2', name: 'Bo', kind: 'joins' });
    await vi.advanceTimersByTimeAsync(1_500);
    await finish();
    await post(messageOf('Two.'));
    expect(spoken.map(({ text }) => text)).toEqual(['Ada says: One.', 'Bo joined.', 'Ada says: Two.']);
  });
});

describe('a writer after whom something else was spoken', () => {
  it('is named again, so that a text of /say does not seem to be theirs', async () => {
    const { post, finish, spoken, emit } = await createScene({ settings: named });
    await post(messageOf('One.'));
    await finish();
    emit({ type: 'item-started', guildId: GUILD, textId: '99' });
    await post(messageOf('Two.'));
    expect(spoken.map(({ text }) => text)).toEqual(['Ada says: One.', 'Ada says: Two.']);
  });
});

describe('how many messages were left out', () => {
  it('is still said when the message that would say it is deleted', async () => {
    const { post, spoken, texts, reading, finish } = await createScene();
    await post(messageOf(long('A')), messageOf(long('B')));
    const flood = Array.from({ length: 100 }, (_, at) => messageOf(long(`Message ${at + 1}`)));
    await post(...flood);
    for (let turn = 0; turn < 20; turn += 1) await settle();
    await finish();
    const [, next = ''] = texts();
    const count = Number(/^(\d+) messages left out/.exec(next)?.[1]);
    expect(count).toBeGreaterThan(50);
    const told = flood.find(({ text }) => next.includes(`${text.split(' word')[0]} `));
    reading.onDeleted(GUILD, [told?.id ?? '']);
    await settle();
    expect(spoken.at(-1)?.text).toMatch(new RegExp(`^${count} messages left out\\.`));
  });
});

describe('a person whom a manager mutes', () => {
  it('is not heard with what waits either', async () => {
    const { post, spoken, state, finish } = await createScene();
    await post(...['One', 'Two', 'Three', 'Four'].map((text) => messageOf(long(text))));
    state.settings = { ...settings, muted: { userIds: ['1'], roleIds: [] } };
    for (let round = 0; round < 4; round += 1) await finish();
    expect(spoken.map(({ text }) => text)).toEqual([long('One'), long('Two')]);
  });
});

describe('a message whose voice the service refused', () => {
  it.each([
    ['is deleted', ({ reading }: Scene, id: string) => reading.onDeleted(GUILD, [id])],
    ['is stopped', ({ reading }: Scene) => reading.clear(GUILD)],
  ])('is not spoken in another voice when it %s meanwhile', async (_name, drop) => {
    const scene = await createScene();
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(scene.state, { instead: 'default', lookingUp: promise });
    const message = messageOf('Hello.');
    await scene.post(message);
    await scene.fail({ code: 'SPEECH_VOICE_REFUSED', message: '', retryable: false });
    drop(scene, message.id);
    resolve();
    await settle();
    expect(scene.texts()).toEqual([]);
  });
});

type Scene = Awaited<ReturnType<typeof createScene>>;

describe('a message that arrives as the reader comes to rest', () => {
  it('is read, at whatever moment that is', async () => {
    for (let delay = 0; delay < 80; delay += 1) {
      const { reading, spoken } = await createScene();
      reading.onMessage(messageOf('One.'));
      for (let turn = 0; turn < delay; turn += 1) await Promise.resolve();
      reading.onMessage(messageOf('Two.'));
      await settle();
      await settle();
      expect(spoken.map(({ text }) => text).join(' '), `after ${delay} turns`).toBe('One. Two.');
    }
  });
});

describe('who leaves an empty channel', () => {
  it('is not announced to nobody', async () => {
    const { reading, spoken, state } = await createScene();
    state.listeners.set('lounge', 0);
    reading.onMovement({ guildId: GUILD, voiceChannelId: 'lounge', userId: '1', name: 'Ada', kind: 'leaves' });
    await vi.advanceTimersByTimeAsync(1_500);
    await settle();
    expect(spoken).toEqual([]);
  });
});

describe('what people chose', () => {
  it('follows an erasure by another process, and stays known while the database is away', async () => {
    const { post, finish, reading, stored, state, spoken } = await createScene({ settings: named });
    await reading.choose(GUILD, '1', { isMuted: false, nickname: 'Captain' });
    await reading.choose(GUILD, '2', { isMuted: true, nickname: undefined });
    const sayAfter = async (ms: number): Promise<void> => {
      vi.advanceTimersByTime(ms);
      await post(messageOf('Not me.', bo), messageOf('Hello.'));
      await finish();
    };
    state.storeFailure = new Error('away');
    await sayAfter(60_000);
    state.storeFailure = undefined;
    stored.choices.delete('1');
    await sayAfter(60_000);
    expect(spoken.map(({ text }) => text)).toEqual(['Captain says: Hello.', 'Ada says: Hello.']);
  });
});

describe('/stop', () => {
  it('drops what is still being taken in, too', async () => {
    const { reading, spoken } = await createScene();
    for (let at = 1; at <= 20; at += 1) reading.onMessage(messageOf(long(`Message ${at}`)));
    expect(reading.clear(GUILD)).toBe(20);
    await settle();
    expect(spoken).toEqual([]);
  });
});

describe('texts in the engine’s queue when everything is stopped', () => {
  it.each([
    ['', () => undefined],
    [
      ', also one that was just edited',
      (scene: Awaited<ReturnType<typeof createScene>>, id: string) =>
        scene.reading.onEdit({ ...messageOf('Two, edited.'), id }),
    ],
  ])('are not read again%s', async (_what, happen) => {
    const scene = await createScene({ settings: named });
    const second = messageOf(long('Two.'));
    await scene.post(messageOf(long('One.')), second);
    expect(scene.queue).toHaveLength(2);
    scene.reading.clear(GUILD);
    happen(scene, second.id);
    // As the engine does on /stop, one after the other.
    for (const { textId } of scene.queue.splice(0)) {
      scene.emit({ type: 'item-dropped', guildId: GUILD, textId, reason: 'stopped', unservedCharacters: 0 });
    }
    await settle();
    expect(scene.texts()).toEqual([]);
    await scene.post(messageOf('Three.'));
    expect(scene.texts()).toEqual(['Ada says: Three.']);
  });
});

describe('a bot that somebody sent away and brought back', () => {
  it('comes by itself again', async () => {
    const { post, state, emit, joins } = await createScene({ bindings: [{ ...binding, autoJoin: true }] });
    emit({ type: 'session-ended', guildId: GUILD, channelId: 'lounge', reason: 'left' });
    emit({ type: 'item-started', guildId: GUILD, textId: '99' });
    state.session = undefined;
    await post(messageOf('Come.'));
    expect(joins).toEqual(['lounge']);
  });
});
