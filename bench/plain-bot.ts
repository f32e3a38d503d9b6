/**
 * The baseline of the benchmarks: a text-to-speech bot as most are written. It requests mp3 from POST /v1/tts, decodes
 * it with ffmpeg, and plays it with the stock audio player. It reads the bot's own environment variables.
 */
import { Readable } from 'node:stream';
import {
  type AudioPlayer,
  createAudioPlayer,
  createAudioResource,
  entersState,
  getVoiceConnection,
  joinVoiceChannel,
  StreamType,
  VoiceConnectionStatus,
} from '@discordjs/voice';
import { type ChatInputCommandInteraction, Client, Events, GatewayIntentBits } from 'discord.js';
import { sharedClockMs } from './say/clock.ts';
import { logSpan } from './say/logged-spans.ts';

const { DISCORD_TOKEN = '', DISCORD_API_URL = '', SPEECH_API_URL = '', SPEECH_API_KEY = '' } = process.env;
const JOIN_DEADLINE_MS = 20_000;
const STRING_OPTION = 3;

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
  rest: { api: DISCORD_API_URL },
});
const players = new Map<string, AudioPlayer>();

client.once(Events.ClientReady, (ready) => void register(ready));

client.on(Events.InteractionCreate, (interaction) => {
  if (interaction.isChatInputCommand() && interaction.inCachedGuild()) void answer(interaction);
});

async function register({ application }: Client<true>): Promise<void> {
  await application.commands.set([
    { name: 'join', description: 'Join' },
    { name: 'leave', description: 'Leave' },
    { name: 'stop', description: 'Stop' },
    {
      name: 'say',
      description: 'Speak',
      options: [{ name: 'text', description: 'Text', type: STRING_OPTION, required: true }],
    },
  ]);
  console.log(JSON.stringify({ level: 'info', host: '127.0.0.1', port: 0, msg: 'http listening' }));
  console.log(JSON.stringify({ level: 'info', msg: 'ready' }));
}

async function answer(interaction: ChatInputCommandInteraction<'cached'>): Promise<void> {
  const startMs = sharedClockMs();
  logSpan({ name: 'interaction.command', startMs, endMs: startMs });
  await interaction.deferReply({ flags: 'Ephemeral' });
  if (interaction.commandName === 'join') await join(interaction);
  else if (interaction.commandName === 'leave') leave(interaction.guildId);
  else if (interaction.commandName === 'stop') players.get(interaction.guildId)?.stop();
  else {
    if (!players.has(interaction.guildId)) await join(interaction);
    await say(interaction.guildId, interaction.options.getString('text', true));
  }
  await interaction.editReply('Done.');
}

async function join(interaction: ChatInputCommandInteraction<'cached'>): Promise<void> {
  const channel = interaction.member.voice.channel;
  if (channel === null) return;
  const startMs = sharedClockMs();
  const connection = joinVoiceChannel({
    channelId: channel.id,
    guildId: interaction.guildId,
    adapterCreator: interaction.guild.voiceAdapterCreator,
  });
  await entersState(connection, VoiceConnectionStatus.Ready, JOIN_DEADLINE_MS);
  logSpan({ name: 'voice.connect', startMs, endMs: sharedClockMs() });
  const player = createAudioPlayer();
  connection.subscribe(player);
  players.set(interaction.guildId, player);
}

function leave(guildId: string): void {
  players.delete(guildId);
  getVoiceConnection(guildId)?.destroy();
}

async function say(guildId: string, text: string): Promise<void> {
  const startMs = sharedClockMs();
  const response = await fetch(`${SPEECH_API_URL}/v1/tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SPEECH_API_KEY}`, 'content-type': 'application/json', model: 's2-pro' },
    body: JSON.stringify({ text, format: 'mp3' }),
  });
  if (!response.ok || response.body === null) throw new Error(`POST /v1/tts answered ${response.status}`);
  logSpan({ name: 'speech.request', startMs, endMs: sharedClockMs() });
  const mp3 = Readable.fromWeb(response.body);
  players.get(guildId)?.play(createAudioResource(mp3, { inputType: StreamType.Arbitrary }));
}

process.once('SIGTERM', () => void client.destroy().then(() => process.exit(0)));
await client.login(DISCORD_TOKEN);
