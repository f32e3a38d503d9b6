import { buttonRow } from '../../src/discord/interactions/buttons.ts';
import type { CommandContext, ComponentContext, InteractionContext } from '../../src/discord/interactions/command.ts';
import { Drafts } from '../../src/discord/interactions/drafts.ts';
import { clip, ephemeral, type Reply, sanitize } from '../../src/discord/interactions/replies.ts';
import type { Services } from '../../src/discord/services.ts';
import { callOf, findVoice, requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import {
  goneVoiceWords,
  notYoursWords,
  titled,
  unknownVoiceWords,
  visibilityWords,
} from '../../src/discord/voice-models/voice-model-messages.ts';
import { UserError } from '../../src/errors.ts';
import type { KnownVoice, VoiceEdit } from '../../src/voice-models/voice-models-api.ts';
import { changesByForm, changesByOptions, differences, EDIT_DEFINITION, formOf, namesChanges } from './edit-form.ts';
import { type VoiceSubcommand, voiceCustomId } from './subcommand.ts';

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
    definition: EDIT_DEFINITION,
    run: async (context) => {
      const voice = await findEditable(services, context, context.options.string('voice') ?? '');
      if (!namesChanges(context.options)) return openForm(context, voice);
      await context.defer('ephemeral');
      await apply(services, context, voice, await changesByOptions(services.attachments, context));
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
  if (voice.status === 'gone') throw new UserError(goneVoiceWords(voice.title));
  if (!voice.mayEdit) throw new UserError(notYoursWords(voice.title));
  return voice;
}

async function apply(
  { voices }: EditServices,
  context: InteractionContext,
  voice: KnownVoice,
  wanted: VoiceEdit,
): Promise<void> {
  const changes = differences(voice, wanted);
  if (Object.keys(changes).length === 0) {
    return context.answer(ephemeral(`Nothing of ${titled(voice.title)} is different, so I left it as it is.`));
  }
  const outcome = await voices.edit(requesterOf(context), voice.id, changes, callOf(context, 'listings'));
  switch (outcome.kind) {
    case 'edited':
      return context.answer(ephemeral(editedWords(outcome.voice, changes, context.place.kind === 'guild')));
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

function editedWords(voice: KnownVoice, changes: VoiceEdit, isGuild: boolean): string {
  const tags = changes.tags?.map(sanitize).join(', ');
  return [
    `${titled(voice.title)} is changed.`,
    ...(changes.description === undefined
      ? []
      : [`Description: ${sanitize(clip(changes.description, 200)) || 'none'}`]),
    ...(changes.visibility === undefined ? [] : [`Who can find it: ${visibilityWords(changes.visibility, isGuild)}.`]),
    ...(tags === undefined ? [] : [`Tags: ${tags === '' ? 'none' : tags}`]),
    ...(changes.cover === undefined ? [] : ['It has a new cover image.']),
  ].join('\n');
}

function lateForm(voice: KnownVoice, draftId: string): Reply {
  return {
    ...ephemeral(`Here is what can be changed of ${titled(voice.title)}.`),
    components: [buttonRow([[voiceCustomId('edit', `${LATE}${draftId}`), 'Open the form']])],
  };
}
