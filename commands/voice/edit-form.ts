import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import type { AttachmentDownload } from '../../src/discord/client/attachment-download.ts';
import type { CommandContext, CommandOptions, Modal, SubmitContext } from '../../src/discord/interactions/command.ts';
import { clip } from '../../src/discord/interactions/replies.ts';
import { readCover } from '../../src/discord/voice-models/cover-image.ts';
import {
  FIELD_LIMITS,
  readDescription,
  readTags,
  readTitle,
  readVisibility,
} from '../../src/discord/voice-models/voice-model-fields.ts';
import type { KnownVoice, VoiceEdit } from '../../src/voice-models/voice-models-api.ts';
import { voiceCustomId } from './subcommand.ts';
import { VISIBILITY_CHOICES } from './visibility-choices.ts';
import { VOICE_OPTION } from './voice-option.ts';

/** Discord's bound on a text field of a form. */
const MAX_FIELD_LENGTH = 4_000;

const { Attachment: ATTACHMENT, String: STRING, Subcommand } = ApplicationCommandOptionType;

/** `/voice edit` as Discord is told of it. */
export const EDIT_DEFINITION = {
  type: Subcommand,
  name: 'edit',
  description: 'Change a voice that you made; without anything to change, a form opens',
  options: [
    VOICE_OPTION,
    { type: STRING, name: 'title', description: 'A new title', min_length: 1, max_length: FIELD_LIMITS.title },
    { type: STRING, name: 'description', description: 'A new description', max_length: FIELD_LIMITS.description },
    {
      type: STRING,
      name: 'visibility',
      description: 'Who can find the voice',
      choices: VISIBILITY_CHOICES,
    },
    { type: STRING, name: 'tags', description: 'All tags anew, with commas between', max_length: FIELD_LIMITS.tags },
    { type: ATTACHMENT, name: 'cover', description: 'A new picture: png, jpeg, webp or gif' },
  ],
} satisfies APIApplicationCommandSubcommandOption;

/** Whether there is anything to change in the options. */
export function namesChanges(options: CommandOptions): boolean {
  const texts = ['title', 'description', 'visibility', 'tags'].map((name) => options.string(name));
  return texts.some((text) => text !== undefined) || options.attachment('cover') !== undefined;
}

/** What the options want changed. @throws {UserError} that says what is wrong, and what the cover's download throws. */
export async function changesByOptions(
  attachments: AttachmentDownload,
  { options, signal }: CommandContext,
): Promise<VoiceEdit> {
  const [title, description, visibility, tags] = ['title', 'description', 'visibility', 'tags'].map((name) =>
    options.string(name),
  );
  const cover = options.attachment('cover');
  return {
    ...(title === undefined ? {} : { title: readTitle(title) }),
    ...(description === undefined ? {} : { description: readDescription(description) }),
    ...(visibility === undefined ? {} : { visibility: readVisibility(visibility) }),
    ...(tags === undefined ? {} : { tags: readTags(tags) }),
    ...(cover === undefined ? {} : { cover: await readCover(attachments, cover, signal) }),
  };
}

/** All that stands in the form. @throws {UserError} that says what is wrong. */
export function changesByForm(context: SubmitContext): VoiceEdit {
  return {
    title: readTitle(context.field('title')),
    description: readDescription(context.field('description')),
    tags: readTags(context.field('tags')),
    visibility: readVisibility(context.field('visibility')),
  };
}

/** What of `wanted` is not so yet. Pictures cannot be compared, so a cover always counts. */
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

/** A form that carried a description to the service made CRLF of its line breaks. */
function asEntered(description: string): string {
  return description.replaceAll('\r\n', '\n').trim();
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** The form, filled with what is there. */
export function formOf({ id, model }: KnownVoice): Modal {
  // What is there may be longer than what may be entered: it was written elsewhere.
  const filled = (value: string, max: number) => {
    const shown = clip(value, MAX_FIELD_LENGTH);
    return { value: shown, maxLength: Math.max(max, shown.length) };
  };
  return {
    customId: voiceCustomId('edit', id),
    title: 'Edit a voice',
    fields: [
      { id: 'title', label: 'Title', style: 'short', required: true, ...filled(model.title, FIELD_LIMITS.title) },
      {
        id: 'description',
        label: 'Description',
        style: 'paragraph',
        required: false,
        ...filled(asEntered(model.description), FIELD_LIMITS.description),
      },
      {
        id: 'tags',
        label: 'Tags, with commas between',
        style: 'short',
        required: false,
        ...filled(model.tags.join(', '), FIELD_LIMITS.tags),
      },
      {
        id: 'visibility',
        label: 'Visibility: public, unlist or private',
        style: 'short',
        required: true,
        ...filled(model.visibility, 10),
      },
    ],
  };
}
