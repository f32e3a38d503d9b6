import { type Client, Events, ShardClientUtil, type WebSocketShard } from 'discord.js';
import type { Logger } from '../../log.ts';
import type { GatewayVoiceDispatch, VoiceEngine, VoiceEvent } from '../../voice/voice-api.ts';

/** A gateway packet of any kind. */
interface GatewayPacket {
  readonly t: string | null;
  readonly d: unknown;
}

/** The part of a client that emits gateway packets; `user` is set once it has logged in. */
interface RawSource {
  readonly user: { readonly id: string } | null;
  on(event: Events.Raw, listener: (packet: GatewayPacket) => void): unknown;
}

/** Passes the gateway's voice dispatches to the engine for the lifetime of the client. */
export function bridgeToEngine(client: RawSource, engine: Pick<VoiceEngine, 'dispatch'>): void {
  client.on(Events.Raw, (packet: GatewayPacket) => {
    const dispatch = toVoiceDispatch(packet, client.user?.id);
    if (dispatch !== undefined) engine.dispatch(dispatch);
  });
}

/** Sends the engine's gateway payload on the guild's shard. Logs an error if this process does not run that shard. */
export function sendToGateway(client: Client, event: Extract<VoiceEvent, { type: 'gateway-send' }>, log: Logger): void {
  const shard = shardOf(client, event.guildId);
  if (shard === undefined) log.error({ guildId: event.guildId }, 'this process has no shard for the guild');
  else shard.send(event.payload);
}

/** A guild's shard; `undefined` when another process runs it. */
export function shardOf(client: Client, guildId: string): WebSocketShard | undefined {
  return client.ws.shards.get(ShardClientUtil.shardIdForGuildId(guildId, client.options.shardCount ?? 1));
}

/** The packet as a voice dispatch for the engine: the bot's own voice state, or a voice server. */
function toVoiceDispatch(packet: GatewayPacket, botId: string | undefined): GatewayVoiceDispatch | undefined {
  if (typeof packet.d !== 'object' || packet.d === null || !('guild_id' in packet.d)) return undefined;
  if (packet.t === 'VOICE_SERVER_UPDATE') return packet as GatewayVoiceDispatch;
  if (packet.t !== 'VOICE_STATE_UPDATE' || Reflect.get(packet.d, 'user_id') !== botId) return undefined;
  return packet as GatewayVoiceDispatch;
}
