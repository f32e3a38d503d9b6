import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { FaultPanel } from '../faults/fault-panel.ts';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { MemberList } from './member-list.ts';

/** What stands beside the conversation: the members, or the panel of faults. */
export function SidePane(): VNode | null {
  const { store, texts } = usePage();
  const side = usePageState((state) => state.side);
  if (side === undefined) return null;
  const name = side === 'members' ? texts.shell.members : texts.shell.faults;
  const close = (): void => store.update(() => ({ side: undefined, pane: 'conversation' }));
  return html`
    <aside class="side" aria-label=${name}>
      <header class="side-head">
        <h2>${name}</h2>
        <button type="button" class="icon-button" aria-label=${texts.shell.close} onClick=${close}><${Icon} name="close" /></button>
      </header>
      <div class="side-body">${side === 'members' ? html`<${MemberList} />` : html`<${FaultPanel} />`}</div>
    </aside>
  `;
}
