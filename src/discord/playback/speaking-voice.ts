import { MynahError, UserError } from '../../errors.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import type { FellBack, KnownVoice, VoiceModels, VoiceStatus } from '../../voice-models/voice-models-api.ts';
import { isVoiceRefusal } from '../../voice-models/voice-refusal.ts';
import type { InteractionContext } from '../interactions/command.ts';
import { callOf, findVoice, requesterOf } from '../voice-models/find-voice-model.ts';
import { titled, voiceStatusMessage } from '../voice-models/voice-model-messages.ts';

/** Longest look at how a voice stands: somebody waits for their text. */
const LOOK_TIMEOUT_MS = 5_000;

const THE_DEFAULT = 'the default voice';

/** With which voice to speak, and what the person is to be told about it. */
export interface SpeakingVoice {
  /** `undefined` means the service's default voice. */
  readonly voiceId: string | undefined;
  /** Why it is not the voice that they wanted. */
  readonly notice: string | undefined;
  /** Whether the default voice speaks in its place when the service refuses it. */
  readonly mayFallBack: boolean;
}

/** What voices to speak with are found by. */
export interface VoiceSources {
  readonly voices: Pick<VoiceModels, 'find' | 'mayTry' | 'voiceFor' | 'afterRefusal'>;
  /** Of whom nobody chose a voice for; `undefined` means the service's default. */
  readonly defaultVoiceId: string | undefined;
}

/**
 * The voice that somebody named for one text, by id or title. An id that cannot be looked up, or not in time, is tried:
 * the service has the last word.
 * @throws {UserError} when there is none that they may know of, or it cannot be spoken with: why, and what to do.
 */
export async function namedVoice(
  { voices }: VoiceSources,
  context: InteractionContext,
  entered: string,
): Promise<SpeakingVoice> {
  const voice = await lookedUp(voices, context, entered);
  if (voice === undefined) return { voiceId: entered.trim(), notice: undefined, mayFallBack: false };
  if (!voice.mayUse) throw new UserError(voiceStatusMessage(voice.status, voice.title));
  return { voiceId: voice.id, notice: undefined, mayFallBack: true };
}

/** `undefined` for what has to be tried. */
async function lookedUp(
  voices: VoiceSources['voices'],
  context: InteractionContext,
  entered: string,
): Promise<KnownVoice | undefined> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LOOK_TIMEOUT_MS)]);
  try {
    return await findVoice(voices, { ...context, signal }, entered);
  } catch (error) {
    context.signal.throwIfAborted();
    const mayBeThere = signal.aborted || error instanceof UserError || error instanceof SpeechError;
    if (!mayBeThere || !(await voices.mayTry(requesterOf(context), entered))) throw error;
    return undefined;
  }
}

/**
 * The voice that somebody chose with `/voice use`, else the default. A choice that was lost comes with a notice, once;
 * so does one that the database cannot tell now.
 */
export async function chosenVoice(
  { voices, defaultVoiceId }: VoiceSources,
  context: InteractionContext,
): Promise<SpeakingVoice> {
  try {
    const { voiceId, fellBack } = await voices.voiceFor(requesterOf(context));
    const next = voiceId === undefined ? THE_DEFAULT : 'the one that you chose for everywhere';
    const notice = fellBack && fellBackWords(fellBack, next);
    return { voiceId: voiceId ?? defaultVoiceId, notice, mayFallBack: true };
  } catch (error) {
    if (!(error instanceof MynahError) || !error.code.startsWith('STORE_')) throw error;
    return {
      voiceId: defaultVoiceId,
      notice: 'I cannot look up which voice you chose: this is the default voice.',
      mayFallBack: false,
    };
  }
}

/**
 * What to speak with in place of a voice that the service refused with `problem`; `undefined` when it was not the
 * voice's fault, or was the default voice.
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
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LOOK_TIMEOUT_MS)]);
  const call = { ...callOf(context, 'listings'), signal };
  const found = await voices.afterRefusal(requesterOf(context), voiceId, call).catch(() => undefined);
  const notice = refusalWords(found?.status, found?.wasChosen ?? false);
  return { voiceId: defaultVoiceId, notice, mayFallBack: false };
}

const LOST: Readonly<Record<FellBack['reason'], string>> = {
  deleted: 'was deleted',
  withdrawn: 'is private now',
  gone: 'is gone: it was deleted at the speech service',
  failed: 'cannot be used: its training failed',
  'taken-down': 'was taken down by the speech service because of a rights complaint',
};

function fellBackWords({ title, reason }: FellBack, next: string): string {
  return `The voice ${titled(title)} that you used ${LOST[reason]}. From now on I speak for you with ${next}; \`/voice use\` chooses another.`;
}

const REFUSED: Readonly<Record<VoiceStatus, string>> = {
  ready: 'The speech service does not take the voice that you wanted right now.',
  training: 'The voice that you wanted is still in training.',
  failed: 'The training of the voice that you wanted failed.',
  'taken-down': 'The voice that you wanted was taken down by the speech service because of a rights complaint.',
  'not-for-speech': 'The voice that you wanted is no voice for speech.',
  gone: 'The voice that you wanted is gone: it was deleted at the speech service.',
};

function refusalWords(status: VoiceStatus | undefined, wasChosen: boolean): string {
  const reason = REFUSED[status ?? 'ready'];
  const isLost = status === 'gone' || status === 'failed' || status === 'taken-down';
  if (!wasChosen || !isLost) return `${reason} You hear this with the default voice.`;
  return `${reason} From now on I speak for you with the default voice; \`/voice use\` chooses another.`;
}
