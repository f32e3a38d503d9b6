import type { APIButtonComponent } from 'discord-api-types/v10';
import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MessageView } from '../../protocol.ts';
import { attempt, usePage } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { emojiText } from './emoji-text.ts';
import { BUTTON } from './numbers.ts';

const LOOKS: Readonly<Record<number, string>> = {
  [BUTTON.primary]: 'is-primary',
  [BUTTON.success]: 'is-success',
  [BUTTON.danger]: 'is-danger',
};

interface MessageButtonProps {
  readonly button: APIButtonComponent;
  readonly message: MessageView;
}

/** A button of a message; while the bot works on it, it can't be pressed again. */
export function MessageButton({ button, message }: MessageButtonProps): VNode | null {
  const page = usePage();
  const [isBusy, setBusy] = useState(false);
  if (button.style === BUTTON.premium) return null;
  const inside = html`<${ButtonText} button=${button} />`;
  if (button.style === BUTTON.link) return html`<${LinkButton} button=${button}>${inside}<//>`;
  const { custom_id: customId } = button;
  const press = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await attempt(page, { kind: 'press', channelId: message.channelId, messageId: message.id, customId });
    setBusy(false);
  };
  return html`
    <button
      type="button"
      class="button ${LOOKS[button.style] ?? ''}"
      disabled=${button.disabled === true}
      aria-disabled=${isBusy ? 'true' : undefined}
      aria-label=${button.label === undefined ? button.emoji?.name : undefined}
      onClick=${press}
    >
      ${inside}
    </button>
  `;
}

function ButtonText({ button }: { readonly button: Exclude<APIButtonComponent, { sku_id: string }> }): VNode {
  const { emoji, label } = button;
  return html`
    ${emoji?.name !== undefined && html`<span class="emoji" aria-hidden="true">${emojiText(emoji)}</span>`}
    ${label !== undefined && html`<span>${label}</span>`}
  `;
}

function LinkButton({
  button,
  children,
}: {
  readonly button: Extract<APIButtonComponent, { url: string }>;
  readonly children?: unknown;
}): VNode {
  const { texts } = usePage();
  if (button.disabled === true) return html`<span class="button" role="link" aria-disabled="true">${children}</span>`;
  return html`
    <a class="button" href=${safeUrl(button.url)} target="_blank" rel="noopener noreferrer">${children}<span class="visually-hidden">${texts.messages.opensInNewTab}</span><${Icon} name="external" /></a>
  `;
}

/** Discord opens web pages and its own app by links; a page only the former. */
function safeUrl(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined;
}
