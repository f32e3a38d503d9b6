import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { usePage } from '../page.ts';
import { Icon } from './icon.ts';

interface DialogProps {
  readonly title: string;
  /** Called once it is closed, however: take it out of the view. */
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** A modal dialog: it takes the focus and gives it back; Escape and a press beside it close it. */
export function Dialog({ title, onClose, children }: DialogProps): VNode {
  const { texts } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const closeBeside = ({ target }: Event): void => {
    if (target === dialog.current) onClose();
  };
  return html`
    <dialog ref=${dialog} class="dialog" aria-labelledby=${id} onClose=${onClose} onClick=${closeBeside}>
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 id=${id}>${title}</h2>
          <button type="button" class="icon-button" aria-label=${texts.shell.close} onClick=${onClose}><${Icon} name="close" /></button>
        </header>
        ${children}
      </div>
    </dialog>
  `;
}
