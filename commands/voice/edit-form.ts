import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import type { AttachmentDownload } from '../../src/discord/client/attachment-download.ts';
import { truncate } from '../../src/discord/client/replies.ts';
import type { CommandContext, CommandOptions, Modal, SubmitContext } from '../../src/discord/interactions/command.ts';
import { readCover } from '../../src/discord/voice-models/cover-image.ts';
import {
  FIELD_LIMITS,
  readDescription,
  readTags,
  readTitle,
  readVisibility,
} from '../../src/discord/voice-models/voice-model-fields.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { KnownVoice, VoiceEdit } from '../../src/voice-models/voice-models-api.ts';
import { voiceCustomId } from './subcommand.ts';
import { visibilityChoices } from './visibility-choices.ts';
import { voiceOption } from './voice-option.ts';

/** Discord's limit for a text field of a form, in characters. */
const MAX_FIELD_LENGTH = 4_000;
/** Longer than any name of a visibility. */
const MAX_VISIBILITY_LENGTH = 20;

const { Attachment: ATTACHMENT, String: STRING, Subcommand } = ApplicationCommandOptionType;

/** The definition of `/voice edit`. */
export function defineEdit(messages: Messages): APIApplicationCommandSubcommandOption {
  const { description, options } = messages.voiceModels.command.edit;
  return {
    type: Subcommand,
    name: 'edit',
    description,
    options: [
      voiceOption(messages),
      { type: STRING, name: 'title', description: options.title, min_length: 1, max_length: FIELD_LIMITS.title },
      { type: STRING, name: 'description', description: options.description, max_length: FIELD_LIMITS.description },
      { type: STRING, name: 'visibility', description: options.visibility, choices: visibilityChoices(messages) },
      { type: STRING, name: 'tags', description: options.tags, max_length: FIELD_LIMITS.tags },
      { type: ATTACHMENT, name: 'cover', description: options.cover },
    ],
  };
}

/** Whether the options change anything. */
export function namesChanges(options: CommandOptions): boolean {
  const texts = ['title', 'description', 'visibility', 'tags'].map((name) => options.string(name));
  return texts.some((text) => text !== undefined) || options.attachment('cover') !== undefined;
}

/** The changes that the options name. @throws {UserError} that says what is wrong, and what the cover's download throws. */
export async function changesByOptions(attachments: AttachmentDownload, context: CommandContext): Promise<VoiceEdit> {
  const { messages, options } = context;
  const [title, description, visibility, tags] = ['title', 'description', 'visibility', 'tags'].map((name) =>
    options.string(name),
  );
  const cover = options.attachment('cover');
  return {
    ...(title === undefined ? {} : { title: readTitle(messages, title) }),
    ...(description === undefined ? {} : { description: readDescription(messages, description) }),
    ...(visibility === undefined ? {} : { visibility: readVisibility(messages, visibility) }),
    ...(tags === undefined ? {} : { tags: readTags(messages, tags) }),
    ...(cover === undefined ? {} : { cover: await readCover(attachments, cover, context) }),
  };
}

/** Everything that was filled in; a form may come without a visibility. @throws {UserError} that says what is wrong. */
export function changesByForm(context: SubmitContext): VoiceEdit {
  const { messages } = context;
  const visibility = context.field('visibility');
  return {
    title: readTitle(messages, context.field('title')),
    description: readDescription(messages, context.field('description')),
    tags: readTags(messages, context.field('tags')),
    ...(visibility === '' ? {} : { visibility: readVisibility(messages, visibility) }),
  };
}

/** The part of `wanted` that differs from the voice. Images cannot be compared, so a cover always counts. */
export function differences({ model }: KnownVoice, wanted: VoiceEdit): VoiceEdit {
  const { title, description, visibility, tags, cover } = wanted;
  return {
    ...(title === undefined || title === model.title ? {} : { title }),
    ...(description === undefined || description === asEntered(model.description) ? {} : { description }),
    ...(visibility === undefined || visibility === model.visibility ? {} : { visibility }),
    ...(tags === undefined || isSame(tags, model.tags) ? {} : { tags }),
    ...(cover === undefined ? {} : { cover }),
  };
}

/** The service's multipart form turned the line breaks of a description into CRLF. */
function asEntered(description: string): string {
  return description.replaceAll('\r\n', '\n').trim();
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** The form, filled with the voice's current details. It asks for a visibility where the person may choose one. */
export function formOf({ voiceModels }: Messages, { id, model, visibilities }: KnownVoice): Modal {
  const { formTitle, formFields, visibilityNames } = voiceModels.edit;
  // The current value may be longer than what people may enter here: it was written elsewhere.
  const filled = (value: string, max: number) => {
    const shown = truncate(value, MAX_FIELD_LENGTH);
    return { value: shown, maxLength: Math.max(max, shown.length) };
  };
  return {
    customId: voiceCustomId('edit', id),
    title: formTitle,
    fields: [
      {
        id: 'title',
        label: formFields.title,
        style: 'short',
        required: true,
        ...filled(model.title, FIELD_LIMITS.title),
      },
      {
        id: 'description',
        label: formFields.description,
        style: 'paragraph',
        required: false,
        ...filled(asEntered(model.description), FIELD_LIMITS.description),
      },
      {
        id: 'tags',
        label: formFields.tags,
        style: 'short',
        required: false,
        ...filled(model.tags.join(', '), FIELD_LIMITS.tags),
      },
      ...(visibilities.length < 2
        ? []
        : [
            {
              id: 'visibility',
              label: formFields.visibility({ choices: visibilities.map((value) => visibilityNames[value]) }),
              style: 'short' as const,
              required: true,
              ...filled(visibilityNames[model.visibility], MAX_VISIBILITY_LENGTH),
            },
          ]),
    ],
  };
}
