import type { VNode } from 'preact';

/** The tour of the first visit. */
export function Tour(): VNode | null {
  return null;
}
