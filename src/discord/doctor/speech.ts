import { type Credit, freeModelBeside, problemKindOf, type SpeechProblemKind } from '../../speech/service-checks.ts';
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
  readonly credit: Observed<Credit>;
  readonly speechModel: string;
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
  sources: Pick<DoctorSources, 'checkSpeech' | 'credit' | 'speechModel' | 'speechLoad'>,
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
        ...{ answer: answered, credit: paid, speechModel: sources.speechModel, load: sources.speechLoad() },
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
  const { load, latestFailure, speechModel } = facts;
  const { limit, underWay, waiting, isLiveUsable } = load;
  const credit = seen(facts.credit) ?? { kind: 'unknown' };
  const isFull = waiting > 0 && underWay >= limit;
  const now = currentProblem(facts, isFull);
  const worst = now ?? (latestFailure === undefined ? undefined : lastingProblem(latestFailure, speechModel));
  return [
    ...(worst === undefined ? [] : [worst]),
    ...(credit.kind === 'speech-only' ? [notice('creditForCaptions', { model: speechModel })] : []),
    ...(isFull ? [notice('speechFull')] : []),
    ...(isLiveUsable || now !== undefined ? [] : [notice('liveDown')]),
    ...(facts.answer.kind === 'seen' ? [ok('speechOk', { ms: facts.answer.value })] : []),
    ...(isOperator ? [ok('requests', { underWay, limit, waiting })] : []),
    ...(isOperator && credit.kind !== 'unknown' ? [ok('credit', { credit: credit.amount })] : []),
  ];
}

/** What the service answers now; `undefined` where that is fine. */
function currentProblem({ answer, credit, speechModel }: SpeechFacts, isFull: boolean): Finding | undefined {
  if (answer.kind === 'failed') return problemOf(problemKindOf(answer.code), speechModel);
  // With all permits taken, the question itself waits its turn.
  if (answer.kind === 'late') return isFull ? undefined : problem('speechAway');
  const isRefused = credit.kind === 'failed' && problemKindOf(credit.code) === 'out-of-credits';
  return isRefused || seen(credit)?.kind === 'used-up' ? problemOf('out-of-credits', speechModel) : undefined;
}

/** A failure of a text that the service's answer to another question does not rule out. */
function lastingProblem(code: string, speechModel: string): Finding | undefined {
  const kind = problemKindOf(code);
  // It may have recovered since: it answers.
  if (kind === 'down') return problem('speechFailedLately');
  return kind === 'key-rejected' || kind === 'out-of-credits' ? problemOf(kind, speechModel) : undefined;
}

const TEXTS = {
  'key-rejected': 'keyRejected',
  busy: 'speechBusy',
  down: 'speechDown',
  unreachable: 'speechAway',
  odd: 'speechOdd',
} as const;

function problemOf(kind: SpeechProblemKind, speechModel: string): Finding {
  if (kind === 'out-of-credits') return problem('outOfCredits', { freeModel: freeModelBeside(speechModel) });
  return problem(TEXTS[kind]);
}
