import type { VNode } from 'preact';

/** Faults to switch on and live figures; stands beside the conversation. */
export function FaultPanel(): VNode | null {
  return null;
}
