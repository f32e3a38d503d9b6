import {
  type InteractiveComponent,
  interactiveParts,
  type MessageComponent,
} from '@mynah/local-discord/rules/component-rules';
import { ComponentType } from 'discord-api-types/v10';
import { wrapped } from './line-width.ts';

/** How the terminal writes what a message holds. */
export interface LayoutWriter {
  /** A text with names in place of ids. */
  readonly text: (content: string) => string;
  /** The name of a person, role or channel. */
  readonly name: (id: string) => string;
}

const BORDER = '│ ';
/** Columns of a line, as wide as the client shows a message. */
const WIDTH = 88;
const LINE = '─'.repeat(WIDTH);

const BEGINS_PARAGRAPH: ReadonlySet<ComponentType> = new Set([ComponentType.Section, ComponentType.TextDisplay]);

/**
 * Renders layout components like the client shows them: containers in a frame, texts without their marks, and every button
 * and menu with the number by which it is used.
 */
export function renderLayout(components: readonly MessageComponent[], writer: LayoutWriter): string {
  const parts = interactiveParts(components);
  const numberOf = (part: MessageComponent): number =>
    parts.findIndex((candidate) => 'custom_id' in part && candidate.custom_id === part.custom_id) + 1;
  const render = (component: MessageComponent): string[] => {
    switch (component.type) {
      case ComponentType.Container:
        return [`╭${LINE}`, ...spaced(component).flatMap(framed), `╰${LINE}`];
      case ComponentType.Section:
        return [...inside(component), ...(component.accessory === undefined ? [] : render(component.accessory))];
      case ComponentType.TextDisplay:
        return plain(writer.text(component.content ?? '')).split('\n');
      case ComponentType.Separator:
        return [LINE.slice(BORDER.length)];
      case ComponentType.ActionRow:
        return inside(component);
      case ComponentType.Button:
      case ComponentType.StringSelect:
      case ComponentType.UserSelect:
      case ComponentType.RoleSelect:
      case ComponentType.MentionableSelect:
      case ComponentType.ChannelSelect:
        return renderPart(component, numberOf(component), writer);
      default:
        return [];
    }
  };
  /** Each text begins a paragraph. */
  const spaced = (component: MessageComponent): string[] =>
    'components' in component
      ? (component.components ?? []).flatMap((inner, index) =>
          index > 0 && BEGINS_PARAGRAPH.has(inner.type) ? ['', ...render(inner)] : render(inner),
        )
      : [];
  const inside = (component: MessageComponent): string[] =>
    'components' in component ? (component.components ?? []).flatMap(render) : [];
  return components.flatMap(render).join('\n');
}

function renderPart(part: InteractiveComponent, number: number, { name }: LayoutWriter): string[] {
  const isDisabled = part.disabled ? ' (disabled)' : '';
  if (part.type === ComponentType.Button) return [`   [${part.label ?? 'button'}]${isDisabled || `  press ${number}`}`];
  if (part.type === ComponentType.StringSelect) {
    const options = part.options.map(
      ({ label, default: isChosen }, index) => `     ${isChosen ? '●' : '○'} ${label}  choose ${number}.${index + 1}`,
    );
    return [`   ▾ ${part.placeholder ?? ''}`.trimEnd() + isDisabled, ...options];
  }
  const chosen = (part.default_values ?? []).map(({ id }) => name(id));
  const shown = chosen.length === 0 ? (part.placeholder ?? 'choose') : chosen.join(', ');
  return [`   ▾ ${shown}${isDisabled || `  pick ${number} NAME, …`}`];
}

/** A line inside a frame, on as many as it takes. */
export function framed(line: string): string[] {
  return wrapped(line, WIDTH - BORDER.length).map((part) => `${BORDER}${part}`.trimEnd());
}

/** Without the marks of headings, bold and small text, which a terminal does not show. */
export function plain(text: string): string {
  return text
    .replaceAll(/^#{1,3} (.*)$/gm, (_whole, heading: string) => heading.toUpperCase())
    .replaceAll(/^-# (.*)$/gm, '$1')
    .replaceAll('**', '');
}
