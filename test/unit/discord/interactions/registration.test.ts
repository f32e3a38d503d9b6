import { ApplicationCommandOptionType, ApplicationCommandType, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
  ANYWHERE,
  type CommandDefinition,
  GUILD_ONLY,
  type MenuDefinition,
} from '../../../../src/discord/interactions/command.ts';
import { registerCommands, removeOldGuildCommands } from '../../../../src/discord/interactions/registration.ts';
import { createLogger } from '../../../../src/log/log.ts';

const say: CommandDefinition = {
  name: 'say',
  description: 'Say something',
  ...ANYWHERE,
  options: [
    { type: ApplicationCommandOptionType.String, name: 'text', description: 'What', required: true, max_length: 6_000 },
    { type: ApplicationCommandOptionType.Boolean, name: 'file', description: 'As a file' },
  ],
};
const menu: MenuDefinition = { type: ApplicationCommandType.Message, name: 'say', ...ANYWHERE };
const leave: CommandDefinition = { name: 'leave', description: 'Leave', ...GUILD_ONLY };

/** What Discord adds when it sends a command back. */
const added = {
  id: '100000000000000001',
  application_id: '100000000000000002',
  version: '100000000000000003',
  type: 1,
  default_member_permissions: null,
  dm_permission: true,
  nsfw: false,
  name_localizations: null,
  description_localizations: null,
};
const [text, file] = say.options ?? [];
const echoedSay = {
  ...added,
  ...say,
  integration_types: [1, 0],
  options: [
    { ...text, name_localizations: null, description_localizations: null },
    { ...file, required: false },
  ],
};
const echoedLeave = { ...added, ...leave };

interface Registration {
  readonly definitions?: (CommandDefinition | MenuDefinition)[];
  readonly guildId?: string;
  readonly allowDirect?: boolean;
  /** The global commands when others are registered in a guild. */
  readonly global?: readonly unknown[];
  /** What Discord answers when commands are sent to it. */
  readonly registered?: unknown;
}

/** Registers against a Discord that answers `current`; gives what was sent to it, and the ids. */
async function registerWithIds(current: () => Promise<unknown>, options: Registration = {}) {
  const { definitions = [say, leave], guildId, allowDirect = true, global = [], registered } = options;
  const puts: { route: string; body: unknown }[] = [];
  const rest = {
    get: async (route: string) => (guildId !== undefined && !route.includes('/guilds/') ? global : current()),
    put: async (route: string, { body }: { body?: unknown } = {}) => {
      puts.push({ route, body });
      return registered;
    },
  };
  const log = createLogger('silent');
  const given = { rest, applicationId: '7', guildId, allowDirect, definitions, log };
  return { puts, ...(await registerCommands(given)) };
}

/** The same; gives only what was sent. */
async function register(...given: Parameters<typeof registerWithIds>) {
  return (await registerWithIds(...given)).puts;
}

describe('what Discord sends back', () => {
  const countsAsSame = async (
    current: unknown[],
    definitions: (CommandDefinition | MenuDefinition)[],
  ): Promise<boolean> => (await register(async () => current, { definitions })).length === 0;

  it('counts as the same with all it adds, in any order of commands', async () => {
    expect(await countsAsSame([echoedLeave, echoedSay], [say, leave])).toBe(true);
  });

  it('counts as the same with a menu of the same name as a command, and as changed without it', async () => {
    const echoedMenu = { ...added, ...menu, description: '' };
    expect(await countsAsSame([echoedMenu, echoedSay], [say, menu])).toBe(true);
    expect(await countsAsSame([echoedSay], [say, menu])).toBe(false);
  });

  it.each([
    ['a description', { ...leave, description: 'Go' }],
    ['a context', { ...leave, contexts: [0, 1] }],
    ['a permission', { ...leave, default_member_permissions: '32' }],
  ])('counts as changed when %s differs', async (_what, changed) => {
    expect(await countsAsSame([echoedSay, echoedLeave], [say, changed])).toBe(false);
  });

  it('counts as changed when options stand in another order, or a command is gone or new', async () => {
    const turned = { ...say, options: [...(say.options ?? [])].reverse() };
    expect(await countsAsSame([echoedSay, echoedLeave], [turned, leave])).toBe(false);
    expect(await countsAsSame([echoedSay, echoedLeave], [say])).toBe(false);
    expect(await countsAsSame([echoedSay], [say, leave])).toBe(false);
  });
});

const refused = (status: number) => () =>
  Promise.reject(
    new DiscordAPIError(
      { message: 'Missing Access', code: RESTJSONErrorCodes.MissingAccess },
      50_001,
      status,
      'GET',
      '',
      {},
    ),
  );

describe('old commands of guilds', () => {
  /** Guilds 1 to `count`; those of `old` have commands, the bot may not see those of `hidden`. */
  async function clean(
    count: number,
    options: { isFirst?: boolean; old?: number[]; hidden?: number; abort?: boolean },
  ) {
    const { isFirst = false, old = [], hidden, abort = false } = options;
    const asked: string[] = [];
    const puts: string[] = [];
    const rest = {
      get: async (route: string) => {
        asked.push(route);
        const guild = Number(/guilds\/(\d+)/.exec(route)?.[1]);
        if (guild === hidden) await refused(403)();
        return old.includes(guild) ? [echoedSay] : [];
      },
      put: async (route: string, { body }: { body?: unknown } = {}) =>
        void puts.push(`${route} ${JSON.stringify(body)}`),
    };
    const guildIds = Array.from({ length: count }, (_, index) => String(index + 1));
    const signal = abort ? AbortSignal.abort() : new AbortController().signal;
    const log = createLogger('silent');
    await removeOldGuildCommands({ rest, applicationId: '7', guildIds, isFirst, signal, log });
    return { asked: asked.length, puts };
  }

  it('are removed, also when the commands of another guild may not be read', async () => {
    expect(await clean(3, { old: [3], hidden: 2 })).toEqual({
      asked: 3,
      puts: ['/applications/7/guilds/3/commands []'],
    });
  });

  it('are looked for in many guilds only after a change of scope', async () => {
    expect(await clean(26, { old: [26] })).toEqual({ asked: 0, puts: [] });
    expect(await clean(26, { old: [26], isFirst: true })).toMatchObject({ asked: 26, puts: [expect.any(String)] });
  });

  it('are not looked for any more when the bot closes', async () => {
    expect(await clean(3, { old: [3], abort: true })).toEqual({ asked: 0, puts: [] });
  });
});

describe('registering', () => {
  it('sends nothing when nothing changed', async () => {
    expect(await register(async () => [echoedSay, echoedLeave])).toEqual([]);
  });

  it('sends all commands when something changed', async () => {
    const puts = await register(async () => [echoedSay]);
    expect(puts).toEqual([{ route: '/applications/7/commands', body: [say, leave] }]);
  });

  it('sends all commands when the registered ones cannot be read', async () => {
    expect(await register(refused(404))).toHaveLength(1);
  });

  it("leaves out of a guild's commands what is for global ones, and compares without it", async () => {
    const { contexts: _contexts, integration_types: _types, ...bareLeave } = leave;
    const { contexts: _contexts2, integration_types: _types2, ...bareSay } = say;
    const [put] = await register(async () => [], { guildId: '9' });
    expect(put).toEqual({ route: '/applications/7/guilds/9/commands', body: [bareSay, bareLeave] });
    const echoed = [echoedSay, echoedLeave].map((command) => ({
      ...command,
      guild_id: '9',
      contexts: null,
      integration_types: [0],
    }));
    expect(await register(async () => echoed, { guildId: '9' })).toEqual([]);
  });

  it('gives the ids of commands, and none of menus, whether they were sent or not', async () => {
    const echoedMenu = { ...added, ...menu, id: '100000000000000009', description: '' };
    const all = [echoedSay, { ...echoedLeave, id: '100000000000000005' }, echoedMenu];
    const definitions = [say, leave, menu];
    const expected = new Map([
      ['say', '100000000000000001'],
      ['leave', '100000000000000005'],
    ]);
    const unchanged = await registerWithIds(async () => all, { definitions });
    expect(unchanged).toEqual({ puts: [], ids: expected, isFirst: false });
    const sent = await registerWithIds(async () => [], { definitions, registered: all });
    expect(sent.puts).toHaveLength(1);
    expect(sent.ids).toEqual(expected);
  });

  it('removes global commands of an earlier start when commands are registered in a guild', async () => {
    const puts = await register(async () => [], { guildId: '9', global: [echoedSay] });
    expect(puts.map(({ route }) => route)).toEqual(['/applications/7/guilds/9/commands', '/applications/7/commands']);
    expect(puts[1]?.body).toEqual([]);
    expect(await register(async () => [], { guildId: '9' })).toHaveLength(1);
  });

  it('does not offer commands in direct messages and to user installs when the operator turned these off', async () => {
    const [put] = await register(async () => [echoedSay, echoedLeave], { allowDirect: false });
    const offered = { contexts: [0], integration_types: [0] };
    expect(put?.body).toEqual([{ ...say, ...offered }, leave]);
    const echoed = [{ ...echoedSay, ...offered }, echoedLeave];
    expect(await register(async () => echoed, { allowDirect: false })).toEqual([]);
  });

  it('says whether there were no commands before', async () => {
    expect((await registerWithIds(async () => [])).isFirst).toBe(true);
    expect((await registerWithIds(async () => [echoedLeave])).isFirst).toBe(false);
    expect((await registerWithIds(refused(404))).isFirst).toBe(false);
  });

  it('names DISCORD_GUILD_ID and the invitation when the bot is not in that guild', async () => {
    await expect(register(refused(403), { guildId: '9' })).rejects.toMatchObject({
      code: 'DISCORD_GUILD_UNKNOWN',
      message: expect.stringMatching(/^DISCORD_GUILD_ID is 9.*invite the bot first/),
      retryable: false,
      severity: 'fault',
    });
  });

  it('that fails says so with a code', async () => {
    await expect(register(() => Promise.reject(new Error('reset')))).rejects.toMatchObject({
      code: 'DISCORD_REGISTRATION_FAILED',
      retryable: true,
    });
  });
});
