import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { z } from 'zod';
import { fault, list, text } from '../form.ts';

const textInputShape = {
  id: z.int().optional(),
  type: z.literal(ComponentType.TextInput),
  custom_id: text(1, 100),
  style: z.literal([TextInputStyle.Short, TextInputStyle.Paragraph]),
  min_length: z.int().min(0).max(4_000).nullish(),
  max_length: z.int().min(1).max(4_000).nullish(),
  required: z.boolean().nullish(),
  value: text(0, 4_000).nullish(),
  placeholder: text(0, 100).nullish(),
};

const selectSchema = z.object({
  id: z.int().optional(),
  type: z.literal(ComponentType.StringSelect),
  custom_id: text(1, 100),
  options: list(z.object({ label: text(1, 100), value: text(1, 100) }), 1, 25),
  min_values: z.int().min(0).max(25).optional(),
  max_values: z.int().min(1).max(25).optional(),
  required: z.boolean().optional(),
});

const fileUploadSchema = z.object({
  id: z.int().optional(),
  type: z.literal(ComponentType.FileUpload),
  custom_id: text(1, 100),
  min_values: z.int().min(0).max(10).optional(),
  max_values: z.int().min(1).max(10).optional(),
  required: z.boolean().optional(),
});

const rowSchema = z.object({
  type: z.literal(ComponentType.ActionRow),
  components: list(z.object({ ...textInputShape, label: text(1, 45) }), 1, 1),
});

const labelSchema = z.object({
  type: z.literal(ComponentType.Label),
  label: text(1, 45),
  description: text(0, 100).nullish(),
  component: z.discriminatedUnion('type', [z.object(textInputShape), selectSchema, fileUploadSchema]),
});

const textDisplaySchema = z.object({ type: z.literal(ComponentType.TextDisplay), content: text(1, 4_000) });

/** Data of a modal: up to five rows or labels, one field each. */
export const modalSchema = z.object({
  custom_id: text(1, 100),
  title: text(1, 45),
  components: list(z.discriminatedUnion('type', [rowSchema, labelSchema, textDisplaySchema]), 1, 5).superRefine(
    (components, context) => {
      const ids = components.flatMap((component) => fieldsOf(component).map((field) => field.custom_id));
      if (new Set(ids).size < ids.length) {
        context.addIssue(fault('COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated'));
      }
    },
  ),
});

/** A modal opened by the bot. */
export type Modal = z.output<typeof modalSchema>;

/** A part of a modal: a row, a label or a text. */
export type ModalPart = Modal['components'][number];

/** A field that a person fills in. */
export type ModalField = z.output<typeof rowSchema>['components'][number] | z.output<typeof labelSchema>['component'];

/** The fields of one part of a modal. */
export function fieldsOf(part: ModalPart): ModalField[] {
  if (part.type === ComponentType.ActionRow) return part.components;
  return part.type === ComponentType.Label ? [part.component] : [];
}
