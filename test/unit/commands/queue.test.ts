import { describe, expect, it } from 'vitest';
import { createQueue } from '../../../commands/queue.ts';
import type { Reply } from '../../../src/discord/client/replies.ts';
import type { Services } from '../../../src/discord/services.ts';
import { choiceBy, createScene, inLounge, interactionBy, itemBy } from './command-scene.ts';

/** Item ids that the select of a reply offers. */
function offered(reply: Reply | undefined): string[] {
  const components = reply?.components?.flatMap((row) => row.components) ?? [];
  return components.flatMap((component) =>
    'options' in component ? component.options.map((option) => option.value) : [],
  );
}

/** The value that `/queue` offers for an item, or the id alone when it offers none. */
async function offeredFor(scene: Services, textId: string): Promise<string> {
  const context = interactionBy({ ...inLounge, managesVoice: true });
  await createQueue(scene).run(context);
  return offered(context.answers[0]).find((value) => value === textId) ?? textId;
}

const items = [itemBy('1', '1', 'mine'), itemBy('2', '2', '**theirs** @everyone'), itemBy('1', '3', 'mine too')];

describe('/queue', () => {
  it('lists the texts with their members, sanitized, and offers the own ones for removal', async () => {
    const context = interactionBy(inLounge);
    await createQueue(createScene({ at: 'lounge', items })).run(context);
    const [reply] = context.answers;
    expect(reply?.content.split('\n').slice(0, 2)).toEqual(['In <#lounge>:', '1\\. <@1> (speaking): mine']);
    expect(reply?.content).not.toMatch(/@everyone|(?<!\\)\*\*/);
    expect(offered(reply)).toEqual(['1', '3']);
  });

  it('says that the bot is still joining', async () => {
    const context = interactionBy(inLounge);
    await createQueue(createScene({ at: 'lounge', joining: true, items })).run(context);
    expect(context.answers[0]?.content).toMatch(/^Joining <#lounge>:\n1/);
  });

  it('says that a text waits for listeners', async () => {
    const waiting = { ...itemBy('1', '1', 'mine'), state: 'waiting-for-listeners' } as const;
    const context = interactionBy(inLounge);
    await createQueue(createScene({ at: 'lounge', items: [waiting] })).run(context);
    expect(context.answers[0]?.content).toBe('In <#lounge>:\n1\\. <@1> (waiting for listeners): mine');
  });

  it('offers all of them to a manager', async () => {
    const context = interactionBy({ ...inLounge, managesVoice: true });
    await createQueue(createScene({ at: 'lounge', items })).run(context);
    expect(offered(context.answers[0])).toEqual(['1', '2', '3']);
  });

  it('stays within what a message and a select hold', async () => {
    const many = Array.from({ length: 60 }, (_, index) => itemBy('1', `${index + 1}`, '*_~`|'.repeat(100)));
    const context = interactionBy({ ...inLounge, managesVoice: true });
    await createQueue(createScene({ at: 'lounge', items: many })).run(context);
    expect(context.answers[0]?.content.length).toBeLessThanOrEqual(2_000);
    expect(context.answers[0]?.content).toMatch(/…and 48 more texts\.$/);
    expect(offered(context.answers[0])).toHaveLength(25);
  });

  it('is not for people who cannot see the voice channel', async () => {
    const context = interactionBy(inLounge);
    await createQueue(createScene({ at: 'secret', items })).run(context);
    expect(context.answers).toEqual([
      {
        ...{ visibility: 'ephemeral', components: [] },
        content: "You can't see the voice channel that I'm in, so I can't show you its queue.",
      },
    ]);
  });

  it('offers all of them to those who manage the voice channel', async () => {
    const scene = createScene({ at: 'lounge', items });
    const mayManage: Services['directory']['mayManage'] = (_guildId, channelId) => channelId === 'lounge';
    const context = interactionBy(inLounge);
    await createQueue({ ...scene, directory: { ...scene.directory, mayManage } }).run(context);
    expect(offered(context.answers[0])).toEqual(['1', '2', '3']);
  });

  it('says so when it is empty', async () => {
    const context = interactionBy(inLounge);
    await createQueue(createScene({ at: 'lounge' })).run(context);
    expect(context.answers).toEqual([
      { content: 'The queue is empty. Add to it with `/say`.', visibility: 'ephemeral', components: [] },
    ]);
  });
});

describe('the select of /queue', () => {
  it.each([
    ['1', false, ['remove 1'], /^Removed from the queue\./],
    ['2', false, [], /You can only remove your own texts/],
    ['2', true, ['remove 2'], /^Removed from the queue\./],
    ['9', false, [], /no longer in the queue/],
  ])(
    'on item %s (manager: %s) removes what may be removed, and shows the queue again',
    async (id, isManager, acts, message) => {
      const scene = createScene({ at: 'lounge', items });
      const context = choiceBy({ ...inLounge, managesVoice: isManager }, [await offeredFor(scene, id)]);
      await createQueue(scene).component?.(context);
      expect(scene.acts).toEqual(acts);
      expect(context.updates[0]?.content).toMatch(message);
      expect(context.updates[0]?.content).toContain('In <#lounge>:');
    },
  );

  it('never removes another text than the one that it showed', {
    meta: { promises: ['select-queue-removes-text'] },
  }, async () => {
    const earlier = createScene({ at: 'lounge', items: [itemBy('1', 'an earlier one')] });
    const later = createScene({ at: 'lounge', items });
    const context = choiceBy(inLounge, [await offeredFor(earlier, 'an earlier one')]);
    await createQueue(later).component?.(context);
    expect(context.updates[0]?.content).toMatch(/^That text is no longer in the queue\./);
    expect(later.acts).toEqual([]);
  });

  it('removes an own text where the queue is hidden, and shows nothing of it', async () => {
    const scene = createScene({ at: 'secret', items });
    const context = choiceBy(inLounge, [await offeredFor(createScene({ at: 'lounge', items }), '1')]);
    await createQueue(scene).component?.(context);
    expect(scene.acts).toEqual(['remove 1']);
    expect(context.updates).toEqual([
      {
        ...{ visibility: 'ephemeral', components: [] },
        content: "Removed from the queue.\nYou can't see the voice channel that I'm in, so I can't show you its queue.",
      },
    ]);
  });
});
