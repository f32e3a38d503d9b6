import { html } from 'htm/preact';
import type { RefObject, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keyEffect, type ListState } from './list-keys.ts';
import { entryId, type ListEntry, SuggestionList } from './suggestion-list.ts';

interface ComboboxProps {
  readonly id: string;
  readonly text: string;
  readonly entries: readonly ListEntry[];
  /** The list's name. */
  readonly listLabel: string;
  /** Whether the first entry is highlighted by itself, so that Enter takes it. */
  readonly highlightsFirst: boolean;
  /** Whether the list opens when the field gets the focus. */
  readonly opensOnFocus: boolean;
  /** More attributes of the input, as `aria-label` and `placeholder`. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly input?: RefObject<HTMLInputElement>;
  readonly onType: (text: string, input: HTMLInputElement) => void;
  readonly onPick: (index: number) => void;
  /** Whether picking moves the focus elsewhere: then Tab doesn't move it once more. */
  readonly picksAndMoves: boolean;
  readonly onFocus?: () => void;
  /** How much the list offers, for screen readers. */
  readonly status: string;
}

const CLOSED: ListState = { isOpen: false, active: -1 };

/**
 * A text field with a list, operated as in the ARIA practices: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 * Keys that the list doesn't take reach what is around it.
 */
export function Combobox(props: ComboboxProps): VNode {
  const { id, text, entries, attributes, highlightsFirst } = props;
  const first = highlightsFirst ? 0 : -1;
  const [list, setList] = useState<ListState>(CLOSED);
  // What was highlighted may be gone with what was typed or answered.
  useEffect(() => setList(({ isOpen }) => ({ isOpen, active: first })), [entries, first]);
  const isOpen = list.isOpen && entries.length > 0;
  const isEmpty = list.isOpen && !isOpen;
  const active = Math.min(list.active, entries.length - 1);
  const pick = (index: number): void => {
    setList(CLOSED);
    props.onPick(index);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const effect = hasModifier ? { kind: 'pass' as const } : keyEffect(event.key, { isOpen, active }, entries.length);
    if (effect.kind === 'pass') return;
    if (effect.kind === 'move' || effect.stays || props.picksAndMoves) event.preventDefault();
    event.stopPropagation();
    if (effect.kind === 'move') setList(effect.list);
    else pick(effect.index);
  };
  const listId = `${id}-list`;
  return html`
    <input id=${id} ref=${props.input} type="text" role="combobox" autocomplete="off" spellcheck=${false} value=${text}
           aria-autocomplete="list" aria-expanded=${isOpen ? 'true' : 'false'} aria-controls=${isOpen ? listId : undefined}
           aria-activedescendant=${isOpen && active >= 0 ? entryId(listId, active) : undefined} ...${attributes}
           onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => {
             setList({ isOpen: true, active: first });
             props.onType(currentTarget.value, currentTarget);
           }}
           onKeyDown=${press}
           onClick=${() => setList((known) => (known.isOpen ? known : { isOpen: true, active: first }))}
           onFocus=${() => {
             if (props.opensOnFocus) setList({ isOpen: true, active: first });
             props.onFocus?.();
           }}
           onBlur=${() => setList(CLOSED)} />
    ${isOpen && html`<${SuggestionList} id=${listId} label=${props.listLabel} entries=${entries} active=${active} onPick=${pick} />`}
    <span class=${isEmpty ? 'suggestions suggestions-empty' : 'visually-hidden'} role="status">
      ${list.isOpen ? props.status : ''}
    </span>`;
}
