/**
 * What a permit may be for, when several processes share the account. `speech` goes first and may use every slot,
 * `files` half of them, everything else all but one.
 */
export const SLOT_KINDS = ['speech', 'background', 'files'] as const;
export type SlotKind = (typeof SLOT_KINDS)[number];

/** How many slots of each kind a process could use now. */
export type SlotDemand = Readonly<Record<SlotKind, number>>;

/** A process that waits for a slot of a kind. A process has at most one claim of each kind. */
export interface SlotClaim {
  /** Names the process's connection. */
  readonly owner: number;
  readonly isOwn: boolean;
  readonly kind: SlotKind;
  /** Since the process began to wait or last got a slot of the kind, in milliseconds, by the board's clock. */
  readonly waitedMs: number;
}

/** What all processes hold and wait for at one moment. */
export interface BoardView {
  /** The slots that processes hold, with their owners, this one included. */
  readonly taken: ReadonlyMap<number, number>;
  readonly claims: readonly SlotClaim[];
  /** Processes on the board, this one included. */
  readonly processes: number;
  /** The fewest slots that another process allows itself; `undefined` where none has said so. */
  readonly othersLimit: number | undefined;
}

/** What the board tells a process. */
export interface BoardListener {
  /** The process is on the board and holds nothing there. */
  onConnected(): void;
  /** The connection broke: others may take what the process held. */
  onLost(): void;
  /** Another process began to wait. */
  onWanted(): void;
  /** Another process gave back a slot for this one. */
  onFreed(): void;
  /** The speech service refused another process because of too much concurrency; it now allows itself `limit` slots. */
  onLowered(limit: number): void;
}

/**
 * Where the processes of one account share its concurrency: numbered slots (0 is the first), each held by at most one
 * process. Everything that a process holds or claims there ends with its connection. Methods reject while there is no
 * connection, and in bounded time.
 */
export interface PermitBoard {
  /** Connects, and again whenever the connection breaks, until the board is closed. */
  start(listener: BoardListener): void;
  /** Takes the first `most` of these slots that nobody holds, and returns them. None of them may be held already. */
  take(slots: readonly number[], most: number): Promise<readonly number[]>;
  /** Gives slots back, and tells the processes that wait for one of them. */
  giveBack(slots: readonly { readonly slot: number; readonly owner: number | undefined }[]): Promise<void>;
  /** Joins the queue, or rejoins it at the end. */
  claim(kind: SlotKind): Promise<void>;
  /** Waits no longer; nothing without a claim. */
  unclaim(kind: SlotKind): Promise<void>;
  view(): Promise<BoardView>;
  /** Says how many slots this process allows itself; replaces what it said before. */
  announce(limit: number): Promise<void>;
  /** Tells all other processes that this one waits, or that the service refused it. */
  tell(news: { readonly kind: 'wanted' } | { readonly kind: 'lowered'; readonly limit: number }): Promise<void>;
}
