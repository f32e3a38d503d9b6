import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ServerView } from '../../protocol.ts';
import { findBot, openServer } from '../names.ts';
import { openChannel } from '../navigation.ts';
import { usePage, usePageState } from '../page.ts';
import { Bird } from '../parts/picture.ts';
import { VoicePanel } from '../voice/voice-panel.ts';
import { TextChannels, VoiceChannels } from './channel-list.ts';
import { UnreadBadge } from './unread-badge.ts';
import { VisitorBar } from './visitor-bar.ts';

/** The channels of the open server, or direct messages; below them the voice connection and the visitor. */
export function ChannelPane(): VNode {
  const { texts } = usePage();
  const server = usePageState(openServer);
  return html`
    <div class="channels">
      <nav class="channels-scroll" aria-label=${texts.shell.channels}>
        <header class="channels-head">
          <h2 class="ellipsis" dir="auto">${server?.name ?? texts.shell.directMessages}</h2>
          ${server?.isManager === true && html`<p class="channels-hint">${texts.shell.manager}</p>`}
        </header>
        ${server === undefined ? html`<${DirectChannels} />` : html`<${ServerChannels} server=${server} />`}
      </nav>
      <section class="channels-foot" aria-label=${texts.shell.visitor}>
        <${VoicePanel} />
        <${VisitorBar} />
      </section>
    </div>
  `;
}

function ServerChannels({ server }: { readonly server: ServerView }): VNode {
  return html`<${TextChannels} server=${server} /><${VoiceChannels} server=${server} />`;
}

function DirectChannels(): VNode {
  const { store } = usePage();
  const name = usePageState((state) => findBot(state)?.name ?? 'Mynah');
  const id = usePageState((state) => state.welcome?.visitor.directChannelId ?? '');
  const isOpen = usePageState((state) => state.channelId === id);
  const unread = usePageState((state) => state.unread.get(id));
  return html`
    <ul class="channel-list">
      <li>
        <button
          type="button"
          class="channel is-direct"
          aria-current=${isOpen ? 'page' : undefined}
          onClick=${() => store.update((state) => openChannel(state, id))}
        >
          <${Bird} /><span class="ellipsis">${name}</span><${UnreadBadge} unread=${unread} />
        </button>
      </li>
    </ul>
  `;
}
