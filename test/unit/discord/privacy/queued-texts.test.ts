import { expect, it } from 'vitest';
import { createQueuedTexts } from '../../../../src/discord/privacy/queued-texts.ts';
import { MynahError } from '../../../../src/errors.ts';
import type { RemoveOutcome } from '../../../../src/voice/voice-api.ts';

/** Ada has two texts in a server and one in another, Bo has one; the store deletes `stored`. */
function createScene(stored: number, remove: () => Promise<RemoveOutcome> = async () => ({ kind: 'removed' })) {
  const calls: string[] = [];
  const taken = new Set<string>();
  const item = (textId: string, userId: string) => ({
    textId,
    userId,
    text: 'Hello.',
    voiceId: undefined,
    firstPiece: 0,
  });
  const place = { channelId: 'lounge', paused: false };
  const texts = createQueuedTexts({
    engine: {
      records: () =>
        [
          { ...place, guildId: 'g', items: [item('1', 'ada'), item('2', 'bo'), item('3', 'ada')] },
          { ...place, guildId: 'h', items: [item('1', 'ada')] },
          { ...place, guildId: 'taken over', items: calls.includes('forget ada') ? [item('7', 'ada')] : [] },
        ].map(({ items, ...record }) => ({
          ...record,
          items: items.filter(({ textId }) => !taken.has(`${record.guildId} ${textId}`)),
        })),
      remove: async (guildId, textId, userId, anyone) => {
        calls.push(`remove ${guildId} ${textId} for ${userId} ${anyone}`);
        const outcome = await remove();
        taken.add(`${guildId} ${textId}`);
        return outcome;
      },
    },
    takeover: { forget: (userId) => void calls.push(`forget ${userId}`) },
    store: {
      count: async () => stored,
      erase: async (userId) => {
        calls.push(`erase ${userId}`);
        return stored;
      },
    },
  });
  return { texts, calls };
}

it('deletes a person’s texts, and takes them out of the queues first', async () => {
  const { texts, calls } = createScene(2);
  expect(await texts.erase('ada')).toBe(4);
  expect(calls).toEqual([
    'remove g 1 for ada false',
    'remove g 3 for ada false',
    'remove h 1 for ada false',
    'erase ada',
    'forget ada',
    'remove taken over 7 for ada false',
  ]);
});

it('counts what other processes have, too', async () => {
  const { texts } = createScene(5);
  expect(await texts.count('ada')).toBe(5);
  expect(await texts.erase('ada')).toBe(5);
});

it('deletes what is stored even if a voice thread has crashed', async () => {
  const { texts, calls } = createScene(2, async () => {
    throw new MynahError('VOICE_THREAD_LOST', 'the voice thread crashed');
  });
  expect(await texts.erase('ada')).toBe(2);
  expect(calls).toContain('erase ada');
});
