import { randomUUID } from 'node:crypto';
import { type Client, Events, ShardClientUtil, type WebSocketShard } from 'discord.js';
import type { GatewayVoiceDispatch } from '../../voice/gateway-messages.ts';
import type { VoiceEngine, VoiceEvent } from '../../voice/voice-api.ts';
import type { GatewaySender } from '../client/gateway/gateway-sender.ts';

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

/** A leave is answered at once: after a longer silence, it may have been lost with a connection that was dead. */
const ANSWER_MS = 5_000;

/** Sends the engine's requests at the gateway. */
export interface VoiceRequests {
  /** Takes in the engine's events. */
  onVoiceEvent(event: VoiceEvent): void;
}

/**
 * Creates what sends the engine's requests and tells the engine what became of them. Only the newest one of a guild
 * waits. One that still waits when somebody kicks or drags the bot is taken back if it would undo that.
 */
export function createVoiceRequests(
  sender: Pick<GatewaySender, 'send' | 'untilHeard'>,
  engine: Pick<VoiceEngine, 'dispatch'>,
): VoiceRequests {
  /** By guild, the newest request: it waits for its turn, or for a sign that the gateway got it. */
  const newest = new Map<string, string>();
  const waiting = new Map<string, { readonly channelId: string | null; readonly controller: AbortController }>();
  const send = async (event: Extract<VoiceEvent, { type: 'gateway-send' }>, isAgain: boolean): Promise<void> => {
    const { guildId, payload, requestId, priority, maxWaitMs } = event;
    const controller = new AbortController();
    const request = { channelId: payload.d.channel_id, controller };
    waiting.set(guildId, request);
    newest.set(guildId, requestId);
    const { signal } = controller;
    const outcome = await sender.send(guildId, payload, { priority, maxWaitMs, signal, key: `voice-state:${guildId}` });
    if (waiting.get(guildId) === request) waiting.delete(guildId);
    engine.dispatch({ t: 'GATEWAY_REQUEST', d: { guild_id: guildId, request_id: requestId, outcome } });
    const sentAtMs = performance.now();
    if (outcome.kind === 'sent') {
      await sender.untilHeard(guildId);
      engine.dispatch({ t: 'GATEWAY_HEARD', d: { guild_id: guildId, request_id: requestId } });
    }
    if (newest.get(guildId) !== requestId) return;
    newest.delete(guildId);
    const isLost = outcome.kind === 'sent' && performance.now() - sentAtMs > ANSWER_MS;
    // Nobody is left to ask again: without it, the bot would stay in the channel for all to see. Once is enough: one that is
    // in no channel is not answered, either.
    if (isLost && payload.d.channel_id === null && !isAgain) await send({ ...event, requestId: randomUUID() }, true);
  };
  return {
    onVoiceEvent: (event) => {
      if (event.type === 'gateway-send') void send(event, false);
      if (event.type !== 'session-ended' && event.type !== 'session-moved') return;
      const request = waiting.get(event.guildId);
      const isUndone =
        event.type === 'session-ended'
          ? event.reason === 'disconnected'
          : !event.isRequested && request?.channelId !== null;
      if (isUndone) request?.controller.abort();
    },
  };
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
