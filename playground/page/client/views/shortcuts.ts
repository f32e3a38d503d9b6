import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { neighbourChannel, neighbourServer, openChannel, openServerOf } from '../navigation.ts';
import { usePage } from '../page.ts';
import type { PageState, Store } from '../state.ts';

/** Listens to the shortcuts that work everywhere on the page. */
export function Shortcuts(): VNode | null {
  const { store } = usePage();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => takeShortcut(store, event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [store]);
  return null;
}

function takeShortcut(store: Store, event: KeyboardEvent): void {
  const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
  if (!event.altKey || event.metaKey || !isArrow || event.defaultPrevented) return;
  event.preventDefault();
  const step = event.key === 'ArrowUp' ? -1 : 1;
  store.update((state) => move(state, step, event));
}

function move(state: PageState, step: 1 | -1, { ctrlKey, shiftKey }: KeyboardEvent): Partial<PageState> {
  if (ctrlKey) return openServerOf(state, neighbourServer(state, step));
  const channelId = neighbourChannel(state, step, shiftKey);
  return channelId === undefined ? {} : openChannel(state, channelId);
}
