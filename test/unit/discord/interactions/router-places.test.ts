import { ApplicationCommandType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { type AllowedPlaces, createAllowedPlaces } from '../../../../src/discord/client/allowed-places.ts';
import { ephemeral } from '../../../../src/discord/client/replies.ts';
import type { AnswerPort } from '../../../../src/discord/interactions/answers.ts';
import { createOptions, type GuildPlace } from '../../../../src/discord/interactions/command.ts';
import { createExplainer } from '../../../../src/discord/interactions/explain-failure.ts';
import { createRouter, type Incoming } from '../../../../src/discord/interactions/interaction-router.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';

const log = createLogger('silent');
const guildPlace: GuildPlace = {
  ...{
    kind: 'guild',
    guildId: '9',
    channelId: '8',
    voiceChannelId: '7',
    managesVoice: true,
    managesGuild: true,
    roleIds: [],
  },
};
const refusals = english.interactions.places;

/** Routes one interaction; resolves with what was answered, and what the command saw of its place. */
async function route(places: Pick<AllowedPlaces, 'judge'>, incoming: (port: AnswerPort) => Incoming) {
  const answers: string[] = [];
  const seen: unknown[] = [];
  const tenants: unknown[] = [];
  const act = async ({
    place,
    tenant,
    answer,
  }: {
    place: unknown;
    tenant: unknown;
    answer: (reply: ReturnType<typeof ephemeral>) => Promise<void>;
  }) => {
    seen.push(place);
    tenants.push(tenant);
    await answer(ephemeral('done'));
  };
  const autocomplete = async ({ place, tenant }: { place: unknown; tenant: unknown }) => {
    seen.push(place);
    tenants.push(tenant);
    return [{ name: 'A', value: 'a' }];
  };
  const router = createRouter({
    commands: {
      commands: [
        {
          name: 'test',
          define: () => ({ name: 'test', description: 'A test' }),
          ...{ run: act, component: act, submit: act, autocomplete },
        },
      ],
      menus: [{ name: 'test', define: () => ({ name: 'test', type: ApplicationCommandType.Message }), run: act }],
    },
    places,
    access: { admit: async () => undefined },
    limits: { secondsToWait: async () => 0 },
    explain: createExplainer({ log }),
    messagesFor: () => english,
    log,
  });
  const port = {
    reply: async ({ visibility, content }) => void answers.push(`${visibility}: ${content}`),
  } as Partial<AnswerPort> as AnswerPort;
  await router.handle(incoming(port));
  return { answers, seen, tenants };
}

const origin = {
  id: 'interaction-1',
  userId: '1',
  place: guildPlace,
  source: { guildId: '9', isServerInstall: true, isUserInstall: false },
  token: 'a-token',
  uploadLimitBytes: 10,
  mayAnswerWithVoice: false,
  locale: 'en-US',
} as const;
const message = { spoken: async () => undefined, attachments: [], authorId: '1', forwarded: [] };
const KINDS: readonly [string, (port: AnswerPort) => Incoming][] = [
  ['a command', (port) => ({ ...origin, kind: 'command', name: 'test', options: createOptions({}), port })],
  ['a menu', (port) => ({ ...origin, kind: 'menu', name: 'test', message, port })],
  ['a button', (port) => ({ ...origin, kind: 'component', customId: 'test:x', values: [], port })],
  ['a form', (port) => ({ ...origin, kind: 'submit', customId: 'test:x', field: () => '', port })],
];
const typing = (respond: (choices: unknown) => Promise<void>): Incoming => {
  const about = { kind: 'autocomplete', name: 'test', subcommand: undefined, option: 'voice', typed: 'a' } as const;
  return { ...origin, ...about, respond };
};

const elsewhereOnly = createAllowedPlaces({ guildId: undefined, allowedGuilds: ['5'], allowDirect: true });

describe('where the operator does not let the bot work', () => {
  it.each(KINDS)(
    '%s is answered with one clear line, and does nothing',
    { meta: { promises: ['commands-menus-buttons-forms'] } },
    async (_what, incoming) => {
      expect(await route(elsewhereOnly, incoming)).toMatchObject({
        answers: [`ephemeral: ${refusals.server}`],
        seen: [],
      });
    },
  );

  it('an autocomplete has no choices, and searches for none', {
    meta: { promises: ['commands-menus-buttons-forms'] },
  }, async () => {
    const choices: unknown[] = [];
    const { seen } = await route(elsewhereOnly, () => typing(async (given) => void choices.push(given)));
    expect({ choices, seen }).toEqual({ choices: [[]], seen: [] });
  });

  it.each([
    [
      'outside DISCORD_GUILD_ID',
      { guildId: '5', allowedGuilds: undefined, allowDirect: true },
      refusals.outsideOnlyServer,
    ],
    ['outside ALLOWED_GUILDS', { guildId: undefined, allowedGuilds: ['5'], allowDirect: true }, refusals.server],
  ])('the line says why: %s', async (_what, settings, line) => {
    const { answers } = await route(createAllowedPlaces(settings), KINDS[0]?.[1] ?? expect.fail());
    expect(answers).toEqual([`ephemeral: ${line}`]);
    expect(line).toContain("bot's operator");
  });

  it('the line says why: without ALLOW_DIRECT', async () => {
    const places = createAllowedPlaces({ guildId: undefined, allowedGuilds: undefined, allowDirect: false });
    const source = { guildId: '9', isServerInstall: false, isUserInstall: true };
    const command = KINDS[0]?.[1] ?? expect.fail();
    const { answers } = await route(places, (port) => ({ ...command(port), source }));
    expect(answers).toEqual([`ephemeral: ${refusals.direct}`]);
    expect(refusals.direct).toContain("bot's operator");
  });
});

describe('a person’s own app in a server that is not allowed', () => {
  const source = { guildId: '9', isServerInstall: true, isUserInstall: true };

  it.each(KINDS)(
    '%s works as in a direct message, without any power over the server',
    { meta: { promises: ['persons-own-app-gets'] } },
    async (_what, incoming) => {
      const { answers, seen } = await route(elsewhereOnly, (port) => ({ ...incoming(port), source }));
      expect(answers).toEqual(['ephemeral: done']);
      expect(seen).toEqual([{ kind: 'elsewhere', channelId: '8' }]);
    },
  );

  it.each(KINDS)('%s counts as the person’s work, in however many servers they use it', async (_what, incoming) => {
    const { tenants } = await route(elsewhereOnly, (port) => ({ ...incoming(port), source }));
    expect(tenants).toEqual(['1']);
  });

  it('an autocomplete counts as theirs, too', async () => {
    const { tenants } = await route(elsewhereOnly, () => ({ ...typing(async () => {}), source }));
    expect(tenants).toEqual(['1']);
  });
});

describe('where the operator lets the bot work', () => {
  it('commands see their place', async () => {
    const places = createAllowedPlaces({ guildId: '9', allowedGuilds: ['9'], allowDirect: false });
    const { seen, tenants } = await route(places, KINDS[0]?.[1] ?? expect.fail());
    expect(seen).toEqual([guildPlace]);
    expect(tenants).toEqual(['9']);
  });
});
