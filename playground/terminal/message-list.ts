import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import {
  type InteractiveComponent,
  interactiveParts,
  type MessageComponent,
} from '@mynah/local-discord/rules/component-rules';
import { ComponentType } from 'discord-api-types/v10';

/** Most messages with buttons or menus that are remembered; of older ones nobody knows the number. */
const KEPT = 500;

/** What a menu's default values say that they are; a menu with others is none. */
const DEFAULT_TYPE: Readonly<Partial<Record<ComponentType, 'role' | 'channel'>>> = {
  [ComponentType.RoleSelect]: 'role',
  [ComponentType.ChannelSelect]: 'channel',
};

/** A button or menu of a message. */
export interface FoundPart {
  readonly message: SeenMessage;
  readonly part: InteractiveComponent;
}

/** What was chosen in a menu that was not drawn anew since. */
interface Chosen {
  readonly revision: number;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** The messages with buttons and menus that a person has seen, each with a number from its first appearance on. */
export class MessageList {
  /** By id, in the order of their last change. */
  readonly #messages = new Map<string, SeenMessage>();
  readonly #numbers = new Map<string, number>();
  readonly #chosen = new Map<string, Chosen>();
  readonly #labels = new Set<string>();
  #count = 0;

  /** Adds a message, or what has become of it. */
  add(message: SeenMessage): void {
    this.#messages.delete(message.id);
    // A link is opened, and nothing is pressed or chosen.
    if (message.deleted || partsOf(message).every(({ part }) => part.custom_id === undefined)) return;
    this.#messages.set(message.id, message);
    if (!this.#numbers.has(message.id)) {
      this.#count += 1;
      this.#numbers.set(message.id, this.#count);
    }
    for (const { part } of partsOf(message)) if ('label' in part) this.#labels.add(normalized(part.label ?? ''));
    if (this.#chosen.get(message.id)?.revision !== message.revision) this.#chosen.delete(message.id);
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > KEPT && oldest !== undefined) this.#messages.delete(oldest);
  }

  /** The number of a message; `undefined` if it has nothing to press or choose. */
  numberOf({ id }: SeenMessage): number | undefined {
    return this.#messages.has(id) ? this.#numbers.get(id) : undefined;
  }

  /** The message of a number, and otherwise all of them, the latest first. */
  latestFirst(number?: number): readonly SeenMessage[] {
    const all = [...this.#messages.values()].reverse();
    return number === undefined ? all : all.filter((message) => this.#numbers.get(message.id) === number);
  }

  /** The buttons and menus of a message of this number, or of all; the latest first. */
  parts(number?: number): readonly FoundPart[] {
    return this.latestFirst(number).flatMap(partsOf);
  }

  /** Those that are the `index`th of their message, from 1. */
  partsAt(index: number, number?: number): readonly FoundPart[] {
    return this.latestFirst(number).flatMap((message) => partsOf(message)[index - 1] ?? []);
  }

  /** Whether any message ever had a button of this label. */
  hadButton(label: string): boolean {
    return this.#labels.has(normalized(label));
  }

  /** Marks what was chosen in a menu, as Discord's client does until the message changes. */
  mark({ message, part }: FoundPart, values: readonly string[]): void {
    const before = this.#chosen.get(message.id)?.values ?? new Map<string, readonly string[]>();
    this.#chosen.set(message.id, {
      revision: message.revision,
      values: new Map([...before, [part.custom_id ?? '', values]]),
    });
  }

  /** The message with what was chosen in its menus. */
  marked(message: SeenMessage): SeenMessage {
    const chosen = this.#chosen.get(message.id);
    if (chosen === undefined) return message;
    return { ...message, components: message.components.map((component) => markedPart(component, chosen.values)) };
  }
}

/** A label as `press` and `choose` compare it. */
export function normalized(label: string): string {
  return label.trim().toLowerCase();
}

function partsOf(message: SeenMessage): FoundPart[] {
  return interactiveParts(message.components).map((part) => ({ message, part }));
}

function markedPart<T extends MessageComponent>(component: T, chosen: Chosen['values']): T {
  const values = 'custom_id' in component ? chosen.get(component.custom_id ?? '') : undefined;
  if (component.type === ComponentType.StringSelect && values !== undefined) {
    const options = component.options.map((option) => ({ ...option, default: values.includes(option.value) }));
    return { ...component, options };
  }
  if ('default_values' in component || values !== undefined) {
    return values === undefined
      ? component
      : { ...component, default_values: values.map((id) => ({ id, type: DEFAULT_TYPE[component.type] ?? 'user' })) };
  }
  if (!('components' in component) || component.components === undefined) return component;
  return { ...component, components: component.components.map((inner) => markedPart(inner, chosen)) };
}
