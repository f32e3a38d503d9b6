import type { CommandsView, FaultState, Figures, MessageView, ServerEvent, ServerView, Welcome } from '../protocol.ts';
import type { CommandDraft } from './commands/command-draft.ts';
import type { ComposerDraft } from './composer/composer-draft.ts';

/** Messages of a channel that have come since the visitor last looked at it. */
export interface Unread {
  readonly count: number;
  /** Of these, those that notified the visitor. */
  readonly pings: number;
}

/** A short piece of news, for everyone to read and for screen readers to say. */
export interface Notice {
  readonly id: number;
  readonly text: string;
}

/** What the page shows. Replaced, never changed in place. */
export interface PageState {
  /** When the page was opened, in milliseconds since 1970: only what is newer can be unread. */
  readonly openedAtMs: number;
  readonly isConnected: boolean;
  /** `undefined` until the server has said who the visitor is. */
  readonly welcome: Welcome | undefined;
  readonly isBotReady: boolean;
  readonly servers: readonly ServerView[];
  /** By server id, `''` for direct messages. */
  readonly commands: ReadonlyMap<string, CommandsView['commands']>;
  /** By channel id; in order of their ids. */
  readonly messages: ReadonlyMap<string, readonly MessageView[]>;
  /**
   * By channel id, while its history is asked for: the messages that have come since. They are shown together, so that the
   * list moves once.
   */
  readonly arriving: ReadonlyMap<string, readonly MessageView[]>;
  /** By channel id: whether messages are older than those that are here. Missing: never asked. */
  readonly hasOlder: ReadonlyMap<string, boolean>;
  /** By channel id; channels without unread messages are missing. */
  readonly unread: ReadonlyMap<string, Unread>;
  /** Ids of ephemeral messages that the visitor has dismissed. */
  readonly dismissed: ReadonlySet<string>;
  /** The channel that is open, and the server it belongs to (`undefined`: direct messages). */
  readonly serverId: string | undefined;
  readonly channelId: string | undefined;
  /** What a window too narrow for everything shows. */
  readonly pane: 'channels' | 'conversation' | 'side';
  /** What stands beside the conversation. */
  readonly side: 'members' | 'faults' | undefined;
  /** The message that the next message answers. The composer sends its id and then sets `undefined`. */
  readonly replyingTo: MessageView | undefined;
  /** The own message that is being edited in its place. */
  readonly editingId: string | undefined;
  /** A text to put into the composer, as a pressed command: the composer takes it, gets the focus and sets `undefined`. */
  readonly insertion: string | undefined;
  /** What stands in the composer, by channel id; channels in which nothing was written are missing. */
  readonly drafts: ReadonlyMap<string, ComposerDraft>;
  /** Commands that the visitor has run or left, the newest last. */
  readonly history: readonly CommandDraft[];
  readonly isTourOpen: boolean;
  /** The form that the bot has opened. */
  readonly form: Extract<ServerEvent, { kind: 'form' }> | undefined;
  readonly faults: FaultState;
  readonly figures: Figures | undefined;
  /** Ids of those whose sound arrives now. */
  readonly speaking: ReadonlySet<string>;
  /** The newest last; at most {@link MAX_NOTICES}. */
  readonly notices: readonly Notice[];
}

/** Notices that are kept: more than anybody reads at once. */
export const MAX_NOTICES = 5;

export const EMPTY_STATE: PageState = {
  openedAtMs: 0,
  isConnected: false,
  welcome: undefined,
  isBotReady: false,
  servers: [],
  commands: new Map(),
  messages: new Map(),
  arriving: new Map(),
  hasOlder: new Map(),
  unread: new Map(),
  dismissed: new Set(),
  serverId: undefined,
  channelId: undefined,
  pane: 'conversation',
  side: undefined,
  replyingTo: undefined,
  editingId: undefined,
  insertion: undefined,
  drafts: new Map(),
  history: [],
  isTourOpen: false,
  form: undefined,
  faults: { active: [], unavailable: [] },
  figures: undefined,
  speaking: new Set(),
  notices: [],
};

/** Holds the state and tells its listeners when it changes. */
export interface Store {
  readonly state: PageState;
  update(change: (state: PageState) => Partial<PageState>): void;
  /** Returns a function that removes the listener. */
  listen(listener: () => void): () => void;
}

export function createStore(initial: PageState = EMPTY_STATE): Store {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get state() {
      return state;
    },
    update(change) {
      state = { ...state, ...change(state) };
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Adds a notice to the state: `store.update((state) => withNotice(state, text))`. */
export function withNotice({ notices }: PageState, text: string): Pick<PageState, 'notices'> {
  const id = (notices.at(-1)?.id ?? 0) + 1;
  return { notices: [...notices, { id, text }].slice(-MAX_NOTICES) };
}
