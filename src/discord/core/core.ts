import type { TtsFormat } from '@mynah/speech-wire/wire';
import type { Client } from 'discord.js';
import type { Budgets } from '../../budgets/budgets-api.ts';
import { createUpkeep, type Upkeep } from '../../concurrency/upkeep.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Settings } from '../../settings/settings.ts';
import type { RequestScope } from '../../telemetry/request-scope.ts';
import { createEmojiNames } from '../../text/spoken/emoji-names.ts';
import { createSpokenTexts } from '../../text/spoken/spoken-texts.ts';
import type { LastingVoiceEngine } from '../../voice/lasting-engine.ts';
import type { VoiceEvent } from '../../voice/voice-api.ts';
import type { VoiceModels } from '../../voice-models/voice-models-api.ts';
import { type AllowedPlaces, createAllowedPlaces, type PlaceSettings } from '../client/allowed-places.ts';
import { createAttachmentDownload } from '../client/attachment-download.ts';
import { createDiscordClient } from '../client/client.ts';
import type { GatewayPace } from '../client/gateway/gateway-lane.ts';
import { createGatewaySender, type GatewaySender } from '../client/gateway/gateway-sender.ts';
import type { IdentifyTurn } from '../client/gateway/identify-throttler.ts';
import { createGuildDirectory, type GuildDirectory } from '../client/guild-directory.ts';
import { createGuildPeople, type GuildPeople } from '../client/guild-people.ts';
import { receivesMessages } from '../client/intents.ts';
import { leaveServers } from '../client/leave-servers.ts';
import { createMentionNames } from '../client/mention-names.ts';
import { createExplainer, type Explain } from '../interactions/explain-failure.ts';
import { createFeatureAccess, type FeatureAccess } from '../interactions/feature-access.ts';
import { createLateAnswersIn } from '../interactions/late-answers-in.ts';
import { createRateLimits, type RateLimits, type SharedCounts } from '../interactions/rate-limits.ts';
import { postBudgetWarnings } from './budget-warnings.ts';
import type { CoreServices } from './core-services.ts';
import { createServerMessages } from './server-messages.ts';
import { CLIENT_CLOSE_MS, closeWithin, VOICE_CLOSE_MS } from './shutdown.ts';

/** What the core is built from. */
export interface CoreOptions {
  /** REST base without the version segment. */
  readonly apiUrl: string;
  /** Where it may work, and where its commands are registered. It leaves servers that aren't allowed. */
  readonly places: PlaceSettings;
  readonly shards: readonly number[] | undefined;
  readonly shardCount: number | undefined;
  /** Where other processes run other shards: whose turn it is to identify, and how often people did what. */
  readonly identifyTurn?: IdentifyTurn | undefined;
  readonly sharedCounts?: SharedCounts | undefined;
  readonly budgets: Budgets;
  readonly settings: Settings;
  /** Recovered once the bot is ready. */
  readonly voices: VoiceModels;
  /** Creates the voice engine, which reports its events to the listener; the bot closes it. */
  readonly createEngine: (onEvent: (event: VoiceEvent) => void) => LastingVoiceEngine;
  /** Format asked of the service for audio files. */
  readonly fileFormat: TtsFormat;
  readonly defaultVoiceId: string | undefined;
  /** For tests: overrides how fast each shard sends to the gateway. */
  readonly gatewayPace?: Partial<GatewayPace>;
  /** Which interaction or message the running code works for. Default: none is known. */
  readonly scope?: RequestScope | undefined;
  readonly log: Logger;
}

/** What the core reports to the list of features. */
interface CoreHooks {
  /** Closes what the core opens, in the reverse order. */
  readonly parts: AsyncDisposableStack;
  readonly onVoiceEvent: (event: VoiceEvent) => void;
  /** Called while the bot disconnects: it is in no channel any more, and other processes may continue there. */
  readonly handOver: () => Promise<void> | undefined;
}

/** What all features work with. */
export interface Core {
  readonly client: Client;
  readonly sender: GatewaySender;
  /** Aborts when the bot disconnects. */
  readonly disconnecting: AbortSignal;
  readonly engine: LastingVoiceEngine;
  readonly upkeep: Upkeep;
  readonly allowedPlaces: AllowedPlaces;
  readonly directory: GuildDirectory;
  /** The last guard behind the router's: a session must not start where the operator does not allow one. */
  readonly voiceChannel: GuildDirectory['voiceChannel'];
  readonly people: GuildPeople;
  readonly access: FeatureAccess;
  readonly limits: RateLimits;
  readonly explain: Explain;
  /** The catalogue of what everyone in a server reads and hears. */
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  /** The same as it was last known. */
  readonly messagesOf: (guildId: string) => Messages;
  readonly settings: Settings;
  readonly budgets: Budgets;
  readonly voices: VoiceModels;
  readonly services: Omit<CoreServices, 'engine' | 'pronunciations' | 'commandId'>;
  readonly scope: RequestScope | undefined;
  readonly log: Logger;
}

/** Creates the client, the voice engine and what all features need of Discord. Nothing connects before the login. */
export function createCore(options: CoreOptions, { parts, onVoiceEvent, handOver }: CoreHooks): Core {
  const { apiUrl, settings, budgets, voices, fileFormat, defaultVoiceId, scope, log } = options;
  const { client, sender, signal } = openClient(options, parts, handOver);
  const upkeep = parts.use(createUpkeep(log));
  const engine = parts.adopt(options.createEngine(onVoiceEvent), (made) =>
    closeWithin(VOICE_CLOSE_MS, made.close(), log),
  );
  const explain = createExplainer({ log });
  const serverMessages = createServerMessages({
    settings,
    discordLocaleOf: (guildId) => client.guilds.cache.get(guildId)?.preferredLocale,
    log,
  });
  const publicMessages = (guildId: string): Promise<Messages> => serverMessages.of(guildId);
  const messagesOf = (guildId: string): Messages => serverMessages.known(guildId);
  const allowedPlaces = createAllowedPlaces(options.places);
  leaveServers(client, { places: allowedPlaces, signal, log });
  const directory = createGuildDirectory(client, log);
  const people = createGuildPeople(client, messagesOf, log);
  const access = createFeatureAccess({ settings, directory });
  postBudgetWarnings(budgets, { directory, publicMessages, log });
  return {
    ...{ client, sender, disconnecting: signal, engine, upkeep, allowedPlaces, directory, people, access },
    ...{ explain, publicMessages, messagesOf, settings, budgets, voices, scope, log },
    voiceChannel: (guildId, channelId) =>
      allowedPlaces.mayWorkIn(guildId) ? directory.voiceChannel(guildId, channelId) : undefined,
    limits: createRateLimits({ shared: options.sharedCounts, log }),
    services: {
      ...{ directory, people, budgets, settings, access, voices, publicMessages, fileFormat, defaultVoiceId },
      namesOfText: createMentionNames(client, log),
      receivesMessages: () => receivesMessages(client),
      spokenTexts: createSpokenTexts({ emojiNames: createEmojiNames() }),
      attachments: createAttachmentDownload({ apiUrl }),
      lateAnswers: createLateAnswersIn(client, directory, log),
    },
  };
}

function openClient(
  options: CoreOptions,
  parts: AsyncDisposableStack,
  handOver: CoreHooks['handOver'],
): { readonly client: Client; readonly sender: GatewaySender; readonly signal: AbortSignal } {
  const { apiUrl, shards, shardCount, identifyTurn, log } = options;
  const disconnecting = new AbortController();
  const { signal } = disconnecting;
  const sender = createGatewaySender({ log, pace: options.gatewayPace });
  const connection = { apiUrl, shards, shardCount, identifyTurn, signal, sender, log };
  const client = parts.adopt(createDiscordClient(connection), (made) => {
    disconnecting.abort();
    sender.close();
    const handedOver = handOver();
    return closeWithin(CLIENT_CLOSE_MS, Promise.all([made.destroy(), handedOver]), log);
  });
  return { client, sender, signal };
}
