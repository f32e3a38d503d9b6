import { ComponentType } from 'discord-api-types/v10';
import { flatten, type MessageComponent } from './rules/component-rules.ts';

const SELECT = { min_values: 1, max_values: 1 } as const;

/** What Discord fills in where a bot leaves it out (Discord API reference, "Component Reference"). */
const DEFAULTS: Partial<Record<ComponentType, object>> = {
  [ComponentType.StringSelect]: SELECT,
  [ComponentType.UserSelect]: SELECT,
  [ComponentType.RoleSelect]: SELECT,
  [ComponentType.MentionableSelect]: SELECT,
  [ComponentType.ChannelSelect]: SELECT,
  [ComponentType.Separator]: { divider: true, spacing: 1 },
  [ComponentType.Container]: { accent_color: null, spoiler: false },
};

/** Components as Discord returns them: those without an id get the next one that no other has, in reading order. */
export function componentPayloads(components: readonly MessageComponent[]): object[] {
  const taken = new Set(flatten(components).flatMap(({ id }) => id ?? []));
  let last = 0;
  const nextId = (): number => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  const payloadOf = (component: MessageComponent): object => {
    const { id, components: inner, accessory, ...rest }: Parts & MessageComponent = component;
    const own = Object.entries(rest).filter(([, value]) => value !== null);
    return {
      ...DEFAULTS[component.type],
      ...Object.fromEntries(own),
      // 0 counts as none.
      id: id || nextId(),
      ...(inner && { components: inner.map(payloadOf) }),
      ...(accessory && { accessory: payloadOf(accessory) }),
    };
  };
  return components.map(payloadOf);
}

/** What contains other components. */
interface Parts {
  readonly components?: readonly MessageComponent[] | undefined;
  readonly accessory?: MessageComponent | undefined;
}
