import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { MessageView } from '../../protocol.ts';
import { attempt, usePage } from '../page.ts';
import { Dialog } from '../parts/dialog.ts';
import { excerpt } from './excerpt.ts';

/** Asks before a message is deleted. */
export function DeleteDialog({
  message,
  onClose,
}: {
  readonly message: MessageView;
  readonly onClose: () => void;
}): VNode {
  const page = usePage();
  const { store, texts } = page;
  const confirm = (): void => {
    onClose();
    void attempt(page, { kind: 'delete', channelId: message.channelId, messageId: message.id });
  };
  return html`
    <${Dialog} title=${texts.messages.deleteTitle} onClose=${onClose}>
      <p>${texts.messages.deleteHint}</p>
      <p class="quoted">${excerpt(store.state, message)}</p>
      <div class="dialog-buttons">
        <button type="button" class="button" onClick=${onClose}>${texts.messages.cancel}</button>
        <button type="button" class="button is-danger" onClick=${confirm}>${texts.messages.delete}</button>
      </div>
    <//>
  `;
}
