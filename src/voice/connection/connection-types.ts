import type { Logger } from '../../log/log.ts';
import type { LinkDiagnosis, VoiceDiagnosis, WaitReason } from '../diagnosis.ts';
import type { GatewayPriority, GatewayVoiceDispatch } from '../gateway-messages.ts';
import type { PacketSink } from '../receive/packet-sink.ts';
import type { EndReason, JoinOutcome } from '../voice-api.ts';
import type { VoiceLimits } from '../voice-limits.ts';
import type { OpenLink } from './encrypted-voice-link.ts';
import type { OutgoingRequest } from './gateway-voice-state.ts';

/** What a connection is made of, and what it reports to its session. */
export interface ConnectionOptions {
  readonly guildId: string;
  readonly openLink: OpenLink;
  readonly limits: VoiceLimits;
  readonly log: Logger;
  /** Sends a request on the guild's shard of the main gateway, when its turn comes. */
  sendGateway(request: OutgoingRequest): void;
  /** The connection became ready, for the first time or again. */
  onReady(): void;
  /** Discord has moved the bot. `isRequested`: during a `join` or `rejoin`, perhaps more than once to the same channel. */
  onMoved(channelId: string, isRequested: boolean): void;
  /** That many packets, the last ones that were sent to leave later, did not leave: the connection broke or moved. */
  onUnsent(packets: number): void;
  /** The connection ended for a reason other than `close`. */
  onEnded(reason: EndReason): void;
}

/** What a connection knows of its own state, for diagnoses. */
export type ConnectionDiagnosis = LinkDiagnosis & Pick<VoiceDiagnosis, 'channelId' | 'phase' | 'sinceMs' | 'waitsFor'>;

/** A guild's voice connection over all its moves, breaks and repairs. */
export interface Connection {
  /** The channel of the session; undefined before the first join has succeeded and after the end. */
  readonly channelId: string | undefined;
  /** Enters a channel, or moves there. One call at a time. */
  join(channelId: string): Promise<JoinOutcome>;
  /**
   * Takes responsibility for a connection of a thread that crashed, which Discord still sees in this channel: kicks and
   * drags are reported, and `close` leaves. To be called first; `restore` or `rejoin` makes the connection work.
   */
  adopt(channelId: string): void;
  /**
   * Makes an adopted connection work when its turn comes: leaves, and enters the channel where it then is. `cancelled` when
   * a kick, a `rejoin` or a `close` came first.
   */
  restore(): Promise<JoinOutcome>;
  /**
   * Leaves an adopted connection and enters a channel for a person who waits: Discord need not answer a request that
   * changes nothing.
   */
  rejoin(channelId: string): Promise<JoinOutcome>;
  dispatch(packet: GatewayVoiceDispatch): void;
  /** True if packets can be encrypted now and leave later. To be asked before those of each turn. */
  maySchedule(): boolean;
  /**
   * Sends one Opus packet at once or, after `maySchedule`, at that time of `performance.now()`; false when it must be held and
   * offered again: no connection, no keys yet, or a move.
   */
  send(packet: Uint8Array, leavesAtMs?: number): boolean;
  /** Why packets are held, if that may last: nobody else is connected to the channel, or Discord lets nobody hear them. */
  readonly waitsFor: WaitReason | undefined;
  /** `undefined` before the first join and after the end. */
  readonly diagnosis: ConnectionDiagnosis | undefined;
  setSpeaking(speaking: boolean): void;
  /** Sets what receives the packets of others, over all repairs; with `undefined` the bot is deaf. */
  setSink(sink: PacketSink | undefined): void;
  /** Leaves the channel; resolves when the sockets are closed and Discord has confirmed, or after the leave timeout, which begins when the request was sent. */
  close(priority: GatewayPriority): Promise<void>;
}
