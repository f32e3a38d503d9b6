import type { VoiceEvent } from '../../voice/voice-api.ts';
import type { Asker } from './asker.ts';
import type { DoctorSources, SpeechLoad } from './doctor-sources.ts';
import { type Finding, findingsOf } from './finding.ts';
import { OBSERVATION_MS, type Observed, observe, seen } from './observed.ts';
import { RecentNotes } from './recent-notes.ts';

/** What was seen of the speech service. */
export interface SpeechFacts {
  /** How long it took to answer, in milliseconds. */
  readonly answer: Observed<number>;
  readonly credit: Observed<string | undefined>;
  readonly freeModel: DoctorSources['freeModel'];
  readonly load: SpeechLoad;
  /** Why the guild's latest text failed, if it was not long ago. */
  readonly latestFailure: string | undefined;
}

/** Observes the speech service for all guilds. */
export interface SpeechObserver {
  /** Never rejects. */
  see(guildId: string): Promise<SpeechFacts>;
  /** Call it with the engine's events: texts that fail tell what a question to the service does not. */
  onVoiceEvent(event: VoiceEvent): void;
}

/** Askers of the same moments share an answer, so that many of them cost one request. */
const SHARED_MS = 2_000;

/** Creates the observer. */
export function createSpeechObserver(
  sources: Pick<DoctorSources, 'checkSpeech' | 'credit' | 'freeModel' | 'speechLoad'>,
): SpeechObserver {
  /** Codes of the latest texts that failed. */
  const failures = new RecentNotes<string>();
  const answer = shared(async () => {
    const beganMs = performance.now();
    await sources.checkSpeech(AbortSignal.timeout(OBSERVATION_MS));
    return Math.round(performance.now() - beganMs);
  });
  const credit = shared(() => sources.credit(AbortSignal.timeout(OBSERVATION_MS)));
  return {
    see: async (guildId) => {
      const [answered, paid] = await Promise.all([answer(), credit()]);
      return {
        ...{ answer: answered, credit: paid, freeModel: sources.freeModel, load: sources.speechLoad() },
        latestFailure: failures.get(guildId),
      };
    },
    onVoiceEvent: (event) => {
      if (event.type === 'item-started') failures.delete(event.guildId);
      if (event.type !== 'item-failed' || !event.failure.code.startsWith('SPEECH_')) return;
      failures.set(event.guildId, event.failure.code);
    },
  };
}

function shared<T>(work: () => Promise<T>): () => Promise<Observed<T>> {
  let latest: { readonly atMs: number; readonly observed: Promise<Observed<T>> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (latest === undefined || nowMs - latest.atMs > SHARED_MS) latest = { atMs: nowMs, observed: observe(work) };
    return latest.observed;
  };
}

const { ok, notice, problem } = findingsOf('speech');

/** The most important first. */
export function speechFindings(facts: SpeechFacts, { isOperator }: Asker): Finding[] {
  const { load, latestFailure, freeModel } = facts;
  const { limit, underWay, waiting, isLiveUsable } = load;
  const credit = seen(facts.credit);
  const isFull = waiting > 0 && underWay >= limit;
  const now = currentProblem(facts, isFull);
  const recent = latestFailure === undefined ? undefined : lastingProblem(latestFailure, freeModel);
  return [
    ...((now ?? recent) ? [now ?? recent].filter((found) => found !== undefined) : []),
    ...(freeModel.isUsed && isUsedUp(credit) ? [notice('creditForCaptions', { model: freeModel.name })] : []),
    ...(isFull ? [notice('speechFull')] : []),
    ...(isLiveUsable || now !== undefined ? [] : [notice('liveDown')]),
    ...(facts.answer.kind === 'seen' ? [ok('speechOk', { ms: facts.answer.value })] : []),
    ...(isOperator ? [ok('requests', { underWay, limit, waiting })] : []),
    ...(isOperator && credit !== undefined ? [ok('credit', { credit })] : []),
  ];
}

/** What the service answers now; `undefined` where that is fine. */
function currentProblem({ answer, credit, freeModel }: SpeechFacts, isFull: boolean): Finding | undefined {
  if (answer.kind === 'failed') return problemOf(answer.code, freeModel);
  // With all permits taken, the question itself waits its turn.
  if (answer.kind === 'late') return isFull ? undefined : problem('speechAway');
  if (credit.kind === 'failed' && credit.code === 'SPEECH_OUT_OF_CREDITS') return outOfCredits(freeModel);
  return isUsedUp(seen(credit)) && !freeModel.isUsed ? outOfCredits(freeModel) : undefined;
}

function isUsedUp(credit: string | undefined): boolean {
  return credit !== undefined && Number(credit) <= 0;
}

function outOfCredits({ name, isUsed }: SpeechFacts['freeModel']): Finding {
  return problem('outOfCredits', { freeModel: isUsed ? undefined : name });
}

/** A failure of a text that the service's answer to another question does not rule out. */
function lastingProblem(code: string, freeModel: SpeechFacts['freeModel']): Finding | undefined {
  const isLasting = ['SPEECH_UNAUTHORIZED', 'SPEECH_FORBIDDEN', 'SPEECH_OUT_OF_CREDITS', 'SPEECH_UNAVAILABLE'].includes(
    code,
  );
  if (!isLasting) return undefined;
  // It may have recovered since: it answers.
  return code === 'SPEECH_UNAVAILABLE' ? problem('speechFailedLately') : problemOf(code, freeModel);
}

function problemOf(code: string | undefined, freeModel: SpeechFacts['freeModel']): Finding {
  switch (code) {
    case 'SPEECH_UNAUTHORIZED':
    case 'SPEECH_FORBIDDEN':
      return problem('keyRejected');
    case 'SPEECH_OUT_OF_CREDITS':
      return outOfCredits(freeModel);
    case 'SPEECH_RATE_LIMITED':
    case 'SPEECH_BUSY':
      return problem('speechBusy');
    case 'SPEECH_UNAVAILABLE':
      return problem('speechDown');
    case 'SPEECH_CONNECTION':
    case 'SPEECH_TIMEOUT':
      return problem('speechAway');
    default:
      return problem('speechOdd');
  }
}
