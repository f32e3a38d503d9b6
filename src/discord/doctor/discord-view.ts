import { type Client, Events, Status, type VoiceState } from 'discord.js';
import { shardOf } from '../playback/voice-bridge.ts';

/** Somebody's voice state, as Discord reports it. */
export interface SeenVoiceState {
  readonly userId: string;
  readonly channelId: string;
  readonly isBot: boolean;
  /** Moderators muted or deafened them. */
  readonly isMuted: boolean;
  readonly isDeafened: boolean;
  readonly isSelfMuted: boolean;
  /** Nobody hears them: they are in a stage's audience, or may not speak. */
  readonly isSuppressed: boolean;
}

/** The connection of a guild's shard. Times in milliseconds. */
export interface SeenGateway {
  readonly isConnected: boolean;
  /** Round trip of the latest heartbeat; `undefined` before the first one was answered. */
  readonly pingMs: number | undefined;
  /** Since 1970; `undefined` before the first connection. */
  readonly sinceMs: number | undefined;
}

/** What a diagnosis sees of Discord in the client's caches. */
export interface DiscordView {
  gateway(guildId: string): SeenGateway;
  /** The bot's own voice state; `undefined` where it is in no channel. */
  own(guildId: string): SeenVoiceState | undefined;
  /** Everybody in the channel but the bot itself. */
  statesIn(guildId: string, channelId: string): readonly SeenVoiceState[];
  /** Whether this person owns the application, or is in the team that does. Rejects when Discord does. */
  isOperator(userId: string): Promise<boolean>;
}

/** A team changes: for so long its members are not asked for again. */
const OPERATORS_MS = 60 * 60_000;

/** Watches the client from now on. */
export function createDiscordView(client: Client): DiscordView {
  const connectedAtMs = new Map<number, number>();
  const note = (shardId: number): void => void connectedAtMs.set(shardId, Date.now());
  client.on(Events.ShardReady, note);
  client.on(Events.ShardResume, note);
  const operators = createOperators(client);
  return {
    gateway: (guildId) => {
      const shard = shardOf(client, guildId);
      const pingMs = shard !== undefined && shard.ping >= 0 ? shard.ping : undefined;
      const sinceMs = shard && connectedAtMs.get(shard.id);
      return { isConnected: shard?.status === Status.Ready, pingMs, sinceMs };
    },
    own: (guildId) => {
      const state = client.guilds.cache.get(guildId)?.members.me?.voice;
      return state && seenState(state);
    },
    statesIn: (guildId, channelId) => {
      const states = client.guilds.cache.get(guildId)?.voiceStates.cache.values() ?? [];
      const others = [...states].filter((state) => state.channelId === channelId && state.id !== client.user?.id);
      return others.flatMap((state) => seenState(state) ?? []);
    },
    isOperator: async (userId) => (await operators()).has(userId),
  };
}

/** The owner of the application, or the members of the team that owns it. */
function createOperators(client: Client): () => Promise<ReadonlySet<string>> {
  let asked: Promise<ReadonlySet<string>> | undefined;
  let askedAtMs = 0;
  const ask = async (): Promise<ReadonlySet<string>> => {
    const owner = (await client.application?.fetch())?.owner;
    const ids =
      owner === null || owner === undefined ? [] : 'members' in owner ? [...owner.members.keys()] : [owner.id];
    return new Set(ids);
  };
  return () => {
    if (performance.now() - askedAtMs > OPERATORS_MS) asked = undefined;
    if (asked === undefined) askedAtMs = performance.now();
    asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

function seenState(state: VoiceState): SeenVoiceState | undefined {
  if (state.channelId === null) return undefined;
  return {
    userId: state.id,
    channelId: state.channelId,
    isBot: state.member?.user.bot === true,
    isMuted: state.serverMute === true,
    isDeafened: state.serverDeaf === true,
    isSelfMuted: state.selfMute === true,
    isSuppressed: state.suppress === true,
  };
}
