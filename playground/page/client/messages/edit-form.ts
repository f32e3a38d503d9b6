import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MessageView } from '../../protocol.ts';
import { attempt, usePage } from '../page.ts';
import { focusMessage } from './focus-message.ts';

/** Where an own message is edited, in its place. */
export function EditForm({ message }: { readonly message: MessageView }): VNode {
  const page = usePage();
  const { store, texts } = page;
  const [text, setText] = useState(message.content);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, []);
  const close = (): void => {
    store.update(() => ({ editingId: undefined }));
    focusMessage(message.id);
  };
  const save = (): void => {
    const content = text.trim();
    close();
    if (content === '' || content === message.content) return;
    void attempt(page, { kind: 'edit', channelId: message.channelId, messageId: message.id, content });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    // Enter also ends the composition of Japanese, Korean and Chinese text.
    const isEnd = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
    if (isEnd) event.preventDefault();
    if (isEnd) save();
    else if (event.key === 'Escape') close();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    save();
  };
  return html`
    <form class="edit-form" onSubmit=${submit}>
      <textarea
        ref=${field}
        class="field"
        aria-label=${texts.messages.editLabel}
        value=${text}
        onInput=${(event: InputEvent) => setText((event.target as HTMLTextAreaElement).value)}
        onKeyDown=${onKeyDown}
      ></textarea>
      <p class="edit-form-row">
        <span class="hint">${texts.messages.editHint}</span>
        <button type="button" class="text-button" onClick=${close}>${texts.messages.cancel}</button>
        <button type="submit" class="text-button">${texts.messages.save}</button>
      </p>
    </form>
  `;
}
