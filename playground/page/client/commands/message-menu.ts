import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { MessageView } from '../../protocol.ts';
import { attempt, usePage, usePageState } from '../page.ts';
import { withNotice } from '../state.ts';
import { messageMenus } from './offered-commands.ts';
import { useOpenPlace } from './place.ts';

/** Space between the menu and the edges of the window, in pixels. */
const MARGIN = 8;

/** Everything to do with a message, the bot's own commands first, behind a button in the message's row of actions. */
export function MessageMenu({ message }: { readonly message: MessageView }): VNode {
  const { texts } = usePage();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { menu } = texts.commands;
  return html`
    <button type="button" ref=${button} class="message-action" aria-label=${menu.open} title=${menu.open} aria-haspopup="menu"
            aria-expanded=${isOpen ? 'true' : 'false'} aria-controls=${isOpen ? id : undefined}
            onClick=${() => setOpen(!isOpen)}>⋯</button>
    ${isOpen && html`<${OpenMenu} id=${id} message=${message} button=${button.current} onClose=${() => setOpen(false)} />`}`;
}

interface OpenMenuProps {
  readonly id: string;
  readonly message: MessageView;
  readonly button: HTMLButtonElement | null;
  readonly onClose: () => void;
}

function OpenMenu({ id, message, button, onClose }: OpenMenuProps): VNode {
  const { texts } = usePage();
  const root = useRef<HTMLDivElement>(null);
  const [isDeleting, setDeleting] = useState(false);
  const items = useItems(message, { isDeleting, startDeleting: () => setDeleting(true) });
  useEffect(() => {
    const { current } = root;
    if (current === null) return;
    current.showPopover();
    if (button !== null) place(current, button);
  }, [button]);
  useEffect(() => focusItem(root.current, 0), [isDeleting]);
  const close = (): void => {
    root.current?.hidePopover();
    button?.focus();
  };
  return html`
    <div id=${id} ref=${root} class="menu" role="menu" popover="auto" aria-label=${texts.commands.menu.label}
         onKeyDown=${(event: KeyboardEvent) => pressKey(event, root.current, close)}
         onToggle=${({ newState }: ToggleEvent) => {
           if (newState === 'closed') onClose();
         }}>
      ${items.map(
        ({ label, kind, act, stays }) => html`
          <button type="button" key=${label} role="menuitem" tabindex="-1" class="menu-${kind}"
                  onClick=${() => {
                    if (!stays) close();
                    act();
                  }}>${label}</button>`,
      )}
    </div>`;
}

interface MenuItem {
  readonly label: string;
  readonly kind: 'app' | 'plain' | 'danger';
  /** The menu stays open. */
  readonly stays?: boolean;
  readonly act: () => void;
}

function useItems(
  message: MessageView,
  { isDeleting, startDeleting }: { readonly isDeleting: boolean; readonly startDeleting: () => void },
): MenuItem[] {
  const page = usePage();
  const { store, texts } = page;
  const { place: here, locale } = useOpenPlace();
  const registered = usePageState((state) => state.commands.get(state.serverId ?? ''));
  const apps = useMemo(() => messageMenus(registered ?? [], here, locale), [registered, here, locale]);
  const { menu } = texts.commands;
  const { channelId, id: messageId } = message;
  const remove = (): void => void attempt(page, { kind: 'delete', channelId, messageId });
  if (isDeleting) return [{ label: menu.confirmDelete, kind: 'danger', act: remove }];
  const say = (text: string): void => store.update((state) => withNotice(state, text));
  const copy = (): void => {
    navigator.clipboard.writeText(message.content).then(
      () => say(menu.copied),
      () => say(menu.copyFailed),
    );
  };
  const items: MenuItem[] = apps.map(({ name, shownName }) => ({
    label: shownName,
    kind: 'app',
    act: () => void attempt(page, { kind: 'menu', channelId, messageId, name }),
  }));
  // Only the visitor has an ephemeral message: nobody can answer it or use a command on it.
  if (message.isEphemeral) items.length = 0;
  else items.push({ label: menu.reply, kind: 'plain', act: () => store.update(() => ({ replyingTo: message })) });
  if (message.isOwn && !message.isVoiceMessage) {
    items.push({ label: menu.edit, kind: 'plain', act: () => store.update(() => ({ editingId: messageId })) });
  }
  items.push({ label: menu.copy, kind: 'plain', act: copy });
  if (message.isOwn) items.push({ label: menu.delete, kind: 'danger', stays: true, act: startDeleting });
  return items;
}

/** Arrow keys, Home, End and first letters move in a menu: https://www.w3.org/WAI/ARIA/apg/patterns/menubar/ */
function pressKey(event: KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const at = items.findIndex((item) => item.matches(':focus'));
  const { key } = event;
  if (key === 'ArrowDown') focusItem(menu, at + 1);
  else if (key === 'ArrowUp') focusItem(menu, at - 1);
  else if (key === 'Home') focusItem(menu, 0);
  else if (key === 'End') focusItem(menu, items.length - 1);
  else if (key === 'Tab' || key === 'Escape') close();
  else if (key.length === 1 && key !== ' ') {
    const next = [...items.slice(at + 1), ...items].find(({ textContent }) => startsWith(textContent, key));
    next?.focus();
  } else return;
  // Tab moves on from the button that has the focus again.
  if (key !== 'Tab') event.preventDefault();
  event.stopPropagation();
}

function startsWith(text: string | null, letter: string): boolean {
  return text?.trim().toLowerCase().startsWith(letter.toLowerCase()) ?? false;
}

function focusItem(menu: HTMLElement | null, index: number): void {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  items.at(index % items.length)?.focus();
}

/** Puts a menu below its button, or above it where there is no room, inside the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isRoomy = bottom + height + MARGIN <= window.innerHeight;
  const x = Math.max(MARGIN, Math.min(right - width, window.innerWidth - width - MARGIN, left));
  menu.style.setProperty('left', `${x}px`);
  menu.style.setProperty('top', `${Math.max(MARGIN, isRoomy ? bottom : top - height)}px`);
}
