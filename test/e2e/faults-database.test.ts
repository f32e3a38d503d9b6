import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../../playground/environment.ts';
import { type CaptionsTestSession, joinForCaptions } from '../support/captions-session.ts';
import { createTestDatabase, type PostgresServer, query, startPostgresServer } from '../support/postgres-server.ts';
import { sayAndHear } from '../support/say-and-hear.ts';
import { BROTHER, TEA } from '../support/sentences.ts';
import { patience, startTestEnvironment } from '../support/test-session.ts';

const LONG = { timeout: 120_000 };

describe('a database on a server of its own', { tags: ['postgres'] }, () => {
  let server: PostgresServer;
  let environment: Environment;
  let url: string;

  beforeAll(async () => {
    server = await startPostgresServer();
    ({ url } = await createTestDatabase(server.adminUrl));
    environment = await startTestEnvironment({
      recognizer: { recognize: () => Promise.resolve({ text: 'We said this.', duration: 1, segments: [] }) },
      environment: { DATABASE_URL: url },
    });
  });
  afterAll(async () => {
    await environment?.close();
    await server?.[Symbol.asyncDispose]();
  });

  const ready = async (): Promise<number> => (await fetch(`${environment.bot.httpUrl}/readyz`)).status;
  const lines = (level: string): string[] =>
    environment.bot.log.filter((entry) => entry.level === level).map(({ msg }) => String(msg));
  const spoken = async (): Promise<unknown> => {
    const used = "select used::int from budget_uses where kind = 'characters' and scope = 'account'";
    return (await query(url, used))[0]?.['used'];
  };
  const ask = async ({ ada }: CaptionsTestSession, command: string, options = {}): Promise<string> =>
    (await (await ada.type(command, options)).reply(patience())).content;

  it('database gone and back', LONG, async () => {
    await using session = await joinForCaptions(environment);
    const grace = await session.speaker('Grace');
    await session.start({ interim: false });
    await sayAndHear(session, TEA);
    expect(await spoken()).toBe(TEA.length);

    await server.stop();
    await expect.poll(ready).toBe(503);
    // Speech and captions go on; what must be stored waits.
    await sayAndHear(session, TEA);
    await grace.say(BROTHER);
    await session.untilLines('Grace', (text) => text.includes('We said this'));
    // What changes something says that it could not.
    expect(await ask(session, '/privacy opt-out')).toMatch(/^I can't reach my database, so nothing was changed\./);

    await server.start();
    await expect.poll(ready).toBe(200);
    await expect.poll(() => query(url, 'select text from caption_lines')).toEqual([{ text: 'We said this.' }]);
    await expect.poll(spoken).toBe(2 * TEA.length);
    expect(await ask(session, '/privacy opt-out')).toMatch(/opted out/);
    await environment.bot.waitForLog(({ msg }) => msg === 'the database works again', patience());
    // Besides the outage, what somebody asked for.
    expect(lines('error')).toEqual(['the database cannot be used', 'a request failed']);
    const warnings = [
      'processes cannot share the account until the database is back',
      'speech concurrency is divided among the processes for now',
    ];
    expect([...new Set(lines('warn'))].toSorted()).toEqual(warnings);
    // A server that is starting is another reason than one that is gone, so that a line may be there for each.
    expect(lines('warn').length).toBeLessThanOrEqual(2 * warnings.length);
  });
});
