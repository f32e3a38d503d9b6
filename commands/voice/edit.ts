import { ephemeral, type Reply, sanitize, truncate } from '../../src/discord/client/replies.ts';
import { buttonRow } from '../../src/discord/interactions/buttons.ts';
import type { CommandContext, ComponentContext, InteractionContext } from '../../src/discord/interactions/command.ts';
import { Drafts } from '../../src/discord/interactions/drafts.ts';
import type { Services } from '../../src/discord/services.ts';
import { callOf, findVoice, requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import {
  notYoursMessage,
  shownTitle,
  visibilityMessage,
  visibleTo,
  voiceStatusMessage,
} from '../../src/discord/voice-models/voice-model-messages.ts';
import { UserError } from '../../src/errors.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { KnownVoice, VoiceEdit } from '../../src/voice-models/voice-models-api.ts';
import { lookupLimit } from '../command-limits.ts';
import { changesByForm, changesByOptions, defineEdit, differences, formOf, namesChanges } from './edit-form.ts';
import { type VoiceSubcommand, voiceCustomId } from './subcommand.ts';

/** Discord takes a form only as the first answer, within 3 s. When the service is slower, a button opens the form. */
const LATE = 'late:';
const FOUND_FOR_MS = 15 * 60_000;
const MAX_FOUND = 200;
/** Longest part of a new description that is repeated, in characters. */
const MAX_SHOWN_DESCRIPTION = 200;

/** A voice that is to be edited in a form, for the person who may. */
interface FoundVoice {
  readonly userId: string;
  readonly voice: KnownVoice;
}

type EditServices = Pick<Services, 'voices' | 'attachments'>;

/** `/voice edit`: makes the changes in its options, or opens a form. Only what differs is sent. */
export function createVoiceEdit(services: EditServices): VoiceSubcommand {
  const found = new Drafts<FoundVoice>({ keptForMs: FOUND_FOR_MS, max: MAX_FOUND });
  const openForm = async (context: CommandContext | ComponentContext, voice: KnownVoice): Promise<void> => {
    try {
      await context.openModal(formOf(context.messages, voice));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      await context.answer(
        lateForm(context.messages, voice, found.add(context.tenant, { userId: context.userId, voice }).id),
      );
    }
  };
  return {
    name: 'edit',
    define: defineEdit,
    limit: lookupLimit('edit'),
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
      if (taken.kind !== 'taken') throw new UserError(context.messages.interactions.oldButton);
      found.putBack(id, taken.draft);
      if (taken.draft.userId !== context.userId) throw new UserError(context.messages.interactions.oldButton);
      await context.openModal(formOf(context.messages, taken.draft.voice));
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
  const { messages } = context;
  const voice = await findVoice(voices, context, entered);
  if (voice.status === 'gone') throw new UserError(voiceStatusMessage(messages, voice));
  if (!voice.mayEdit) throw new UserError(notYoursMessage(messages, voice));
  return voice;
}

async function apply(
  { voices }: EditServices,
  context: InteractionContext,
  voice: KnownVoice,
  wanted: VoiceEdit,
): Promise<void> {
  const { messages } = context;
  const { edit, unknown } = messages.voiceModels;
  const title = shownTitle(voice.title);
  const changes = differences(voice, wanted);
  if (Object.keys(changes).length === 0) return context.answer(ephemeral(edit.nothingDifferent({ title })));
  const outcome = await voices.edit(requesterOf(context), voice.id, changes, callOf(context, 'listings'));
  switch (outcome.kind) {
    case 'edited':
      return context.answer(ephemeral(editedMessage(context, outcome.voice, changes)));
    case 'needs-cover':
      throw new UserError(edit.needsCover({ title }));
    case 'makers-choice':
      throw new UserError(edit.makersChoice({ title }));
    case 'not-yours':
      throw new UserError(notYoursMessage(messages, voice));
    case 'gone':
      throw new UserError(voiceStatusMessage(messages, { status: 'gone', title: voice.title }));
    case 'not-found':
      throw new UserError(unknown({ entered: shownTitle(voice.id) }));
  }
}

function editedMessage(
  { messages, place }: InteractionContext,
  voice: KnownVoice,
  { description, visibility, tags, cover }: VoiceEdit,
): string {
  const privateTo = place.kind === 'guild' ? 'guild' : voice.isPrivateToGuild ? 'its-guild' : 'maker';
  const differs = visibilityMessage(messages, voice, visibility);
  const edited = messages.voiceModels.edit.edited({
    title: shownTitle(voice.title),
    description: description === undefined ? undefined : sanitize(truncate(description, MAX_SHOWN_DESCRIPTION)),
    visibleTo: visibility && visibleTo(voice.model.visibility, privateTo),
    tags: tags?.map(sanitize),
    hasNewCover: cover !== undefined,
  });
  return differs === undefined ? edited : `${edited}\n⚠️ ${differs}`;
}

function lateForm({ voiceModels }: Messages, voice: KnownVoice, draftId: string): Reply {
  const customId = voiceCustomId('edit', `${LATE}${draftId}`);
  return {
    ...ephemeral(voiceModels.edit.openForm({ title: shownTitle(voice.title) })),
    components: [buttonRow([[customId, voiceModels.buttons.openForm, 'primary']])],
  };
}
