import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';

/** Starts the tour again, or closes it. */
export function HelpButton(): VNode {
  const { store, texts } = usePage();
  const isOpen = usePageState((state) => state.isTourOpen);
  return html`
    <button type="button" class="icon-button" aria-label=${texts.tour.help} title=${texts.tour.help}
            aria-pressed=${isOpen ? 'true' : 'false'} onClick=${() => store.update(() => ({ isTourOpen: !isOpen }))}><${Icon} name="help" /></button>`;
}
