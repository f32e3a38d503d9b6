/** What the voice engine sends to Discord's gateway and receives from it: plain data, so that it can cross threads. */

/** Gateway opcode 4, Update Voice State: a request to be in a channel, or with null in none. */
export interface GatewayVoiceRequest {
  readonly op: 4;
  readonly d: {
    readonly guild_id: string;
    readonly channel_id: string | null;
    readonly self_mute: boolean;
    readonly self_deaf: boolean;
  };
}

/**
 * Priority of a gateway payload, highest first: `person`, a user is waiting, also for a leave; `return`, the entry of a session
 * that left to come back over a new connection; `repair` of a broken connection; `reopen`, the leave of a repair that needs
 * a new connection; `restore`, the leave of a session whose thread crashed; everything else.
 */
export type GatewayPriority = 'person' | 'return' | 'repair' | 'reopen' | 'restore' | 'other';

/** What became of a gateway payload. */
export type GatewayOutcome =
  | { readonly kind: 'sent' }
  /** A newer one for the same purpose took its place before it left. */
  | { readonly kind: 'replaced' }
  /** Discord's limit of messages leaves no room for it in time. After `retryAfterMs`, what was ahead has left. */
  | { readonly kind: 'refused'; readonly retryAfterMs: number }
  /** The shard was not connected in time, or is being closed. */
  | { readonly kind: 'offline' }
  /** Its sender took it back. */
  | { readonly kind: 'cancelled' };

/**
 * Voice dispatches of the gateway about the bot's own user, with `d` as Discord sent it; and GATEWAY_REQUEST, which is not
 * Discord's: what became of the payload of a `gateway-send` event, before any answer to it. GATEWAY_HEARD isn't, either:
 * since that payload was sent, the gateway has been heard, whatever it said.
 */
export type GatewayVoiceDispatch =
  | {
      readonly t: 'GATEWAY_REQUEST';
      readonly d: { readonly guild_id: string; readonly request_id: string; readonly outcome: GatewayOutcome };
    }
  | { readonly t: 'GATEWAY_HEARD'; readonly d: { readonly guild_id: string; readonly request_id: string } }
  | {
      readonly t: 'VOICE_STATE_UPDATE';
      readonly d: {
        readonly guild_id: string;
        readonly channel_id: string | null;
        /** Nobody hears the bot: it is in a stage's audience, or may not speak in a voice channel. */
        readonly suppress?: boolean;
        /** Moderators have muted the bot. */
        readonly mute?: boolean;
        /** Moderators have deafened the bot. */
        readonly deaf?: boolean;
      };
    }
  | { readonly t: 'VOICE_SERVER_UPDATE'; readonly d: { readonly guild_id: string; readonly endpoint: string | null } };
