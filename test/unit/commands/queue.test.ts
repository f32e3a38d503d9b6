import { describe, expect, it } from 'vitest';
import { createQueue } from '../../../commands/queue.ts';
import type { Reply } from '../../../src/discord/interactions/replies.ts';
import { choiceBy, createScene, inLounge, interactionBy, itemBy } from './command-scene.ts';

/** Item ids that the select of a reply offers. */
function offered(reply: Reply | undefined): string[] {
  const components = reply?.components?.flatMap((row) => row.components) ?? [];
  return components.flatMap((component) =>
    'options' in component ? component.options.map((option) => option.value) : [],
  );
}

const items = [itemBy('1', 1, 'mine'), itemBy('2', 2, '**theirs** @everyone'), itemBy('1', 3, 'mine too')];

describe('/queue', () => {
  it('lists the texts with their members, sanitized, and offers the own ones for removal', async () => {
    const context = interactionBy(inLounge);
    await createQueue(createScene({ at: 'lounge', items })).run(context);
    const [reply] = context.answers;
    expect(reply?.content.split('\n').slice(0, 2)).toEqual(['In <#lounge>:', '1\\. <@1> (speaking): mine']);
    expect(reply?.content).not.toMatch(/@everyone|(?<!\\)\*\*/);
    expect(offered(reply)).toEqual(['1', '3']);
  });

  it('offers all of them to a manager', async () => {
    const context = interactionBy({ ...inLounge, isManager: true });
    await createQueue(createScene({ at: 'lounge', items })).run(context);
    expect(offered(context.answers[0])).toEqual(['1', '2', '3']);
  });

  it('stays within what a message and a select hold', async () => {
    const many = Array.from({ length: 60 }, (_, index) => itemBy('1', index + 1, '*_~`|'.repeat(100)));
    const context = interactionBy({ ...inLounge, isManager: true });
    await createQueue(createScene({ at: 'lounge', items: many })).run(context);
    expect(context.answers[0]?.content.length).toBeLessThanOrEqual(2_000);
    expect(context.answers[0]?.content).toMatch(/…and 48 more texts\.$/);
    expect(offered(context.answers[0])).toHaveLength(25);
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
      const context = choiceBy({ ...inLounge, isManager }, [id]);
      await createQueue(scene).component?.(context);
      expect(scene.acts).toEqual(acts);
      expect(context.updates[0]?.content).toMatch(message);
      expect(context.updates[0]?.content).toContain('In <#lounge>:');
    },
  );
});
