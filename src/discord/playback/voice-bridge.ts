import { type Client, Events, ShardClientUtil, type WebSocketShard } from 'discord.js';
import type { Logger } from '../../log.ts';
import type { GatewayVoiceDispatch, VoiceEngine, VoiceEvent } from '../../voice/voice-api.ts';

/** A gateway packet, as far as it is known before its name has been looked at. */
interface GatewayPacket {
  readonly t: string | null;
  readonly d: unknown;
}

/** The part of a client that gateway packets come from; `user` is known once it has logged in. */
interface RawSource {
  readonly user: { readonly id: string } | null;
  on(event: Events.Raw, listener: (packet: GatewayPacket) => void): unknown;
}

/** Hands the gateway's voice dispatches to the engine for as long as the client lives. */
export function bridgeToEngine(client: RawSource, engine: Pick<VoiceEngine, 'dispatch'>): void {
  client.on(Events.Raw, (packet: GatewayPacket) => {
    const dispatch = toVoiceDispatch(packet, client.user?.id);
    if (dispatch !== undefined) engine.dispatch(dispatch);
  });
}

/** Sends the engine's gateway payload on the guild's shard; a shard that this process does not run is logged. */
export function sendToGateway(client: Client, event: Extract<VoiceEvent, { type: 'gateway-send' }>, log: Logger): void {
  const shard = shardOf(client, event.guildId);
  if (shard === undefined) log.error({ guildId: event.guildId }, 'no shard here carries this guild');
  else shard.send(event.payload);
}

/** The shard that carries a guild; `undefined` when another process runs it. */
export function shardOf(client: Client, guildId: string): WebSocketShard | undefined {
  return client.ws.shards.get(ShardClientUtil.shardIdForGuildId(guildId, client.options.shardCount ?? 1));
}

/** The voice dispatch that the engine needs out of a gateway packet: the bot's own state, and any voice server. */
function toVoiceDispatch(packet: GatewayPacket, botId: string | undefined): GatewayVoiceDispatch | undefined {
  if (typeof packet.d !== 'object' || packet.d === null || !('guild_id' in packet.d)) return undefined;
  if (packet.t === 'VOICE_SERVER_UPDATE') return packet as GatewayVoiceDispatch;
  if (packet.t !== 'VOICE_STATE_UPDATE' || Reflect.get(packet.d, 'user_id') !== botId) return undefined;
  return packet as GatewayVoiceDispatch;
}
