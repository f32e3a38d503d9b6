import type { Logger } from '../log.ts';
import type { CallContext } from '../speech/call-context.ts';
import type { VoiceModelsClient } from '../speech/voice-models.ts';
import { deleteVoice, editVoice } from './changing.ts';
import { Choices } from './choices.ts';
import { Creation } from './creation.ts';
import { Finding } from './finding.ts';
import { ownPage, publicPage } from './listing.ts';
import { Lookup } from './lookup.ts';
import { erasePerson, summarize } from './people.ts';
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
  const lookup = new Lookup(client, store);
  const parts = { client, store, settings, lookup, log };
  const creation = new Creation(parts);
  const finding = new Finding(parts);
  const choices = new Choices(store, lookup);
  /** What was listed a moment ago must not stand against what was just changed. */
  const changing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      finding.forgetListed();
    }
  };
  return {
    mayCreate: (asker) => creation.mayCreate(asker),
    create: (asker, request, confirmation, call) => changing(creation.create(asker, request, confirmation, call)),
    follow: (asker, voice, call) => followTraining(asker, voice, { lookup, timings, log, call }),
    find: (asker, entered, call) => finding.find(asker, entered, call),
    mayTry: (asker, entered) => finding.mayTry(asker, entered),
    suggest: (asker, typed, which, call) => finding.suggest(asker, typed, which, call),
    page: (asker, query, call) => (query.scope === 'mine' ? ownPage : publicPage)(asker, query, call, parts),
    edit: (asker, voiceId, changes, call) => changing(editVoice(asker, voiceId, changes, call, parts)),
    delete: (asker, voiceId, call) => changing(deleteVoice(asker, voiceId, call, parts)),
    use: (userId, scope, voice) => choices.use(userId, scope, voice),
    voiceFor: (asker) => choices.voiceFor(asker),
    afterRefusal: (asker, voiceId, call) => choices.afterRefusal(asker, voiceId, call),
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
