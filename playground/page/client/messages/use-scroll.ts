import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MessageRow } from './message-rows.ts';

/** As near to the end as this, one reads the newest messages. */
const END_PX = 24;
/** Older messages are asked for when no more than this is above. */
const START_PX = 300;

interface Scroll {
  /** Whether the newest message is in view, and the list follows new ones. */
  readonly isAtEnd: boolean;
  /** Messages that have come since one scrolled away from the end. */
  readonly newCount: number;
  readonly toEnd: () => void;
}

/**
 * Keeps the list where it is read: at its end while one is there, also when pictures load or the window changes, and else on
 * the same message when older ones come above it. `onNearStart` is called when one scrolls near the oldest.
 */
export function useScroll(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly MessageRow[],
  onNearStart: () => void,
): Scroll {
  const [isAtEnd, setAtEnd] = useState(true);
  const [seenId, setSeenId] = useState<string | undefined>(undefined);
  const follows = useRef(true);
  const newest = rows.at(-1)?.message.id;
  const toEnd = (): void => {
    follows.current = true;
    const element = scroller.current;
    element?.scrollTo({ top: element.scrollHeight });
    setAtEnd(true);
  };
  useLayoutEffect(() => {
    if (follows.current) toEnd();
  }, [rows]);
  useKeptPlace(scroller, rows, follows);
  useEffect(() => {
    if (isAtEnd) setSeenId(newest);
  }, [isAtEnd, newest]);
  useEffect(() => {
    // While older messages load, one may have scrolled to the start again; or all of them fit into the view.
    if (scroller.current !== null && scroller.current.scrollTop <= START_PX) onNearStart();
  });
  const nearStart = useRef(onNearStart);
  nearStart.current = onNearStart;
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let previousTop = element.scrollTop;
    const onScroll = (): void => {
      const isHere = element.scrollHeight - element.scrollTop - element.clientHeight <= END_PX;
      // A picture that has just loaded leaves the end below the view, too: only who scrolls up wants to leave it.
      if (isHere || element.scrollTop < previousTop) follows.current = isHere;
      previousTop = element.scrollTop;
      setAtEnd(follows.current);
      if (element.scrollTop <= START_PX) nearStart.current();
    };
    const observer = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
    });
    for (const part of [element, ...element.children]) observer.observe(part);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
  const seenAt = rows.findIndex(({ message }) => message.id === seenId);
  return { isAtEnd, newCount: isAtEnd || seenAt < 0 ? 0 : rows.length - 1 - seenAt, toEnd };
}

/** When messages come above the one at the top of the view, moves by their height. */
function useKeptPlace(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly MessageRow[],
  follows: RefObject<boolean>,
): void {
  const anchor = useRef<{ readonly element: Element; readonly top: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    const kept = anchor.current;
    if (element === null || kept === undefined || follows.current === true || !kept.element.isConnected) return;
    element.scrollTop += kept.element.getBoundingClientRect().top - kept.top;
  }, [rows]);
  // During the next drawing the list is still as it was: this is the last look at it.
  const element = scroller.current;
  const top = element?.getBoundingClientRect().top ?? 0;
  const first = [...(element?.querySelectorAll('[data-message]') ?? [])].find(
    (row) => row.getBoundingClientRect().bottom > top,
  );
  anchor.current = first === undefined ? undefined : { element: first, top: first.getBoundingClientRect().top };
}
