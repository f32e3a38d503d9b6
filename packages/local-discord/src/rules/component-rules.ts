import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import { countCharacters, fault, list, matching, text } from '../form.ts';

/** Most rows of a message, buttons of a row and options of a select menu (Discord API reference, "Components"). */
const MAX_ROWS = 5;
const MAX_IN_ROW = 5;
const MAX_OPTIONS = 25;

/** Limit on the components of a message with the newer layout components, all levels combined. */
const MAX_COMPONENTS_V2 = 40;

/** Limit on the characters of all texts of such a message (Discord API reference, "Text Display"). */
const MAX_TEXT_V2 = 4_000;

/** Number of texts in a section (Discord API reference, "Section"). */
const MAX_SECTION_TEXTS = 3;

const optionSchema = z.object({
  label: text(1, 100),
  value: text(1, 100),
  description: text(0, 100).nullish(),
  emoji: z.unknown().optional(),
  default: z.boolean().optional(),
});

const baseShape = { id: z.int().optional() };

const buttonSchema = z
  .object({
    ...baseShape,
    type: z.literal(ComponentType.Button),
    style: z.int().min(ButtonStyle.Primary).max(ButtonStyle.Premium),
    label: text(0, 80).optional(),
    emoji: z.unknown().optional(),
    custom_id: text(1, 100).optional(),
    url: text(1, 512).optional(),
    sku_id: z.string().optional(),
    disabled: z.boolean().optional(),
  })
  .superRefine((button, context) => {
    const required =
      button.style === ButtonStyle.Link ? 'url' : button.style === ButtonStyle.Premium ? 'sku_id' : 'custom_id';
    if (button[required] === undefined) {
      context.addIssue(fault('BASE_TYPE_REQUIRED', 'This field is required', [required]));
    }
    if (required !== 'custom_id' && button.custom_id !== undefined) {
      context.addIssue(
        fault('BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', 'A custom id and url cannot both be specified'),
      );
    }
    if (required !== 'sku_id' && !button.label && button.emoji === undefined) {
      context.addIssue(fault('BUTTON_COMPONENT_INVALID', 'A button must have a label or an emoji', ['label']));
    }
  });

const selectShape = {
  ...baseShape,
  custom_id: text(1, 100),
  placeholder: text(0, 150).nullish(),
  min_values: z.int().min(0).max(25).optional(),
  max_values: z.int().min(1).max(25).optional(),
  disabled: z.boolean().optional(),
  required: z.boolean().optional(),
};

const stringSelectSchema = z
  .object({ ...selectShape, type: z.literal(ComponentType.StringSelect), options: list(optionSchema, 1, MAX_OPTIONS) })
  .superRefine((select, context) => {
    const values = select.options.map((option) => option.value);
    const twice = values.findIndex((value, index) => values.indexOf(value) !== index);
    if (twice >= 0) {
      context.addIssue(
        fault('SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', 'The specified option value is already used', [
          'options',
          twice,
          'value',
        ]),
      );
    }
    if ((select.max_values ?? 1) > select.options.length) {
      context.addIssue(fault('BASE_TYPE_MAX_LENGTH', `Must be ${select.options.length} or fewer.`, ['max_values']));
    }
  });

/** What each kind of select lists; a default value says which kind it is. */
const DEFAULT_TYPES = {
  [ComponentType.UserSelect]: ['user'],
  [ComponentType.RoleSelect]: ['role'],
  [ComponentType.MentionableSelect]: ['user', 'role'],
  [ComponentType.ChannelSelect]: ['channel'],
} as const;

const entitySelectSchema = z
  .object({
    ...selectShape,
    type: z.literal([
      ComponentType.UserSelect,
      ComponentType.RoleSelect,
      ComponentType.MentionableSelect,
      ComponentType.ChannelSelect,
    ]),
    channel_types: z.array(z.int()).optional(),
    default_values: z
      .array(z.object({ id: matching(/^\d{17,20}$/), type: z.enum(['user', 'role', 'channel']) }))
      .optional(),
  })
  .superRefine(({ type, default_values: chosen = [], min_values: min = 1, max_values: max = 1 }, context) => {
    const kinds: readonly string[] = DEFAULT_TYPES[type];
    const path = ['default_values'];
    if (chosen.some((value) => !kinds.includes(value.type))) {
      context.addIssue(fault('BASE_TYPE_CHOICES', `Value must be one of {${kinds.join(', ')}}.`, path));
    }
    if (chosen.length > 0 && (chosen.length < min || chosen.length > max)) {
      context.addIssue(fault('BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`, path));
    }
  });

const interactiveSchema = z.discriminatedUnion('type', [buttonSchema, stringSelectSchema, entitySelectSchema]);

/** A button or a select menu of a message. */
export type InteractiveComponent = z.output<typeof interactiveSchema>;

const rowSchema = z
  .object({
    ...baseShape,
    type: z.literal(ComponentType.ActionRow),
    components: list(interactiveSchema, 1, MAX_IN_ROW),
  })
  .superRefine((row, context) => {
    if (row.components.length > 1 && row.components.some((part) => part.type !== ComponentType.Button)) {
      context.addIssue(
        fault('COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'The specified component exceeds the maximum width', ['components']),
      );
    }
  });

type Row = z.output<typeof rowSchema>;

/** A layout component of the newer kind: a section, container, text, file, gallery or separator; kept unchanged. */
interface LayoutComponent {
  readonly id?: number | undefined;
  readonly type: Exclude<ComponentType, InteractiveComponent['type'] | ComponentType.ActionRow>;
  readonly content?: string | undefined;
  readonly components?: MessageComponent[] | undefined;
  readonly accessory?: MessageComponent | undefined;
}

/** Anything allowed in a message's `components`, on any level. */
export type MessageComponent = Row | InteractiveComponent | LayoutComponent;

const LAYOUT_TYPES = [
  ComponentType.Section,
  ComponentType.TextDisplay,
  ComponentType.Thumbnail,
  ComponentType.MediaGallery,
  ComponentType.File,
  ComponentType.Separator,
  ComponentType.Container,
] as const;

const layoutSchema: z.ZodType<LayoutComponent> = z.looseObject({
  ...baseShape,
  type: z.literal(LAYOUT_TYPES),
  content: text(1, 4_000).optional(),
  get components(): z.ZodOptional<z.ZodArray<z.ZodType<MessageComponent>>> {
    return z.array(z.lazy(() => anySchema)).optional();
  },
  get accessory(): z.ZodOptional<z.ZodType<MessageComponent>> {
    return z.lazy(() => anySchema).optional();
  },
});

const anySchema: z.ZodType<MessageComponent> = z.union([interactiveSchema, rowSchema, layoutSchema]);

/** `components` of a message of the classic kind: up to five rows of five buttons or one select menu. */
export const rowsSchema = list(rowSchema, 0, MAX_ROWS).superRefine(checkCustomIds);

/** `components` of a message with the flag for the newer layout components. */
export const layoutsSchema = z
  .array(z.discriminatedUnion('type', [rowSchema, z.looseObject({ type: z.literal(LAYOUT_TYPES) })]))
  .transform((components): unknown => components)
  .pipe(z.array(anySchema))
  .superRefine((components, context) => {
    if (flatten(components).length > MAX_COMPONENTS_V2) {
      context.addIssue(
        fault('COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', `Must be ${MAX_COMPONENTS_V2} or fewer in total.`),
      );
    }
    for (const component of flatten(components)) checkLayout(component, context);
    const length = textsOf(components).reduce((sum, content) => sum + countCharacters(content), 0);
    if (length > MAX_TEXT_V2) {
      const message = `The displayable text size exceeds the max size of ${MAX_TEXT_V2}`;
      context.addIssue(fault('COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message));
    }
    checkCustomIds(components, context);
  });

/** What sections and containers may hold, and what they need. */
function checkLayout(component: MessageComponent, context: z.RefinementCtx): void {
  const inner = 'components' in component ? (component.components ?? []) : [];
  const refuse = (field: string): void =>
    context.addIssue(fault('UNION_TYPE_CHOICES', 'Value of field "type" is not allowed here.', [field]));
  if (component.type === ComponentType.TextDisplay && component.content === undefined) {
    context.addIssue(fault('BASE_TYPE_REQUIRED', 'This field is required', ['content']));
  }
  if (component.type === ComponentType.Container) {
    if (inner.length === 0) context.addIssue(fault('BASE_TYPE_REQUIRED', 'This field is required', ['components']));
    if (inner.some(({ type }) => !IN_CONTAINER.has(type))) refuse('components');
  }
  if (component.type !== ComponentType.Section) return;
  if (inner.length < 1 || inner.length > MAX_SECTION_TEXTS) {
    const message = `Must be between 1 and ${MAX_SECTION_TEXTS} in length.`;
    context.addIssue(fault('BASE_TYPE_BAD_LENGTH', message, ['components']));
  }
  if (inner.some(({ type }) => type !== ComponentType.TextDisplay)) refuse('components');
  const accessory = component.accessory?.type;
  if (accessory === undefined) context.addIssue(fault('BASE_TYPE_REQUIRED', 'This field is required', ['accessory']));
  else if (accessory !== ComponentType.Button && accessory !== ComponentType.Thumbnail) refuse('accessory');
}

const IN_CONTAINER: ReadonlySet<ComponentType> = new Set([
  ...[ComponentType.ActionRow, ComponentType.TextDisplay, ComponentType.Section, ComponentType.Separator],
  ...[ComponentType.MediaGallery, ComponentType.File],
]);

/** The texts of a message's components, in reading order. */
export function textsOf(components: readonly MessageComponent[]): string[] {
  return flatten(components).flatMap((part) => ('content' in part && part.content !== undefined ? [part.content] : []));
}

/** A message's components on all levels, in reading order. */
export function flatten(components: readonly MessageComponent[]): MessageComponent[] {
  return components.flatMap((component) => [
    component,
    ...('components' in component && component.components !== undefined ? flatten(component.components) : []),
    ...('accessory' in component && component.accessory !== undefined ? flatten([component.accessory]) : []),
  ]);
}

/** The buttons and select menus of a message. */
export function interactiveParts(components: readonly MessageComponent[]): InteractiveComponent[] {
  return flatten(components).filter((part): part is InteractiveComponent => interactiveSchema.safeParse(part).success);
}

function checkCustomIds(components: readonly MessageComponent[], context: z.RefinementCtx): void {
  const ids = flatten(components).flatMap((part) =>
    'custom_id' in part && part.custom_id !== undefined ? [part.custom_id] : [],
  );
  if (new Set(ids).size < ids.length) {
    context.addIssue(fault('COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated'));
  }
}
