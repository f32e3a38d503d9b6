import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Modal, ModalField } from './command.ts';

/** A modal as Discord's own JSON. */
export function toModalData({ customId, title, fields }: Modal): APIModalInteractionResponseCallbackData {
  return {
    custom_id: customId,
    title,
    components: fields.map((field) => ({
      type: ComponentType.Label,
      label: field.label,
      component: toTextInput(field),
    })),
  };
}

function toTextInput(field: ModalField) {
  const { id, style, required, value, minLength, maxLength, placeholder } = field;
  return {
    type: ComponentType.TextInput as const,
    custom_id: id,
    style: style === 'short' ? TextInputStyle.Short : TextInputStyle.Paragraph,
    required,
    // Discord rejects an empty value.
    ...(value === undefined || value === '' ? {} : { value }),
    ...(minLength === undefined ? {} : { min_length: minLength }),
    ...(maxLength === undefined ? {} : { max_length: maxLength }),
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}
