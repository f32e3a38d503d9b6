import type { GuildDirectory } from '../client/guild-directory.ts';
import type { PermissionKey, VoiceChannelFacts } from '../client/permissions.ts';
import { missingCaptionPermissions, missingExtras, missingToSpeak, refusalToJoin } from '../client/permissions.ts';
import type { FeatureAccess } from '../interactions/feature-access.ts';
import type { Asker } from './asker.ts';
import { type Finding, findingsOf } from './finding.ts';
import { type Observed, observe, seen } from './observed.ts';

/** What was seen of the channels that somebody asks about, and of what they may do there. */
export interface HereFacts {
  readonly text: {
    readonly channelId: string;
    readonly missing: readonly PermissionKey[];
    readonly extras: readonly PermissionKey[];
  };
  /** The asker's voice channel; `undefined` where they are in none, or it is unknown. */
  readonly voice: VoiceChannelFacts | undefined;
  readonly isBotThere: boolean;
  readonly mayUse: Observed<{ readonly speak: boolean; readonly captions: boolean }>;
  /** Discord sends the bot messages. */
  readonly receivesMessages: boolean;
  /** Channels of the server are read aloud. */
  readonly readsChat: boolean;
}

/** What these facts are read from. */
export interface HerePorts {
  readonly directory: Pick<GuildDirectory, 'textChannel' | 'voiceChannel'>;
  readonly access: Pick<FeatureAccess, 'mayUse'>;
  readonly receivesMessages: () => boolean;
  readonly readsChat: (guildId: string) => Promise<boolean>;
}

/** Looks at the asker's text and voice channel. `botChannelId` is the bot's voice channel. Never rejects. */
export async function seeHere(
  ports: HerePorts,
  { place }: Asker,
  botChannelId: string | undefined,
): Promise<HereFacts> {
  const { directory, access } = ports;
  const { guildId, channelId, voiceChannelId } = place;
  const text = directory.textChannel(channelId);
  const isThread = text !== undefined && text.webhookChannelId !== text.channelId;
  const [mayUse, readsChat] = await Promise.all([
    observe(async () => {
      const [speak, captions] = await Promise.all([access.mayUse('speak', place), access.mayUse('captions', place)]);
      return { speak, captions };
    }),
    observe(() => ports.readsChat(guildId)),
  ]);
  return {
    text: {
      channelId,
      missing: missingCaptionPermissions(text?.permissions ?? 0n, isThread),
      extras: missingExtras(text?.permissions ?? 0n),
    },
    voice: voiceChannelId === undefined ? undefined : directory.voiceChannel(guildId, voiceChannelId),
    isBotThere: botChannelId !== undefined && botChannelId === voiceChannelId,
    mayUse,
    receivesMessages: ports.receivesMessages(),
    readsChat: seen(readsChat) ?? false,
  };
}

const { ok, notice, problem } = findingsOf('here');

/** `nameOf` gives a permission the name that its readers know. */
export function hereFindings(
  facts: HereFacts,
  { isManager }: Asker,
  nameOf: (permission: PermissionKey) => string,
): Finding[] {
  const { mayUse, receivesMessages, readsChat } = facts;
  const roles = seen(mayUse);
  return [
    ...voiceFindings(facts, nameOf),
    ...textFindings(facts, nameOf),
    ...(readsChat && !receivesMessages ? [problem('cannotReadChat')] : []),
    ...(!readsChat && !receivesMessages && isManager ? [notice('cannotReadChat')] : []),
    ...(readsChat && receivesMessages ? [ok('readsChat')] : []),
    ...(roles?.speak === false ? [notice('speakingForRoles')] : []),
    ...(roles?.captions === false ? [notice('captionsForRoles')] : []),
  ];
}

function textFindings({ text }: HereFacts, nameOf: (permission: PermissionKey) => string): Finding[] {
  const { channelId, missing, extras } = text;
  if (missing.length > 0) return [problem('cannotPost', { channelId, permissions: missing.map(nameOf) })];
  if (extras.length > 0) return [notice('missingExtras', { channelId, permissions: extras.map(nameOf) })];
  return [ok('mayPost')];
}

function voiceFindings({ voice, isBotThere }: HereFacts, nameOf: (permission: PermissionKey) => string): Finding[] {
  if (voice === undefined) return [notice('youAreNotInVoice')];
  const { channelId, kind, permissions, userLimit } = voice;
  const missing = missingToSpeak(kind, permissions);
  if (missing.length > 0) return [problem('cannotJoin', { channelId, permissions: missing.map(nameOf) })];
  const isFull = !isBotThere && refusalToJoin(voice)?.kind === 'full';
  if (isFull) return [problem('channelFull', { channelId, userLimit })];
  return [kind === 'stage' ? ok('mayJoinStage', { channelId }) : ok('mayJoin', { channelId })];
}
