import type { OverlaySource } from '../captions/overlay/overlay-api.ts';
import { messagesFor } from '../messages/catalogues.ts';
import type { BotOptions } from './bot-options.ts';
import { type AutomaticFeature, createAutomaticFeature } from './captions/automatic/automatic-feature.ts';
import { type CaptionFeature, createCaptionFeature } from './captions/caption-feature.ts';
import { isConnected } from './client/client.ts';
import { findInvitation, type Invitation } from './client/invitation.ts';
import { logIn } from './client/login.ts';
import type { Patience } from './client/reach.ts';
import { type Core, createCore } from './core/core.ts';
import type { Feature } from './core/feature.ts';
import { createPronunciationFeature } from './core/pronunciation-feature.ts';
import { DRAIN_GRACE_MS } from './core/shutdown.ts';
import { createDoctorFeature } from './doctor/doctor-feature.ts';
import { listenToGateway } from './gateway-events.ts';
import type { CommandSet } from './interactions/command.ts';
import { createRouter, type Router } from './interactions/interaction-router.ts';
import { localizedDefinitions } from './interactions/localized-definitions.ts';
import { registerAtStart } from './interactions/register-at-start.ts';
import type { CommandIds } from './interactions/registration.ts';
import { createPlaybackFeature, type PlaybackFeature } from './playback/playback-feature.ts';
import { createVoiceRequests } from './playback/voice-bridge.ts';
import { createPrivacyFeature } from './privacy/privacy-feature.ts';
import { createReadingFeature, type ReadingFeature } from './reading/reading-feature.ts';
import type { Services } from './services.ts';
import { postSettingsChanges } from './settings/change-log.ts';
import { settingsPages } from './settings/pages.ts';
import { createTranscriptionFeature } from './transcription/transcription-feature.ts';
import { createVoiceMessageFeature } from './voice-messages/voice-message-feature.ts';

/** Who the bot is on Discord. */
interface BotIdentity {
  /** Its tag, such as `Mynah#0042`. */
  readonly bot: string;
  readonly botId: string;
  /** How many servers this process serves. */
  readonly servers: number;
  /** Where people add it; only if it is in no server, also in none of another process. */
  readonly invitation: Invitation | undefined;
}

/** The bot on Discord: client, commands and voice. Disposal closes it. */
export interface Bot extends AsyncDisposable {
  /** What viewers of captions outside of Discord see. */
  readonly overlays: OverlaySource;
  /**
   * Logs in, waits until the gateway is ready, and registers the commands if they changed. It waits for Discord as long as
   * that cannot be reached, and calls `onWait` before each of those waits.
   * @throws {MynahError} DISCORD_TOKEN_REFUSED, DISCORD_CONNECTION, DISCORD_GUILD_UNKNOWN or DISCORD_REGISTRATION_FAILED;
   * the caller must still close the bot.
   */
  start(signal: AbortSignal, onWait?: () => void): Promise<BotIdentity>;
  /** Whether every shard of this process is connected. */
  isReady(): boolean;
  /** Stops taking commands, lets running ones end, stores what is left to say, leaves voice and disconnects, within 9 s. */
  close(): Promise<void>;
}

/** Creates the bot and its parts; nothing connects before `start`. */
export function createBot(options: BotOptions): Bot {
  const { settings, scope, log } = options;
  const parts = new AsyncDisposableStack();
  const core = createCore(options, {
    parts,
    onVoiceEvent: (event) => {
      for (const each of hearing) each.onVoiceEvent?.(event);
    },
    handOver: () => features.playback.handOver(),
  });
  const features = createFeatures(core, options);
  const hearing = inHearingOrder(features, core);
  let commandIds: CommandIds = new Map();
  const services = servicesOf(core, features, (name) => commandIds.get(name));
  const { directory, people, publicMessages } = core;
  const { captionPlaces } = services;
  const pages = settingsPages(services);
  postSettingsChanges(settings, { pages, directory, people, captionPlaces, publicMessages, log });
  const commands = options.createCommands(services);
  const { allowedPlaces: places, access, limits, explain } = core;
  const router = createRouter({ commands, places, access, limits, explain, messagesFor, scope, log });
  for (const feature of inClosingOrder(features).toReversed()) parts.defer(() => feature.close?.());
  parts.defer(async () => {
    await Promise.all(inHaltingOrder(features, router).map(async (each) => each.halt?.()));
    await features.playback.freeze();
  });
  const { host, stageVoice } = features.playback;
  const { captions } = features.captions;
  listenToGateway(core.client, { engine: core.engine, host, stageVoice, router, captions, log });
  // After those listeners: the host hears of people who come and go before captions start or end because of them.
  features.automatic.listen();

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= parts.disposeAsync());
  return {
    overlays: captions.overlays,
    start: async (stop, onWait) => {
      commandIds = await connect(core, options, commands, { signal: stop, log, onWait });
      begin(core, features);
      return await identify(core, options, stop);
    },
    isReady: () => isConnected(core.client),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** All that the bot can do. */
interface Features {
  readonly captions: CaptionFeature;
  readonly playback: PlaybackFeature;
  readonly privacy: ReturnType<typeof createPrivacyFeature>;
  readonly transcription: ReturnType<typeof createTranscriptionFeature>;
  readonly voiceMessages: ReturnType<typeof createVoiceMessageFeature>;
  readonly pronunciations: ReturnType<typeof createPronunciationFeature>;
  readonly reading: ReadingFeature;
  readonly automatic: AutomaticFeature;
  readonly doctor: ReturnType<typeof createDoctorFeature>;
}

/**
 * Creates the features. Each gets those before it; what it asks of one after it is a function, which is not called before all
 * exist. Listeners of the client and of settings are called in this order.
 */
function createFeatures(core: Core, options: BotOptions): Features {
  const { files, speech, handover, autoCaptions, autoCaptionTimings, voiceMessageNotices, doctorSources } = options;
  const captions = createCaptionFeature(core, {
    ...{ createCaptions: options.createCaptions, publicUrl: options.publicUrl },
    startsAgain: ({ guildId, voiceChannelId }) => automatic.autoCaptions.isSetUp(guildId, voiceChannelId),
  });
  const shown = { captions: captions.captions, captionPlaces: captions.services.captionPlaces };
  const playback = createPlaybackFeature(core, {
    ...{ speech, handover, aloneTimeoutMs: options.aloneTimeoutMs, engine: captions.services.engine },
    beforeMove: (guildId) => captions.channelStatus.clear(guildId),
    onJoined: (guildId, outcome) => doctor.services.doctor.onJoined(guildId, outcome),
    reading: {
      unread: (guildId) => reading.reading.unread(guildId),
      reread: (guildId, messages) => reading.reading.reread(guildId, messages),
      resume: (text) => reading.reading.resume(text),
    },
  });
  const privacy = createPrivacyFeature(core, { store: handover.store, takeover: playback.takeover });
  const transcription = createTranscriptionFeature(core, { files });
  const voiceMessages = createVoiceMessageFeature(core, {
    ...{ files, voiceMessageNotices, captions: captions.captions, pcmSampleRateHz: speech.pcmSampleRateHz },
  });
  const pronunciations = createPronunciationFeature(core, options);
  const reading = createReadingFeature(core, {
    ...{ files, reading: options.reading, ...shown, playback },
    pronunciations: pronunciations.services.pronunciations,
  });
  const automatic = createAutomaticFeature(core, { autoCaptions, autoCaptionTimings, captions, playback });
  const doctor = createDoctorFeature(core, {
    ...{ ...shown, doctorSources },
    readsChat: async (guildId) => (await reading.reading.status(guildId)).length > 0,
  });
  return { captions, playback, privacy, transcription, voiceMessages, pronunciations, reading, automatic, doctor };
}

/** Who hears of an event in voice, one after the other. */
function inHearingOrder(features: Features, { sender, engine }: Core): readonly Pick<Feature, 'onVoiceEvent'>[] {
  const { captions, playback, doctor, reading, automatic } = features;
  return [
    // Joins and leaves wait for the gateway, and one that was undone is taken back before anybody acts on it.
    createVoiceRequests(sender, engine),
    captions,
    // A text's end is counted before reading fills its place in the queue.
    playback,
    reading,
    doctor,
    // After captions: those of a channel that the bot has left end before they can start again.
    automatic,
  ];
}

/** What ends side by side, each in its own time; `halt` is called in this order. */
function inHaltingOrder(features: Features, router: Router): readonly Pick<Feature, 'halt'>[] {
  const { automatic, transcription, voiceMessages, captions, playback } = features;
  return [
    // Before the captions: none may start again when they end.
    automatic,
    { halt: () => router.drain(DRAIN_GRACE_MS) },
    transcription,
    voiceMessages,
    captions,
    playback,
  ];
}

/**
 * What is closed, one after the other, when all are halted: reading before the pronunciations that it asks for, playback before
 * captions, which restore the status of voice channels while the bot is in them. The core follows: the engine leaves voice,
 * then the client disconnects.
 */
function inClosingOrder(features: Features): readonly Pick<Feature, 'close'>[] {
  const { reading, pronunciations, playback, captions } = features;
  return [reading, pronunciations, playback, captions];
}

function servicesOf(core: Core, features: Features, commandId: Services['commandId']): Services {
  const { captions, playback, privacy, transcription, voiceMessages, pronunciations, reading } = features;
  return {
    ...core.services,
    ...captions.services,
    ...playback.services,
    ...privacy.services,
    ...transcription.services,
    ...voiceMessages.services,
    ...pronunciations.services,
    ...reading.services,
    ...features.automatic.services,
    ...features.doctor.services,
    commandId,
  };
}

/** Logs in and registers the commands. */
async function connect(
  { client, allowedPlaces: places, disconnecting }: Core,
  { token, places: { guildId, allowDirect } }: BotOptions,
  commands: CommandSet,
  patience: Patience,
): Promise<CommandIds> {
  await logIn(client, token, patience);
  const definitions = localizedDefinitions(commands);
  return await registerAtStart(client, {
    ...{ guildId, allowDirect, definitions, patience, places, closing: disconnecting },
  });
}

/** Begins the work that needs no command: what earlier processes left is continued, before captions start by themselves. */
function begin({ upkeep, voices }: Core, { playback, reading, automatic }: Features): void {
  playback.beginStoring();
  void reading.begin().then(async () => {
    // Captions that start by themselves find the bot where it continues to speak.
    await playback.beginTakeover();
    await automatic.recover();
  });
  upkeep.start({ name: 'voice-recovery', everyMs: undefined, run: () => voices.recover() });
}

async function identify({ client }: Core, { places }: BotOptions, stop: AbortSignal): Promise<BotIdentity> {
  const { tag: bot = '', id: botId = '' } = client.user ?? {};
  const invitation = await findInvitation(client, places.allowDirect, stop);
  return { bot, botId, servers: client.guilds.cache.size, invitation };
}
