/** What the links of overlays need of the database. */

/** A link as it is stored: without its secret. */
export interface StoredOverlayLink {
  readonly linkId: string;
  /** SHA-256 of the secret, 64 hexadecimal digits. */
  readonly secretHash: string;
  readonly guildId: string;
  /** The session that it shows, or showed until a restart. */
  readonly sessionId: string;
  /** The session for which it was created; another one than `sessionId` after a restart. */
  readonly firstSessionId: string;
  /** The sessions that it showed before `sessionId`, newest first: restarts ended them. */
  readonly earlierSessionIds: readonly string[];
  /** User id; `undefined` once everything about this person is erased. */
  readonly createdBy: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  /** Until when it waits for the captions to start again after a restart; `undefined` while they run. Milliseconds since 1970. */
  readonly waitsUntilMs: number | undefined;
}

/** Stores links. All of a session's links go with the session. */
export interface OverlayLinkStore {
  add(link: StoredOverlayLink): Promise<void>;
  /** Those of a session, oldest first. */
  ofSession(sessionId: string): Promise<readonly StoredOverlayLink[]>;
  /** All, of every process, oldest first. */
  all(): Promise<readonly StoredOverlayLink[]>;
  /** False when there is none any more. */
  remove(linkId: string): Promise<boolean>;
  removeOfSessions(sessionIds: readonly string[]): Promise<void>;
  /** The links of these sessions wait from now on, unless they do already. */
  wait(sessionIds: readonly string[], untilMs: number): Promise<void>;
  /** The link shows another session from now on, after these, and no longer waits. */
  resume(linkId: string, sessionId: string, earlierSessionIds: readonly string[]): Promise<void>;
}
