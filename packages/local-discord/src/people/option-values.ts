import { ApplicationCommandOptionType as Kind } from 'discord-api-types/v10';
import { countCharacters } from '../form.ts';
import { channelPayload, memberPayload, type Payload, userPayload } from '../payloads.ts';
import { permissionsOf } from '../permissions.ts';
import type { ValueOption } from '../rules/command-rules.ts';
import { MAX_FILE_BYTES } from '../rules/message-rules.ts';
import type { Services } from '../services.ts';
import type { Channel, Guild } from '../world.ts';
import { isCalled, nameIn } from './localized-names.ts';
import { PersonError } from './person-error.ts';

/** A file that a person attaches. */
export interface PersonFile {
  readonly file: Uint8Array;
  readonly name: string;
  readonly contentType?: string;
  /** Duration in seconds, for a voice message or an audio file whose length Discord knows. */
  readonly durationSecs?: number;
  /** Waveform of a voice message, in base64; by default a silent one. */
  readonly waveform?: string;
}

/** Value of an option; users and roles by id, channels by id or name. */
export type OptionValue = string | boolean | number | PersonFile;

/** Context in which options are filled in. */
export interface OptionPlace {
  readonly userId: string;
  readonly channelId: string;
  readonly guild: Guild | undefined;
}

/** Collects `resolved` while options are read. */
export type Resolved = Record<'users' | 'members' | 'channels' | 'roles' | 'attachments', Payload>;

/** A `resolved` with nothing in it yet. */
export function emptyResolved(): Resolved {
  return { users: {}, members: {}, channels: {}, roles: {}, attachments: {} };
}

/** `resolved` as sent: without empty parts, `undefined` if all are empty. */
export function resolvedPayload(resolved: Resolved): Payload {
  const filled = Object.entries(resolved).filter(([, entries]) => Object.keys(entries).length > 0);
  return filled.length === 0 ? {} : { resolved: Object.fromEntries(filled) };
}

/**
 * Checks a value like Discord's client, and returns what is sent for it.
 * @throws {PersonError} if the client would reject it
 */
export function optionValue(
  services: Services,
  place: OptionPlace,
  option: ValueOption,
  value: OptionValue,
  resolved: Resolved,
): string | number | boolean {
  switch (option.type) {
    case Kind.String:
      return textValue(option, value, localeOf(services, place));
    case Kind.Integer:
    case Kind.Number:
      return numberValue(option, value, localeOf(services, place));
    case Kind.Boolean:
      if (typeof value !== 'boolean') throw wrong(option, 'takes true or false');
      return value;
    case Kind.Attachment:
      return attachmentValue(services, place, option, value, resolved);
    default:
      return entityValue(services, place, option, value, resolved);
  }
}

function textValue(option: ValueOption, value: OptionValue, locale: string): string | number {
  if (typeof value !== 'string') throw wrong(option, 'takes text');
  if (option.choices?.length) return choiceValue(option, value, locale);
  const length = countCharacters(value);
  const min = option.min_length ?? 0;
  const max = option.max_length ?? 6_000;
  if (length < min || length > max) throw wrong(option, `takes ${min} to ${max} characters, not ${length}`);
  if (value.trim() === '') throw wrong(option, 'takes text that is not blank');
  return value;
}

function numberValue(option: ValueOption, value: OptionValue, locale: string): string | number {
  if (option.choices?.length) return choiceValue(option, value, locale);
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(option, 'takes a number');
  if (option.type === Kind.Integer && !Number.isInteger(value)) throw wrong(option, 'takes a whole number');
  const min = option.min_value ?? -(2 ** 53);
  const max = option.max_value ?? 2 ** 53;
  if (value < min || value > max) throw wrong(option, `takes ${min} to ${max}`);
  return value;
}

/** A choice can be given by its value or by its visible name. */
function choiceValue(option: ValueOption, value: OptionValue, locale: string): string | number {
  const choices = option.choices ?? [];
  const isMeant = (choice: (typeof choices)[number]): boolean =>
    choice.value === value || (typeof value === 'string' && isCalled(choice, value, locale));
  const choice = choices.find(isMeant);
  if (choice === undefined) {
    throw wrong(option, `takes one of ${choices.map((candidate) => `“${nameIn(candidate, locale)}”`).join(', ')}`);
  }
  return choice.value;
}

function localeOf({ world }: Services, { userId }: OptionPlace): string {
  return world.users.get(userId)?.locale ?? 'en-US';
}

function attachmentValue(
  services: Services,
  place: OptionPlace,
  option: ValueOption,
  value: OptionValue,
  resolved: Resolved,
): string {
  if (typeof value !== 'object') throw wrong(option, 'takes a file');
  const hosted = hostFile(services, place, value);
  resolved.attachments[hosted.id] = { ...hosted, ephemeral: true };
  return hosted.id;
}

/** Uploads a person's file. @throws {PersonError} if it exceeds Discord's limit */
export function hostFile(
  { attachments, world }: Services,
  { channelId, userId }: OptionPlace,
  file: PersonFile,
): ReturnType<Services['attachments']['host']> {
  const limitBytes = world.users.get(userId)?.uploadLimitBytes ?? MAX_FILE_BYTES;
  if (file.file.byteLength > limitBytes) throw new PersonError(`${file.name} is too large to upload.`);
  const upload = { name: file.name, contentType: file.contentType, bytes: file.file };
  return attachments.host(channelId, upload, { durationSecs: file.durationSecs });
}

function entityValue(
  services: Services,
  { guild }: OptionPlace,
  option: ValueOption,
  value: OptionValue,
  resolved: Resolved,
): string {
  if (typeof value !== 'string') throw wrong(option, 'takes an id');
  const isMentionable = option.type === Kind.Mentionable;
  if (option.type === Kind.Channel) return channelValue(services, guild, option, value, resolved);
  const role = guild?.roles.get(value);
  if ((option.type === Kind.Role || isMentionable) && role !== undefined) {
    resolved.roles[value] = { ...role, permissions: role.permissions.toString() };
    return value;
  }
  const user = services.world.users.get(value);
  if (option.type === Kind.Role || user === undefined) throw wrong(option, 'names nobody who is here');
  resolved.users[value] = userPayload(user);
  const member = guild?.members.get(value);
  if (guild !== undefined && member !== undefined) {
    resolved.members[value] = { ...memberPayload(member), permissions: permissionsOf(guild, value).toString() };
  }
  return value;
}

function channelValue(
  { world, bot }: Services,
  guild: Guild | undefined,
  option: ValueOption,
  value: string,
  resolved: Resolved,
): string {
  const isOffered = ({ type }: Channel): boolean =>
    !option.channel_types?.length || option.channel_types.includes(type);
  const named = channelsNamed(guild, value);
  const channel = named.find(isOffered) ?? named[0];
  if (guild === undefined || channel === undefined) throw wrong(option, 'names no channel of this server');
  if (!isOffered(channel)) throw wrong(option, 'takes another kind of channel');
  const { id, type, name } = channel;
  const permissions = permissionsOf(guild, bot.id, channel).toString();
  resolved.channels[id] = { ...channelPayload(world, channel), id, type, name, permissions };
  return id;
}

/** The channels that a person means: one by its id, or all of a name with or without `#`. */
function channelsNamed(guild: Guild | undefined, typed: string): Channel[] {
  const byId = guild?.channels.get(typed);
  if (byId !== undefined) return [byId];
  return [...(guild?.channels.values() ?? [])].filter(({ name }) => name === typed.replace(/^#/, ''));
}

function wrong(option: ValueOption, what: string): PersonError {
  return new PersonError(`Option “${option.name}” ${what}.`);
}
