import { describe, expect, it } from 'vitest';
import type { ChatMessage, ReadingCharge } from '../../../src/reading/reading-ports.ts';
import { createScene, GUILD, messageOf, settings, settle } from './reading-scene.ts';

type Scene = Awaited<ReturnType<typeof createScene>>;

/** Leaves messages as an earlier process does, and what Discord has of them now. */
function leave({ state }: Scene, ...messages: readonly ChatMessage[]) {
  for (const message of messages) state.posted.set(message.id, message);
  return messages.map(({ id: messageId, channelId, editedAtMs }) => ({ channelId, messageId, editedAtMs }));
}

/** Goes on with a text that an earlier process began in the lounge; `refunded` has what was given back of its charge. */
function resume(
  scene: Scene,
  written: ReturnType<typeof leave>,
  more: { piece?: number; recording?: Uint8Array } = {},
) {
  const { piece = 1, recording } = more;
  const refunded: number[] = [];
  const record = { kind: 'characters', day: '2026-11-26', userId: '1', guildId: GUILD, amount: 9 } as const;
  const charge: ReadingCharge = {
    record,
    refund: (count) => void refunded.push(count),
    refundAll: () => void refunded.push(-1),
  };
  const isQueued = scene.reading.resume({
    request: {
      ...{
        guildId: GUILD,
        textId: 'begun',
        whileJoining: 'lounge',
        userId: '1',
        text: 'What was begun.',
        voiceId: 'v',
        recording,
      },
      resume: { piece, packets: 0 },
    },
    ...{ messages: written, charge },
  });
  return { isQueued, refunded };
}

/** What happened while no process ran, or while Discord is asked. */
const CHANGES: [string, (scene: Scene, message: ChatMessage) => unknown][] = [
  ['was deleted', ({ state }, { id }) => state.posted.delete(id)],
  [
    'has a writer who muted themselves',
    ({ stored }) => stored.choices.set('1', { isMuted: true, nickname: undefined }),
  ],
  [
    'has a writer whom managers muted',
    ({ state }) => (state.settings = { ...settings, muted: { userIds: ['1'], roleIds: [] } }),
  ],
  [
    'has a writer with a role that managers muted',
    (scene, message) => {
      scene.state.settings = { ...settings, muted: { userIds: [], roleIds: ['loud'] } };
      leave(scene, { ...message, authorRoleIds: ['loud'] });
    },
  ],
  ['is in a channel that is read no more', ({ reading }) => reading.unbind(GUILD, 'chat')],
  ['is in a channel that not all listeners may read', ({ state }) => (state.isOpen = false)],
  ['is in a channel that no listener may read', ({ state }) => (state.hasReaders = false)],
];

/** What happens afterwards, and is reported. */
const EVENTS: [string, (scene: Scene, message: ChatMessage) => unknown][] = [
  ['is deleted', ({ reading }, { id }) => reading.onDeleted(GUILD, [id])],
  [
    'has a writer who mutes themselves',
    ({ reading }) => reading.choose(GUILD, '1', { isMuted: true, nickname: undefined }),
  ],
  [
    'has a writer whom managers mute',
    ({ reading, state }) => {
      state.settings = { ...settings, muted: { userIds: ['1'], roleIds: [] } };
      reading.onSettings(GUILD, state.settings);
    },
  ],
  ['is in a channel that is read no more', ({ reading }) => reading.unbind(GUILD, 'chat')],
  [
    'is in a channel that not all listeners may read any more',
    ({ reading, state }) => {
      state.isOpen = false;
      reading.onAccessChanged(GUILD);
    },
  ],
];

const KINDS = [
  ['a text that was begun', {}],
  ['the sound of a voice message', { piece: 0, recording: new Uint8Array(3) }],
] as const;

describe.each(KINDS)('%s goes on after a restart', (_kind, more) => {
  it('where it was, as an item like any other', { meta: { promises: ['continued-can-be-taken-back'] } }, async () => {
    const scene = await createScene();
    const { isQueued, refunded } = resume(scene, leave(scene, messageOf('Hello.')), more);
    expect(await isQueued).toBe(true);
    expect(scene.spoken).toMatchObject([{ text: 'What was begun.', whileJoining: 'lounge' }]);
    expect(scene.kept.get('begun')?.charge).toMatchObject({ amount: 9 });
    await scene.finish();
    expect(refunded).toEqual([]);
  });

  it.each(CHANGES)(
    'unless its message %s',
    { meta: { promises: ['continued-can-be-taken-back'] } },
    async (_what, change) => {
      const scene = await createScene();
      const message = messageOf('Hello.');
      const written = leave(scene, message);
      await change(scene, message);
      const { isQueued, refunded } = resume(scene, written, more);
      expect(await isQueued).toBe(false);
      await settle();
      expect(scene.spoken).toEqual([]);
      // Who took it over gives back what was not heard.
      expect(refunded).toEqual([]);
    },
  );

  it.each(EVENTS)(
    'until its message %s',
    { meta: { promises: ['continued-can-be-taken-back'] } },
    async (_what, happen) => {
      const scene = await createScene();
      const message = messageOf('Hello.');
      const { isQueued, refunded } = resume(scene, leave(scene, message), more);
      await isQueued;
      await happen(scene, message);
      await settle();
      expect(scene.texts()).toEqual([]);
      expect(refunded).toEqual([3]);
    },
  );

  it.each(EVENTS)(
    'but not if its message %s while Discord is asked',
    { meta: { promises: ['continued-can-be-taken-back'] } },
    async (_what, happen) => {
      const scene = await createScene();
      const message = messageOf('Hello.');
      const { promise, resolve } = Promise.withResolvers<void>();
      scene.state.looking = promise;
      const { isQueued } = resume(scene, leave(scene, message), more);
      await settle();
      await happen(scene, message);
      resolve();
      await isQueued;
      await settle();
      expect(scene.texts()).toEqual([]);
    },
  );

  it('unless the queue is cleared before Discord has answered', {
    meta: { promises: ['continued-can-be-taken-back'] },
  }, async () => {
    const scene = await createScene();
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.state.looking = promise;
    scene.reading.reread(GUILD, leave(scene, messageOf('Before it.')));
    const { isQueued } = resume(scene, leave(scene, messageOf('Hello.')), more);
    await settle();
    expect(scene.reading.clear(GUILD)).toBe(2);
    resolve();
    expect(await isQueued).toBe(false);
    await settle();
    expect(scene.spoken).toEqual([]);
  });

  it('unless the queue is cleared while Discord is asked for it', {
    meta: { promises: ['continued-can-be-taken-back'] },
  }, async () => {
    const scene = await createScene();
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.state.looking = promise;
    const { isQueued } = resume(scene, leave(scene, messageOf('Hello.')), more);
    await settle();
    expect(scene.reading.clear(GUILD)).toBe(1);
    resolve();
    expect(await isQueued).toBe(false);
    await settle();
    expect(scene.spoken).toEqual([]);
  });
});

describe('a text that was begun', () => {
  it('of a message that was edited is over, and the message is read as it is now', {
    meta: { promises: ['continued-can-be-taken-back'] },
  }, async () => {
    const scene = await createScene();
    const message = messageOf('My number is 555.');
    const written = leave(scene, message);
    leave(scene, { ...message, text: 'My number is secret.', editedAtMs: 5 });
    expect(await resume(scene, written).isQueued).toBe(false);
    await settle();
    expect(scene.texts()).toEqual(['My number is secret.']);
  });

  it('of several messages goes on with those after the one that was deleted', {
    meta: { promises: ['continued-can-be-taken-back'] },
  }, async () => {
    const scene = await createScene();
    const messages = ['One.', 'Two.', 'Three.'].map((text) => messageOf(text));
    const written = leave(scene, ...messages);
    scene.state.posted.delete(messages[1]?.id ?? '');
    expect(await resume(scene, written).isQueued).toBe(false);
    await settle();
    expect(scene.texts()).toEqual(['Three.']);
  });

  it('of a message that Discord does not show is over, and counts as left out', {
    meta: { promises: ['continued-can-be-taken-back'] },
  }, async () => {
    const scene = await createScene();
    scene.state.lookFailure = new Error('Missing Access');
    expect(await resume(scene, leave(scene, messageOf('Hello.'))).isQueued).toBe(false);
    scene.state.lookFailure = undefined;
    await scene.post(messageOf('Good evening.'));
    expect(scene.texts()).toEqual(['1 message left out. Good evening.']);
  });

  it('is not queued, and not refunded here, when the engine has no room; it is read from its beginning', async () => {
    const scene = await createScene();
    scene.state.maxItems = 0;
    const { isQueued, refunded } = resume(scene, leave(scene, messageOf('Hello.')));
    expect(await isQueued).toBe(false);
    expect(refunded).toEqual([]);
    expect(scene.reading.unread(GUILD)).toHaveLength(1);
  });
});

it('a text goes on with the settings as they are when it does, however slow the database is', {
  meta: { promises: ['continued-can-be-taken-back'] },
}, async () => {
  const scene = await createScene();
  const { promise, resolve } = Promise.withResolvers<void>();
  scene.state.loading = promise;
  const { isQueued } = resume(scene, leave(scene, messageOf('Hello.')));
  await settle();
  scene.state.settings = { ...settings, muted: { userIds: ['1'], roleIds: [] } };
  scene.reading.onSettings(GUILD, scene.state.settings);
  resolve();
  expect(await isQueued).toBe(false);
});

describe('the sound of a voice message', () => {
  const sound = { piece: 0, recording: new Uint8Array(3) };

  it('goes on when the message was edited, and its text is not read again', async () => {
    const scene = await createScene();
    const message = messageOf('A voice message.');
    const written = leave(scene, message);
    leave(scene, { ...message, text: 'Pinned.', editedAtMs: 5 });
    const { isQueued } = resume(scene, written, sound);
    expect(await isQueued).toBe(true);
    scene.reading.onEdit({ ...message, text: 'Edited.' });
    await settle();
    expect(scene.texts()).toEqual(['What was begun.']);
  });
});

describe('a message that a proxy bot posted', () => {
  const identity = (text: string) => messageOf(text, { authorKind: 'identity', authorName: 'Luna' });

  it('is still edited after a restart', { meta: { promises: ['continued-can-be-taken-back'] } }, async () => {
    const scene = await createScene();
    const message = identity('My number is 555.');
    scene.reading.reread(GUILD, leave(scene, message));
    await settle();
    scene.reading.onEdit({ ...message, authorId: 'hook', authorKind: 'proxied', text: 'Never mind.' });
    await settle();
    expect(scene.texts()).toEqual(['Never mind.']);
  });

  it('is heard on after a restart in the one that it replaced', async () => {
    const scene = await createScene();
    const [original, said] = [
      messageOf('A: Hello.'),
      messageOf('Hello.', { authorKind: 'proxied', authorName: 'Luna' }),
    ];
    await scene.post(original);
    scene.start();
    await scene.post(said);
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.kept.get(scene.spoken[0]?.textId ?? '')?.messages).toEqual([
      { channelId: 'chat', messageId: said.id, writerId: '1', editedAtMs: undefined },
    ]);
  });
});

describe('messages that an earlier process had not begun', () => {
  const messages = () => ['One.', 'Two.'].map((text) => messageOf(`${text} ${'word '.repeat(30)}`.trim()));

  it('are read as they are now, before those that come after them', async () => {
    const scene = await createScene();
    const [one, two] = messages();
    if (one === undefined || two === undefined) throw new Error('there are no messages');
    const written = leave(scene, one, two);
    leave(scene, { ...one, text: 'Now it is this.', editedAtMs: 5 });
    scene.state.posted.delete(two.id);
    scene.reading.reread(GUILD, written);
    await scene.post(messageOf('Three.', { authorId: '2', authorName: 'Bo' }));
    expect(scene.texts()).toEqual(['Now it is this.', 'Three.']);
  });

  it('wait for the next process until Discord was asked for them', async () => {
    const scene = await createScene();
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.state.looking = promise;
    const written = leave(scene, ...messages());
    scene.reading.reread(GUILD, written);
    await settle();
    expect(scene.reading.unread(GUILD).map(({ messageId }) => messageId)).toEqual(
      written.map(({ messageId }) => messageId),
    );
    resolve();
    await settle();
    expect(scene.reading.unread(GUILD)).toEqual([]);
    expect(scene.texts()).toHaveLength(2);
  });

  it('are read once, also when they are there twice', async () => {
    const scene = await createScene();
    const written = leave(scene, messageOf('Hello.'));
    scene.reading.reread(GUILD, [...written, ...written]);
    await settle();
    expect(scene.texts()).toEqual(['Hello.']);
  });

  it('are not read when a proxy bot is only replacing them now', async () => {
    const scene = await createScene();
    scene.stored.identities = [{ userId: '1', name: 'Luna', voice: undefined, seenAtMs: Date.now() }];
    const original = messageOf('A: Hello.');
    scene.reading.reread(GUILD, leave(scene, original));
    await settle();
    await scene.post(messageOf('Hello.', { authorId: 'hook', authorKind: 'proxied', authorName: 'Luna' }));
    scene.reading.onDeleted(GUILD, [original.id]);
    await settle();
    expect(scene.texts()).toEqual(['Hello.']);
  });

  it('are not heard when they are deleted while others are looked at', {
    meta: { promises: ['continued-can-be-taken-back'] },
  }, async () => {
    const scene = await createScene();
    const [one, two] = messages();
    if (one === undefined || two === undefined) throw new Error('there are no messages');
    scene.reading.reread(GUILD, leave(scene, one));
    const { promise, resolve } = Promise.withResolvers<void>();
    const loading = Promise.withResolvers<void>();
    scene.state.loading = loading.promise;
    scene.state.looking = promise;
    scene.reading.reread(GUILD, leave(scene, two));
    scene.reading.onDeleted(GUILD, [one.id]);
    loading.resolve();
    await settle();
    expect(scene.spoken).toEqual([]);
    resolve();
    await settle();
    expect(scene.texts()).toEqual([two.text]);
  });

  it('are not heard when the queue is cleared while Discord is asked', {
    meta: { promises: ['continued-can-be-taken-back'] },
  }, async () => {
    const scene = await createScene();
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.state.looking = promise;
    scene.reading.reread(GUILD, leave(scene, ...messages()));
    await settle();
    expect(scene.reading.clear(GUILD)).toBe(2);
    resolve();
    await settle();
    expect(scene.spoken).toEqual([]);
  });

  it('count as left out when they can’t be looked at', async () => {
    const scene = await createScene();
    scene.state.lookFailure = new Error('Missing Access');
    scene.reading.reread(GUILD, leave(scene, ...messages()));
    await settle();
    scene.state.lookFailure = undefined;
    await scene.post(messageOf('Hello.'));
    expect(scene.texts()).toEqual(['2 messages left out. Hello.']);
  });

  it('are not heard when they are deleted while Discord is asked', {
    meta: { promises: ['continued-can-be-taken-back'] },
  }, async () => {
    const scene = await createScene();
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.state.looking = promise;
    const [one] = messages();
    if (one === undefined) throw new Error('there is no message');
    scene.reading.reread(GUILD, leave(scene, one));
    await settle();
    scene.reading.onDeleted(GUILD, [one.id]);
    resolve();
    await settle();
    expect(scene.texts()).toEqual([]);
  });
});
