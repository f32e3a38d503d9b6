import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ChannelView } from '../../protocol.ts';
import { loadOlder } from '../history.ts';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { withNotice } from '../state.ts';
import { dayName } from '../times.ts';
import { messageElementId } from './focus-message.ts';
import { Message, type MessageProps } from './message.ts';
import { type MessageRow, messageRows } from './message-rows.ts';
import { useScroll } from './use-scroll.ts';

const NO_MESSAGES: readonly never[] = [];

/** The messages of a channel: a log that stays at its end while one reads there, and loads older ones at its start. */
export function MessageList({ channel }: { readonly channel: ChannelView }): VNode {
  const { texts } = usePage();
  const messages = usePageState((state) => state.messages.get(channel.id) ?? NO_MESSAGES);
  const dismissed = usePageState((state) => state.dismissed);
  const hasOlder = usePageState((state) => state.hasOlder.get(channel.id) === true);
  const isLoaded = usePageState((state) => state.hasOlder.has(channel.id));
  const isDirect = usePageState(({ welcome }) => welcome?.visitor.directChannelId === channel.id);
  const rows = useMemo(() => messageRows(messages, dismissed), [messages, dismissed]);
  const { isLoading, load } = useOlder(channel.id, hasOlder);
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useScroll(scroller, rows, load);
  return html`
    <div class="messages">
      <div
        ref=${scroller}
        id="messages"
        class="messages-scroll"
        role="log"
        aria-label=${texts.messages.log({ channel: channel.name })}
        aria-relevant="additions"
        aria-busy=${isLoading || !isLoaded ? 'true' : 'false'}
        tabindex="-1"
      >
        ${isLoaded && !hasOlder && html`<p class="messages-start">${isDirect ? texts.messages.directStart({ person: channel.name }) : texts.messages.start({ channel: channel.name })}</p>`}
        ${hasOlder && html`<${Older} isLoading=${isLoading} onLoad=${load} />`}
        <${Rows} rows=${rows} />
      </div>
      ${!scroll.isAtEnd && html`<${ToNewest} count=${scroll.newCount} onPress=${scroll.toEnd} />`}
    </div>
  `;
}

function useOlder(channelId: string, hasOlder: boolean): { readonly isLoading: boolean; readonly load: () => void } {
  const { store, connection } = usePage();
  const [isLoading, setLoading] = useState(false);
  const load = (): void => {
    if (isLoading || !hasOlder) return;
    setLoading(true);
    loadOlder(store, connection, channelId)
      .catch((error: Error) => store.update((state) => withNotice(state, error.message)))
      .finally(() => setLoading(false));
  };
  return { isLoading, load };
}

function Older({ isLoading, onLoad }: { readonly isLoading: boolean; readonly onLoad: () => void }): VNode {
  const { texts } = usePage();
  return html`
    <p class="messages-older">
      ${
        isLoading
          ? html`<span>${texts.messages.loadingOlder}</span>`
          : html`<button type="button" class="text-button" onClick=${onLoad}>${texts.messages.loadOlder}</button>`
      }
    </p>
  `;
}

function ToNewest({ count, onPress }: { readonly count: number; readonly onPress: () => void }): VNode {
  const { texts } = usePage();
  return html`
    <button type="button" class="to-newest ${count > 0 ? 'has-new' : ''}" onClick=${onPress}>
      ${count > 0 ? texts.messages.newMessages({ count }) : texts.messages.toNewest}<${Icon} name="down" />
    </button>
  `;
}

/** The list is one stop of the Tab key: arrows move between messages, Tab goes on into the message. */
function Rows({ rows }: { readonly rows: readonly MessageRow[] }): VNode {
  const list = useRef<HTMLOListElement>(null);
  const [focusedId, setFocused] = useState<string | undefined>(undefined);
  const [hoveredId, setHovered] = useState<string | undefined>(undefined);
  const last = rows.at(-1)?.message.id;
  const isFocusedHere = rows.some(({ message }) => message.id === focusedId);
  const stopId = isFocusedHere ? focusedId : last;
  const [hasFocus, setHasFocus] = useState(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey || target.tagName !== 'LI') return;
    const next = neighbourOf(target, event.key, list.current);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  };
  const onFocusIn = ({ target }: FocusEvent): void => {
    const id = (target as Element).closest<HTMLElement>('[data-message]')?.dataset['message'];
    setHasFocus(true);
    if (id !== undefined) setFocused(id);
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (!list.current?.contains(relatedTarget as Node | null)) setHasFocus(false);
  };
  return html`
    <ol ref=${list} class="message-list" onKeyDown=${onKeyDown} onFocusIn=${onFocusIn} onFocusOut=${onFocusOut} onPointerLeave=${() => setHovered(undefined)}>
      ${rows.map(
        ({ message, isContinued, startsDay }) => html`
          <li
            key=${message.id}
            id=${messageElementId(message.id)}
            data-message=${message.id}
            tabindex=${message.id === stopId ? 0 : -1}
            onPointerEnter=${() => setHovered(message.id)}
          >
            ${startsDay && html`<${Day} timeMs=${message.createdAtMs} />`}
            <${Row}
              message=${message}
              isContinued=${isContinued}
              isActive=${message.id === hoveredId || (hasFocus && message.id === focusedId)}
            />
          </li>
        `,
      )}
    </ol>
  `;
}

/** Is drawn again only when something of it has changed: a channel may have thousands of messages. */
function Row({ message, isContinued, isActive }: MessageProps): VNode {
  return useMemo(
    () => html`<${Message} message=${message} isContinued=${isContinued} isActive=${isActive} />`,
    [message, isContinued, isActive],
  );
}

function neighbourOf(target: HTMLElement, key: string, list: HTMLElement | null): HTMLElement | undefined {
  const found = {
    ArrowUp: target.previousElementSibling,
    ArrowDown: target.nextElementSibling,
    Home: list?.firstElementChild,
    End: list?.lastElementChild,
  }[key];
  return found instanceof HTMLElement ? found : undefined;
}

function Day({ timeMs }: { readonly timeMs: number }): VNode {
  const { locale } = usePage();
  return html`<p class="day"><span>${dayName(locale, timeMs)}</span></p>`;
}
