import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { Budgets } from '../../budgets/budgets-api.ts';
import type { Captions } from '../../captions/captions-api.ts';
import type { FileTranscriber } from '../../files/files-api.ts';
import type { Logger } from '../../log/log.ts';
import type { Pronunciations } from '../../pronunciations/pronunciations-api.ts';
import { createReading } from '../../reading/reading.ts';
import type { Reading } from '../../reading/reading-api.ts';
import type { AboutReading, Binding, KeepReading, PublicMessages, ReadingStore } from '../../reading/reading-ports.ts';
import type { Settings } from '../../settings/settings.ts';
import type { RequestScope } from '../../telemetry/request-scope.ts';
import type { SpokenTexts } from '../../text/spoken/spoken-texts.ts';
import type { Speaking } from '../../voice/speaking.ts';
import type { VoiceEngine } from '../../voice/voice-api.ts';
import type { VoiceModels } from '../../voice-models/voice-models-api.ts';
import type { CaptionPlaces } from '../captions/start/caption-places.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { NamesOfText } from '../client/mention-names.ts';
import type { FeatureAccess } from '../interactions/feature-access.ts';
import { shardOf } from '../playback/voice-bridge.ts';
import type { VoiceHost } from '../playback/voice-host.ts';
import { createLookAtMessage } from './look-at-message.ts';
import type { MemberNames } from './member-names.ts';
import { createReadingCharge } from './reading-charge.ts';
import { listenForReading } from './reading-events.ts';
import { createReadingPlaces, type DiscordReadingPlaces } from './reading-places.ts';
import { createReadingVoices } from './reading-voices.ts';
import { createReadingWording } from './reading-wording.ts';
import { createVoiceMessageSound } from './voice-message-sound.ts';
import { createVoiceMessageText } from './voice-message-text.ts';

/** What reading chat aloud is made of. */
export interface ReadingWiring {
  readonly engine: Pick<VoiceEngine, 'session'>;
  readonly speaking: Pick<Speaking<AboutReading>, 'speak'>;
  readonly host: Pick<VoiceHost, 'startJoin'>;
  readonly directory: Pick<GuildDirectory, 'listenerCount' | 'peopleIn' | 'post'>;
  readonly captions: Pick<Captions, 'status' | 'hasOptedOut' | 'isTakenBack'>;
  readonly access: Pick<FeatureAccess, 'mayUse'>;
  readonly files: FileTranscriber;
  readonly attachments: AttachmentDownload;
  readonly captionPlaces: Pick<CaptionPlaces, 'audience'>;
  readonly budgets: Pick<Budgets, 'take'>;
  readonly settings: Pick<Settings, 'of' | 'onChange'>;
  readonly voices: Pick<VoiceModels, 'voiceFor' | 'isKnownIn' | 'isKnownTo' | 'afterRefusal'>;
  readonly defaultVoiceId: string | undefined;
  readonly namesOfText: NamesOfText;
  readonly memberNames: Pick<MemberNames, 'isOfListener'>;
  readonly spokenTexts: SpokenTexts;
  readonly pronunciations: Pick<Pronunciations, 'apply'>;
  readonly publicMessages: PublicMessages;
  readonly store: ReadingStore;
  readonly keep: KeepReading;
  /** Whether the operator allows the bot to work in the guild. */
  readonly allows: (guildId: string) => boolean;
  /** Scope for logging and tracing each message as a request. Default: none. */
  readonly scope?: RequestScope | undefined;
  readonly log: Logger;
}

/** Creates the reading of all guilds and connects it with Discord. The caller must load and close the reading. */
export function createChatReading(
  client: Client,
  parts: ReadingWiring,
): {
  readonly reading: Reading;
  readonly places: DiscordReadingPlaces;
  /** Begins to read what is bound. Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED; it can be called again. */
  readonly load: () => Promise<void>;
} {
  const places = createReadingPlaces(client, parts);
  const { engine, speaking, settings, publicMessages, store, keep, allows, scope, log } = parts;
  const reading = createReading({
    ...{ engine, speaking, places, publicMessages, store, keep, scope, log },
    lookAt: createLookAtMessage(client),
    serves: (guildId) => shardOf(client, guildId) !== undefined,
    voices: createReadingVoices(parts),
    wording: createReadingWording(client, {
      ...parts,
      transcribe: createVoiceMessageText(parts),
      download: createVoiceMessageSound(parts),
    }),
    charge: createReadingCharge(parts),
    settingsOf: (guildId) => settings.of(guildId),
  });
  listenForReading(client, reading, allows);
  settings.onChange(({ guildId, after }) => reading.onSettings(guildId, after));
  const load = async (): Promise<void> => forgetMissingBindings(client, reading, await reading.load());
  return { reading, places, load };
}

/** Ends the bindings of servers and channels that were left or deleted while the bot was not running. */
async function forgetMissingBindings(
  client: Client,
  reading: Pick<Reading, 'onChannelGone' | 'onGuildGone'>,
  bindings: readonly Binding[],
): Promise<void> {
  for (const { guildId, channelId } of bindings) {
    const guild = client.guilds.cache.get(guildId);
    if (guild === undefined) reading.onGuildGone(guildId);
    // Archived threads are not cached, and a server that is unavailable has no channels.
    else if (guild.available && !client.channels.cache.has(channelId) && (await isDeleted(client, channelId))) {
      reading.onChannelGone(guildId, channelId);
    }
  }
}

async function isDeleted({ channels }: Client, channelId: string): Promise<boolean> {
  try {
    await channels.fetch(channelId);
    return false;
  } catch (error) {
    return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownChannel;
  }
}
