import { describe, expect, it, vi } from 'vitest';
import type { BudgetUsedUp } from '../../../../src/budgets/budgets-api.ts';
import { createReadingCharge } from '../../../../src/discord/reading/reading-charge.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';

/** What is posted when somebody's text finds too few characters left. */
async function postedFor(whose: BudgetUsedUp['whose'], webhookName: string | undefined) {
  const posted: string[] = [];
  const usedUp = { whose, resetsAtMs: 60_000 } as BudgetUsedUp;
  const charge = createReadingCharge({
    budgets: { take: async () => ({ kind: 'used-up', usedUp }) },
    directory: { post: async (_channelId, content) => posted.push(content) > 0 },
    publicMessages: async () => english,
    log: createLogger('silent'),
  });
  const who = { guildId: 'g', userId: '1', channelId: 'chat', webhookName };
  await charge(who, 10);
  await charge(who, 10);
  await vi.waitFor(() => expect(posted).toHaveLength(1));
  return posted[0];
}

describe('the notice of used up characters', () => {
  it('mentions a person, once', async () => {
    expect(await postedFor('member', undefined)).toMatch(/^<@1> has too few characters left today/);
  });

  it('names a webhook, which nobody can mention', async () => {
    expect(await postedFor('member', '*News* @everyone')).toMatch(
      /^\\\*News\\\* @\u200Beveryone has too few characters/,
    );
  });

  it('names nobody when the server has too few left', async () => {
    expect(await postedFor('guild', 'News')).toMatch(/^This server has too few characters left today/);
  });
});
