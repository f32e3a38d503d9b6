import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { textInPieces } from '../../../../src/messages/texts.ts';
import type { MessageView } from '../../protocol.ts';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { Picture } from '../parts/picture.ts';
import { excerpt } from './excerpt.ts';
import { focusMessage } from './focus-message.ts';

/** The message that a message answers, in one line; pressed, it is in view. */
export function ReplyLine({ channelId, id }: { readonly channelId: string; readonly id: string }): VNode {
  const { store, texts } = usePage();
  const original = usePageState(({ messages }) => messages.get(channelId)?.find((message) => message.id === id));
  if (original === undefined)
    return html`<p class="message-line"><${Icon} name="reply" /><span>${texts.messages.replyGone}</span></p>`;
  const { author } = original;
  return html`
    <button type="button" class="message-line is-pressed-on" onClick=${() => focusMessage(id)}>
      <${Icon} name="reply" />
      <span class="visually-hidden">${texts.messages.replyTo({ author: author.name })}</span>
      <strong aria-hidden="true">${author.name}</strong>
      <span class="message-line-text">${excerpt(store.state, original) || texts.messages.replyWithoutText}</span>
    </button>
  `;
}

/** Who ran the command that a message answers. */
export function CommandLine({ userName, name, isMenu }: NonNullable<MessageView['command']>): VNode {
  const { store, texts } = usePage();
  const command = `/${name.replace(/^\//, '')}`;
  const write = (): void => store.update(() => ({ insertion: `${command} ` }));
  const parts = {
    person: html`<strong>${userName}</strong>`,
    command: isMenu
      ? html`<strong>${name}</strong>`
      : html`<button type="button" class="mention" title=${texts.messages.writeCommand({ command })} onClick=${write}>${command}</button>`,
  };
  return html`
    <p class="message-line">
      <${Picture} name=${userName} />
      <span>${textInPieces(texts.messages.usedCommand, parts)}</span>
    </p>
  `;
}

/** That nobody else sees a message, and how to be rid of it. */
export function EphemeralLine({ id }: { readonly id: string }): VNode {
  const { store, texts } = usePage();
  const dismiss = (): void => store.update(({ dismissed }) => ({ dismissed: new Set([...dismissed, id]) }));
  return html`
    <p class="ephemeral">
      <${Icon} name="eye" />
      <span>${texts.messages.onlyYou}</span>
      <button type="button" class="text-button" onClick=${dismiss}>${texts.messages.dismiss}</button>
    </p>
  `;
}
