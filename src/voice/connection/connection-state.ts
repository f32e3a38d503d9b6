import type { ConnectionPhase } from '../diagnosis.ts';
import type { GatewayPriority } from '../gateway-messages.ts';
import type { EndReason } from '../voice-api.ts';
import type { VoiceLink } from './encrypted-voice-link.ts';

/** A join or a repair that is under way. Only one runs at a time: a new one aborts the old. */
export type TaskState =
  /** Enters a channel. `from` is the session's channel meanwhile. */
  | {
      readonly kind: 'joining';
      readonly task: AbortController;
      readonly from: string | undefined;
      readonly link: VoiceLink | undefined;
    }
  /** Restores a connection that broke. Packets still leave whenever the link is ready. */
  | {
      readonly kind: 'repairing';
      readonly task: AbortController;
      readonly channelId: string;
      readonly link: VoiceLink | undefined;
    };

/** Where a connection is: what it holds, and what it is doing. */
export type ConnectionState =
  | { readonly kind: 'idle' }
  /** Discord sees the bot in this channel, from the connection of a thread that crashed. */
  | { readonly kind: 'adopted'; readonly channelId: string }
  | TaskState
  | { readonly kind: 'connected'; readonly channelId: string; readonly link: VoiceLink }
  | { readonly kind: 'closed' };

/** How a channel is entered. */
export interface HowToEnter {
  /** Leaves first, and opens a new link. */
  readonly isNew: boolean;
  readonly priority: GatewayPriority;
}

/** How a repair enters: one that needs a new connection leaves first. */
export function mayReopen(isNew: boolean): HowToEnter {
  return { isNew, priority: isNew ? 'reopen' : 'repair' };
}

/** How one attempt to enter a channel ended. */
export type Attempt =
  | { readonly kind: 'ready' | 'no-answer' | 'not-ready'; readonly link: VoiceLink }
  /** The gateway was silent after the request, and is back: the request may have been lost. */
  | { readonly kind: 'unheard'; readonly link: VoiceLink }
  /** The request was not sent: Discord's limit of gateway messages leaves no room for it in time. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number; readonly link: VoiceLink }
  | { readonly kind: 'aborted' };

/** How a repair ended. */
export type Repair =
  | { readonly kind: 'ready'; readonly link: VoiceLink }
  | { readonly kind: 'failed'; readonly reason: EndReason }
  | { readonly kind: 'aborted' };

/** The channel of the session in this state. */
export function channelOf(state: ConnectionState): string | undefined {
  switch (state.kind) {
    case 'joining':
      return state.from;
    case 'adopted':
    case 'repairing':
    case 'connected':
      return state.channelId;
    case 'idle':
    case 'closed':
      return undefined;
  }
}

/** What the state is for people, and where; `undefined` without a channel. */
export function phaseOf(
  state: ConnectionState,
  entering: string | undefined,
): { readonly phase: ConnectionPhase; readonly channelId: string } | undefined {
  switch (state.kind) {
    case 'joining': {
      const channelId = entering ?? state.from;
      return channelId === undefined ? undefined : { phase: 'joining', channelId };
    }
    case 'adopted':
    case 'repairing':
      return { phase: 'repairing', channelId: state.channelId };
    case 'connected':
      return { phase: 'connected', channelId: state.channelId };
    case 'idle':
    case 'closed':
      return undefined;
  }
}

/** The link that the state holds. */
export function linkOf(state: ConnectionState): VoiceLink | undefined {
  return 'link' in state ? state.link : undefined;
}

/** The link that the state holds, while packets can leave over it. */
export function readyLinkOf(state: ConnectionState): VoiceLink | undefined {
  if (state.kind !== 'connected' && state.kind !== 'repairing') return undefined;
  return isReadyIn(state.link, state.channelId) ? state.link : undefined;
}

/** The task that runs in this state. */
export function taskOf(state: ConnectionState): AbortController | undefined {
  return 'task' in state ? state.task : undefined;
}

/** True when packets can leave over the link, in this channel. */
export function isReadyIn(link: VoiceLink | undefined, channelId: string): boolean {
  const status = link?.status;
  return status?.kind === 'ready' && status.channelId === channelId;
}
