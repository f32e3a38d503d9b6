/** The list of a combobox: whether it is open, and the number of the highlighted entry, -1 for none. */
export interface ListState {
  readonly isOpen: boolean;
  readonly active: number;
}

/** What a key does in a combobox. `pass`: what the field itself makes of it. */
export type KeyEffect =
  | { readonly kind: 'move'; readonly list: ListState }
  /** Takes the highlighted entry; `stays`: the focus stays in the field, as Tab moves on by itself. */
  | { readonly kind: 'pick'; readonly index: number; readonly stays: boolean }
  | { readonly kind: 'pass' };

/** Entries that a page key moves by. */
const PAGE = 8;

/** What a key does while a combobox has `count` entries, as in the ARIA practices for editable comboboxes. */
export function keyEffect(key: string, list: ListState, count: number): KeyEffect {
  if (!list.isOpen || count === 0) {
    const opens = key === 'ArrowDown' && count > 0 && !list.isOpen;
    return opens ? move(0) : { kind: 'pass' };
  }
  const { active } = list;
  switch (key) {
    case 'ArrowDown':
      return move((active + 1) % count);
    case 'ArrowUp':
      return move(active <= 0 ? count - 1 : active - 1);
    case 'PageDown':
      return move(Math.min(count - 1, active + PAGE));
    case 'PageUp':
      return move(Math.max(0, active - PAGE));
    case 'Escape':
      return { kind: 'move', list: { isOpen: false, active: -1 } };
    case 'Enter':
    case 'Tab':
      return active < 0 ? { kind: 'pass' } : { kind: 'pick', index: active, stays: key === 'Enter' };
    default:
      return { kind: 'pass' };
  }
}

function move(active: number): KeyEffect {
  return { kind: 'move', list: { isOpen: true, active } };
}
