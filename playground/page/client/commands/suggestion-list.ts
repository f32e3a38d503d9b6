import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** An entry of a list below, or above, a field. */
export interface ListEntry {
  readonly label: string;
  readonly hint?: string | undefined;
}

interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly ListEntry[];
  /** Number of the highlighted entry, -1 for none. */
  readonly active: number;
  readonly onPick: (index: number) => void;
}

/** The id of a list's entry, for `aria-activedescendant`. */
export function entryId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The list of a combobox. The field keeps the focus. */
export function SuggestionList({ id, label, entries, active, onPick }: SuggestionListProps): VNode {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, entries]);
  const keepFocus = (event: Event): void => event.preventDefault();
  return html`
    <ul id=${id} ref=${list} class="suggestions" role="listbox" aria-label=${label} onMouseDown=${keepFocus}>
      ${entries.map(
        (entry, index) => html`
          <li id=${entryId(id, index)} key=${index} role="option" aria-selected=${index === active ? 'true' : 'false'}
              onClick=${() => onPick(index)}>
            <span class="suggestion-label">${entry.label}</span>
            ${entry.hint !== undefined && html`<span class="suggestion-hint">${entry.hint}</span>`}
          </li>`,
      )}
    </ul>`;
}
