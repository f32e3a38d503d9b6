import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Connection } from './connection.ts';
import { type PageState, type Store, useSelected } from './state.ts';
import type { Texts } from './texts/texts.ts';

/** What every view of the page gets. */
export interface Page {
  readonly store: Store;
  readonly connection: Connection;
  readonly texts: Texts;
}

export const PageContext = createContext<Page | undefined>(undefined);

/** The page that a view belongs to. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('A view is outside of the page.');
  return page;
}

/** A part of the page's state. */
export function usePageState<T>(select: (state: PageState) => T): T {
  return useSelected(usePage().store, select);
}
