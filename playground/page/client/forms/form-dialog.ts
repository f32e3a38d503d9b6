import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { usePageState } from '../page.ts';

/** The form that the bot has opened, if it has. */
export function FormDialog(): VNode | null {
  const form = usePageState((state) => state.form);
  return form === undefined ? null : html`<dialog class="form"></dialog>`;
}
