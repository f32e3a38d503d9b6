import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { vi } from 'vitest';
import { answer, Panel } from '../support/settings-panel.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

/** A bot at a local Discord; Boss manages the server, Ada is in its Lounge. The caller must close it. */
export async function startSettingsScene(options: Parameters<typeof createTestBot>[1] = {}) {
  const discord: LocalDiscord = await startTestDiscord({ voice: false, privilegedIntents: { messageContent: true } });
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
    // A text that waits behind another is answered at once.
    const isRefused = refused !== undefined && engine.items.length === before;
    if (isRefused) return { item: undefined, refusal: refused.content };
    const item = engine.items.at(-1);
    engine.emit({ type: 'item-started', guildId: guild.id, textId: item?.textId ?? '' });
    return { item, refusal: '' };
  };
  let ended = 0;
  /** Lets the engine speak until `isOver` accepts what was spoken since it had `from` texts; resolves with that. */
  const hearUntil = async (isOver: (texts: readonly string[]) => boolean, from: number): Promise<string[]> => {
    const since = (): string[] => started.engine.items.slice(from).map(({ text }) => text);
    await vi.waitFor(
      () => {
        for (const { textId } of started.engine.items.slice(ended)) {
          ended += 1;
          started.engine.emit({ type: 'item-finished', guildId: guild.id, textId });
        }
        if (!isOver(since())) throw new Error(`heard: ${since().join(' | ')}`);
      },
      { timeout: 10_000, interval: 5 },
    );
    return since();
  };
  const endsWith =
    (marker: string) =>
    (texts: readonly string[]): boolean =>
      texts.some((text) => text.includes(marker));
  return {
    ...{ discord, guild, boss, ada, say, channelId },
    /** Has #general read aloud in the Lounge, where the bot then is. */
    readChat: async (): Promise<void> => {
      await answer(boss.type('/autoread on', { auto_join: true }, { channelId }));
      ada.send('I begin.', { channelId });
      await hearUntil(endsWith('I begin.'), 0);
    },
    /** What is read aloud of what `act` does in the channel that is read. */
    hear: async (act: () => unknown): Promise<string[]> => {
      const from = started.engine.items.length;
      await act();
      boss.send('That is all.', { channelId });
      return (await hearUntil(endsWith('That is all.'), from)).slice(0, -1);
    },
    /** Everything that is spoken from now until `count` texts were. */
    hearNext: async (count: number, act: () => unknown): Promise<string[]> => {
      const from = started.engine.items.length;
      await act();
      return hearUntil(({ length }) => length >= count, from);
    },
    /** What was asked of the speech service for files. */
    get ttsRequests() {
      return started.ttsRequests;
    },
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
