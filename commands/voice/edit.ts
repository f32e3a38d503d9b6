import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import { buttonRow } from '../../src/discord/buttons.ts';
import type {
  CommandContext,
  CommandOptions,
  ComponentContext,
  InteractionContext,
  Modal,
  SubmitContext,
} from '../../src/discord/command.ts';
import { readCover } from '../../src/discord/cover-image.ts';
import { Drafts } from '../../src/discord/drafts.ts';
import { askerOf, callOf, findVoice } from '../../src/discord/find-voice.ts';
import { clip, harmless, type Reply, whisper } from '../../src/discord/replies.ts';
import type { Services } from '../../src/discord/services.ts';
import { FIELD_LIMITS, readDescription, readTags, readTitle, readVisibility } from '../../src/discord/voice-fields.ts';
import {
  goneVoiceWords,
  notYoursWords,
  titled,
  unknownVoiceWords,
  visibilityWords,
} from '../../src/discord/voice-words.ts';
import { UserError } from '../../src/errors.ts';
import type { KnownVoice, VoiceEdit } from '../../src/voices/contract.ts';
import { type VoiceSubcommand, voiceCustomId } from './subcommand.ts';
import { VISIBILITY_CHOICES } from './visibility-choices.ts';

const { Attachment: ATTACHMENT, String: STRING, Subcommand } = ApplicationCommandOptionType;

const definition = {
  type: Subcommand,
  name: 'edit',
  description: 'Change a voice that you made; without anything to change, a form opens',
  options: [
    {
      type: STRING,
      name: 'voice',
      description: 'Which voice: begin to type its title, or give its id',
      required: true,
      autocomplete: true,
    },
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

/** Discord's bound on a text field of a form. */
const MAX_FIELD_LENGTH = 4_000;

/** A form must be the first answer, and come at once. When the service is slow, a button opens it later. */
const LATE = 'late:';
const FOUND_FOR_MS = 15 * 60_000;
const MAX_FOUND = 200;

type EditServices = Pick<Services, 'voices' | 'attachments'>;

/** `/voice edit`: changes what is named, or opens a form with what is there. Only what differs is sent. */
export function createVoiceEdit(services: EditServices): VoiceSubcommand {
  const found = new Drafts<KnownVoice>({ keptForMs: FOUND_FOR_MS, max: MAX_FOUND });
  const openForm = async (context: CommandContext | ComponentContext, voice: KnownVoice): Promise<void> => {
    try {
      await context.openModal(formOf(voice));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      await context.answer(lateForm(voice, found.add(voice).id));
    }
  };
  return {
    definition,
    run: async (context) => {
      const voice = await findEditable(services, context, context.options.string('voice') ?? '');
      if (!namesChanges(context.options)) return openForm(context, voice);
      await context.defer('ephemeral');
      await apply(services, context, voice, await changesByOptions(services, context));
    },
    component: async (context) => {
      const { argument } = context;
      if (!argument.startsWith(LATE)) return openForm(context, await findEditable(services, context, argument));
      const id = argument.slice(LATE.length);
      const taken = found.take(id);
      if (taken.kind !== 'taken') throw new UserError('This button is too old. Use `/voice edit` again.');
      found.putBack(id, taken.draft);
      await context.openModal(formOf(taken.draft));
    },
    submit: async (context) => {
      const voice = await findEditable(services, context, context.argument);
      await apply(services, context, voice, changesByForm(context));
    },
  };
}

async function findEditable(
  { voices }: EditServices,
  context: InteractionContext,
  entered: string,
): Promise<KnownVoice> {
  const voice = await findVoice(voices, context, entered);
  if (voice.standing === 'gone') throw new UserError(goneVoiceWords(voice.title));
  if (!voice.mayEdit) throw new UserError(notYoursWords(voice.title));
  return voice;
}

function namesChanges(options: CommandOptions): boolean {
  const texts = ['title', 'description', 'visibility', 'tags'].map((name) => options.string(name));
  return texts.some((text) => text !== undefined) || options.attachment('cover') !== undefined;
}

async function changesByOptions(
  { attachments }: EditServices,
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

function changesByForm(context: SubmitContext): VoiceEdit {
  return {
    title: readTitle(context.field('title')),
    description: readDescription(context.field('description')),
    tags: readTags(context.field('tags')),
    visibility: readVisibility(context.field('visibility')),
  };
}

async function apply(
  { voices }: EditServices,
  context: InteractionContext,
  voice: KnownVoice,
  wanted: VoiceEdit,
): Promise<void> {
  const changes = differences(voice, wanted);
  if (Object.keys(changes).length === 0) {
    return context.answer(whisper(`Nothing of ${titled(voice.title)} is different, so I left it as it is.`));
  }
  const outcome = await voices.edit(askerOf(context), voice.id, changes, callOf(context, 'listings'));
  switch (outcome.kind) {
    case 'edited':
      return context.answer(whisper(editedWords(outcome.voice, changes, context.place.kind === 'guild')));
    case 'needs-cover':
      throw new UserError(
        `${titled(voice.title)} has no cover image, and a public voice needs one. Use \`/voice edit\` with \`visibility\` and \`cover\` together.`,
      );
    case 'not-yours':
      throw new UserError(notYoursWords(voice.title));
    case 'gone':
      throw new UserError(goneVoiceWords(voice.title));
    case 'not-found':
      throw new UserError(unknownVoiceWords(voice.id));
  }
}

/** What of `wanted` is not so yet. Pictures cannot be compared, so a cover always counts. */
function differences({ model }: KnownVoice, wanted: VoiceEdit): VoiceEdit {
  const { title, description, visibility, tags, cover } = wanted;
  return {
    ...(title === undefined || title === model.title ? {} : { title }),
    ...(description === undefined || description === model.description ? {} : { description }),
    ...(visibility === undefined || visibility === model.visibility ? {} : { visibility }),
    ...(tags === undefined || isSame(tags, model.tags) ? {} : { tags }),
    ...(cover === undefined ? {} : { cover }),
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function editedWords(voice: KnownVoice, changes: VoiceEdit, isGuild: boolean): string {
  const tags = changes.tags?.map(harmless).join(', ');
  return [
    `${titled(voice.title)} is changed.`,
    ...(changes.description === undefined
      ? []
      : [`Description: ${harmless(clip(changes.description, 200)) || 'none'}`]),
    ...(changes.visibility === undefined ? [] : [`Who can find it: ${visibilityWords(changes.visibility, isGuild)}.`]),
    ...(tags === undefined ? [] : [`Tags: ${tags === '' ? 'none' : tags}`]),
    ...(changes.cover === undefined ? [] : ['It has a new cover image.']),
  ].join('\n');
}

function lateForm(voice: KnownVoice, draftId: string): Reply {
  return {
    ...whisper(`Here is what can be changed of ${titled(voice.title)}.`),
    components: [buttonRow([[voiceCustomId('edit', `${LATE}${draftId}`), 'Open the form']])],
  };
}

/** What is there may be longer than what may be entered: it was written elsewhere. */
function formOf({ id, model }: KnownVoice): Modal {
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
        ...filled(model.description, FIELD_LIMITS.description),
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
