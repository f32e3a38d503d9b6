import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { FormDialog } from '../forms/form-dialog.ts';
import { usePage, usePageState } from '../page.ts';
import { Tour } from '../tour/tour.ts';
import { ChannelPane } from './channel-pane.ts';
import { Conversation } from './conversation.ts';
import { Notices } from './notices.ts';
import { ServerRail } from './server-rail.ts';
import { Shortcuts } from './shortcuts.ts';
import { SidePane } from './side-pane.ts';

/** The whole page: servers, channels, the conversation, and what stands beside it. */
export function App(): VNode {
  const { texts } = usePage();
  const pane = usePageState((state) => state.pane);
  const side = usePageState((state) => state.side);
  const hasArrived = usePageState((state) => state.welcome !== undefined && state.servers.length > 0);
  if (!hasArrived)
    return html`<main class="arriving" aria-busy="true"><p role="status">${texts.shell.arriving}</p></main>`;
  return html`
    <a class="skip-link" href="#messages">${texts.shell.skipToMessages}</a>
    <${Shortcuts} />
    <div class="app" data-pane=${pane} data-side=${side ?? 'none'}>
      <${ServerRail} />
      <${ChannelPane} />
      <${Conversation} />
      <${SidePane} />
    </div>
    <${FormDialog} />
    <${Tour} />
    <${Notices} />
  `;
}
