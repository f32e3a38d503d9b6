import type { Visibility } from '@mynah/speech-wire/wire';
import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import type { Attachment, CommandContext } from '../../src/discord/interactions/command.ts';
import {
  FIELD_LIMITS,
  readDescription,
  readTags,
  readTitle,
  readTranscripts,
  readVisibility,
} from '../../src/discord/voice-models/voice-model-fields.ts';
import { UserError } from '../../src/errors.ts';
import type { Messages } from '../../src/messages/messages.ts';
import { visibilityChoices } from './visibility-choices.ts';

const { Attachment: ATTACHMENT, Boolean: BOOLEAN, String: STRING, Subcommand } = ApplicationCommandOptionType;
/** The definition of `/voice create`. */
export function defineCreate(messages: Messages): APIApplicationCommandSubcommandOption {
  const { description, options } = messages.voiceModels.command.create;
  return {
    type: Subcommand,
    name: 'create',
    description,
    options: [
      {
        type: STRING,
        name: 'title',
        description: options.title,
        required: true,
        min_length: 1,
        max_length: FIELD_LIMITS.title,
      },
      { type: ATTACHMENT, name: 'audio', description: options.audio, required: true },
      { type: ATTACHMENT, name: 'audio2', description: options.audio2 },
      { type: ATTACHMENT, name: 'audio3', description: options.audio3 },
      { type: STRING, name: 'transcript', description: options.transcript, max_length: 6_000 },
      { type: STRING, name: 'visibility', description: options.visibility, choices: visibilityChoices(messages) },
      { type: ATTACHMENT, name: 'cover', description: options.cover },
      { type: STRING, name: 'description', description: options.description, max_length: FIELD_LIMITS.description },
      { type: STRING, name: 'tags', description: options.tags, max_length: FIELD_LIMITS.tags },
      { type: BOOLEAN, name: 'enhance', description: options.enhance },
      { type: BOOLEAN, name: 'sample', description: options.sample },
    ],
  };
}

/** The options of `/voice create`, checked and within their limits; no file has been looked at yet. */
export interface CreateForm {
  readonly title: string;
  /** One to three. */
  readonly recordings: readonly Attachment[];
  /** One for each recording, or none. */
  readonly texts: readonly string[];
  readonly visibility: Visibility;
  readonly cover: Attachment | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly enhance: boolean;
  readonly sample: boolean;
}

/** Reads the options of `/voice create`. @throws {UserError} that says what is wrong. */
export function readCreateForm({ messages, options }: Pick<CommandContext, 'messages' | 'options'>): CreateForm {
  const { create } = messages.voiceModels;
  const recordings = ['audio', 'audio2', 'audio3'].map((name) => options.attachment(name)).filter(isGiven);
  if (recordings.length === 0) throw new UserError(create.noRecording);
  const visibility = readVisibility(messages, options.string('visibility') ?? 'private');
  const cover = options.attachment('cover');
  if (visibility === 'public' && cover === undefined) throw new UserError(create.needsCover);
  const description = readDescription(messages, options.string('description') ?? '');
  return {
    title: readTitle(messages, options.string('title') ?? ''),
    recordings,
    texts: readTranscripts(messages, options.string('transcript'), recordings.length),
    visibility,
    cover,
    description: description === '' ? undefined : description,
    tags: readTags(messages, options.string('tags') ?? ''),
    enhance: options.boolean('enhance') ?? true,
    sample: options.boolean('sample') ?? false,
  };
}

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined;
}
