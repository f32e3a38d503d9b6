import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Action } from '../protocol.ts';
import type { Connection } from './connection.ts';
import { type PageState, type Store, withNotice } from './state.ts';
import type { Texts } from './texts/text-types.ts';
import type { Voice } from './voice/voice.ts';

/** What every view of the page gets. */
export interface Page {
  readonly store: Store;
  readonly connection: Connection;
  readonly voice: Voice;
  readonly texts: Texts;
  /** Language of the texts, for `Intl` and `lang`: Discord's codes are BCP 47. */
  readonly locale: string;
}

export const PageContext = createContext<Page | undefined>(undefined);

/** The page that a view belongs to. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('A view is outside of the page.');
  return page;
}

/**
 * A part of the page's state; the view is drawn again when it changes, compared by identity: `select` must not make new
 * objects. It may use what the view is given.
 */
export function usePageState<T>(select: (state: PageState) => T): T {
  const { store } = usePage();
  const [, redraw] = useState({});
  const selected = select(store.state);
  useEffect(() => {
    const compare = (): void => {
      if (!Object.is(select(store.state), selected)) redraw({});
    };
    compare();
    return store.listen(compare);
  });
  return selected;
}

/** Does something whose failure the visitor reads as a notice. Resolves with the outcome's value, `undefined` if it failed. */
export async function attempt({ store, connection }: Page, action: Action): Promise<unknown> {
  try {
    return await connection.request(action);
  } catch (error) {
    store.update((state) => withNotice(state, error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}
