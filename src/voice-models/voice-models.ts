import type { Logger } from '../log.ts';
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
import type { VoiceModelStore, VoiceSettingsStore } from './voice-model-ports.ts';
import type { VoiceModels } from './voice-models-api.ts';

/** How long the look for voices whose answer was lost may take. */
const RECOVERY_TIMEOUT_MS = 60_000;

/** What the voices room is made of. */
export interface VoiceModelsOptions {
  readonly client: VoiceModelsClient;
  readonly store: VoiceModelStore;
  readonly settings: VoiceSettingsStore;
  readonly log: Logger;
  /** Other than `DEFAULT_TRAINING_TIMINGS`. */
  readonly timings?: TrainingTimings;
}

/** Makes the voices room over the service and the stores. It holds nothing that must be closed. */
export function createVoiceModels({
  client,
  store,
  settings,
  log,
  timings = DEFAULT_TRAINING_TIMINGS,
}: VoiceModelsOptions): VoiceModels {
  const lookup = new VoiceModelLookup(client, store);
  const parts = { client, store, settings, lookup, log };
  const creation = new VoiceModelCreator(parts);
  const search = new VoiceModelSearch(parts);
  const choices = new ChosenVoices(store, lookup);
  /** What was listed a moment ago must not stand against what was just changed. */
  const changing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      search.forgetListed();
    }
  };
  return {
    mayCreate: (requester) => creation.mayCreate(requester),
    create: (requester, request, confirmation, call) =>
      changing(creation.create(requester, request, confirmation, call)),
    follow: (requester, voice, call) => followTraining(requester, voice, { lookup, timings, log, call }),
    find: (requester, entered, call) => search.find(requester, entered, call),
    mayTry: (requester, entered) => search.mayTry(requester, entered),
    suggest: (requester, typed, which, call) => search.suggest(requester, typed, which, call),
    page: (requester, query, call) => (query.scope === 'mine' ? ownPage : publicPage)(requester, query, call, parts),
    edit: (requester, voiceId, changes, call) => changing(editVoice(requester, voiceId, changes, call, parts)),
    delete: (requester, voiceId, call) => changing(deleteVoice(requester, voiceId, call, parts)),
    use: (userId, scope, voice) => choices.use(userId, scope, voice),
    voiceFor: (requester) => choices.voiceFor(requester),
    afterRefusal: (requester, voiceId, call) => choices.afterRefusal(requester, voiceId, call),
    usersOf: (voiceId) => store.usersOf(voiceId),
    settings: (guildId) => settings.voiceSettings(guildId),
    setSettings: (guildId, changed) => settings.setVoiceSettings(guildId, changed),
    personSummary: (userId) => summarize(userId, store),
    erasePerson: (userId, call) => changing(erasePerson(userId, call, parts)),
    recover: () => creation.recover(recoveryCall()),
  };
}

function recoveryCall(): CallContext {
  return { tenant: 'recovery', priority: 'listings', signal: AbortSignal.timeout(RECOVERY_TIMEOUT_MS) };
}
