import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { countCharacters } from '../form.ts';
import type { Payload } from '../payloads.ts';
import { type InteractiveComponent, interactiveParts } from '../rules/component-rules.ts';
import { fieldsOf, type Modal, type ModalField, type ModalPart } from '../rules/modal-rules.ts';
import type { Services } from '../services.ts';
import type { StoredMessage } from '../world.ts';
import {
  emptyResolved,
  hostFile,
  type OptionPlace,
  type PersonFile,
  type Resolved,
  resolvedPayload,
} from './option-values.ts';
import { PersonError } from './person-error.ts';

/** Value of a modal's field: text, chosen values, or files. */
export type FieldValue = string | readonly string[] | readonly PersonFile[];

/**
 * `data` of a button's interaction.
 * @throws {PersonError} if there is no such button, or it is disabled
 */
export function buttonData(message: StoredMessage, customId: string): Payload {
  const part = partOf(message, customId);
  if (part.type !== ComponentType.Button || part.style === ButtonStyle.Link) {
    throw new PersonError(`“${customId}” is not a button.`);
  }
  return { id: part.id ?? 1, custom_id: customId, component_type: part.type };
}

/**
 * `data` of a select menu's interaction; users, roles and channels are chosen by id.
 * @throws {PersonError} if the menu does not offer these values, or not this many
 */
export function selectData(
  services: Services,
  place: OptionPlace,
  message: StoredMessage,
  customId: string,
  values: readonly string[],
): Payload {
  const part = partOf(message, customId);
  if (part.type === ComponentType.Button) throw new PersonError(`“${customId}” is not a select menu.`);
  const { min_values: min = 1, max_values: max = 1 } = part;
  if (values.length < min || values.length > max) {
    throw new PersonError(`“${customId}” takes ${min} to ${max} values, not ${values.length}.`);
  }
  const offered = part.type === ComponentType.StringSelect ? part.options.map((option) => option.value) : undefined;
  const unknown = values.find((value) => offered !== undefined && !offered.includes(value));
  if (unknown !== undefined) throw new PersonError(`“${customId}” does not offer “${unknown}”.`);
  const resolved = emptyResolved();
  if (offered === undefined) for (const value of values) resolveEntity(services, place, value, resolved);
  return { id: part.id ?? 1, custom_id: customId, component_type: part.type, values, ...resolvedPayload(resolved) };
}

/**
 * `data` of a submitted modal. A field that is not named keeps its initial value.
 * @throws {PersonError} if a field is unknown, missing or invalid
 */
export function modalData(
  services: Services,
  place: OptionPlace,
  modal: Modal,
  values: Readonly<Record<string, FieldValue>>,
): Payload {
  const fields = modal.components.flatMap(fieldsOf);
  const unknown = Object.keys(values).find((id) => !fields.some((field) => field.custom_id === id));
  if (unknown !== undefined) throw new PersonError(`The modal has no field “${unknown}”.`);
  const resolved = emptyResolved();
  const fill = (field: ModalField): Payload => filledField(services, place, field, values[field.custom_id], resolved);
  const components = modal.components.map((part, index) => filledPart(part, index + 1, fill));
  return { custom_id: modal.custom_id, components, ...resolvedPayload(resolved) };
}

function filledPart(part: ModalPart, id: number, fill: (field: ModalField) => Payload): Payload {
  if (part.type === ComponentType.TextDisplay) return { type: part.type, id };
  if (part.type === ComponentType.Label) return { type: part.type, id, component: fill(part.component) };
  return { type: part.type, id, components: part.components.map(fill) };
}

function filledField(
  services: Services,
  place: OptionPlace,
  field: ModalField,
  value: FieldValue | undefined,
  resolved: Resolved,
): Payload {
  const base = { type: field.type, id: field.id ?? 1, custom_id: field.custom_id };
  if (field.type === ComponentType.TextInput) return { ...base, value: textOf(field, value) };
  const chosen = value === undefined ? [] : value;
  if (typeof chosen === 'string') throw new PersonError(`Field “${field.custom_id}” takes a list.`);
  const min = field.min_values ?? (field.required === false ? 0 : 1);
  if (chosen.length < min || chosen.length > (field.max_values ?? 1)) {
    throw new PersonError(`Field “${field.custom_id}” takes ${min} to ${field.max_values ?? 1} values.`);
  }
  return { ...base, values: chosen.map((entry) => entryOf(services, place, field, entry, resolved)) };
}

function entryOf(
  services: Services,
  place: OptionPlace,
  field: ModalField,
  entry: string | PersonFile,
  resolved: Resolved,
): string {
  if (field.type === ComponentType.FileUpload) {
    if (typeof entry === 'string') throw new PersonError(`Field “${field.custom_id}” takes files.`);
    const hosted = hostFile(services, place, entry);
    resolved.attachments[hosted.id] = { ...hosted, ephemeral: true };
    return hosted.id;
  }
  const offered = field.type === ComponentType.StringSelect ? field.options.map((option) => option.value) : [];
  if (typeof entry !== 'string' || !offered.includes(entry)) {
    throw new PersonError(`Field “${field.custom_id}” does not offer that.`);
  }
  return entry;
}

function textOf(field: ModalField & { type: ComponentType.TextInput }, value: FieldValue | undefined): string {
  const text = value ?? field.value ?? '';
  if (typeof text !== 'string') throw new PersonError(`Field “${field.custom_id}” takes text.`);
  const length = countCharacters(text);
  const isRequired = field.required !== false;
  const min = Math.max(field.min_length ?? 0, isRequired ? 1 : 0);
  const max = field.max_length ?? 4_000;
  if ((length < min && (isRequired || length > 0)) || length > max) {
    throw new PersonError(`Field “${field.custom_id}” takes ${min} to ${max} characters, not ${length}.`);
  }
  return text;
}

function partOf(message: StoredMessage, customId: string): InteractiveComponent {
  if (message.deleted) throw new PersonError('That message is deleted.');
  const part = interactiveParts(message.components).find((candidate) => candidate.custom_id === customId);
  if (part === undefined) throw new PersonError(`The message has no button or menu “${customId}”.`);
  if (part.disabled) throw new PersonError(`“${customId}” is disabled.`);
  return part;
}

function resolveEntity(services: Services, { guild }: OptionPlace, id: string, resolved: Resolved): void {
  const user = services.world.users.get(id);
  const channel = guild?.channels.get(id);
  const role = guild?.roles.get(id);
  if (user !== undefined) resolved.users[id] = { id, username: user.username, discriminator: '0', avatar: null };
  else if (channel !== undefined)
    resolved.channels[id] = { id, type: channel.type, name: channel.name, permissions: '0' };
  else if (role !== undefined) resolved.roles[id] = { ...role, permissions: role.permissions.toString() };
  else throw new PersonError(`There is nothing with the id ${id} to choose.`);
}
