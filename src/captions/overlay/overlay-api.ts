/** The public API of overlays: secret addresses under which a session's captions are shown outside of Discord. */
import type { CaptionSession } from '../captions-ports.ts';

/** A secret address, without its secret, which is stored only as a hash. */
export interface OverlayLink {
  readonly linkId: string;
  readonly guildId: string;
  readonly sessionId: string;
  /** User id; `undefined` once everything about this person is erased. */
  readonly createdBy: string | undefined;
  readonly createdAtMs: number;
  /** Open connections to it in this process. */
  readonly viewers: number;
}

export type CreateLinkOutcome =
  /** The secret, 32 characters of base64url (192 bits): shown once, never stored. */
  | { readonly kind: 'created'; readonly secret: string; readonly link: OverlayLink }
  /** The guild's captions are off, or those of another session. */
  | { readonly kind: 'not-running' }
  /** The session has as many links as are allowed. */
  | { readonly kind: 'too-many'; readonly limit: number };

/** The links of the sessions, as commands use them. Its methods reject like the store. */
export interface OverlayLinks {
  create(request: {
    readonly guildId: string;
    readonly sessionId: string;
    readonly userId: string;
  }): Promise<CreateLinkOutcome>;
  /** Those of a session, oldest first. */
  list(sessionId: string): Promise<readonly OverlayLink[]>;
  /** Ends a link: its viewers are disconnected at once. False when there is none any more. */
  revoke(linkId: string): Promise<boolean>;
}

/** A link that waited for a restart to be over, and shows these captions from now on. */
export interface ResumedLink {
  readonly linkId: string;
  readonly session: CaptionSession;
  /** User id; `undefined` once everything about this person is erased. */
  readonly createdBy: string | undefined;
}

/** News about links. */
export interface OverlayNews {
  /** Called for each link that is resumed. Returns a function that removes the listener. */
  onResumed(listener: (resumed: ResumedLink) => void): () => void;
}

/** Follows what decides about the rights of those who made links. */
export interface OverlayRights {
  /** Channels, roles or the guild changed, or something about one person: their voice state, roles or membership. */
  onRightsChanged(guildId: string, userId?: string): void;
}

/** An event for viewers; see `src/web/overlay/overlay-events.ts` for what they are on the wire. */
export type OverlayEvent =
  | {
      readonly kind: 'line';
      readonly lineId: string;
      readonly speaker: string;
      /** Tells speakers apart, whatever they are called, and only within this address: nobody learns a Discord id from it. */
      readonly speakerId: string;
      readonly text: string;
      readonly isFinal: boolean;
      readonly startedAtMs: number;
    }
  | { readonly kind: 'remove'; readonly lineId: string }
  | { readonly kind: 'reset' }
  | { readonly kind: 'state'; readonly state: 'live' | 'waiting' | 'ended' };

/** An event and its place in the order of events, by which a viewer catches up. */
export interface NumberedEvent {
  /** Grows within a process; a viewer with an id of another process gets a reset. */
  readonly id: string;
  readonly event: OverlayEvent;
}

/** What a viewer's connection is attached to. */
export interface OverlayStream {
  /** What to send first: all that was missed since `after`, or a reset and the lines that count. */
  readonly backlog: readonly NumberedEvent[];
  /** Stops listening. Safe to call twice. */
  close(): void;
}

/** What the web server needs of overlays. */
export interface OverlaySource {
  /** Whether the links are in memory. Before that, nobody knows which secrets there are. */
  readonly isLoaded: boolean;
  /** The guild of the link with this secret, without a look at the database; `undefined` when there is no such link now. */
  guildOf(secret: string): string | undefined;
  /**
   * Attaches a viewer. `listener` gets what happens after the backlog, synchronously and in order; after `state: ended` it
   * gets nothing more. `undefined` when there is no link with this secret. Rejects like the store.
   */
  open(
    secret: string,
    after: string | undefined,
    listener: (event: NumberedEvent) => void,
  ): Promise<OverlayStream | undefined>;
}
