import type { VNode } from 'preact';

/** Where the visitor chooses the language that they use Discord in. */
export function LanguageChoice(): VNode | null {
  return null;
}
