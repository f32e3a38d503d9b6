import { FairSemaphore } from '../concurrency/fair-semaphore.ts';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import type { CallContext } from '../speech/call-context.ts';
import type { VoiceModelsClient } from '../speech/voice-models.ts';
import { ChosenVoices } from './chosen-voices.ts';
import { VoiceModelCreator } from './creation.ts';
import { deleteVoice, editVoice } from './edit-and-delete.ts';
import { ownPage, publicPage } from './list-pages.ts';
import { VoiceModelLookup } from './lookup.ts';
import { erasePerson, summarize } from './personal-data.ts';
import { VoiceModelSearch } from './search.ts';
import { DEFAULT_TRAINING_TIMINGS, followTraining, type TrainingTimings } from './training.ts';
import {
  NO_VOICE_BUDGET,
  type VoiceBudget,
  type VoiceModelStore,
  type VoiceSettingsSource,
} from './voice-model-ports.ts';
import type { VoiceModels } from './voice-models-api.ts';

/** How long recovering voices whose answers were lost may take. */
const RECOVERY_TIMEOUT_MS = 60_000;

/** Edits of one voice that wait for each other; people's rate limits keep them far below. */
const MAX_WAITING_EDITS = 100;

/** What voice models are created with. */
export interface VoiceModelsOptions {
  readonly client: VoiceModelsClient;
  readonly store: VoiceModelStore;
  readonly settings: VoiceSettingsSource;
  /** Defaults to no limit of the account. */
  readonly budget?: VoiceBudget;
  readonly log: Logger;
  /** In place of `DEFAULT_TRAINING_TIMINGS`. */
  readonly timings?: TrainingTimings;
}

/** Creates the voice models over the service and the stores. Nothing has to be closed. */
export function createVoiceModels({
  client,
  store,
  settings,
  budget = NO_VOICE_BUDGET,
  log,
  timings = DEFAULT_TRAINING_TIMINGS,
}: VoiceModelsOptions): VoiceModels {
  const lookup = new VoiceModelLookup(client, store);
  const parts = { client, store, settings, budget, lookup, log };
  const creator = new VoiceModelCreator(parts);
  const search = new VoiceModelSearch(parts);
  const chosen = new ChosenVoices(store, lookup);
  const edits = createEditTurns();
  /** Runs a change, after which lists remembered from before are outdated. */
  const changing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      search.clearCache();
    }
  };
  return {
    places: (requester) => creator.places(requester),
    mayCreate: (requester) => creator.mayCreate(requester),
    create: (requester, request, confirmation, call) =>
      changing(creator.create(requester, request, confirmation, call)),
    follow: (requester, voice, call) => followTraining(requester, voice, { lookup, timings, log, call }),
    find: (requester, entered, call) => search.find(requester, entered, call),
    mayTry: (requester, entered) => search.mayTry(requester, entered),
    suggest: (requester, typed, which, call) => search.suggest(requester, typed, which, call),
    page: (requester, query, call) => (query.scope === 'mine' ? ownPage : publicPage)(requester, query, call, parts),
    edit: async (requester, voiceId, changes, call) => {
      using _turn = await edits.acquire({ group: call.tenant, key: voiceId, signal: call.signal });
      return await changing(editVoice(requester, voiceId, changes, call, parts));
    },
    delete: (requester, voiceId, call) => changing(deleteVoice(requester, voiceId, call, parts)),
    use: (userId, scope, sound) => chosen.use(userId, scope, sound),
    takeBack: (userId, scope) => chosen.takeBack(userId, scope),
    choicesOf: (requester) => chosen.choicesOf(requester),
    rememberSaid: (requester, voice) => chosen.rememberSaid(requester, voice),
    voiceFor: (requester, options) => chosen.voiceFor(requester, options),
    afterRefusal: (requester, voiceId, call, options) => chosen.afterRefusal(requester, voiceId, call, options),
    isKnownIn: (guildId, voiceId) => chosen.isKnownIn(guildId, voiceId),
    isKnownTo: (requester, voiceId) => chosen.isKnownTo(requester, voiceId),
    usersOf: (voiceId) => store.usersOf(voiceId),
    personSummary: (userId) => summarize(userId, store),
    erasePerson: (userId, call) => changing(erasePerson(userId, call, parts)),
    recover: () => creator.recover(recoveryCall()),
  };
}

/**
 * Edits of one voice take turns: each checks what its person may change against the current voice, and another one must
 * not come in between. Else a manager could undo that its maker just hid it.
 */
function createEditTurns(): FairSemaphore {
  return new FairSemaphore({
    ...{ limit: Number.POSITIVE_INFINITY, limitPerKey: 1, maxWaitingPerKey: MAX_WAITING_EDITS },
    createFullError: () => new MynahError('VOICE_MODEL_BUSY', 'too many edits of one voice wait', { retryable: true }),
  });
}

function recoveryCall(): CallContext {
  return { tenant: 'recovery', priority: 'listings', signal: AbortSignal.timeout(RECOVERY_TIMEOUT_MS) };
}
