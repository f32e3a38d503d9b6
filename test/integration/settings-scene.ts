import { PermissionFlagsBits } from 'discord-api-types/v10';
import { vi } from 'vitest';
import type { LocalGuild } from '../../playground/discord/guild.ts';
import { type LocalDiscord, startLocalDiscord } from '../../playground/discord/local-discord.ts';
import type { Invocation } from '../../playground/discord/people/invocation.ts';
import type { Person } from '../../playground/discord/people/person.ts';
import type { SeenMessage } from '../../playground/discord/people/seen-message.ts';
import { interactiveParts, textsOf } from '../../playground/discord/rules/component-rules.ts';
import { createTestBot, soon } from './discord-fixture.ts';

/** What a person is shown, whatever it is made of. */
export function shown({ content, components }: Pick<SeenMessage, 'content' | 'components'>): string {
  return [content, ...textsOf(components)].join('\n');
}

/** Everything that a manager does in `/settings`, by the buttons, menus and forms that are shown. */
export class Panel {
  readonly #manager: Person;
  readonly #channelId: string;

  constructor(manager: Person, guild: LocalGuild) {
    this.#manager = manager;
    this.#channelId = guild.channel('general').id;
  }

  open(): Promise<SeenMessage> {
    return answer(this.#manager.type('/settings', {}, { channelId: this.#channelId }));
  }

  /** Opens a page. */
  async page(topic: string): Promise<SeenMessage> {
    return this.press(await this.open(), `settings:open:${topic}`);
  }

  press(message: SeenMessage, customId: string): Promise<SeenMessage> {
    return answer(this.#manager.click(message, customId));
  }

  /** Turns a setting of a page on or off; the page after it. */
  async turn(topic: string, id: string, isOn: boolean): Promise<SeenMessage> {
    return this.press(await this.page(topic), `settings:switch:${id}:${isOn ? 'on' : 'off'}`);
  }

  /** Chooses in a menu of a page; the page after it. */
  async choose(topic: string, id: string, values: readonly string[]): Promise<SeenMessage> {
    const page = await this.page(topic);
    const ids = interactiveParts(page.components).map(({ custom_id: customId }) => customId ?? '');
    const customId = ids.find(
      (its) => its.startsWith(`settings:choose:${id}`) || its.startsWith(`settings:people:${id}`),
    );
    return answer(this.#manager.select(page, customId ?? id, values));
  }

  /** Fills in a form of a page; the page after it, or the refusal. */
  async fill(topic: string, form: string, fields: Readonly<Record<string, string>>): Promise<SeenMessage> {
    const opener = await this.#manager.click(await this.page(topic), `settings:form:${form}`);
    await opener.opened(soon());
    return answer(this.#manager.submitModal(opener, fields));
  }
}

/** The reply to an interaction. */
export async function answer(invocation: Invocation | Promise<Invocation>): Promise<SeenMessage> {
  return (await invocation).reply(soon());
}

/** A bot at a local Discord; Boss manages the server, Ada is in its Lounge. The caller must close it. */
export async function startSettingsScene(options: Parameters<typeof createTestBot>[1] = {}) {
  const discord: LocalDiscord = await startLocalDiscord({ voice: false });
  const { guild } = discord;
  const boss = discord.addPerson({ name: 'Boss', permissions: PermissionFlagsBits.ManageGuild });
  const ada = discord.addPerson({ name: 'Ada' });
  ada.enterVoice(guild.channel('Lounge').id);
  let started = await createTestBot(discord, options);
  await started.bot.start(soon());
  const channelId = guild.channel('general').id;
  /** Says a text; resolves with what is queued, or with the refusal. */
  const say = async (text: string, person = ada) => {
    const { engine } = started;
    const before = engine.items.length;
    const invocation = await person.type('/say', { text }, { channelId });
    const refused = await Promise.race([
      invocation.until(({ ephemeral, loading }) => ephemeral && !loading, soon()),
      vi
        .waitUntil(() => engine.items.length > before, { timeout: 10_000, interval: 5 })
        .then(
          () => undefined,
          () => undefined,
        ),
    ]);
    if (refused !== undefined) return { item: undefined, refusal: refused.content };
    const item = engine.items.at(-1);
    engine.emit({ type: 'item-started', guildId: guild.id, itemId: item?.itemId ?? 0 });
    return { item, refusal: '' };
  };
  return {
    ...{ discord, guild, boss, ada, say, channelId },
    get engine() {
      return started.engine;
    },
    /** Stops the bot and starts another one over the same data. */
    restart: async (): Promise<void> => {
      await started.close();
      started = await createTestBot(discord, options);
      await started.bot.start(soon());
    },
    panel: new Panel(boss, guild),
    type: (person: Person, command: string, values = {}) => answer(person.type(command, values, { channelId })),
    close: async (): Promise<void> => {
      await started.close();
      await discord.close();
    },
  };
}

/** What a test of settings works with. */
export type SettingsScene = Awaited<ReturnType<typeof startSettingsScene>>;
