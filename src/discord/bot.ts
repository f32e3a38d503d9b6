import { once } from 'node:events';
import { type Client, DiscordjsError, DiscordjsErrorCodes, Events } from 'discord.js';
import type { CaptionTimings } from '../captions/caption-timings.ts';
import type { Captions, CaptionsEnded } from '../captions/captions-api.ts';
import type { CaptionDisplay, CaptionSession, People } from '../captions/captions-ports.ts';
import { MynahError } from '../errors.ts';
import type { FileTranscriber } from '../files/files-api.ts';
import type { Logger } from '../log.ts';
import { english } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';
import type { TtsFormat } from '../speech/wire.ts';
import type { VoiceEngine, VoiceEvent } from '../voice/voice-api.ts';
import type { VoiceModels } from '../voice-models/voice-models-api.ts';
import { type CaptionRenderer, createCaptionRenderer } from './captions/caption-renderer.ts';
import { createCaptionWebhooks } from './captions/caption-webhooks.ts';
import { type ChannelStatus, createChannelStatus } from './captions/channel-status.ts';
import { createTranscriptOffers, type TranscriptOffers } from './captions/transcript-offers.ts';
import { createAttachmentDownload } from './client/attachment-download.ts';
import { createDiscordClient } from './client/client.ts';
import { createGuildDirectory, type GuildDirectory } from './client/guild-directory.ts';
import { createGuildPeople, type GuildPeople } from './client/guild-people.ts';
import { createMentionNames } from './client/mention-names.ts';
import { mayAttachFiles, mayPost, mayUseWebhooks } from './client/permissions.ts';
import type { CommandSet } from './interactions/command.ts';
import { createExplainer, type Explain } from './interactions/explain.ts';
import { toIncoming } from './interactions/incoming.ts';
import { createRouter, type Router } from './interactions/interaction-router.ts';
import { createLateAnswers, type LateAnswers } from './interactions/late-answers.ts';
import { type CommandIds, registerCommands } from './interactions/registration.ts';
import { createQueueItemReplies } from './playback/queue-item-replies.ts';
import type { FileSpeech } from './playback/speech-file.ts';
import { bridgeToEngine, sendToGateway, shardOf } from './playback/voice-bridge.ts';
import { createVoiceHost, type VoiceHost } from './playback/voice-host.ts';
import type { Services } from './services.ts';
import { createTranscriptions } from './transcription/transcriptions.ts';

/**
 * How long `close` waits for interactions and captions (side by side), for the transcripts that are offered then, for
 * voice and for the gateway: 9 s in all.
 */
const DRAIN_GRACE_MS = 3_000;
/** Less than the drain gets: whoever waits for a transcript must still be told. */
const TRANSCRIPTIONS_GRACE_MS = 1_500;
const CAPTIONS_CLOSE_MS = 4_500;
/** Captions are told less than they get: what they wait for must still be put away. */
const CAPTIONS_PATIENCE_MS = 3_500;
const OFFERS_CLOSE_MS = 1_000;
const VOICE_CLOSE_MS = 2_500;
const CLIENT_CLOSE_MS = 1_000;

/** What captions are made with; all of it works once the bot has logged in. */
interface CaptionParts {
  readonly engine: VoiceEngine;
  readonly people: People;
  readonly openDisplay: (session: CaptionSession) => CaptionDisplay;
  /** Whether this process carries the guild. */
  readonly serves: (guildId: string) => boolean;
  readonly messages: Messages;
  /** How long their end may take when the bot is closed. */
  readonly timings: Pick<CaptionTimings, 'closePatienceMs'>;
}

/** What the bot is made of. The `create…` functions are called once, at once. */
export interface BotOptions {
  readonly token: string;
  /** REST base without the version segment. */
  readonly apiUrl: string;
  /** Commands are registered in this guild only; `undefined` registers them for all. */
  readonly guildId: string | undefined;
  readonly shards: readonly number[] | undefined;
  readonly shardCount: number | undefined;
  readonly speech: FileSpeech;
  /** Recovered once the bot is ready. */
  readonly voices: VoiceModels;
  readonly files: FileTranscriber;
  /** Makes the voice engine around the listener for its events; the bot closes it. */
  readonly createEngine: (onEvent: (event: VoiceEvent) => void) => VoiceEngine;
  /** Makes the captions; the bot recovers them once it is ready, and closes them. */
  readonly createCaptions: (parts: CaptionParts) => Captions;
  readonly createCommands: (services: Services) => CommandSet;
  /** Format asked of the service for audio files. */
  readonly fileFormat: TtsFormat;
  readonly defaultVoiceId: string | undefined;
  /** For tests: how long the bot stays in a voice channel without a person in it. */
  readonly aloneTimeoutMs?: number;
  readonly log: Logger;
}

/** The bot on Discord: client, commands and voice, wired. */
export interface Bot {
  /**
   * Logs in, waits until the gateway is ready, and registers the commands where they changed.
   * @throws {MynahError} DISCORD_TOKEN_REFUSED, DISCORD_CONNECTION or DISCORD_REGISTRATION_FAILED; `close` it then.
   */
  start(signal: AbortSignal): Promise<void>;
  /** Whether every shard of this process is connected. */
  isReady(): boolean;
  /** Stops taking commands, lets those under way end, leaves voice and disconnects, within 9 s. */
  close(): Promise<void>;
}

/** Wires the bot; nothing connects before `start`. */
export function createBot(options: BotOptions): Bot {
  const { apiUrl, shards, shardCount, speech, log } = options;
  const client = createDiscordClient({ apiUrl, shards, shardCount, log });
  const onVoiceEvent = (event: VoiceEvent): void => {
    if (event.type === 'gateway-send') sendToGateway(client, event, log);
    captions.onVoiceEvent(event);
    itemReplies.onVoiceEvent(event);
    host.onVoiceEvent(event);
  };
  const engine = options.createEngine(onVoiceEvent);
  const explain = createExplainer({ messages: english, log });
  const directory = createGuildDirectory(client);
  const people = createGuildPeople(client, english, log);
  const board = createBoard(client, { directory, people, explain, log });
  const captions = options.createCaptions({
    ...{ engine, people, openDisplay: (session) => board.openDisplay(session) },
    serves: (guildId) => shardOf(client, guildId) !== undefined,
    messages: english,
    timings: { closePatienceMs: CAPTIONS_PATIENCE_MS },
  });
  const { channelStatus, offers } = createCaptionEnds(client, { captions, directory, log });
  const leaving = leavingWithoutSign(engine, channelStatus);
  const { aloneTimeoutMs } = options;
  const host = createVoiceHost({ engine: leaving, directory, messages: english, aloneTimeoutMs, log });
  const itemReplies = createQueueItemReplies({ engine, explain, log });
  let commandIds: CommandIds = new Map();
  const { fileFormat, defaultVoiceId, files } = options;
  const attachments = createAttachmentDownload({ apiUrl });
  const lateAnswers = createLateAnswersOf(client, directory, log);
  const transcriptions = createTranscriptions({ files, attachments, lateAnswers, explain, log });
  const services: Services = {
    engine: leaving,
    host,
    directory,
    itemReplies,
    voices: options.voices,
    nameOfMention: createMentionNames(client),
    speech,
    captions,
    channelStatus,
    attachments,
    lateAnswers,
    transcriptions,
    commandId: (name) => commandIds.get(name),
    fileFormat,
    defaultVoiceId,
  };
  const commands = options.createCommands(services);
  const router = createRouter({ commands, explain, messages: english, log });

  listen(client, { engine, host, router, captions, log });

  return {
    start: async (signal) => {
      await connect(client, options.token, signal);
      const definitions = [...commands.commands, ...commands.menus].map(({ definition }) => definition);
      const applicationId = client.application?.id ?? '';
      const { rest } = client;
      commandIds = await registerCommands({ rest, applicationId, guildId: options.guildId, definitions, log });
      captions.recover().catch((error: unknown) => log.error({ err: error }, 'captions could not be recovered'));
      options.voices.recover().catch((error: unknown) => log.error({ err: error }, 'voices could not be recovered'));
    },
    isReady: () => client.isReady(),
    close: async () => {
      await Promise.all([
        router.drain(DRAIN_GRACE_MS),
        transcriptions.close(TRANSCRIPTIONS_GRACE_MS),
        within(CAPTIONS_CLOSE_MS, captions.close(), log),
      ]);
      await offers.settle(AbortSignal.timeout(OFFERS_CLOSE_MS));
      board.close();
      host.close();
      await within(VOICE_CLOSE_MS, engine.close(), log);
      await within(CLIENT_CLOSE_MS, client.destroy(), log);
    },
  };
}

function createBoard(
  client: Client,
  parts: {
    readonly directory: GuildDirectory;
    readonly people: GuildPeople;
    readonly explain: Explain;
    readonly log: Logger;
  },
): CaptionRenderer {
  const { directory, people, explain, log } = parts;
  const { rest } = client;
  return createCaptionRenderer({
    rest,
    webhooks: createCaptionWebhooks({ rest, applicationId: () => client.application?.id, messages: english, log }),
    people,
    webhookChannelOf: (channelId) => directory.textChannel(channelId)?.webhookChannelId ?? channelId,
    mayUseWebhooks: (channelId) => mayUseWebhooks(directory.textChannel(channelId)?.permissions ?? 0n),
    explain,
    messages: english,
    log,
  });
}

function createLateAnswersOf({ rest }: Client, directory: GuildDirectory, log: Logger): LateAnswers {
  return createLateAnswers({
    rest,
    mayPost: (channelId, hasFiles) => {
      const facts = directory.textChannel(channelId);
      return facts !== undefined && mayPost(facts.permissions, facts.webhookChannelId !== channelId, hasFiles);
    },
    log,
  });
}

/** What happens in Discord when captions end, however they end: the sign goes, the transcript is offered. */
function createCaptionEnds(
  { rest }: Client,
  parts: { readonly captions: Captions; readonly directory: GuildDirectory; readonly log: Logger },
): { channelStatus: ChannelStatus; offers: TranscriptOffers } {
  const { captions, directory, log } = parts;
  const channelStatus = createChannelStatus({
    rest,
    maySet: (guildId, channelId) => directory.maySetStatus(guildId, channelId),
    messages: english,
    log,
  });
  const offers = createTranscriptOffers({
    rest,
    transcript: (guildId, sessionId) => captions.transcript(guildId, sessionId),
    channelName: (channelId) => directory.channelName(channelId),
    mayAttachFiles: (channelId) => mayAttachFiles(directory.textChannel(channelId)?.permissions ?? 0n),
    messages: english,
    log,
  });
  captions.onEnded((ended: CaptionsEnded) => {
    void channelStatus.clear(ended.session.guildId);
    void offers.offer(ended);
  });
  return { channelStatus, offers };
}

/** The engine with a way to leave that takes the sign down first: whoever is gone may not. */
function leavingWithoutSign(
  engine: VoiceEngine,
  channelStatus: ChannelStatus,
): Services['engine'] & Pick<VoiceEngine, 'join'> {
  return {
    join: (request) => engine.join(request),
    leave: async (guildId) => {
      await channelStatus.clear(guildId);
      return engine.leave(guildId);
    },
    skip: (guildId) => engine.skip(guildId),
    stop: (guildId) => engine.stop(guildId),
    pause: (guildId) => engine.pause(guildId),
    resume: (guildId) => engine.resume(guildId),
    remove: (guildId, itemId, userId, anyone) => engine.remove(guildId, itemId, userId, anyone),
    session: (guildId) => engine.session(guildId),
  };
}

function listen(
  client: Client,
  parts: {
    readonly engine: VoiceEngine;
    readonly host: VoiceHost;
    readonly router: Router;
    readonly captions: Captions;
    readonly log: Logger;
  },
): void {
  const { engine, host, router, captions, log } = parts;
  bridgeToEngine(client, engine);
  client.on(Events.InteractionCreate, (interaction) => {
    const incoming = toIncoming(interaction);
    if (incoming !== undefined) void router.handle(incoming);
  });
  client.on(Events.VoiceStateUpdate, (_before, { guild }) => host.onPeopleChanged(guild.id));
  client.on(Events.GuildAvailable, (guild) => host.onPeopleChanged(guild.id));
  client.on(Events.GuildDelete, (guild) => {
    engine.leave(guild.id).catch((error: unknown) => log.error({ err: error }, 'could not end a session'));
  });
  const onChannelGone = (channel: { readonly id: string; readonly guildId?: string }): void => {
    endCaptionsIn(channel, captions).catch((error: unknown) => log.error({ err: error }, 'could not end captions'));
  };
  client.on(Events.ChannelDelete, onChannelGone);
  client.on(Events.ThreadDelete, onChannelGone);
}

/** Nobody is captioned where no notice of it can be read. */
async function endCaptionsIn(
  { id, guildId }: { readonly id: string; readonly guildId?: string },
  captions: Pick<Captions, 'status' | 'stop'>,
): Promise<void> {
  const status = guildId === undefined ? undefined : await captions.status(guildId);
  if (status?.session.textChannelId === id) await captions.stop(status.session.guildId);
}

async function connect(client: Client, token: string, signal: AbortSignal): Promise<void> {
  const refused = new AbortController();
  const onDisconnect = (): void => refused.abort(new Error('the gateway refused a shard for good'));
  client.once(Events.ShardDisconnect, onDisconnect);
  try {
    const ready = once(client, Events.ClientReady, { signal: AbortSignal.any([signal, refused.signal]) });
    await Promise.all([ready, client.login(token)]);
  } catch (error) {
    signal.throwIfAborted();
    const isToken = error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
    if (isToken) throw new MynahError('DISCORD_TOKEN_REFUSED', 'Discord refused DISCORD_TOKEN', { cause: error });
    throw new MynahError('DISCORD_CONNECTION', 'could not connect to Discord at DISCORD_API_URL', {
      retryable: true,
      cause: error,
    });
  } finally {
    client.off(Events.ShardDisconnect, onDisconnect);
  }
}

/** Waits for `work`, but no longer than `timeoutMs`; how it failed is logged. */
async function within(timeoutMs: number, work: Promise<void>, log: Logger): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  const done = work.catch((error: unknown) => log.warn({ err: error }, 'a part did not close cleanly'));
  await Promise.race([done, timeout]);
  clearTimeout(timer);
}
