/**
 * Runs the stock audio player and receiver of @discordjs/voice and nothing else. With the argument `ffmpeg` it is the plain
 * pipeline (POST, mp3, ffmpeg, player); otherwise the player is fed from memory with Opus packets.
 */
import { Readable } from 'node:stream';
import {
  type AudioPlayer,
  AudioPlayerStatus,
  type AudioResource,
  createAudioPlayer,
  createAudioResource,
  type DiscordGatewayAdapterLibraryMethods,
  EndBehaviorType,
  entersState,
  joinVoiceChannel,
  NetworkingStatusCode,
  StreamType,
  type VoiceConnection,
  VoiceConnectionStatus,
  type VoiceReceiver,
} from '@discordjs/voice';
import { FRAME_SAMPLES, SILENCE_FRAME } from '@mynah/opus/opus-packet';
import prism from 'prism-media';
import { until } from '../until.ts';
import type { ContenderCalls, ContenderEvent, ContenderOptions, Place } from './contender-calls.ts';
import { keepBusy, memoryAfterCollection } from './memory.ts';
import { emitEvent, serveCalls } from './serve-calls.ts';

const JOIN_DEADLINE_MS = 20_000;
const SAMPLE_RATE_HZ = 48_000;
const CHANNELS = 2;
const SILENCE_MS = 1_000;

interface StockSession {
  readonly connection: VoiceConnection;
  readonly player: AudioPlayer;
}

const isFfmpeg = process.argv[2] === 'ffmpeg';
const gateways = new Map<string, DiscordGatewayAdapterLibraryMethods>();
const sessions = new Map<string, StockSession>();
let packetsHeard = 0;
let options: ContenderOptions | undefined;

async function join({ guildId, channelId }: Place): Promise<void> {
  const connection = joinVoiceChannel({
    guildId,
    channelId,
    selfDeaf: false,
    adapterCreator: (methods) => {
      gateways.set(guildId, methods);
      return {
        sendPayload: (payload: unknown) => {
          emitEvent({ type: 'gateway-send', guildId, payload } satisfies ContenderEvent);
          return true;
        },
        destroy: () => gateways.delete(guildId),
      };
    },
  });
  await entersState(connection, VoiceConnectionStatus.Ready, JOIN_DEADLINE_MS);
  await until('end-to-end encryption', () => (canEncrypt(connection) ? true : undefined));
  const player = createAudioPlayer();
  player.on('error', (error) => console.error('the stock player failed', error));
  connection.subscribe(player);
  sessions.set(guildId, { connection, player });
}

function canEncrypt({ state }: VoiceConnection): boolean {
  if (state.status !== VoiceConnectionStatus.Ready) return false;
  const networking = state.networking.state;
  return networking.code === NetworkingStatusCode.Ready && networking.dave?.session?.ready === true;
}

async function resource(): Promise<AudioResource> {
  if (options === undefined) throw new Error('the contender was not opened');
  if (!isFfmpeg) return createAudioResource(endless(options.packets), { inputType: StreamType.Opus });
  const { url, apiKey } = options.speech;
  const response = await fetch(`${url}/v1/tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', model: 's2-pro' },
    body: JSON.stringify({ text: 'Some text.', format: 'mp3' }),
  });
  if (!response.ok || response.body === null) throw new Error(`POST /v1/tts answered ${response.status}`);
  return createAudioResource(Readable.fromWeb(response.body), { inputType: StreamType.Arbitrary });
}

/** What most bots do: one stream per speaker, every packet decoded. */
function hear(receiver: VoiceReceiver, userId: string): void {
  if (receiver.subscriptions.has(userId)) return;
  const decoder = new prism.opus.Decoder({ rate: SAMPLE_RATE_HZ, channels: CHANNELS, frameSize: FRAME_SAMPLES });
  const stream = receiver.subscribe(userId, { end: { behavior: EndBehaviorType.AfterSilence, duration: SILENCE_MS } });
  stream.on('error', (error) => console.error('the stock receiver failed', error));
  stream.on('data', (packet: Buffer) => {
    // The closing silence of each speech is not what was spoken.
    if (!packet.equals(SILENCE_FRAME)) packetsHeard += 1;
  });
  stream.pipe(decoder).resume();
}

/** The packets in a loop, as cheaply as a stream can. */
function endless(packets: readonly Uint8Array[]): Readable {
  const buffers = packets.map((packet) => Buffer.from(packet));
  let next = 0;
  return new Readable({
    objectMode: true,
    read() {
      this.push(buffers[next % buffers.length]);
      next += 1;
    },
  });
}

function sessionOf(guildId: string): StockSession {
  const session = sessions.get(guildId);
  if (session === undefined) throw new Error('unknown session');
  return session;
}

const calls: ContenderCalls = {
  open: async (given) => {
    options = given;
  },
  join,
  leave: async (guildId) => {
    sessionOf(guildId).connection.destroy();
    sessions.delete(guildId);
  },
  dispatch: ({ t, d }) => {
    const gateway = gateways.get(d.guild_id);
    type State = Parameters<DiscordGatewayAdapterLibraryMethods['onVoiceStateUpdate']>[0];
    type Server = Parameters<DiscordGatewayAdapterLibraryMethods['onVoiceServerUpdate']>[0];
    if (t === 'VOICE_STATE_UPDATE') gateway?.onVoiceStateUpdate(d as unknown as State);
    else gateway?.onVoiceServerUpdate(d as unknown as Server);
  },
  speak: async (guildId) => {
    const { player } = sessionOf(guildId);
    player.play(await resource());
    if (isFfmpeg) player.on(AudioPlayerStatus.Idle, () => void resource().then((next) => player.play(next)));
  },
  skip: async () => undefined,
  stop: async (guildId) => {
    const { player } = sessionOf(guildId);
    player.removeAllListeners(AudioPlayerStatus.Idle);
    player.stop(true);
  },
  listen: async (guildId) => {
    const { receiver } = sessionOf(guildId).connection;
    receiver.speaking.on('start', (userId) => hear(receiver, userId));
  },
  heard: () => packetsHeard,
  stall: keepBusy,
  memory: () => memoryAfterCollection([]),
};

serveCalls(calls);
