import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../page.ts';
import type { Texts } from '../texts/text-types.ts';
import { type Choice, type ChoiceLimits, toggleChoice } from './choices.ts';
import { Icon } from './icon.ts';
import { placeNear } from './place-near.ts';
import { findByTyping } from './typeahead.ts';

interface ListboxProps extends ChoiceLimits {
  /** For screen readers. */
  readonly name: string;
  readonly placeholder: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly isDisabled: boolean;
  /** Called when the list closes, with what is chosen, if that has changed and is enough. */
  readonly onChoose: (values: readonly string[]) => void;
}

/** A button that opens a list to choose from, one or several entries. */
export function Listbox(props: ListboxProps): VNode {
  const { name, placeholder, choices, chosen, isDisabled } = props;
  const { texts } = usePage();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const labels = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const close = (values: readonly string[] | undefined): void => {
    setOpen(false);
    opener.current?.focus();
    if (values !== undefined && values.length >= props.least && values.join() !== chosen.join()) props.onChoose(values);
  };
  // A press on the button closes an open list as any press beside it does.
  const open = (): void => setOpen(true);
  const openByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(true);
  };
  const label = labels.length === 0 ? name : `${name}: ${texts.messages.chosen({ names: labels.join(', ') })}`;
  return html`
    <button
      ref=${opener}
      type="button"
      class="listbox-opener"
      aria-haspopup="listbox"
      aria-expanded=${isOpen ? 'true' : 'false'}
      aria-controls=${isOpen ? id : undefined}
      aria-label=${label}
      disabled=${isDisabled}
      onClick=${open}
      onKeyDown=${openByKey}
    >
      <span class=${labels.length === 0 ? 'is-placeholder' : ''}>${labels.length === 0 ? placeholder : labels.join(', ')}</span>
      <${Icon} name="chevron" />
    </button>
    ${isOpen && html`<${OpenListbox} ...${props} id=${id} opener=${opener.current} onClose=${close} />`}
  `;
}

interface OpenListboxProps extends ListboxProps {
  readonly id: string;
  readonly opener: HTMLButtonElement | null;
  /** `undefined`: nothing is to change. */
  readonly onClose: (values: readonly string[] | undefined) => void;
}

function OpenListbox({ id, opener, name, choices, chosen, least, most, onClose }: OpenListboxProps): VNode {
  const { texts } = usePage();
  const popover = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [values, setValues] = useState(chosen);
  const firstChosen = choices.findIndex(({ value }) => chosen.includes(value));
  const [active, setActive] = useState(Math.max(firstChosen, 0));
  const isMany = most > 1;
  useLayoutEffect(() => {
    popover.current?.showPopover();
    if (popover.current !== null && opener !== null) placeNear(popover.current, opener);
    list.current?.focus();
  }, []);
  useLayoutEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  const press = (index: number): void => {
    const choice = choices[index];
    if (choice === undefined) return;
    const next = toggleChoice(values, choice.value, { least, most });
    setActive(index);
    setValues(next);
    if (!isMany) onClose(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const moved = moveBy(event.key, active, choices.length) ?? findByTyping(event.key, choices, active);
    if (event.key === 'Escape') onClose(isMany ? values : undefined);
    else if (event.key === 'Enter' && isMany) onClose(values);
    else if (event.key === 'Enter' || event.key === ' ') press(active);
    else if (moved !== undefined) setActive(moved);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onToggle = ({ newState }: ToggleEvent): void => {
    if (newState === 'closed') onClose(isMany ? values : undefined);
  };
  const option = (choice: Choice, index: number): VNode => html`
    <li
      key=${choice.value}
      id=${`${id}-${index}`}
      class="option ${index === active ? 'is-active' : ''}"
      role="option"
      aria-selected=${values.includes(choice.value) ? 'true' : 'false'}
      onClick=${() => press(index)}
      onPointerMove=${() => setActive(index)}
    >
      ${choice.sign !== '' && html`<span class="option-sign" aria-hidden="true">${choice.sign}</span>`}
      <span class="option-text">
        <span>${choice.label}</span>
        ${choice.description !== undefined && html`<span class="option-description">${choice.description}</span>`}
      </span>
      <${Icon} name="check" />
    </li>
  `;
  return html`
    <div ref=${popover} class="listbox" popover="auto" onToggle=${onToggle}>
      ${isMany && html`<p class="listbox-hint">${howMany(texts.messages, least, Math.min(most, choices.length))}</p>`}
      ${choices.length === 0 && html`<p class="listbox-hint">${texts.messages.noOptions}</p>`}
      <ul
        ref=${list}
        id=${id}
        role="listbox"
        tabindex="0"
        aria-label=${name}
        aria-multiselectable=${isMany ? 'true' : undefined}
        aria-activedescendant=${choices.length === 0 ? undefined : `${id}-${active}`}
        onKeyDown=${onKeyDown}
      >
        ${choices.map(option)}
      </ul>
      ${
        isMany &&
        html`
          <button type="button" class="button is-primary" disabled=${values.length < least} onClick=${() => onClose(values)}>
            ${texts.messages.apply}
          </button>
        `
      }
    </div>
  `;
}

/** The entry that a key leads to; `undefined` for other keys. */
function moveBy(key: string, active: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(active + 1, count - 1);
    case 'ArrowUp':
      return Math.max(active - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** How many may be chosen, in words. */
function howMany({ chooseSome }: Texts['messages'], min: number, max: number): string {
  if (min === max) return chooseSome.exactly({ max });
  return min === 0 ? chooseSome.upTo({ max }) : chooseSome.between({ min, max });
}
