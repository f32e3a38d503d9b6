import type { CommandContext, ComponentContext } from '../../src/discord/interactions/command.ts';
import { Drafts } from '../../src/discord/interactions/drafts.ts';
import { isAboutSpeaking } from '../../src/discord/interactions/explain.ts';
import { ephemeral } from '../../src/discord/interactions/replies.ts';
import type { Services } from '../../src/discord/services.ts';
import { readCover } from '../../src/discord/voice-models/cover-image.ts';
import { callOf, requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import { limitWords, titled } from '../../src/discord/voice-models/voice-model-messages.ts';
import {
  checkBeforehand,
  checkRecording,
  fetchChecked,
} from '../../src/discord/voice-models/voice-model-recordings.ts';
import { UserError } from '../../src/errors.ts';
import { SpeechError } from '../../src/speech/speech-error.ts';
import { sha256Of } from '../../src/voice-models/sha256.ts';
import type { CreateOutcome, KnownVoice, LimitReached, VoiceRequest } from '../../src/voice-models/voice-models-api.ts';
import { CREATE_DEFINITION, readCreateForm } from './create-form.ts';
import {
  type CreateDraft,
  cancelledWords,
  expiredWords,
  offerReply,
  trainingReply,
  unfollowedReply,
  unsureWords,
} from './create-replies.ts';
import type { VoiceSubcommand } from './subcommand.ts';

/** As long as a person's own question can be answered. */
const KEPT_FOR_MS = 15 * 60_000;
/** Drafts hold no bytes: a few kB each. */
const MAX_DRAFTS = 1_000;
/** Each holds up to 60 MB of recordings in memory, and once more while they are sent. */
const MAX_AT_ONCE = 3;

type CreateServices = Pick<Services, 'voices' | 'attachments'>;

interface Parts extends CreateServices {
  readonly drafts: Drafts<CreateDraft>;
  /** Runs `work` when there is room for its recordings in memory. */
  readonly withRoom: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * `/voice create`: looks at everything, asks for the right to the voice, and only then sends anything. Between the two
 * the recordings stay at Discord; they are fetched again and must be the same ones.
 */
export function createVoiceCreate({ voices, attachments }: CreateServices): VoiceSubcommand {
  const drafts = new Drafts<CreateDraft>({ keptForMs: KEPT_FOR_MS, max: MAX_DRAFTS });
  const parts: Parts = { voices, attachments, drafts, withRoom: createRoom(MAX_AT_ONCE) };
  return {
    definition: CREATE_DEFINITION,
    run: (context) => offer(parts, context),
    component: (context) => {
      const { argument } = context;
      if (argument.startsWith('yes:')) return confirm(parts, context, argument.slice('yes:'.length));
      return cancel(parts, context, argument.slice('no:'.length));
    },
  };
}

async function offer({ voices, attachments, drafts, withRoom }: Parts, context: CommandContext): Promise<void> {
  const form = readCreateForm(context.options);
  checkBeforehand(form.recordings);
  await context.defer('ephemeral');
  const allowed = await voices.mayCreate(requesterOf(context));
  if (allowed.kind === 'limit') throw new UserError(limitWords(allowed));
  const draft = await withRoom(async () => {
    if (form.cover !== undefined) await readCover(attachments, form.cover, context.signal);
    const recordings = [];
    for (const attachment of form.recordings) {
      recordings.push(await checkRecording(attachments, attachment, context.signal));
    }
    return { userId: context.userId, isGuild: context.place.kind === 'guild', form, recordings, wasSent: false };
  });
  const { id, expiresAtMs } = drafts.add(draft);
  await context.answer(offerReply(draft, id, expiresAtMs));
}

async function cancel({ drafts }: Parts, context: ComponentContext, id: string): Promise<void> {
  const taken = drafts.take(id);
  if (taken.kind === 'answered') throw alreadyAnswered();
  await context.update(ephemeral(cancelledWords(taken.kind === 'taken' && taken.draft.wasSent)));
}

async function confirm(parts: Parts, context: ComponentContext, id: string): Promise<void> {
  const { voices } = parts;
  const voice = await parts.withRoom(async () => {
    const taken = parts.drafts.take(id);
    if (taken.kind === 'answered') throw alreadyAnswered();
    if (taken.kind === 'unknown' || taken.draft.userId !== context.userId) {
      await context.update(ephemeral(expiredWords(false)));
      return undefined;
    }
    return make(parts, context, { id, draft: taken.draft });
  });
  if (voice === undefined) return;
  try {
    for await (const step of voices.follow(requesterOf(context), voice, callOf(context, 'listings'))) {
      await context.update(trainingReply(voice, step));
    }
  } catch (error) {
    await context.update(unfollowedReply(voice));
    throw error;
  }
}

/** The new voice; `undefined` when nobody can tell whether there is one, and the person was told so. */
async function make(
  parts: Parts,
  context: ComponentContext,
  { id, draft }: { readonly id: string; readonly draft: CreateDraft },
): Promise<KnownVoice | undefined> {
  const { title } = draft.form;
  await context.update(ephemeral(`Sending the recordings of ${titled(title)} to the speech service…`));
  const outcome = await send(parts, context, draft).catch(async (error: unknown) => {
    const wasSent = draft.wasSent || (error instanceof SpeechError && !error.unsent);
    const again = parts.drafts.putBack(id, { ...draft, wasSent });
    const words = again && offerReply({ ...draft, wasSent }, id, again.expiresAtMs);
    await context.update(words ?? ephemeral(expiredWords(wasSent)));
    throw forCreation(error);
  });
  if (outcome.kind === 'created') return outcome.voice;
  await context.update(ephemeral(unsureWords(title)));
  return undefined;
}

/** Rejects when nothing was made. */
async function send(
  parts: Parts,
  context: ComponentContext,
  draft: CreateDraft,
): Promise<Exclude<CreateOutcome, LimitReached>> {
  const request = await fetchRequest(parts, draft, context.signal);
  const audioSha256 = request.recordings.map(({ bytes }) => sha256Of(bytes));
  const confirmation = { userId: context.userId, atMs: Date.now(), audioSha256 };
  const outcome = await parts.voices.create(requesterOf(context), request, confirmation, callOf(context, 'files'));
  if (outcome.kind === 'limit') throw new UserError(limitWords(outcome));
  return outcome;
}

async function fetchRequest({ attachments }: Parts, draft: CreateDraft, signal: AbortSignal): Promise<VoiceRequest> {
  const recordings = [];
  for (const recording of draft.recordings) recordings.push(await fetchChecked(attachments, recording, signal));
  const { cover } = draft.form;
  return { ...draft.form, recordings, cover: cover && (await readCover(attachments, cover, signal)) };
}

/** A failure as it is to be told of a voice that was to be made, and not to be spoken with. */
function forCreation(error: unknown): unknown {
  if (!(error instanceof SpeechError) || !isAboutSpeaking(error.code)) return error;
  const { message, serviceMessage, status } = error;
  return new SpeechError('SPEECH_REJECTED', message, { serviceMessage, status, cause: error });
}

function alreadyAnswered(): UserError {
  return new UserError('You have answered this already. `/voice list` shows your voices.');
}

function createRoom(max: number): Parts['withRoom'] {
  let taken = 0;
  return async (work) => {
    if (taken >= max) throw new UserError('I am busy with the voices of others. Try again in a minute.');
    taken += 1;
    try {
      return await work();
    } finally {
      taken -= 1;
    }
  };
}
