import { spawnSync } from 'node:child_process';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person } from '@mynah/local-discord/people/person';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUTOCOMPLETE_LIMIT, OPT_IN_LIMIT } from '../../src/discord/interactions/interaction-limits.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

const TOO_MANY = /^Too many requests in a short time\. Try again in \d+ seconds?\.$/;
const RATE_LIMITS = new URL('../../src/discord/interactions/rate-limits.ts', import.meta.url).href;

describe('per-person limits at a local Discord', () => {
  let discord: LocalDiscord;
  let ada: Person;
  let bot: Awaited<ReturnType<typeof createTestBot>>;

  beforeEach(async () => {
    discord = await startTestDiscord({ voice: false });
    ada = discord.addPerson({ name: 'Ada' });
    bot = await createTestBot(discord);
    await bot.bot.start(soon());
  });

  afterEach(async () => {
    await bot.close();
    await discord.close();
  });

  const reply = async (invocation: Invocation | Promise<Invocation>) => (await invocation).reply(soon());
  const inTurn = async <T>(times: number, act: () => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    for (let time = 0; time < times; time += 1) results.push(await act());
    return results;
  };

  it('a burst of /say with a file costs the service no more than its limit, and says how long to wait', {
    meta: { promises: ['person-uses-costly-command'] },
  }, async () => {
    const replies = await inTurn(22, () => reply(ada.type('/say', { text: 'Hello.', file: true })));
    expect(replies.slice(0, 20).map(({ attachments }) => attachments.length)).toEqual(Array(20).fill(1));
    for (const { content, ephemeral } of replies.slice(20)) {
      expect(content).toMatch(TOO_MANY);
      expect(ephemeral).toBe(true);
    }
    expect(bot.ttsRequests).toHaveLength(20);
    // Another person is not affected, and the person still can do everything else.
    const bob = discord.addPerson({ name: 'Bob' });
    expect((await reply(bob.type('/say', { text: 'Hello.', file: true }))).attachments).toHaveLength(1);
    expect((await reply(ada.type('/help'))).content).not.toMatch(TOO_MANY);
  });

  it('an autocomplete beyond the limit has no choices, and no line', async () => {
    const choices = await inTurn(AUTOCOMPLETE_LIMIT.uses + 1, () =>
      ada.autocomplete('/say', 'voice', 'la', { text: 'x' }),
    );
    expect(choices.at(-2)).toHaveLength(1);
    expect(choices.at(-1)).toEqual([]);
  });

  describe('buttons pressed fast', () => {
    /** Captions that Ada opted out of once. Each function presses a button and resolves with the reply. */
    const start = async () => {
      ada.enterVoice(discord.guild.channel('Lounge').id);
      const notice = await reply(ada.type('/captions start'));
      const optedOut = await reply(ada.click(notice, 'captions:opt-out'));
      const optInId = /"custom_id":"(captions:opt-in[^"]*)"/.exec(JSON.stringify(optedOut.components))?.[1] ?? '';
      const stopId = /"custom_id":"(captions:stop[^"]*)"/.exec(JSON.stringify(notice.components))?.[1] ?? '';
      return {
        optIn: () => ada.click(optedOut, optInId),
        optOut: () => ada.click(notice, 'captions:opt-out'),
        stop: () => ada.click(notice, stopId),
      };
    };

    it('are limited, but an opt-out is never refused, and the last decision counts', {
      meta: { promises: ['pressing-fast-limited-opt'] },
    }, async () => {
      const { optIn, optOut } = await start();
      const presses = await inTurn(20, () => Promise.all([optIn(), optOut()]));
      const contents = await Promise.all(
        presses.map((pair) => Promise.all(pair.map(async (press) => (await reply(press)).content))),
      );
      expect(contents.filter(([, out = '']) => TOO_MANY.test(out))).toEqual([]);
      expect(contents.filter(([back = '']) => TOO_MANY.test(back))).toHaveLength(20 - OPT_IN_LIMIT.uses);
      expect((await reply(ada.type('/privacy show'))).content).toMatch(/opted out/i);
    });

    it('never keep anyone from stopping the captions', async () => {
      const { optIn, stop } = await start();
      const others = await inTurn(OPT_IN_LIMIT.uses + 1, () => reply(optIn()));
      expect(others.at(-1)?.content).toMatch(TOO_MANY);
      expect((await reply(stop())).content).not.toMatch(TOO_MANY);
    });
  });
});

describe('the counts of rate limits', () => {
  it('do not keep the process running', { meta: { promises: ['counts-take-bounded-memory'] } }, () => {
    const script = `import { createRateLimits } from ${JSON.stringify(RATE_LIMITS)};
      await createRateLimits().secondsToWait({ name: 'test', uses: 1, withinS: 3600 }, '1');`;
    const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { timeout: 30_000 });
    expect({ status: ended.status, stderr: ended.stderr.toString() }).toEqual({ status: 0, stderr: '' });
  });
});
