import { ApplicationCommandType } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ephemeral } from '../../../../src/discord/client/replies.ts';
import type { AnswerPort } from '../../../../src/discord/interactions/answers.ts';
import { type AutocompleteContext, type Command, createOptions } from '../../../../src/discord/interactions/command.ts';
import { createExplainer } from '../../../../src/discord/interactions/explain-failure.ts';
import {
  AUTOCOMPLETE_LIMIT,
  COMPONENT_LIMIT,
  FORM_LIMIT,
} from '../../../../src/discord/interactions/interaction-limits.ts';
import { createRouter, type Incoming } from '../../../../src/discord/interactions/interaction-router.ts';
import { createRateLimits } from '../../../../src/discord/interactions/rate-limits.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';

const log = createLogger('silent');
const LIMIT = { name: 'test', uses: 2, withinS: 30 };
const DONE = 'ephemeral: done';
const WAIT = 'ephemeral: Too many requests in a short time. Try again in 30 seconds.';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A router of one command and one menu, and what its answers were, in order. */
function createScene(command: Partial<Command> = {}) {
  const answers: string[] = [];
  const act = (context: { answer: (reply: ReturnType<typeof ephemeral>) => Promise<void> }): Promise<void> =>
    context.answer(ephemeral('done'));
  const router = createRouter({
    commands: {
      commands: [
        {
          name: 'test',
          define: () => ({ name: 'test', description: 'A test' }),
          ...{ run: act, component: act, submit: act },
          ...command,
        },
      ],
      menus: [
        {
          name: 'test',
          define: () => ({ name: 'test', type: ApplicationCommandType.Message }),
          limit: LIMIT,
          run: act,
        },
      ],
    },
    places: { judge: () => ({ kind: 'direct' }) },
    access: { admit: async () => undefined },
    limits: createRateLimits(),
    explain: createExplainer({ log }),
    messagesFor: () => english,
    log,
  });
  const port = {
    reply: async ({ visibility, content }) => void answers.push(`${visibility}: ${content}`),
  } as Partial<AnswerPort> as AnswerPort;
  const originOf = (userId: string) => ({
    id: 'interaction-1',
    userId,
    place: { kind: 'elsewhere', channelId: 'dm' } as const,
    source: { guildId: undefined, isServerInstall: false, isUserInstall: true },
    ...{ token: 'a-token', uploadLimitBytes: 10, mayAnswerWithVoice: false, locale: 'en-US', port },
  });
  const handle = async (times: number, make: (origin: ReturnType<typeof originOf>) => Incoming, userId = '1') => {
    answers.length = 0;
    for (let time = 0; time < times; time += 1) await router.handle(make(originOf(userId)));
    return [...answers];
  };
  return {
    type: (times: number, options = {}, userId = '1') =>
      handle(
        times,
        (origin) => ({ ...origin, kind: 'command', name: 'test', options: createOptions(options) }),
        userId,
      ),
    choose: (times: number) => {
      const message = { spoken: async () => undefined, attachments: [], authorId: '1', forwarded: [] };
      return handle(times, (origin) => ({ ...origin, kind: 'menu', name: 'test', message }));
    },
    press: (times: number, customId = 'test:x', userId = '1') =>
      handle(times, (origin) => ({ ...origin, kind: 'component', customId, values: [] }), userId),
    send: (times: number) =>
      handle(times, (origin) => ({ ...origin, kind: 'submit', customId: 'test:x', field: () => '' })),
    /** Types one key; resolves with the choices. */
    complete: async (typed: string): Promise<unknown> => {
      const responses: unknown[] = [];
      const respond = async (choices: unknown): Promise<void> => void responses.push(choices);
      const about = { kind: 'autocomplete', name: 'test', subcommand: undefined, option: 'voice', typed } as const;
      await router.handle({ ...originOf('1'), ...about, respond });
      expect(responses).toHaveLength(1);
      return responses[0];
    },
  };
}

describe('per-person rate limits', () => {
  it('a costly command is answered with one line that says how long to wait, and does nothing', {
    meta: { promises: ['person-uses-costly-command'] },
  }, async () => {
    const run = vi.fn<Command['run']>((context) => context.answer(ephemeral('done')));
    const scene = createScene({ runLimit: () => LIMIT, run });
    expect(await scene.type(3)).toEqual([DONE, DONE, WAIT]);
    expect(run).toHaveBeenCalledTimes(2);
    expect(await scene.type(1, {}, '2')).toEqual([DONE]);
    await vi.advanceTimersByTimeAsync(29_500);
    expect(await scene.type(1)).toEqual([WAIT.replace('30 seconds', '1 second')]);
    await vi.advanceTimersByTimeAsync(500);
    expect(await scene.type(1)).toEqual([DONE]);
  });

  it('the command decides by its options, and a menu has a limit of its own or a shared one', async () => {
    const scene = createScene({ runLimit: (options) => (options.boolean('file') ? LIMIT : undefined) });
    expect(await scene.type(20)).not.toContain(WAIT);
    expect(await scene.type(2, { file: true })).toEqual([DONE, DONE]);
    // Of the same name.
    expect(await scene.choose(1)).toEqual([WAIT]);
  });

  it('a command without a limit is never refused', async () => {
    expect(new Set(await createScene().type(200))).toEqual(new Set([DONE]));
  });

  it('buttons are limited together, whatever their command', {
    meta: { promises: ['buttons-limited-together-whatever'] },
  }, async () => {
    const scene = createScene();
    const { uses, withinS } = COMPONENT_LIMIT;
    expect(new Set(await scene.press(uses))).toEqual(new Set([DONE]));
    expect(await scene.press(2)).toEqual(Array(2).fill(WAIT.replace('30', String(withinS))));
    // One of an older release: no way around the limit, and no error of its own.
    expect(await scene.press(1, 'gone:x')).toEqual([WAIT.replace('30', String(withinS))]);
    expect(await scene.press(1, 'test:x', '2')).toEqual([DONE]);
  });

  it('a command can give its buttons another limit, or none', async () => {
    const scene = createScene({
      componentLimit: (argument) => ({ stop: 'unlimited', costly: LIMIT })[argument] as never,
    });
    expect(await scene.press(3, 'test:costly')).toEqual([DONE, DONE, WAIT]);
    expect(new Set(await scene.press(100, 'test:stop'))).toEqual(new Set([DONE]));
    // The others still have all of theirs.
    expect(new Set(await scene.press(COMPONENT_LIMIT.uses))).toEqual(new Set([DONE]));
  });

  it('forms are limited only against scripts', async () => {
    const answers = await createScene().send(FORM_LIMIT.uses + 1);
    expect(new Set(answers.slice(0, -1))).toEqual(new Set([DONE]));
    expect(answers.at(-1)).toBe(WAIT.replace('30', String(FORM_LIMIT.withinS)));
  });
});

describe('autocompletes', () => {
  it('beyond the limit have no choices, silently, and search for none', {
    meta: { promises: ['autocompletes-beyond-limit-have'] },
  }, async () => {
    const autocomplete = vi.fn<NonNullable<Command['autocomplete']>>(async () => [{ name: 'A', value: 'a' }]);
    const scene = createScene({ autocomplete });
    for (let key = 0; key < AUTOCOMPLETE_LIMIT.uses; key += 1) expect(await scene.complete('a')).toHaveLength(1);
    expect(await scene.complete('a')).toEqual([]);
    expect(autocomplete).toHaveBeenCalledTimes(AUTOCOMPLETE_LIMIT.uses);
  });

  it('end when the person types on: only the last one searches to its end', {
    meta: { promises: ['autocompletes-beyond-limit-have'] },
  }, async () => {
    const searches: AutocompleteContext[] = [];
    const ends: (() => void)[] = [];
    const scene = createScene({
      autocomplete: (context) => {
        searches.push(context);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.push(resolve);
        return promise.then(() => [{ name: context.typed, value: context.typed }]);
      },
    });
    const first = scene.complete('l');
    await vi.advanceTimersByTimeAsync(0);
    const second = scene.complete('la');
    expect(await first).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(searches.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    for (const end of ends) end();
    expect(await second).toEqual([{ name: 'la', value: 'la' }]);
  });
});
