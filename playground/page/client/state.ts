import { useEffect, useState } from 'preact/hooks';
import type { CommandsView, FaultState, Figures, MessageView, ServerEvent, ServerView, Welcome } from '../protocol.ts';

/** What the page shows. Replaced, never changed in place. */
export interface PageState {
  readonly isConnected: boolean;
  /** `undefined` until the server has said who the visitor is. */
  readonly welcome: Welcome | undefined;
  readonly isBotReady: boolean;
  readonly servers: readonly ServerView[];
  /** By server id, `''` for direct messages. */
  readonly commands: ReadonlyMap<string, CommandsView['commands']>;
  /** By channel id; in order of their ids. */
  readonly messages: ReadonlyMap<string, readonly MessageView[]>;
  /** The channel that is open, and the server it belongs to (`undefined`: direct messages). */
  readonly serverId: string | undefined;
  readonly channelId: string | undefined;
  /** The form that the bot has opened. */
  readonly form: Extract<ServerEvent, { kind: 'form' }> | undefined;
  readonly faults: FaultState;
  readonly figures: Figures | undefined;
  /** Ids of those whose sound arrives now. */
  readonly speaking: ReadonlySet<string>;
  /** Short news for everyone to read, and for screen readers: the newest last. */
  readonly notices: readonly { readonly id: number; readonly text: string }[];
}

export const EMPTY_STATE: PageState = {
  isConnected: false,
  welcome: undefined,
  isBotReady: false,
  servers: [],
  commands: new Map(),
  messages: new Map(),
  serverId: undefined,
  channelId: undefined,
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

export function createStore(): Store {
  let state = EMPTY_STATE;
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

/** A part of the state; the component is drawn again when it changes, compared by identity. */
export function useSelected<T>(store: Store, select: (state: PageState) => T): T {
  const [selected, setSelected] = useState(() => select(store.state));
  useEffect(() => {
    const read = (): void => setSelected(() => select(store.state));
    read();
    return store.listen(read);
  }, [store]);
  return selected;
}
