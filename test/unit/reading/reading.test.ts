import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../../src/log/log.ts';
import { binding, createScene, GUILD, messageOf, settings, settle } from './reading-scene.ts';

/** Too long to be joined with others. */
const long = (text: string): string => `${text} ${'word '.repeat(30)}`.trim();

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('what is read', () => {
  it('reads bound channels only', async () => {
    const { post, texts } = await createScene();
    await post(messageOf('Hello.'), messageOf('Not me.', { channelId: 'other' }));
    expect(texts()).toEqual(['Hello.']);
  });

  it('asks the engine for two texts at most, so that others come in between', async () => {
    const { post, texts, finish } = await createScene();
    await post(...['One', 'Two', 'Three', 'Four'].map((text) => messageOf(long(text))));
    expect(texts()).toEqual([long('One'), long('Two')]);
    await finish();
    expect(texts()).toEqual([long('Two'), long('Three')]);
  });

  it('reads each person in their own voice', async () => {
    const { post, spoken } = await createScene();
    await post(messageOf('Hello.'), messageOf('Hi.', { authorId: '2', authorName: 'Bo' }));
    expect(spoken.map(({ voiceId, userId }) => [userId, voiceId])).toEqual([
      ['1', 'voice of 1'],
      ['2', 'voice of 2'],
    ]);
  });

  it('speaks once more in the default voice what the service refused in the writer’s', async () => {
    const { post, state, spoken, fail } = await createScene();
    state.instead = 'default';
    await post(messageOf('Hello.'));
    const failure = { code: 'SPEECH_VOICE_REFUSED', message: '', retryable: false };
    await fail(failure);
    await fail(failure);
    expect(spoken.map(({ voiceId }) => voiceId)).toEqual(['voice of 1', 'default']);
  });

  it('reads nothing of people who muted themselves, and drops what waits of them', {
    meta: { promises: ['people-mute-themselves-any'] },
  }, async () => {
    const { post, texts, reading } = await createScene();
    await post(messageOf('Hello.'), messageOf(long('Waits')), messageOf(long('Waits too')));
    await reading.choose(GUILD, '1', { isMuted: true, nickname: undefined });
    await settle();
    expect(texts()).toEqual([]);
    await post(messageOf('Anybody?'));
    expect(texts()).toEqual([]);
  });

  it('drops what waits of people whom managers mute, and nothing of others', async () => {
    const { post, texts, reading } = await createScene();
    const loud = { authorId: '2', authorRoleIds: ['loud'] };
    await post(messageOf(long('Mine')), messageOf(long('Theirs'), loud), messageOf(long('Waits'), loud));
    reading.onSettings(GUILD, { ...settings, muted: { userIds: [], roleIds: ['loud'] } });
    await settle();
    expect(texts()).toEqual([long('Mine')]);
    reading.onSettings(GUILD, { ...settings, muted: { userIds: ['1'], roleIds: [] } });
    await settle();
    expect(texts()).toEqual([]);
  });

  it('joins short messages of one writer, and of nobody else in between', async () => {
    const { post, texts, finish } = await createScene();
    await post(messageOf(long('First')), messageOf(long('Second')));
    await post(messageOf('so'), messageOf('I said'), messageOf('no', { authorId: '2' }), messageOf('yes'));
    await finish();
    expect(texts()).toEqual([long('Second'), 'so. I said']);
    await finish();
    await finish();
    expect(texts()).toEqual(['no', 'yes']);
  });

  it('names webhooks to those who count, because nobody can mention them', async () => {
    const reading = { ...settings.reading, webhooks: true };
    const { post, charged, finish } = await createScene({ settings: { ...settings, reading } });
    await post(messageOf('news', { authorId: 'hook', authorKind: 'webhook', authorName: 'News' }));
    await post(messageOf('I am here'));
    await finish();
    expect(charged.map(({ webhookName }) => webhookName)).toEqual(['News', undefined]);
  });

  it('gives up a text that is over budget, and reads the next that fits', async () => {
    const { post, texts, state } = await createScene();
    state.left = 10;
    await post(messageOf('This is too long.', { authorId: '2' }), messageOf('Short.'));
    expect(texts()).toEqual(['Short.']);
  });

  it('waits where the queue is full, and goes on when a text of anybody ends', async () => {
    const { post, texts, state, emit } = await createScene();
    state.maxItems = 0;
    await post(messageOf('Hello.'));
    expect(texts()).toEqual([]);
    state.maxItems = 50;
    emit({ type: 'item-finished', guildId: GUILD, textId: '99' });
    await settle();
    expect(texts()).toEqual(['Hello.']);
  });

  it('plays a voice message after its text, without counting it, until it is deleted', async () => {
    const { post, queue, state, reading, texts } = await createScene();
    state.recording = new Uint8Array(3);
    state.left = 15;
    const message = messageOf('a voice message', { isVoiceMessage: true });
    await post(message);
    expect(queue.map(({ recording }) => recording?.length)).toEqual([undefined, 3]);
    reading.onDeleted(GUILD, [message.id]);
    await settle();
    expect(texts()).toEqual([]);
  });

  it('gives back what was never spoken', async () => {
    const { post, reading, refunds } = await createScene();
    const message = messageOf('Hello.');
    await post(message);
    reading.onDeleted(GUILD, [message.id]);
    await settle();
    expect(refunds).toEqual([3]);
  });
});

describe('names', () => {
  const named = { ...settings, reading: { ...settings.reading, announceWriters: true } };

  it('are said when the writer changes, and not again within a minute', async () => {
    const { post, finish, spoken } = await createScene({ settings: named });
    const say = async (text: string, authorId: string, afterMs = 0): Promise<void> => {
      vi.advanceTimersByTime(afterMs);
      await post(messageOf(text, { authorId, authorName: authorId === '1' ? 'Ada' : 'Bo' }));
      await finish();
    };
    await say('One.', '1');
    await say('Two.', '1', 59_000);
    await say('Three.', '2');
    await say('Four.', '1');
    await say('Five.', '1', 60_000);
    expect(spoken.map(({ text }) => text)).toEqual([
      'Ada says: One.',
      'Two.',
      'Bo says: Three.',
      'Ada says: Four.',
      'Ada says: Five.',
    ]);
  });

  it('follow the server’s template, and the nickname that a person chose', async () => {
    const reading = { ...named.reading, announcement: 'Now {name}:' };
    const scene = await createScene({ settings: { ...named, reading } });
    await scene.reading.choose(GUILD, '1', { isMuted: false, nickname: 'Captain' });
    await scene.post(messageOf('Ahoy.'));
    expect(scene.texts()).toEqual(['Now Captain: Ahoy.']);
  });
});

describe('a flood', () => {
  it('leaves out the oldest, says how many, and reads the newest', async () => {
    const { post, spoken, finish } = await createScene();
    await post(messageOf(long('A')), messageOf(long('B')));
    await post(...Array.from({ length: 1_000 }, (_, at) => messageOf(long(`Message ${at + 1}`))));
    for (let turn = 0; turn < 100; turn += 1) await settle();
    for (let round = 0; round < 100; round += 1) await finish();
    const heard = spoken.flatMap(({ text }) => [...text.matchAll(/Message (\d+)/g)].map(([, at]) => Number(at)));
    expect(heard.at(-1)).toBe(1_000);
    expect(heard.length).toBeLessThanOrEqual(30);
    expect(spoken[2]?.text).toMatch(new RegExp(`^${1_000 - heard.length} messages left out\\. Message`));
    expect(spoken.filter(({ text }) => text.includes('left out'))).toHaveLength(1);
  });

  it('is none where chat is slow: everything is read', async () => {
    const { post, spoken, finish } = await createScene();
    for (let at = 1; at <= 100; at += 1) {
      await post(messageOf(`Message ${at}`));
      await finish();
    }
    expect(spoken).toHaveLength(100);
    expect(spoken.some(({ text }) => text.includes('left out'))).toBe(false);
  });
});

describe('edits and deletions', () => {
  it('replace what waits, here and in the engine', async () => {
    const { post, texts, reading, finish } = await createScene();
    const messages = ['One', 'Two', 'Three'].map((text) => messageOf(long(text)));
    await post(...messages);
    for (const message of messages.slice(1)) reading.onEdit({ ...message, text: `${message.text}!` });
    await settle();
    expect(texts()).toEqual([long('One'), `${long('Two')}!`]);
    await finish();
    expect(texts()).toEqual([`${long('Two')}!`, `${long('Three')}!`]);
  });

  it('leave a message as it is while it is being spoken, but end it when it is deleted', async () => {
    const { post, texts, reading, start } = await createScene();
    const message = messageOf('Hello.');
    await post(message);
    start();
    reading.onEdit({ ...message, text: 'Hello there.' });
    await settle();
    expect(texts()).toEqual(['Hello.']);
    reading.onDeleted(GUILD, [message.id]);
    await settle();
    expect(texts()).toEqual([]);
  });

  it('keep the others of a joined text', async () => {
    const { post, texts, reading, finish } = await createScene();
    await post(messageOf(long('First')), messageOf(long('Second')));
    const [one, two, three] = [messageOf('one'), messageOf('two'), messageOf('three')];
    await post(one, two, three);
    await finish();
    expect(texts()).toEqual([long('Second'), 'one. two. three']);
    reading.onDeleted(GUILD, [two.id]);
    await settle();
    expect(texts()).toEqual([long('Second'), 'one. three']);
  });

  it('take out a message that is still being taken in', async () => {
    const { texts, reading } = await createScene();
    const message = messageOf('Hello.');
    reading.onMessage(message);
    reading.onDeleted(GUILD, [message.id]);
    await settle();
    expect(texts()).toEqual([]);
  });

  it('drop everything of a channel that is deleted or no longer bound', async () => {
    const { post, texts, reading, stored } = await createScene();
    await post(messageOf('One.'), messageOf(long('Two')), messageOf(long('Three')));
    reading.onChannelGone(GUILD, 'chat');
    await settle();
    expect(texts()).toEqual([]);
    expect(stored.bindings.size).toBe(0);
  });
});

describe('where it is read', () => {
  const joining = { ...binding, autoJoin: true };

  it('is nowhere when the bot is in no voice channel', async () => {
    const { post, spoken, joins } = await createScene({ at: undefined });
    await post(messageOf('Hello.'));
    expect([spoken, joins]).toEqual([[], []]);
  });

  it('is the writer’s voice channel, which the bot joins with auto_join', async () => {
    const { post, texts, joins } = await createScene({ at: undefined, bindings: [joining] });
    await post(messageOf('Nobody there.', { authorId: '2' }), messageOf('Hello.'));
    expect(texts()).toEqual(['Hello.']);
    expect(joins).toEqual(['lounge']);
  });

  it('stays where people listen or captions are on: the first comes first', async () => {
    const { post, texts, joins, state } = await createScene({ bindings: [joining] });
    state.whereabouts.set('2', 'studio');
    await post(messageOf('From the studio.', { authorId: '2' }), messageOf('Here.'));
    expect(texts()).toEqual(['Here.']);
    state.listeners.set('lounge', 0);
    state.captions = true;
    await post(messageOf('Again.', { authorId: '2' }));
    expect(joins).toEqual([]);
    state.captions = false;
    await post(messageOf('Now.', { authorId: '2' }));
    expect(joins).toEqual(['studio']);
  });

  it('is never a voice channel that people may enter who can’t see the chat, unless it was allowed', async () => {
    const { post, texts, state, reading } = await createScene({ bindings: [joining] });
    state.isOpen = false;
    await post(messageOf('Secret.'));
    expect(texts()).toEqual([]);
    expect(await reading.status(GUILD)).toMatchObject([{ readIn: undefined, why: 'not-open' }]);
    await reading.bind({ ...joining, widerListeners: true });
    await post(messageOf('Allowed.'));
    expect(texts()).toEqual(['Allowed.']);
  });

  it('is checked again when permissions change or the bot is moved', {
    meta: { promises: ['chat-isnt-read-aloud'] },
  }, async () => {
    const { post, texts, state, emit } = await createScene();
    await post(messageOf(long('One')), messageOf(long('Two')), messageOf(long('Three')));
    state.isOpen = false;
    emit({ type: 'session-moved', guildId: GUILD, channelId: 'studio', isRequested: false });
    await settle();
    expect(texts()).toEqual([]);
  });

  it('is only its own voice channel for the chat of one', async () => {
    const { post, texts } = await createScene({
      bindings: [
        { ...binding, channelId: 'studio' },
        { ...binding, channelId: 'lounge' },
      ],
    });
    await post(messageOf('Studio.', { channelId: 'studio' }), messageOf('Lounge.', { channelId: 'lounge' }));
    expect(texts()).toEqual(['Lounge.']);
  });

  it('is nowhere for ten minutes after somebody sent the bot away from people', async () => {
    const { post, state, emit, joins } = await createScene({ bindings: [joining] });
    state.session = undefined;
    emit({ type: 'session-ended', guildId: GUILD, channelId: 'lounge', reason: 'left' });
    await post(messageOf('Come back.'));
    expect(joins).toEqual([]);
    vi.advanceTimersByTime(600_000);
    await post(messageOf('Come back now.'));
    expect(joins).toEqual(['lounge']);
  });
});

describe('the end of a session', () => {
  it('drops what waits', async () => {
    const { post, texts, state, emit, queue } = await createScene();
    await post(messageOf(long('One')), messageOf(long('Two')), messageOf(long('Three')));
    queue.splice(0);
    state.session = undefined;
    emit({ type: 'session-ended', guildId: GUILD, channelId: 'lounge', reason: 'failed' });
    state.session = 'lounge';
    await post(messageOf('Anew.'));
    expect(texts()).toEqual(['Anew.']);
  });
});

describe('people who come and go', () => {
  it('are announced in one sentence, and not when they come and go at once', async () => {
    const { reading, texts } = await createScene();
    const movement = { guildId: GUILD, voiceChannelId: 'lounge' } as const;
    reading.onMovement({ ...movement, userId: '2', name: 'Bo', kind: 'joins' });
    reading.onMovement({ ...movement, userId: '3', name: 'Cy', kind: 'joins' });
    reading.onMovement({ ...movement, userId: '4', name: 'Di', kind: 'joins' });
    reading.onMovement({ ...movement, userId: '4', name: 'Di', kind: 'leaves' });
    reading.onMovement({ ...movement, userId: '5', name: 'Ed', kind: 'leaves' });
    await vi.advanceTimersByTimeAsync(1_500);
    await settle();
    expect(texts()).toEqual(['Bo and Cy joined.', 'Ed left.']);
  });

  it('are announced by the newest five sentences, besides those in the queue, when that stands still', {
    meta: { promises: ['announcements-joins-leaves-wait'] },
  }, async () => {
    const { reading, spoken, queue, emit } = await createScene();
    for (let person = 0; person < 20; person += 1) {
      const who = { userId: `${person + 10}`, name: `P${person}` };
      reading.onMovement({ guildId: GUILD, voiceChannelId: 'lounge', ...who, kind: 'joins' });
      await vi.advanceTimersByTimeAsync(1_500);
      await settle();
    }
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      emit({ type: 'item-finished', guildId: GUILD, textId: item.textId });
      await settle();
    }
    expect(spoken.map(({ text }) => text)).toEqual([0, 1, 15, 16, 17, 18, 19].map((person) => `P${person} joined.`));
  });

  it('are not announced where the server does not want it', async () => {
    const { reading, texts } = await createScene({
      settings: { ...settings, announcements: { joins: false, leaves: false } },
    });
    reading.onMovement({ guildId: GUILD, voiceChannelId: 'lounge', userId: '2', name: 'Bo', kind: 'joins' });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(texts()).toEqual([]);
  });
});

describe('messages', () => {
  it('never reach the log, whatever fails', { meta: { promises: ['messages-read-aloud-never'] } }, async () => {
    const lines: string[] = [];
    const log = createLogger('trace', [], { write: (line) => void lines.push(line) });
    const { post, state, spoken } = await createScene({ log });
    state.failure = new Error('no words');
    await post(messageOf('a secret'));
    state.failure = undefined;
    state.engineFailure = new Error('no queue');
    await post(messageOf('a secret'));
    state.engineFailure = undefined;
    await post(messageOf('a secret'));
    expect(spoken).toHaveLength(1);
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain('a secret');
  });
});

describe('what another process continues', () => {
  it('is kept of each text in the queue: the messages that it is made of, and what it was counted as', async () => {
    const { post, kept, spoken } = await createScene();
    const [one, two] = [messageOf('One.'), messageOf('Two.')];
    await post(one, two);
    const amount = 'One.'.length;
    expect(kept.get(spoken[0]?.textId ?? '')).toMatchObject({
      messages: [{ channelId: one.channelId, messageId: one.id }],
      charge: { userId: '1', guildId: GUILD, amount },
    });
  });

  it('is known of all messages that wait, until the engine has them', async () => {
    const { post, reading, finish } = await createScene();
    const messages = ['One', 'Two', 'Three', 'Four'].map((text) => messageOf(long(text)));
    await post(...messages);
    const ids = () => reading.unread(GUILD).map(({ messageId }) => messageId);
    expect(ids()).toEqual(messages.slice(2).map(({ id }) => id));
    await finish();
    expect(ids()).toEqual(messages.slice(3).map(({ id }) => id));
    expect(reading.unread('another')).toEqual([]);
  });
});
