import { isDeepStrictEqual } from 'node:util';
import type { AutomaticCaptionsHost } from '../captions/automatic/automatic-api.ts';
import { createAutomaticCaptions } from '../captions/automatic/automatic-captions.ts';
import type { Captions } from '../captions/captions-api.ts';
import type { CaptionSession } from '../captions/captions-ports.ts';
import type { OverlaySource } from '../captions/overlay/overlay-api.ts';
import { withinTime } from '../concurrency/async.ts';
import { createUpkeep } from '../concurrency/upkeep.ts';
import type { AboutText } from '../handover/handover-ports.ts';
import { messagesFor } from '../messages/catalogues.ts';
import type { Messages } from '../messages/messages.ts';
import { createEmojiNames } from '../text/spoken/emoji-names.ts';
import { createSpokenTexts } from '../text/spoken/spoken-texts.ts';
import { createSpeaking } from '../voice/speaking.ts';
import type { VoiceEvent } from '../voice/voice-api.ts';
import type { BotOptions } from './bot-options.ts';
import { postBudgetWarnings } from './budget-warnings.ts';
import { listenForAutomaticCaptions } from './captions/automatic/automatic-events.ts';
import { createAutomaticStart } from './captions/automatic/automatic-start.ts';
import { createCaptionThreads } from './captions/automatic/caption-threads.ts';
import {
  clearStatusOnLeave,
  createCaptionSurroundings,
  createRenderer,
  createSettling,
} from './captions/caption-wiring.ts';
import { createMessageDeleter } from './captions/display/message-deleter.ts';
import { announceResumedLinks, createOverlayNotices } from './captions/overlay/overlay-notices.ts';
import { createShareRights } from './captions/overlay/sharing-rights.ts';
import { createAllowedPlaces } from './client/allowed-places.ts';
import { createAttachmentDownload } from './client/attachment-download.ts';
import { createDiscordClient, isConnected } from './client/client.ts';
import { createGatewaySender } from './client/gateway/gateway-sender.ts';
import { createGuildDirectory, type GuildDirectory } from './client/guild-directory.ts';
import { createGuildPeople } from './client/guild-people.ts';
import { receivesMessages } from './client/intents.ts';
import { findInvitation, type Invitation } from './client/invitation.ts';
import { leaveServers } from './client/leave-servers.ts';
import { logIn } from './client/login.ts';
import { createMentionNames } from './client/mention-names.ts';
import { createStageMoves } from './client/stage-place.ts';
import { createDiscordView } from './doctor/discord-view.ts';
import { createDoctor } from './doctor/doctor.ts';
import { listenToGateway } from './gateway-events.ts';
import { createExplainer } from './interactions/explain-failure.ts';
import { createFeatureAccess } from './interactions/feature-access.ts';
import { createRouter } from './interactions/interaction-router.ts';
import { createLateAnswersIn } from './interactions/late-answers-in.ts';
import { localizedDefinitions } from './interactions/localized-definitions.ts';
import { createRateLimits } from './interactions/rate-limits.ts';
import { registerAtStart } from './interactions/register-at-start.ts';
import type { CommandIds } from './interactions/registration.ts';
import { createRecorder, createTakeover } from './playback/handover-wiring.ts';
import { createQueueItemReplies } from './playback/queue-item-replies.ts';
import { createStageVoice } from './playback/stage-voice.ts';
import { createTextsOnTheWay } from './playback/texts-on-the-way.ts';
import { createVoiceRequests, shardOf } from './playback/voice-bridge.ts';
import { createVoiceHost } from './playback/voice-host.ts';
import { createQueuedTexts } from './privacy/queued-texts.ts';
import { createMemberNames } from './reading/member-names.ts';
import { createChatReading } from './reading/reading-wiring.ts';
import { createServerMessages } from './server-messages.ts';
import type { Services } from './services.ts';
import { postSettingsChanges } from './settings/change-log.ts';
import { settingsPages } from './settings/pages.ts';
import {
  CAPTIONS_CLOSE_MS,
  CAPTIONS_PATIENCE_MS,
  CLIENT_CLOSE_MS,
  closeWithin,
  DRAIN_GRACE_MS,
  FREEZE_MS,
  HALT_MS,
  OFFERS_CLOSE_MS,
  TRANSCRIPTIONS_GRACE_MS,
  VOICE_CLOSE_MS,
} from './shutdown.ts';
import { createTranscriptions } from './transcription/transcriptions.ts';
import { createSpeechDeliveries } from './voice-messages/speech-delivery.ts';
import { createVoiceMessages } from './voice-messages/voice-message-wiring.ts';

/** How soon changes of voice sessions are stored. Texts of commands are stored at once. */
const RECORD_MS = 250;
/** How soon a process continues what another one left. */
const TAKEOVER_MS = 2_000;
const LEFTOVERS_MS = 60_000;
const NO_PINGS = { parse: [] } as const;

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
  const { apiUrl, shards, shardCount, identifyTurn, speech, log } = options;
  const parts = new AsyncDisposableStack();
  const disconnecting = new AbortController();
  const { signal } = disconnecting;
  const sender = createGatewaySender({ log, pace: options.gatewayPace });
  const connection = { apiUrl, shards, shardCount, identifyTurn, signal, sender, log };
  const client = parts.adopt(createDiscordClient(connection), (made) => {
    disconnecting.abort();
    sender.close();
    // The bot is in no channel any more: other processes may continue there.
    const { store, owner } = options.handover;
    const handedOver = recorder.isFrozen ? store.end(owner) : undefined;
    return closeWithin(CLIENT_CLOSE_MS, Promise.all([made.destroy(), handedOver]), log);
  });
  const onVoiceEvent = (event: VoiceEvent): void => {
    requests.onVoiceEvent(event);
    captions.onVoiceEvent(event);
    recorder.onVoiceEvent(event);
    host.onVoiceEvent(event);
    stageVoice.onVoiceEvent(event);
    doctor.onVoiceEvent(event);
    // What another process continues has not ended.
    if (!recorder.isFrozen) {
      speaking.onVoiceEvent(event);
      reading.onVoiceEvent(event);
    }
    autoCaptions.onVoiceEvent(event);
  };
  const upkeep = parts.use(createUpkeep(log));
  const engine = parts.adopt(options.createEngine(onVoiceEvent), (made) =>
    closeWithin(VOICE_CLOSE_MS, made.close(), log),
  );
  const requests = createVoiceRequests(sender, engine);
  const explain = createExplainer({ log });
  const serverMessages = createServerMessages({
    settings: options.settings,
    discordLocaleOf: (guildId) => client.guilds.cache.get(guildId)?.preferredLocale,
    log,
  });
  const publicMessages = (guildId: string): Promise<Messages> => serverMessages.of(guildId);
  const messagesOf = (guildId: string): Messages => serverMessages.known(guildId);
  const allowedPlaces = createAllowedPlaces(options.places);
  leaveServers(client, { places: allowedPlaces, signal, log });
  const directory = createGuildDirectory(client, log);
  const people = createGuildPeople(client, messagesOf, log);
  const onForbidden = ({ sessionId }: CaptionSession): void => captions.end(sessionId, 'cannot-post');
  const mayShow = (session: CaptionSession): boolean => presence.mayShow(session);
  const rendering = { directory, people, mayShow, onForbidden, explain, messagesOf, publicMessages, log };
  const renderer = parts.adopt(createRenderer(client, rendering), (made) => made.close());
  const captions = options.createCaptions({
    ...{ engine, people, openDisplay: (session, record) => renderer.openDisplay(session, record) },
    deleteMessage: createMessageDeleter({ rest: client.rest, log }),
    ...createSettling(client, rendering),
    serves: (guildId) => shardOf(client, guildId) !== undefined,
    parentChannelOf: (channelId) => directory.textChannel(channelId)?.webhookChannelId,
    mayShare: createShareRights(directory),
    allows: (guildId) => allowedPlaces.mayWorkIn(guildId),
    messagesOf,
    timings: { closePatienceMs: CAPTIONS_PATIENCE_MS },
  });
  const { channelStatus, presence, notices, places, offers } = createCaptionSurroundings(client, {
    ...{ captions, directory, publicMessages, log },
    startsAgain: ({ guildId, voiceChannelId }) => autoCaptions.isSetUp(guildId, voiceChannelId),
    isShared: async (sessionId) => {
      const links = await captions.overlays.list(sessionId).catch(() => []);
      return links.length > 0;
    },
    // Somebody waits for captions to start.
    send: (guildId, payload, maxWaitMs) => void sender.send(guildId, payload, { priority: 'person', maxWaitMs }),
  });
  parts.defer(async () => {
    await Promise.all([
      offers.settle(AbortSignal.timeout(OFFERS_CLOSE_MS)),
      notices.settle(AbortSignal.timeout(OFFERS_CLOSE_MS)),
      closeWithin(OFFERS_CLOSE_MS, channelStatus.settle(), log),
    ]);
  });
  const overlayNotices = createOverlayNotices({ directory, captionPlaces: places, publicMessages });
  announceResumedLinks(captions.overlays, overlayNotices, log);
  const leaving = clearStatusOnLeave(engine, channelStatus);
  const { aloneTimeoutMs } = options;
  // The last guard behind the router's: a session must not start where the operator does not allow one.
  const voiceChannel: GuildDirectory['voiceChannel'] = (guildId, channelId) =>
    allowedPlaces.mayWorkIn(guildId) ? directory.voiceChannel(guildId, channelId) : undefined;
  const host = parts.adopt(
    createVoiceHost({
      engine: {
        ...leaving,
        join: async (request) => {
          const outcome = await engine.join(request);
          doctor.onJoined(request.guildId, outcome);
          return outcome;
        },
      },
      directory: { ...directory, voiceChannel },
      beforeMove: (guildId) => channelStatus.clear(guildId),
      mayPost: async (guildId) => (await options.settings.of(guildId)).notices.posted,
      publicMessages,
      aloneTimeoutMs,
      log,
    }),
    (made) => made.close(),
  );
  const stageVoice = createStageVoice({
    ...{ engine: leaving, stages: createStageMoves(client), log },
    announce: (guildId, notice) => host.announce(guildId, notice),
  });
  const recorder = createRecorder({
    ...options.handover,
    engine,
    host,
    unreadOf: (guildId) => reading.unread(guildId),
  });
  const speaking = createSpeaking<AboutText>({ engine, note: (textId, about) => recorder.note(textId, about), log });
  const itemReplies = createQueueItemReplies({
    ...{ engine, speaking, explain, log },
    keep: (guildId) => recorder.keep(guildId),
  });
  let commandIds: CommandIds = new Map();
  const { fileFormat, defaultVoiceId, files, budgets } = options;
  const takeover = createTakeover(client, recorder, {
    ...{ ...options.handover, engine, host, directory, itemReplies, budgets, places: allowedPlaces, log },
    reading: {
      reread: (guildId, messages) => reading.reread(guildId, messages),
      resume: (text) => reading.resume(text),
    },
  });
  postBudgetWarnings(budgets, { directory, publicMessages, log });
  const attachments = createAttachmentDownload({ apiUrl });
  const lateAnswers = createLateAnswersIn(client, directory, log);
  const transcriptions = createTranscriptions({
    ...{ files, budgets, attachments, lateAnswers, explain, publicMessages, log },
  });
  const access = createFeatureAccess({ settings: options.settings, directory });
  options.settings.keepWith(({ guildId, before, after }, store) => {
    const isOfCaptions = !isDeepStrictEqual(before.captions, after.captions);
    return isOfCaptions ? captions.changeSettings(guildId, after.captions, store) : store();
  });
  const limits = createRateLimits({ shared: options.sharedCounts, log });
  const voiceMessages = createVoiceMessages(client, {
    ...{ settings: options.settings, access, captions, files, budgets, attachments, limits, directory },
    ...{ store: options.voiceMessageNotices, publicMessages, explain, log },
    allows: (guildId) => allowedPlaces.mayWorkIn(guildId),
  });
  const pronunciations = parts.adopt(
    options.createPronunciations({
      builtInLanguage: async (guildId) => {
        const { reading } = await options.settings.of(guildId);
        return reading.builtInPronunciations ? (await publicMessages(guildId)).spoken.locale : undefined;
      },
    }),
    (made) => made.close(),
  );
  const namesOfText = createMentionNames(client, log);
  const spokenTexts = createSpokenTexts({ emojiNames: createEmojiNames() });
  const memberNames = createMemberNames(client, {
    directory,
    botIn: async (guildId) => (await engine.session(guildId))?.channelId,
    say: async (guildId, name) => spokenTexts.name([name], (await publicMessages(guildId)).spoken),
  });
  const chat = createChatReading(client, {
    ...{ engine, speaking, host, directory, access, captions, captionPlaces: places, budgets, files, attachments, log },
    ...{ settings: options.settings, voices: options.voices, defaultVoiceId, store: options.reading },
    ...{ namesOfText, memberNames, spokenTexts, pronunciations, publicMessages, scope: options.scope },
    keep: (textId, about) => recorder.note(textId, about),
    allows: (guildId) => allowedPlaces.mayWorkIn(guildId),
  });
  const { reading } = chat;
  parts.defer(() => reading.close());
  const automaticStart = createAutomaticStart({
    ...{ engine: leaving, host, captions, captionPresence: presence, captionPlaces: places, budgets, publicMessages },
    ...{ directory: { ...directory, voiceChannel }, settings: options.settings, rest: client.rest, log },
    threads: createCaptionThreads(client),
    message: async (userId, content) => void (await client.users.send(userId, { content, allowedMentions: NO_PINGS })),
  });
  const autoCaptions = createAutomaticCaptions({
    ...{ store: options.autoCaptions, captions, engine: leaving, timings: options.autoCaptionTimings, log },
    countPeople: (guildId, channelId) => directory.listenerCount(guildId, channelId),
    serves: (guildId) => shardOf(client, guildId) !== undefined && allowedPlaces.mayWorkIn(guildId),
    begin: (entry) => automaticStart.begin(entry),
  });
  options.settings.onChange(({ guildId, before, after }) => {
    if (before.budgets.captionMinutes !== after.budgets.captionMinutes) autoCaptions.onLimitsChanged(guildId);
  });
  const doctor = createDoctor({
    ...{ engine, discord: createDiscordView(client), directory, access, captions, captionPlaces: places, budgets },
    receivesMessages: () => receivesMessages(client),
    readsChat: async (guildId) => (await reading.status(guildId)).length > 0,
    sources: options.doctorSources,
  });
  const services: Services = {
    engine: leaving,
    host,
    stageVoice,
    directory,
    itemReplies,
    textsOnTheWay: createTextsOnTheWay(),
    queuedTexts: createQueuedTexts({ engine, store: options.handover.store, takeover }),
    budgets,
    settings: options.settings,
    access,
    pronunciations,
    voices: options.voices,
    namesOfText,
    memberNames,
    people,
    reading,
    takeover,
    readingPlaces: chat.places,
    receivesMessages: () => receivesMessages(client),
    spokenTexts,
    speech,
    speechDeliveries: createSpeechDeliveries({
      ...{ rest: client.rest, directory, lateAnswers, publicMessages, log },
      pcmSampleRateHz: speech.pcmSampleRateHz,
    }),
    captions,
    overlays: captions.overlays,
    overlayNotices,
    publicUrl: options.publicUrl,
    captionPresence: presence,
    captionPlaces: places,
    autoCaptions,
    autoCaptionProblem: (entry) => automaticStart.problem(entry),
    doctor,
    attachments,
    lateAnswers,
    transcriptions,
    voiceMessages,
    publicMessages,
    commandId: (name) => commandIds.get(name),
    fileFormat,
    defaultVoiceId,
  };
  postSettingsChanges(options.settings, {
    pages: settingsPages(services),
    directory,
    people,
    captionPlaces: places,
    publicMessages,
    log,
  });
  const commands = options.createCommands(services);
  const router = createRouter({
    ...{ commands, places: allowedPlaces, access, limits, explain, messagesFor, scope: options.scope, log },
  });
  parts.defer(async () => {
    await Promise.all([
      // Before the captions: none may start again when they end.
      autoCaptions.close(),
      router.drain(DRAIN_GRACE_MS),
      transcriptions.close(TRANSCRIPTIONS_GRACE_MS),
      voiceMessages.close(TRANSCRIPTIONS_GRACE_MS),
      closeWithin(CAPTIONS_CLOSE_MS, captions.close(), log),
      closeWithin(HALT_MS, takeover.close(), log),
      engine.halt(HALT_MS),
    ]);
    await withinTime(recorder.freeze(), FREEZE_MS, false);
  });
  listenToGateway(client, { engine, host, stageVoice, router, captions, log });
  listenForAutomaticCaptions(client, autoCaptions);

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= parts.disposeAsync());
  return {
    overlays: captions.overlays,
    start: async (stop, onWait) => {
      const patience = { signal: stop, log, onWait };
      await logIn(client, options.token, patience);
      const definitions = localizedDefinitions(commands);
      const { guildId, allowDirect } = options.places;
      const registration = { guildId, allowDirect, definitions, patience, places: allowedPlaces, closing: signal };
      commandIds = await registerAtStart(client, registration);
      upkeep.start({ name: 'voice-handover', everyMs: RECORD_MS, run: () => recorder.flush() });
      upkeep.start({ name: 'voice-leftovers', everyMs: LEFTOVERS_MS, run: () => takeover.clean() });
      const bindings = upkeep.start({ name: 'reading-bindings', everyMs: undefined, run: chat.load });
      void bindings.firstRun.then(async () => {
        const sessions = upkeep.start({ name: 'voice-takeover', everyMs: TAKEOVER_MS, run: () => takeover.run() });
        // Captions that start by themselves find the bot where it continues to speak.
        await sessions.firstRun;
        await recover(captions, autoCaptions);
      });
      upkeep.start({ name: 'voice-recovery', everyMs: undefined, run: () => options.voices.recover() });
      const { tag: bot = '', id: botId = '' } = client.user ?? {};
      const invitation = await findInvitation(client, allowDirect, stop);
      return { bot, botId, servers: client.guilds.cache.size, invitation };
    },
    isReady: () => isConnected(client),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Captions that a crash interrupted are closed and reported before those of their channel start by themselves. */
async function recover(captions: Captions, autoCaptions: AutomaticCaptionsHost): Promise<void> {
  await autoCaptions.load();
  await captions.recover();
  autoCaptions.start();
}
