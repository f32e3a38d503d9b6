import {
  ActionRowBuilder,
  ApplicationCommandType,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  Client,
  ContextMenuCommandBuilder,
  Events,
  GatewayIntentBits,
  type Interaction,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { type LocalDiscord, type LocalDiscordOptions, startLocalDiscord } from '../../src/local-discord.ts';

const COMMANDS = [
  new SlashCommandBuilder()
    .setName('say')
    .setDescription('Says something')
    .addStringOption((option) => option.setName('text').setDescription('What').setRequired(true).setMaxLength(6_000))
    .addStringOption((option) => option.setName('voice').setDescription('Whose').setAutocomplete(true))
    .addAttachmentOption((option) => option.setName('file').setDescription('A file')),
  new SlashCommandBuilder()
    .setName('captions')
    .setDescription('Captions')
    .addSubcommand((sub) => sub.setName('start').setDescription('Start')),
  new ContextMenuCommandBuilder().setName('Transcribe').setType(ApplicationCommandType.Message),
].map((builder) => builder.toJSON());

const INTENTS = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.GuildVoiceStates];

const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function startDiscord(options: LocalDiscordOptions = {}): Promise<LocalDiscord> {
  const discord = await startLocalDiscord({ voice: false, ...options });
  opened.push(() => discord.close());
  return discord;
}

async function startBot(
  discord: LocalDiscord,
  onInteraction: (interaction: Interaction) => Promise<unknown> = () => Promise.resolve(),
): Promise<Client<true>> {
  const client = new Client({ intents: INTENTS, rest: { api: discord.apiUrl } });
  opened.push(() => client.destroy());
  client.on(Events.InteractionCreate, (interaction) => void onInteraction(interaction));
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.token);
  const bot = await ready;
  await bot.application.commands.set(COMMANDS, discord.guild.id);
  await discord.botReady();
  return bot;
}

function onCommand(handle: (interaction: ChatInputCommandInteraction<'cached'>) => Promise<unknown>) {
  return async (interaction: Interaction): Promise<void> => {
    if (interaction.isChatInputCommand() && interaction.inCachedGuild()) await handle(interaction);
  };
}

test('a client logs in, sees the guild and registers its commands', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  ada.enterVoice(discord.guild.channel('Lounge').id);
  const bot = await startBot(discord);
  const guild = bot.guilds.cache.get(discord.guild.id);
  expect(guild?.channels.cache.map((channel) => channel.name)).toEqual(discord.guild.channels.map(({ name }) => name));
  expect(guild?.voiceStates.cache.get(ada.id)?.channel?.name).toBe('Lounge');
  expect(guild?.members.cache.get(ada.id)?.displayName).toBe('Ada');
  expect(guild?.members.me?.permissions.has('ManageWebhooks')).toBe(true);
  const registered = await bot.application.commands.fetch({ guildId: discord.guild.id });
  expect(registered.map((command) => command.name)).toEqual(['say', 'captions', 'Transcribe']);
  expect(discord.figures.commandOverwrites).toBe(1);
  expect(discord.errors).toEqual([]);
});

test('op 43 tells the statuses of voice channels, changes are announced, and empty channels lose theirs', async () => {
  const discord = await startDiscord();
  const { guild } = discord;
  const lounge = guild.channel('Lounge');
  const ada = discord.addPerson({ name: 'Ada' });
  ada.enterVoice(lounge.id);
  const bot = await startBot(discord);
  const seen: { t: string | null; d: unknown }[] = [];
  bot.on(Events.Raw, ({ t, d }: { t: string | null; d: unknown }) => {
    if (t === 'CHANNEL_INFO' || t === 'VOICE_CHANNEL_STATUS_UPDATE') seen.push({ t, d });
  });
  guild.setStatus('Lounge', 'Chess night');
  const fields = ['status', 'voice_start_time'];
  bot.ws.shards.first()?.send({ op: 43, d: { guild_id: guild.id, fields } });
  await expect.poll(() => seen.length).toBe(2);
  await ada.leaveVoice();
  await expect.poll(() => seen.length).toBe(3);
  const changed = { t: 'VOICE_CHANNEL_STATUS_UPDATE', d: { id: lounge.id, guild_id: guild.id } };
  expect(seen).toEqual([
    { ...changed, d: { ...changed.d, status: 'Chess night' } },
    { t: 'CHANNEL_INFO', d: { guild_id: guild.id, channels: [{ id: lounge.id, status: 'Chess night' }] } },
    { ...changed, d: { ...changed.d, status: null } },
  ]);
  expect(lounge.status).toBe('');
});

test('a typed command is deferred, filled in and followed up with a file that can be downloaded', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  await startBot(
    discord,
    onCommand(async (interaction) => {
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      await interaction.editReply({ content: `you said ${interaction.options.getString('text', true)}` });
      const file = new AttachmentBuilder(Buffer.from('the file'), { name: 'said.txt' });
      await interaction.followUp({ content: `for ${interaction.member.displayName}`, files: [file] });
    }),
  );
  const invocation = await ada.type('/say', { text: 'hello' });
  const reply = await invocation.reply();
  expect(reply).toMatchObject({ content: 'you said hello', ephemeral: true, loading: false });
  const followUp = await invocation.until((message) => message.attachments.length > 0);
  expect(followUp).toMatchObject({ content: 'for Ada', ephemeral: false });
  const [attachment] = followUp.attachments;
  const downloaded = await fetch(attachment?.url ?? '');
  expect(attachment).toMatchObject({ filename: 'said.txt', size: 8 });
  expect(await downloaded.text()).toBe('the file');
  expect(discord.guild.channel('general').messages.map((message) => message.content)).toEqual(['for Ada']);
  expect(invocation.acknowledgedAfterMs).toBeLessThan(3_000);
  expect(discord.errors).toEqual([]);
});

test('an attachment option and a subcommand reach the bot resolved', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  await startBot(
    discord,
    onCommand(async (interaction) => {
      const file = interaction.options.getAttachment('file');
      const text = file === null ? interaction.options.getSubcommand() : await (await fetch(file.url)).text();
      await interaction.reply({ content: `${text} ${file?.contentType}`, withResponse: true });
    }),
  );
  const file = { file: Buffer.from('bytes'), name: 'a b.txt', contentType: 'text/plain' };
  const withFile = await ada.type('/say', { text: 'x', file });
  expect((await withFile.reply()).content).toBe('bytes text/plain');
  const withSubcommand = await ada.type('/captions start');
  expect((await withSubcommand.reply()).content).toBe('start undefined');
});

test('an option autocompletes', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  await startBot(discord, async (interaction) => {
    if (!interaction.isAutocomplete()) return;
    const { name, value } = interaction.options.getFocused(true);
    await interaction.respond([{ name: `${name}: ${value}`, value: 'id-1' }]);
  });
  expect(await ada.autocomplete('/say', 'voice', 'sl', { text: 'hi' })).toEqual([{ name: 'voice: sl', value: 'id-1' }]);
});

test('buttons, select menus and modals lead from one response to the next', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  const button = new ButtonBuilder().setCustomId('rename').setLabel('Rename').setStyle(ButtonStyle.Primary);
  const menu = new StringSelectMenuBuilder()
    .setCustomId('pick')
    .addOptions({ label: 'One', value: '1' }, { label: 'Two', value: '2' });
  const input = new TextInputBuilder().setCustomId('title').setStyle(TextInputStyle.Short);
  const modal = new ModalBuilder()
    .setCustomId('edit')
    .setTitle('Edit')
    .addLabelComponents(new LabelBuilder().setLabel('Title').setTextInputComponent(input));
  await startBot(discord, async (interaction) => {
    if (interaction.isChatInputCommand()) {
      const components = [
        new ActionRowBuilder<ButtonBuilder>().addComponents(button),
        new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu),
      ];
      await interaction.reply({ content: 'choose', components, flags: MessageFlags.Ephemeral });
    } else if (interaction.isStringSelectMenu()) {
      await interaction.update({ content: `picked ${interaction.values.join()}` });
    } else if (interaction.isButton()) {
      await interaction.showModal(modal);
    } else if (interaction.isModalSubmit()) {
      await interaction.deferUpdate();
      await interaction.editReply({
        content: `titled ${interaction.fields.getTextInputValue('title')}`,
        components: [],
      });
    }
  });
  const reply = await (await ada.type('/say', { text: 'x' })).reply();
  const bob = discord.addPerson({ name: 'Bob' });
  await expect(bob.click(reply, 'rename')).rejects.toThrow('no such message');
  const picked = await (await ada.select(reply, 'pick', ['2'])).reply();
  expect(picked).toMatchObject({ id: reply.id, content: 'picked 2' });
  const clicked = await ada.click(reply, 'rename');
  expect((await clicked.opened()).title).toBe('Edit');
  const submitted = await ada.submitModal(clicked, { title: 'A title' });
  expect(await submitted.reply()).toMatchObject({ id: reply.id, content: 'titled A title', components: [] });
  await expect(ada.click(reply, 'rename')).rejects.toThrow('no button');
  expect(discord.errors).toEqual([]);
});

test('a message menu shows the bot the message and its voice recording', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  await startBot(discord, async (interaction) => {
    if (!interaction.isMessageContextMenuCommand()) return;
    const attachment = interaction.targetMessage.attachments.first();
    const isVoice = interaction.targetMessage.flags.has(MessageFlags.IsVoiceMessage);
    await interaction.reply(`${attachment?.name} ${attachment?.duration} ${isVoice}`);
  });
  const file = { file: Buffer.from('OggS'), name: 'voice-message.ogg', contentType: 'audio/ogg', durationSecs: 2.5 };
  const message = ada.send('', { files: [file], voiceMessage: true });
  const invocation = await ada.menu('Transcribe', message.id);
  expect((await invocation.reply()).content).toBe('voice-message.ogg 2.5 true');
});

test('a global command works in direct messages, a guild command does not', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  const bot = await startBot(discord, async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply(`hello ${interaction.user.globalName} ${interaction.guildId}`);
  });
  const where = { channelId: ada.dmChannelId };
  await expect(ada.type('/say', { text: 'x' }, where)).rejects.toThrow('no command “say”');
  await bot.application.commands.set(COMMANDS);
  const invocation = await ada.type('/say', { text: 'x' }, where);
  expect((await invocation.reply()).content).toBe('hello Ada null');
  const user = await bot.users.fetch(ada.id);
  await user.send('a word in private');
  expect(ada.messages(ada.dmChannelId).map(({ content }) => content)).toEqual(['hello Ada null', 'a word in private']);
  ada.acceptDms(false);
  await expect(user.send('another')).rejects.toMatchObject({ code: 50_007 });
});

test('a second response is refused with 40060, an unknown or late one with 10062', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  const errors: unknown[] = [];
  const callback = (bot: Client, id: string, token: string): Promise<unknown> =>
    bot.rest.post(`/interactions/${id}/${token}/callback`, { body: { type: 4, data: { content: 'x' } }, auth: false });
  const bot = await startBot(
    discord,
    onCommand(async (interaction) => {
      const { id, token } = interaction;
      if (interaction.options.getString('text') === 'late') {
        discord.ageInteraction(late, 3_001);
      }
      await callback(bot, id, token).catch((error: unknown) => errors.push(error));
      await callback(bot, id, token).catch((error: unknown) => errors.push(error));
    }),
  );
  const first = await ada.type('/say', { text: 'twice' });
  await first.reply();
  await expect.poll(() => errors).toMatchObject([{ status: 400, code: 40_060 }]);
  const late = await ada.type('/say', { text: 'late' });
  await expect(late.reply()).rejects.toThrow('The application did not respond');
  await expect
    .poll(() => errors.slice(1))
    .toMatchObject([
      { status: 404, code: 10_062 },
      { status: 404, code: 10_062 },
    ]);
  expect(discord.errors.map(({ code }) => code)).toEqual([40_060, 10_062, 10_062]);
});

test('after 15 minutes an interaction’s token is invalid', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  const replied = Promise.withResolvers<ChatInputCommandInteraction>();
  await startBot(
    discord,
    onCommand(async (interaction) => {
      await interaction.reply('now');
      replied.resolve(interaction);
    }),
  );
  const invocation = await ada.type('/say', { text: 'x' });
  const interaction = await replied.promise;
  discord.ageInteraction(invocation, 15 * 60_000 + 1);
  await expect(interaction.editReply('then')).rejects.toMatchObject({ code: 50_027 });
});

test('content that is too long, empty or too large is refused like at Discord', async () => {
  const discord = await startDiscord();
  const bot = await startBot(discord);
  const channel = await bot.channels.fetch(discord.guild.channel('general').id);
  if (!channel?.isSendable()) throw new Error('the channel takes no messages');
  await expect(channel.send('x'.repeat(2_001))).rejects.toMatchObject({
    status: 400,
    code: 50_035,
    rawError: { errors: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } },
  });
  const message = await channel.send('x');
  expect((await message.reply('y')).reference?.messageId).toBe(message.id);
  await message.delete();
  await expect(message.reply('z')).rejects.toMatchObject({ code: 50_035 });
  await expect(channel.send({ content: ' ' })).rejects.toMatchObject({ code: 50_006 });
  const file = new AttachmentBuilder(Buffer.alloc(10 * 1024 * 1024 + 1), { name: 'large.bin' });
  await expect(channel.send({ files: [file] })).rejects.toMatchObject({ status: 413, code: 40_005 });
  const command = { name: 'Say It', description: 'upper case and a space' };
  await expect(bot.application.commands.create(command)).rejects.toMatchObject({ code: 50_035 });
});

test('a request without the permission or in a hidden channel is refused', async () => {
  const discord = await startDiscord();
  const bot = await startBot(discord);
  const channel = await bot.channels.fetch(discord.guild.channel('general').id);
  if (!channel?.isTextBased() || !('createWebhook' in channel)) throw new Error('no text channel');
  discord.guild.setPermissions('general', { targetId: discord.botId, deny: MANAGE_WEBHOOKS });
  await expect(channel.createWebhook({ name: 'x' })).rejects.toMatchObject({ status: 403, code: 50_013 });
  discord.guild.setPermissions('general', { targetId: discord.botId, deny: VIEW_CHANNEL });
  await expect(bot.rest.get(`/channels/${channel.id}/messages`)).rejects.toMatchObject({ status: 403, code: 50_001 });
});

const MANAGE_WEBHOOKS = 1n << 29n;
const VIEW_CHANNEL = 1n << 10n;

test('a webhook posts under other names, pings only allowed people, and is limited to five posts in two seconds', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  const bot = await startBot(discord);
  const channel = await bot.channels.fetch(discord.guild.channel('captions').id);
  if (!channel?.isTextBased() || !('createWebhook' in channel)) throw new Error('no text channel');
  const webhook = await channel.createWebhook({ name: 'Captions' });
  const sent = await webhook.send({
    username: 'Ada',
    content: `@everyone <@${ada.id}>`,
    allowedMentions: { parse: [] },
  });
  await webhook.editMessage(sent, { content: 'edited', allowedMentions: { parse: [] } });
  const [seen] = discord.guild.channel('captions').messages;
  expect(seen).toMatchObject({ author: { kind: 'webhook', name: 'Ada' }, content: 'edited', edited: true, pings: [] });
  await expect(webhook.send({ username: 'Clyde', content: 'x' })).rejects.toMatchObject({ code: 50_035 });
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const response = await fetch(`${discord.apiUrl}/v10/webhooks/${webhook.id}/${webhook.token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content: 'x' }),
      });
      return { status: response.status, retryAfter: response.headers.get('retry-after') };
    }),
  );
  expect(statuses).toContainEqual({ status: 429, retryAfter: expect.any(String) });
});

test('a dropped gateway is resumed, and no event is lost', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  const bot = await startBot(
    discord,
    onCommand((interaction) => interaction.reply('back')),
  );
  const resumed = new Promise((resolve) => bot.once(Events.ShardResume, resolve));
  expect(discord.dropGateway()).toBe(1);
  await discord.botGone();
  const missed = await ada.type('/say', { text: 'while you were away' });
  expect((await missed.reply()).content).toBe('back');
  await resumed;
  expect(discord.figures).toMatchObject({ identified: 1, resumed: 1 });
});

test('a client whose path is broken is gone, and another one takes its place', async () => {
  const discord = await startDiscord();
  const first = await startBot(discord);
  expect(discord.faults.halfOpenGateway(discord.guild)).toBe(true);
  await discord.botGone();
  // It waits in vain for the other end to close, too.
  const destroyed = first.destroy();
  await startBot(
    discord,
    onCommand((interaction) => interaction.reply('here')),
  );
  await destroyed;
  const asked = await discord.addPerson({ name: 'Ada' }).type('/say', { text: 'Who is there?' });
  expect((await asked.reply()).content).toBe('here');
  expect(discord.figures).toMatchObject({ identified: 2, resumed: 0 });
});

test('a gateway connection that sends more than the limit in any window is closed, heartbeats included', async () => {
  const discord = await startDiscord({ gatewayRules: { limit: 10, heartbeatIntervalMs: 50 } });
  const bot = await startBot(discord);
  await new Promise((resolve) => bot.once(Events.ShardReconnecting, resolve));
  expect(discord.figures).toMatchObject({ rateLimited: 1, mostSentInWindow: 11 });
});

test('an invalidated session identifies again', async () => {
  const discord = await startDiscord();
  const bot = await startBot(discord);
  const ready = new Promise((resolve) => bot.once(Events.ShardReady, resolve));
  discord.invalidateSession();
  await ready;
  expect(discord.figures.identified).toBe(2);
});

test('intents that were not granted close the gateway, and without them no message content arrives', async () => {
  const discord = await startDiscord();
  const ada = discord.addPerson({ name: 'Ada' });
  const greedy = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.MessageContent],
    rest: { api: discord.apiUrl },
  });
  opened.push(() => greedy.destroy());
  await expect(greedy.login(discord.token)).rejects.toThrow('disallowed intents');
  const bot = await startBot(discord);
  const message = new Promise<string>((resolve) => bot.once(Events.MessageCreate, ({ content }) => resolve(content)));
  ada.send('private thoughts');
  expect(await message).toBe('');
});

test('a bot works as a user install where it is not a member', async () => {
  const discord = await startDiscord();
  const elsewhere = discord.addGuild({ name: 'Elsewhere', withBot: false });
  const bob = discord.addPerson({ name: 'Bob', guild: elsewhere });
  const bot = await startBot(discord, async (interaction) => {
    if (interaction.isChatInputCommand()) {
      await interaction.reply(`${interaction.guildId} ${interaction.guild === null}`);
    }
  });
  await bot.application.commands.set(COMMANDS.map((command) => ({ ...command, integration_types: [0, 1] })));
  expect((await (await bob.type('/say', { text: 'x' })).reply()).content).toBe(`${elsewhere.id} true`);
});

test('a bot with two shards knows every guild, and receives each command once', async () => {
  const discord = await startDiscord({ shards: 2 });
  const elsewhere = discord.addGuild({ name: 'Elsewhere' });
  const client = new Client({ intents: INTENTS, shards: 'auto', rest: { api: discord.apiUrl } });
  opened.push(() => client.destroy());
  const heard: (string | null)[] = [];
  client.on(Events.InteractionCreate, (interaction) => heard.push(interaction.guildId));
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.token);
  const bot = await ready;
  await bot.application.commands.set(COMMANDS);
  expect(bot.ws.shards.size).toBe(2);
  expect(bot.guilds.cache.size).toBe(2);
  for (const guild of [discord.guild, elsewhere]) {
    await discord.addPerson({ name: 'Ada', guild }).type('/say', { text: 'x' });
  }
  await expect.poll(() => heard.length).toBe(2);
  expect(new Set(heard)).toEqual(new Set([discord.guild.id, elsewhere.id]));
});

test('commands are returned in Discord’s form, and keep their ids when they are overwritten', async () => {
  const discord = await startDiscord();
  const bot = await startBot(discord);
  const route = `/applications/${discord.applicationId}/guilds/${discord.guild.id}/commands` as const;
  const before = (await bot.rest.get(route)) as { id: string; options?: object[] }[];
  await bot.application.commands.set(COMMANDS, discord.guild.id);
  const after = (await bot.rest.get(route)) as { id: string; options?: object[] }[];
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]?.options?.slice(0, 2)).toEqual([
    { ...described('text', 'What'), type: 3, required: true, max_length: 6_000 },
    { ...described('voice', 'Whose'), type: 3, autocomplete: true },
  ]);
});

function described(name: string, description: string): object {
  return { name, description, name_localizations: null, description_localizations: null };
}
