import { FairSemaphore } from '../../src/concurrency/fair-semaphore.ts';
import { ephemeral } from '../../src/discord/client/replies.ts';
import type { CommandContext, ComponentContext, InteractionContext } from '../../src/discord/interactions/command.ts';
import { Drafts } from '../../src/discord/interactions/drafts.ts';
import type { Services } from '../../src/discord/services.ts';
import { readCover } from '../../src/discord/voice-models/cover-image.ts';
import { callOf, requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import { limitMessage, shownTitle } from '../../src/discord/voice-models/voice-model-messages.ts';
import {
  checkBeforehand,
  checkRecording,
  fetchChecked,
} from '../../src/discord/voice-models/voice-model-recordings.ts';
import { MynahError, UserError } from '../../src/errors.ts';
import { SpeechError } from '../../src/speech/speech-error.ts';
import { sha256Of } from '../../src/voice-models/sha256.ts';
import type { CreateOutcome, LimitReached, VoiceRequest } from '../../src/voice-models/voice-models-api.ts';
import { VOICE_CREATE_LIMIT, VOICE_CREATE_ROOM } from '../command-limits.ts';
import { defineCreate, readCreateForm } from './create-form.ts';
import { type CreateDraft, type CreatedVoice, notFollowedReply, offerReply, trainingReply } from './create-replies.ts';
import type { VoiceSubcommand } from './subcommand.ts';

/** As long as Discord takes answers to the interaction that asked. */
const KEPT_FOR_MS = 15 * 60_000;
/** Drafts hold no bytes: a few kB each. */
const MAX_DRAFTS = 1_000;
type CreateServices = Pick<Services, 'voices' | 'attachments'>;

type RoomContext = Pick<InteractionContext, 'messages' | 'tenant' | 'userId' | 'signal'>;

interface Parts extends CreateServices {
  readonly drafts: Drafts<CreateDraft>;
  /** Runs `work` once there is memory for its recordings. @throws {UserError} when too many wait for it. */
  readonly withRoom: <T>(context: RoomContext, work: () => Promise<T>) => Promise<T>;
}

/**
 * `/voice create`: checks everything, asks the person to confirm their right to the voice, and only then sends anything.
 * In between, the recordings stay at Discord; they are downloaded again and must be the same ones.
 */
export function createVoiceCreate({ voices, attachments }: CreateServices): VoiceSubcommand {
  const drafts = new Drafts<CreateDraft>({ keptForMs: KEPT_FOR_MS, max: MAX_DRAFTS });
  const parts: Parts = { voices, attachments, drafts, withRoom: createRoom() };
  return {
    name: 'create',
    define: defineCreate,
    limit: VOICE_CREATE_LIMIT,
    run: (context) => offer(parts, context),
    component: (context) => {
      const { argument } = context;
      if (argument.startsWith('yes:')) return confirm(parts, context, argument.slice('yes:'.length));
      return cancel(parts, context, argument.slice('no:'.length));
    },
  };
}

async function offer({ voices, attachments, drafts, withRoom }: Parts, context: CommandContext): Promise<void> {
  const { messages } = context;
  const form = readCreateForm(context);
  checkBeforehand(messages, form.recordings);
  await context.defer('ephemeral');
  const allowed = await voices.mayCreate(requesterOf(context));
  const isGuild = context.place.kind === 'guild';
  if (allowed.kind === 'limit') throw new UserError(limitMessage(messages, allowed, isGuild));
  const draft = await withRoom(context, async () => {
    if (form.cover !== undefined) await readCover(attachments, form.cover, context);
    const recordings = [];
    for (const attachment of form.recordings) {
      recordings.push(await checkRecording(attachments, attachment, context));
    }
    return { userId: context.userId, isGuild, form, recordings, wasSent: false };
  });
  const { id, expiresAtMs } = drafts.add(context.tenant, draft);
  await context.answer(offerReply(messages, draft, id, expiresAtMs));
}

async function cancel({ drafts }: Parts, context: ComponentContext, id: string): Promise<void> {
  const { create } = context.messages.voiceModels;
  const taken = drafts.take(id);
  if (taken.kind === 'answered') throw new UserError(create.alreadyAnswered);
  if (taken.kind === 'unknown') return context.update(ephemeral(create.expired));
  await context.update(ephemeral(taken.draft.wasSent ? create.cancelledSent : create.cancelled));
}

async function confirm(parts: Parts, context: ComponentContext, id: string): Promise<void> {
  const { voices } = parts;
  const { messages } = context;
  const { create } = messages.voiceModels;
  const created = await parts.withRoom(context, async () => {
    const taken = parts.drafts.take(id);
    if (taken.kind === 'answered') throw new UserError(create.alreadyAnswered);
    if (taken.kind === 'unknown' || taken.draft.userId !== context.userId) {
      await context.update(ephemeral(create.expired));
      return undefined;
    }
    return make(parts, context, { id, draft: taken.draft });
  });
  if (created === undefined) return;
  try {
    for await (const step of voices.follow(requesterOf(context), created.voice, callOf(context, 'listings'))) {
      await context.update(trainingReply(messages, created, step));
    }
  } catch (error) {
    await context.update(notFollowedReply(messages, created));
    throw error;
  }
}

/** The new voice; `undefined` when it is not known whether there is one, and the person has read so. */
async function make(
  parts: Parts,
  context: ComponentContext,
  { id, draft }: { readonly id: string; readonly draft: CreateDraft },
): Promise<CreatedVoice | undefined> {
  const { messages } = context;
  const { create } = messages.voiceModels;
  const title = shownTitle(draft.form.title);
  await context.update(ephemeral(create.sending({ title })));
  const outcome = await send(parts, context, draft).catch(async (error: unknown) => {
    const wasSent = draft.wasSent || mayHaveSent(error);
    const again = parts.drafts.putBack(id, { ...draft, wasSent });
    const offer = again && offerReply(messages, { ...draft, wasSent }, id, again.expiresAtMs);
    await context.update(offer ?? ephemeral(wasSent ? create.expiredSent : create.expiredUnsent));
    throw error;
  });
  if (outcome.kind === 'created') return { voice: outcome.voice, asked: draft.form.visibility };
  await context.update(ephemeral(create.unsure({ title })));
  return undefined;
}

/** Rejects when no voice was created. */
async function send(
  parts: Parts,
  context: ComponentContext,
  draft: CreateDraft,
): Promise<Exclude<CreateOutcome, LimitReached>> {
  const request = await fetchRequest(parts, draft, context);
  const audioSha256 = request.recordings.map(({ bytes }) => sha256Of(bytes));
  const confirmation = { userId: context.userId, atMs: Date.now(), audioSha256 };
  const outcome = await parts.voices.create(requesterOf(context), request, confirmation, callOf(context, 'files'));
  if (outcome.kind === 'limit') throw new UserError(limitMessage(context.messages, outcome, draft.isGuild));
  return outcome;
}

async function fetchRequest(
  { attachments }: Parts,
  draft: CreateDraft,
  context: ComponentContext,
): Promise<VoiceRequest> {
  const recordings = [];
  for (const recording of draft.recordings) recordings.push(await fetchChecked(attachments, recording, context));
  const { cover } = draft.form;
  return { ...draft.form, recordings, cover: cover && (await readCover(attachments, cover, context)) };
}

/** Whether the service may have the recordings after this failure. The database is used before and after they are sent. */
function mayHaveSent(error: unknown): boolean {
  if (error instanceof SpeechError) return !error.unsent;
  return error instanceof MynahError && error.code.startsWith('STORE_');
}

class RoomFull extends Error {
  override readonly name = 'RoomFull';
}

function createRoom(): Parts['withRoom'] {
  const semaphore = new FairSemaphore({ ...VOICE_CREATE_ROOM, createFullError: () => new RoomFull() });
  const enter = async ({ messages, tenant, userId, signal }: RoomContext): Promise<Disposable> => {
    try {
      return await semaphore.acquire({ group: tenant, key: userId, signal });
    } catch (error) {
      throw error instanceof RoomFull ? new UserError(messages.voiceModels.create.busy) : error;
    }
  };
  return async (context, work) => {
    using _permit = await enter(context);
    return await work();
  };
}
