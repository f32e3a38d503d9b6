import { linkSignals } from '../../concurrency/async.ts';
import { MynahError, UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Delivery } from '../../speech/delivery.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import type {
  FellBack,
  KnownVoice,
  Requester,
  VoiceChoice,
  VoiceModels,
  VoiceStatus,
} from '../../voice-models/voice-models-api.ts';
import { isVoiceRefusal } from '../../voice-models/voice-refusal.ts';
import { sanitizeWithin } from '../client/replies.ts';
import type { InteractionContext } from '../interactions/command.ts';
import { callOf, findVoice, requesterOf } from '../voice-models/find-voice-model.ts';
import { voiceStatusMessage } from '../voice-models/voice-model-messages.ts';

/** Longest look-up of a voice's status: a member is waiting for their text. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** Titles are quoted up to this length, in UTF-16 units. */
const MAX_TITLE_LENGTH = 80;

/** How to speak, and what the member reads about it. */
export interface SpeakingVoice extends Delivery {
  /** Why it is not the voice that the member wanted. */
  readonly notice: string | undefined;
  /** The default voice speaks in its place when the service refuses it. */
  readonly mayFallBack: boolean;
}

/** Where it is looked up how people sound. */
interface DeliverySources {
  readonly voices: Pick<VoiceModels, 'voiceFor' | 'isKnownIn'>;
  readonly settings: Pick<Settings, 'of'>;
  /** For members who chose no voice; `undefined` means the service's default. */
  readonly defaultVoiceId: string | undefined;
}

/** Where it is looked up how people sound who chose nothing. */
type ServerSources = Omit<DeliverySources, 'voices'> & { readonly voices: Pick<VoiceModels, 'isKnownIn'> };

/** Where voices to speak with are looked up. */
export interface VoiceSources extends DeliverySources {
  readonly voices: Pick<
    VoiceModels,
    'find' | 'mayTry' | 'voiceFor' | 'isKnownIn' | 'choicesOf' | 'rememberSaid' | 'afterRefusal'
  >;
}

/** A person whose text is spoken; `guildId` is `undefined` outside of guilds. */
type Writer = Pick<Requester, 'userId' | 'guildId'>;

/**
 * How a person's texts sound, from the nearest of: their choice for the guild, their choice for everywhere, the guild's
 * own, the operator's. Speed and volume that they chose none of are the guild's. It reports no lost choice, so it can be
 * asked as often as texts come; without the database it is the operator's default.
 */
export async function voiceOf(sources: DeliverySources, writer: Writer): Promise<Delivery> {
  try {
    const choice = await sources.voices.voiceFor({ ...writer, managesGuild: false }, { isQuiet: true });
    return await deliveryFor(sources, writer, choice);
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    return { voiceId: sources.defaultVoiceId };
  }
}

/** A choice, with the guild's own in place of what was not chosen. */
async function deliveryFor(
  sources: DeliverySources,
  { guildId }: Pick<Writer, 'guildId'>,
  { voiceId, speed, volumeDb }: Pick<VoiceChoice, 'voiceId' | 'speed' | 'volumeDb'>,
): Promise<Delivery> {
  const server = await serverDelivery(sources, guildId);
  return {
    voiceId: voiceId ?? server.voiceId,
    speed: speed ?? server.speed,
    volumeDb: volumeDb ?? server.volumeDb,
  };
}

/** How the texts of members sound who chose nothing. A voice of the guild that its maker withdrew is not used. */
async function serverDelivery(
  { voices, settings, defaultVoiceId }: ServerSources,
  guildId: string | undefined,
): Promise<Delivery> {
  if (guildId === undefined) return { voiceId: defaultVoiceId };
  const { voiceId, speed, volumeDb } = (await settings.of(guildId)).voice;
  const isUsable = voiceId !== undefined && (await voices.isKnownIn(guildId, voiceId));
  return { voiceId: isUsable ? voiceId : defaultVoiceId, speed, volumeDb };
}

/**
 * The voice in place of one that the service refused: the guild's, or the operator's where that is the one refused or
 * can't be looked up.
 */
export async function nextVoiceId(
  sources: ServerSources,
  guildId: string | undefined,
  refusedId: string,
): Promise<string | undefined> {
  const server = await serverDelivery(sources, guildId).catch(() => undefined);
  return server === undefined || server.voiceId === refusedId ? sources.defaultVoiceId : server.voiceId;
}

function isStoreFailure(error: unknown): error is MynahError {
  return error instanceof MynahError && error.code.startsWith('STORE_');
}

/** What people enter in `/say` for the voice that they speak with otherwise. */
export const USUAL_VOICE = 'usual';

/** What a member named for one text: a voice that was found, an id to try, or the voice that they speak with otherwise. */
export type NamedVoice = Pick<KnownVoice, 'id' | 'title' | 'status'> | { readonly tried: string } | 'usual';

/**
 * Looks up the voice that a member named for one text, by id or title. An id that cannot be looked up, or not in time, is
 * tried: the service decides.
 * @throws {UserError} when there is none that the member may see, or it cannot be used for speech.
 */
export async function namedVoice(
  { voices }: VoiceSources,
  context: InteractionContext,
  entered: string,
): Promise<NamedVoice> {
  if (entered.trim().toLowerCase() === USUAL_VOICE) return 'usual';
  const voice = await lookedUp(voices, context, entered);
  if (voice === undefined) return { tried: entered.trim() };
  if (!voice.mayUse) throw new UserError(voiceStatusMessage(context.messages, voice));
  return voice;
}

/**
 * The named voice as this text is spoken with it. One that is ready is kept for the texts that follow here, until the
 * member chooses another; they read so once for each.
 */
export async function rememberNamed(
  sources: VoiceSources,
  context: InteractionContext,
  named: NamedVoice,
): Promise<SpeakingVoice> {
  const requester = requesterOf(context);
  if (named === 'usual') {
    await forgetSaid(sources, requester);
    return await chosenVoice(sources, context);
  }
  const usual = await voiceOf(sources, requester);
  if ('tried' in named) return { ...usual, voiceId: named.tried, notice: undefined, mayFallBack: false };
  const notice = named.status === 'ready' ? await remember(sources, context, named, usual.voiceId) : undefined;
  return { ...usual, voiceId: named.id, notice, mayFallBack: true };
}

/** Without the database the text is spoken all the same, with words about that. */
async function forgetSaid({ voices }: VoiceSources, requester: Requester): Promise<void> {
  try {
    await voices.rememberSaid(requester, undefined);
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
  }
}

/** Keeps a voice for the texts that follow here. Returns what the member reads when it is another than before. */
async function remember(
  { voices }: VoiceSources,
  context: InteractionContext,
  { id, title }: Pick<KnownVoice, 'id' | 'title'>,
  usualId: string | undefined,
): Promise<string | undefined> {
  const requester = requesterOf(context);
  try {
    const { lastSaid } = await voices.choicesOf(requester);
    if (id === (lastSaid?.id ?? usualId)) return undefined;
    await voices.rememberSaid(requester, id === usualId ? undefined : { id, title });
    if (id === usualId) return undefined;
    return context.messages.playback.voice.remembered({ title: sanitizeWithin(title, MAX_TITLE_LENGTH) });
  } catch (error) {
    // The text can be spoken all the same.
    if (isStoreFailure(error)) return undefined;
    throw error;
  }
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
 * The voice that a member last named in `/say`, else what `voiceOf` says. A choice that was lost comes with a notice, once;
 * so does one that the database cannot look up.
 */
export async function chosenVoice(sources: VoiceSources, context: InteractionContext): Promise<SpeakingVoice> {
  try {
    const requester = requesterOf(context);
    const choice = await sources.voices.voiceFor(requester, { purpose: 'say' });
    const notice = choice.fellBack && lostMessage(choice.fellBack, choice.from, context.messages);
    return { ...(await deliveryFor(sources, requester, choice)), notice, mayFallBack: true };
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    return {
      voiceId: sources.defaultVoiceId,
      notice: context.messages.playback.voice.choiceUnavailable,
      mayFallBack: false,
    };
  }
}

/**
 * The voice to speak with in place of one that the service refused with `problem`: the guild's, or the operator's where
 * that is the one refused. `undefined` when the voice was not the cause, or was the operator's default.
 */
export async function voiceInstead(
  sources: VoiceSources,
  context: InteractionContext,
  refused: {
    readonly voiceId: string | undefined;
    readonly problem: { readonly code: string; readonly message: string };
  },
): Promise<Pick<SpeakingVoice, 'voiceId' | 'notice'> | undefined> {
  const { voices, defaultVoiceId } = sources;
  const { voiceId, problem } = refused;
  if (voiceId === undefined || voiceId === defaultVoiceId) return undefined;
  // The interface has one status for an unknown voice and for other faults: the default voice shows which it was.
  if (!isVoiceRefusal(problem) && problem.code !== 'SPEECH_BAD_REQUEST') return undefined;
  using lookup = lookupSignal(context);
  const call = { ...callOf(context, 'listings'), signal: lookup.signal };
  const requester = requesterOf(context);
  const found = await voices.afterRefusal(requester, voiceId, call).catch(() => undefined);
  const { guildId } = requester;
  const nextId = await nextVoiceId(sources, guildId, voiceId);
  const isServers = guildId !== undefined && (await isVoiceOf(sources, guildId, voiceId));
  if (isServers && found?.wasChosen !== true) {
    return { voiceId: nextId, notice: context.messages.playback.voice.serverRefused };
  }
  const notice = refusedMessage(found?.status, found?.wasChosen ?? false, context.messages);
  return { voiceId: nextId, notice };
}

/** Whether the voice is the guild's own; false when that can't be looked up. */
async function isVoiceOf({ settings }: ServerSources, guildId: string, voiceId: string): Promise<boolean> {
  const found = await settings.of(guildId).catch(() => undefined);
  return found?.voice.voiceId === voiceId;
}

/** Follows the interaction's signal, for as long as a look-up may take. */
function lookupSignal({ signal }: InteractionContext): ReturnType<typeof linkSignals> {
  const reason = (): Error => new DOMException('the look-up of a voice took too long', 'TimeoutError');
  return linkSignals([signal], { afterMs: LOOKUP_TIMEOUT_MS, reason });
}

function lostMessage(
  { title, reason }: FellBack,
  from: VoiceChoice['from'],
  { playback: { voice } }: Messages,
): string {
  const why = voice.lost[reason]({ title: sanitizeWithin(title, MAX_TITLE_LENGTH) });
  return `${why} ${voice.now[from]}`;
}

function refusedMessage(
  status: VoiceStatus | undefined,
  wasChosen: boolean,
  { playback: { voice } }: Messages,
): string {
  const why = voice.refused[status ?? 'ready'];
  const isLost = status === 'gone' || status === 'failed' || status === 'taken-down';
  return `${why} ${wasChosen && isLost ? voice.now.default : voice.thisTimeDefault}`;
}
