import { Client, Events, GatewayIntentBits } from 'discord.js';

/** Starts a bot that answers `/ping`: on Discord, or at another API, which a test names. The caller must destroy it. */
export async function startPingBot(token: string, api = 'https://discord.com/api'): Promise<Client> {
  const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates];
  const bot = new Client({ intents, rest: { api } });
  const commands = [{ name: 'ping', description: 'Answers' }];
  bot.once(Events.ClientReady, ({ application }) => void application.commands.set(commands));
  bot.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void interaction.reply('Pong!');
  });
  await bot.login(token);
  return bot;
}
