import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { expect, it } from 'vitest';
import { sayAndHear } from '../support/say-and-hear.ts';
import { BROTHER } from '../support/sentences.ts';
import { openTestSession, patience } from '../support/test-session.ts';

const LIMIT = 4 * BROTHER.length;

it('budgets hold for the bot as a process: what is skipped is given back, what is spoken counts, also after a restart', {
  meta: { promises: ['budgets-survive-restart'] },
}, async () => {
  await using session = await openTestSession({
    environment: { LIMIT_CHARACTERS_USER: String(LIMIT), LIMIT_CAPTION_MINUTES_GUILD: '0' },
  });
  const { ada, environment } = session;
  const type = async (command: string, options = {}): Promise<string> =>
    (await (await ada.type(command, options)).reply(patience())).content;

  expect(await type('/captions start')).toMatch(/^Captioning is turned off in this server: its daily limit is 0/);
  await sayAndHear(session, BROTHER);
  const speaking = await ada.type('/say', { text: BROTHER });
  await speaking.until(({ content }) => content.includes('Speaking'), patience());
  for (const ahead of [1, 2]) {
    expect(await type('/say', { text: BROTHER })).toContain(`Queued: ${ahead} text`);
  }
  expect(await type('/say', { text: BROTHER })).toMatch(
    /^You've used up your \d+ characters for today\. The limit resets <t:/,
  );
  // The next in the queue is synthesized ahead; the one behind it is given back.
  await type('/stop');
  expect(await type('/usage')).toContain(`${3 * BROTHER.length} of ${LIMIT} characters`);
  await environment.restartBot('stop', patience());
  expect(await type('/usage')).toContain(`${3 * BROTHER.length} of ${LIMIT} characters`);
  await (await ada.type('/say', { text: BROTHER, file: true })).reply(patience());
  const hasFile = ({ attachments }: SeenMessage): boolean => attachments.length === 1;
  await environment.discord.guild.channel('general').waitForMessage(hasFile, patience());
  const refused = await (await ada.type('/say', { text: BROTHER, file: true })).reply(patience());
  expect(refused.ephemeral).toBe(true);
  expect(refused.content).toMatch(/used up your \d+ characters for today\. The limit resets <t:\d+:R> \(<t:\d+:t>\)/);
  expect(environment.bot.output()).not.toContain('brother');
});
