import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { openServerOf } from '../navigation.ts';
import { usePage } from '../page.ts';
import { Dialog } from '../parts/dialog.ts';
import type { Store } from '../state.ts';

/** Longest name of a server in Discord. */
const LONGEST_NAME = 100;

/** Asks for the name of a new server and makes it. */
export function NewServerDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const { store, texts, connection } = usePage();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const id = await connection.request({ kind: 'new-server', name: name.trim() });
      onClose();
      openWhenKnown(store, id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`
    <${Dialog} title=${texts.shell.newServerTitle} onClose=${onClose}>
      <form class="stack" onSubmit=${create}>
        <label class="stack">
          <span>${texts.shell.newServerName}</span>
          <input
            class="field"
            required
            maxlength=${LONGEST_NAME}
            value=${name}
            onInput=${(event: InputEvent) => setName((event.target as HTMLInputElement).value)}
          />
        </label>
        <p class="hint">${texts.shell.newServerHint}</p>
        ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
        <div class="dialog-buttons">
          <button type="button" class="button" onClick=${onClose}>${texts.shell.cancel}</button>
          <button type="submit" class="button is-primary" disabled=${name.trim() === ''}>${texts.shell.newServerCreate}</button>
        </div>
      </form>
    <//>
  `;
}

/** Opens a server once the page knows it, which it learns after the answer to the request. */
function openWhenKnown(store: Store, id: unknown): void {
  const open = (): void => {
    const server = store.state.servers.find((candidate) => candidate.id === id);
    if (server === undefined) return;
    stop();
    store.update((state) => openServerOf(state, server.id));
  };
  const stop = store.listen(open);
  open();
}
