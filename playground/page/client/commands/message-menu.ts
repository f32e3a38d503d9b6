import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MessageView } from '../../protocol.ts';
import { attempt, usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { placeNear } from '../parts/place-near.ts';
import { withNotice } from '../state.ts';
import { messageMenus } from './offered-commands.ts';

/** The bot's commands for a message, and copying it, behind a button in the message's row of actions. */
export function MessageMenu({ message }: { readonly message: MessageView }): VNode {
  const { texts } = usePage();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { menu } = texts.commands;
  return html`
    <button type="button" ref=${button} class="icon-button" aria-label=${menu.open} title=${menu.open} aria-haspopup="menu"
            aria-expanded=${isOpen ? 'true' : 'false'} aria-controls=${isOpen ? id : undefined}
            onClick=${() => setOpen(true)}><${Icon} name="more" /></button>
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
  const items = useItems(message);
  useLayoutEffect(() => {
    const { current } = root;
    if (current === null || button === null) return;
    current.showPopover();
    placeNear(current, button);
    focusItem(current, 0);
  }, [button]);
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
        ({ label, isApp, act }) => html`
          <button type="button" key=${label} role="menuitem" tabindex="-1" class=${isApp ? 'menu-app' : ''}
                  onClick=${() => {
                    close();
                    act();
                  }}>${label}</button>`,
      )}
    </div>`;
}

interface MenuItem {
  readonly label: string;
  readonly isApp: boolean;
  readonly act: () => void;
}

function useItems(message: MessageView): MenuItem[] {
  const page = usePage();
  const { store, texts } = page;
  const registered = usePageState((state) => state.commands.get(state.serverId ?? ''));
  const locale = usePageState((state) => state.welcome?.visitor.locale ?? 'en-US');
  const menus = useMemo(() => messageMenus(registered ?? [], locale), [registered, locale]);
  const { menu } = texts.commands;
  const { channelId, id: messageId } = message;
  const say = (text: string): void => store.update((state) => withNotice(state, text));
  const copy = (): void => {
    navigator.clipboard.writeText(message.content).then(
      () => say(menu.copied),
      () => say(menu.copyFailed),
    );
  };
  // Discord offers no commands for a message that only the visitor has.
  const apps = message.isEphemeral ? [] : menus;
  return [
    ...apps.map(({ name, shownName }) => ({
      label: shownName,
      isApp: true,
      act: () => void attempt(page, { kind: 'menu', channelId, messageId, name }),
    })),
    { label: menu.copy, isApp: false, act: copy },
  ];
}

/** Keys of a menu: https://www.w3.org/WAI/ARIA/apg/patterns/menubar/ */
function pressKey(event: KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item.matches(':focus'));
  const { key } = event;
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[key];
  if (next !== undefined) focusItem(menu, next);
  else if (key === 'Tab' || key === 'Escape') close();
  else if (key.length === 1 && key !== ' ') {
    const begins = ({ textContent }: HTMLElement): boolean =>
      textContent.trim().toLowerCase().startsWith(key.toLowerCase());
    [...items.slice(at + 1), ...items].find(begins)?.focus();
  } else return;
  // Tab moves on from the button, which has the focus again.
  if (key !== 'Tab') event.preventDefault();
  event.stopPropagation();
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

function focusItem(menu: HTMLElement | null, index: number): void {
  const items = itemsOf(menu);
  items.at(index % items.length)?.focus();
}
