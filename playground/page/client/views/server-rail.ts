import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ServerView } from '../../protocol.ts';
import { openServerOf } from '../navigation.ts';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { Bird, hueOf, initialOf } from '../parts/picture.ts';
import { unreadOf } from '../unread.ts';
import { NewServerDialog } from './new-server-dialog.ts';
import { UnreadBadge } from './unread-badge.ts';

/** Direct messages, the servers, and a button for one more. */
export function ServerRail(): VNode {
  const { texts } = usePage();
  const servers = usePageState((state) => state.servers);
  const [isAdding, setAdding] = useState(false);
  return html`
    <nav class="rail" aria-label=${texts.shell.servers}>
      <ul>
        <li><${DirectMessages} /></li>
        ${servers.map((server) => html`<li key=${server.id}><${ServerButton} server=${server} /></li>`)}
        <li>
          <button
            type="button"
            class="rail-button is-quiet"
            title=${texts.shell.newServer}
            aria-label=${texts.shell.newServer}
            onClick=${() => setAdding(true)}
          >
            <${Icon} name="plus" />
          </button>
        </li>
      </ul>
      ${isAdding && html`<${NewServerDialog} onClose=${() => setAdding(false)} />`}
    </nav>
  `;
}

function DirectMessages(): VNode {
  const { store, texts } = usePage();
  const isOpen = usePageState((state) => state.serverId === undefined);
  const unread = usePageState((state) => state.unread.get(state.welcome?.visitor.directChannelId ?? ''));
  return html`
    <button
      type="button"
      class="rail-button is-direct"
      title=${texts.shell.directMessages}
      aria-current=${isOpen ? 'true' : undefined}
      onClick=${() => store.update((state) => openServerOf(state, undefined))}
    >
      <${Bird} />
      <span class="visually-hidden">${texts.shell.directMessages}</span>
      <${UnreadBadge} unread=${unread} />
    </button>
  `;
}

function ServerButton({ server }: { readonly server: ServerView }): VNode {
  const { store } = usePage();
  const isOpen = usePageState((state) => state.serverId === server.id);
  const all = usePageState((state) => state.unread);
  return html`
    <button
      type="button"
      class="rail-button"
      data-hue=${hueOf(server.name)}
      title=${server.name}
      aria-current=${isOpen ? 'true' : undefined}
      onClick=${() => store.update((state) => openServerOf(state, server.id))}
    >
      <span aria-hidden="true">${initialOf(server.name)}</span>
      <span class="visually-hidden">${server.name}</span>
      <${UnreadBadge} unread=${unreadOf(all, server)} />
    </button>
  `;
}
