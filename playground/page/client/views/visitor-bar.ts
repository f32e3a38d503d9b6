import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { Picture } from '../parts/picture.ts';
import { SettingsDialog } from './settings-dialog.ts';

/** Who the visitor is, and their settings. */
export function VisitorBar(): VNode | null {
  const { texts } = usePage();
  const visitor = usePageState(({ welcome }) => welcome?.visitor);
  const [isOpen, setOpen] = useState(false);
  if (visitor === undefined) return null;
  return html`
    <div class="visitor">
      <${Picture} name=${visitor.name} />
      <p class="visitor-name ellipsis">${visitor.name}</p>
      <a class="icon-button" href="./" target="_blank" rel="noopener" title=${texts.shell.anotherPerson} aria-label=${texts.shell.anotherPerson}>
        <${Icon} name="members" />
      </a>
      <button type="button" class="icon-button" title=${texts.shell.settings} aria-label=${texts.shell.settings} onClick=${() => setOpen(true)}>
        <${Icon} name="settings" />
      </button>
      ${isOpen && html`<${SettingsDialog} onClose=${() => setOpen(false)} />`}
    </div>
  `;
}
