import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { MessageView } from '../../protocol.ts';

/** The bot's commands for a message, behind a button in the message's row of actions. */
export function MessageMenu({ message }: { readonly message: MessageView }): VNode | null {
  return html`<button type="button" hidden data-message=${message.id}></button>`;
}
