import { MESSAGE_FIELD } from './text-field.ts';

/** The fields that get the focus: the message's box, or the first of a command. */
const BOX = `#${MESSAGE_FIELD}, .command-box .command-option :is(input, textarea), .command-box [type=submit]`;

/** Focuses the composer, unless one of its fields has the focus. */
export function focusComposer(): void {
  const isInside = document.activeElement?.closest('.composer') instanceof HTMLElement;
  if (!isInside) document.querySelector<HTMLElement>(BOX)?.focus();
}
