import { linkSignals } from '../../async.ts';
import { MynahError, UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import type { FellBack, KnownVoice, VoiceModels, VoiceStatus } from '../../voice-models/voice-models-api.ts';
import { isVoiceRefusal } from '../../voice-models/voice-refusal.ts';
import type { InteractionContext } from '../interactions/command.ts';
import { sanitizeWithin } from '../interactions/replies.ts';
import { callOf, findVoice, requesterOf } from '../voice-models/find-voice-model.ts';
import { voiceStatusMessage } from '../voice-models/voice-model-messages.ts';

/** Longest look-up of a voice's status: a member is waiting for their text. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** Titles are quoted up to this length, in UTF-16 units. */
const MAX_TITLE_LENGTH = 80;

/** The voice to speak with, and what the member reads about it. */
export interface SpeakingVoice {
  /** `undefined` means the service's default voice. */
  readonly voiceId: string | undefined;
  /** Why it is not the voice that the member wanted. */
  readonly notice: string | undefined;
  /** The default voice speaks in its place when the service refuses it. */
  readonly mayFallBack: boolean;
}

/** Where voices to speak with are looked up. */
export interface VoiceSources {
  readonly voices: Pick<VoiceModels, 'find' | 'mayTry' | 'voiceFor' | 'afterRefusal'>;
  /** For members who chose no voice; `undefined` means the service's default. */
  readonly defaultVoiceId: string | undefined;
}

/**
 * The voice that a member named for one text, by id or title. An id that cannot be looked up, or not in time, is tried:
 * the service decides.
 * @throws {UserError} when there is none that the member may see, or it cannot be used for speech.
 */
export async function namedVoice(
  { voices }: VoiceSources,
  context: InteractionContext,
  entered: string,
): Promise<SpeakingVoice> {
  const voice = await lookedUp(voices, context, entered);
  if (voice === undefined) return { voiceId: entered.trim(), notice: undefined, mayFallBack: false };
  if (!voice.mayUse) throw new UserError(voiceStatusMessage(context.messages, voice));
  return { voiceId: voice.id, notice: undefined, mayFallBack: true };
}

/** `undefined` for an id that has to be tried. */
async function lookedUp(
  voices: VoiceSources['voices'],
  context: InteractionContext,
  entered: string,
): Promise<KnownVoice | undefined> {
  using lookup = lookupSignal(context);
  try {
    return await findVoice(voices, { ...context, signal: lookup.signal }, entered);
  } catch (error) {
    context.signal.throwIfAborted();
    const mayExist = lookup.signal.aborted || error instanceof UserError || error instanceof SpeechError;
    if (!mayExist || !(await voices.mayTry(requesterOf(context), entered))) throw error;
    return undefined;
  }
}

/**
 * The voice that a member chose with `/voice use`, else the default. A choice that was lost comes with a notice, once;
 * so does one that the database cannot look up.
 */
export async function chosenVoice(
  { voices, defaultVoiceId }: VoiceSources,
  context: InteractionContext,
): Promise<SpeakingVoice> {
  try {
    const { voiceId, fellBack } = await voices.voiceFor(requesterOf(context));
    const notice = fellBack && lostMessage(fellBack, voiceId === undefined, context.messages);
    return { voiceId: voiceId ?? defaultVoiceId, notice, mayFallBack: true };
  } catch (error) {
    if (!(error instanceof MynahError) || !error.code.startsWith('STORE_')) throw error;
    return {
      voiceId: defaultVoiceId,
      notice: context.messages.playback.voice.choiceUnavailable,
      mayFallBack: false,
    };
  }
}

/**
 * The voice to speak with in place of one that the service refused with `problem`; `undefined` when the voice was not
 * the cause, or was the default voice.
 */
export async function voiceInstead(
  { voices, defaultVoiceId }: VoiceSources,
  context: InteractionContext,
  refused: {
    readonly voiceId: string | undefined;
    readonly problem: { readonly code: string; readonly message: string };
  },
): Promise<SpeakingVoice | undefined> {
  const { voiceId, problem } = refused;
  if (voiceId === undefined || voiceId === defaultVoiceId) return undefined;
  // The interface has one status for an unknown voice and for other faults: the default voice shows which it was.
  if (!isVoiceRefusal(problem) && problem.code !== 'SPEECH_BAD_REQUEST') return undefined;
  using lookup = lookupSignal(context);
  const call = { ...callOf(context, 'listings'), signal: lookup.signal };
  const found = await voices.afterRefusal(requesterOf(context), voiceId, call).catch(() => undefined);
  const notice = refusedMessage(found?.status, found?.wasChosen ?? false, context.messages);
  return { voiceId: defaultVoiceId, notice, mayFallBack: false };
}

/** Follows the interaction's signal, for as long as a look-up may take. */
function lookupSignal({ signal }: InteractionContext): ReturnType<typeof linkSignals> {
  const reason = (): Error => new DOMException('the look-up of a voice took too long', 'TimeoutError');
  return linkSignals([signal], { afterMs: LOOKUP_TIMEOUT_MS, reason });
}

function lostMessage({ title, reason }: FellBack, isDefault: boolean, { playback: { voice } }: Messages): string {
  const why = voice.lost[reason]({ title: sanitizeWithin(title, MAX_TITLE_LENGTH) });
  return `${why} ${isDefault ? voice.nowDefault : voice.nowEverywhere}`;
}

function refusedMessage(
  status: VoiceStatus | undefined,
  wasChosen: boolean,
  { playback: { voice } }: Messages,
): string {
  const why = voice.refused[status ?? 'ready'];
  const isLost = status === 'gone' || status === 'failed' || status === 'taken-down';
  return `${why} ${wasChosen && isLost ? voice.nowDefault : voice.thisTimeDefault}`;
}
