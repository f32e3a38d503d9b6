import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import type { Attachment, CommandOptions } from '../../src/discord/interactions/command.ts';
import {
  FIELD_LIMITS,
  readDescription,
  readTags,
  readTitle,
  readTranscripts,
  readVisibility,
} from '../../src/discord/voice-models/voice-model-fields.ts';
import { UserError } from '../../src/errors.ts';
import type { Visibility } from '../../src/speech/wire.ts';
import { VISIBILITY_CHOICES } from './visibility-choices.ts';

const { Attachment: ATTACHMENT, Boolean: BOOLEAN, String: STRING, Subcommand } = ApplicationCommandOptionType;

/** `/voice create` as Discord is told of it. */
export const CREATE_DEFINITION = {
  type: Subcommand,
  name: 'create',
  description: 'Make a voice from recordings; you need the right to use the voice in them',
  options: [
    {
      type: STRING,
      name: 'title',
      description: 'What the voice is called',
      required: true,
      min_length: 1,
      max_length: FIELD_LIMITS.title,
    },
    { type: ATTACHMENT, name: 'audio', description: 'A recording of the voice, 1 second or longer', required: true },
    { type: ATTACHMENT, name: 'audio2', description: 'Another recording of the same voice' },
    { type: ATTACHMENT, name: 'audio3', description: 'A third recording of the same voice' },
    {
      type: STRING,
      name: 'transcript',
      description: 'What is said in the recording; put | between the texts of several recordings',
      max_length: 6_000,
    },
    {
      type: STRING,
      name: 'visibility',
      description: 'Who can find the voice (private, unless you choose)',
      choices: VISIBILITY_CHOICES,
    },
    { type: ATTACHMENT, name: 'cover', description: 'A picture for the voice: png, jpeg, webp or gif' },
    { type: STRING, name: 'description', description: 'A few words about it', max_length: FIELD_LIMITS.description },
    {
      type: STRING,
      name: 'tags',
      description: 'Words to find it by, with commas between',
      max_length: FIELD_LIMITS.tags,
    },
    { type: BOOLEAN, name: 'enhance', description: 'Clean the recordings first (yes, unless you choose no)' },
    { type: BOOLEAN, name: 'sample', description: 'Have the service make a sample (no, unless you choose yes)' },
  ],
} satisfies APIApplicationCommandSubcommandOption;

/** What somebody put into `/voice create`, read and within its bounds; no file was looked at yet. */
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
export function readCreateForm(options: CommandOptions): CreateForm {
  const recordings = ['audio', 'audio2', 'audio3'].map((name) => options.attachment(name)).filter(isGiven);
  if (recordings.length === 0) throw new UserError('Attach at least one recording of the voice as `audio`.');
  const visibility = readVisibility(options.string('visibility') ?? 'private');
  const cover = options.attachment('cover');
  if (visibility === 'public' && cover === undefined) throw new UserError(NEEDS_COVER);
  const description = readDescription(options.string('description') ?? '');
  return {
    title: readTitle(options.string('title') ?? ''),
    recordings,
    texts: readTranscripts(options.string('transcript'), recordings.length),
    visibility,
    cover,
    description: description === '' ? undefined : description,
    tags: readTags(options.string('tags') ?? ''),
    enhance: options.boolean('enhance') ?? true,
    sample: options.boolean('sample') ?? false,
  };
}

const NEEDS_COVER =
  'A public voice needs a cover image. Attach a png, jpeg, webp or gif as `cover`, or choose another visibility.';

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined;
}
