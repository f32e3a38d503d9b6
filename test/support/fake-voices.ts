import { VISIBILITIES, type VoiceModel, voiceModelSchema } from '@mynah/speech-wire/wire';
import type { KnownVoice, VoiceModels, VoicePage } from '../../src/voice-models/voice-models-api.ts';

const AT = '2026-01-01T00:00:00Z';

/** A voice's document as the service returns it, with the fields in `more`. */
export function modelOf(id: string, title: string, more: Partial<VoiceModel> = {}): VoiceModel {
  const base = { _id: id, type: 'tts', title, state: 'trained', tags: [], created_at: AT, updated_at: AT };
  const author = { _id: 'a', nickname: 'Ann' };
  return { ...voiceModelSchema.parse({ ...base, visibility: 'public', author }), ...more };
}

/** A voice that somebody may know of: public and ready unless `more` says otherwise. */
export function knownVoice(
  id: string,
  title: string,
  { model, ...more }: Partial<Omit<KnownVoice, 'model'>> & { model?: Partial<VoiceModel> } = {},
): KnownVoice {
  const status = more.status ?? 'ready';
  return {
    ...{ id, title, status, ownership: 'public', makerId: undefined, isPrivateToGuild: false, mayEdit: false },
    mayUse: status === 'ready' || status === 'training',
    visibilities: more.mayEdit === true ? VISIBILITIES : [],
    ...more,
    model: modelOf(id, title, model),
  };
}

/** The last page of a list that has no other voices. */
export function lastPage(page: number, voices: readonly KnownVoice[]): VoicePage {
  return { page, voices, hasMore: false, total: voices.length, totalIs: 'exact', pages: page, cutOffAt: undefined };
}

/** Voice models found by id or title, with which everything is allowed and nobody chose anything. */
export function fakeVoices(known: readonly KnownVoice[] = [], more: Partial<VoiceModels> = {}): VoiceModels {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const find = (entered: string) => known.find(({ id, title }) => id === entered || same(title, entered));
  const gone = { kind: 'not-found' } as const;
  return {
    places: async () => ({ byPerson: 0, inGuild: 0, maxPerPerson: 5, maxPerGuild: 50 }),
    mayCreate: async () => ({ kind: 'ok' }),
    create: async (_requester, { title }) => ({ kind: 'created', voice: knownVoice('new', title) }),
    async *follow(_requester, voice) {
      yield { kind: 'trained', voice };
    },
    find: async (_requester, entered) => {
      const voice = find(entered);
      return voice === undefined ? gone : { kind: 'found', voice };
    },
    mayTry: async () => false,
    suggest: async (_requester, typed, which) =>
      known
        .filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()))
        .filter(({ mayUse, mayEdit }) => which === 'any' || (which === 'usable' ? mayUse : mayEdit)),
    page: async (_requester, { page }) => lastPage(page, known),
    edit: async (_requester, voiceId) => {
      const voice = find(voiceId);
      return voice === undefined ? gone : { kind: 'edited', voice };
    },
    delete: async (_requester, voiceId) => {
      const voice = find(voiceId);
      return voice === undefined ? gone : { kind: 'deleted', title: voice.title };
    },
    use: async () => {},
    takeBack: async () => {},
    choicesOf: async () => ({ here: undefined, everywhere: undefined, lastSaid: undefined }),
    rememberSaid: async () => {},
    voiceFor: async () => ({ voiceId: undefined, from: 'default', fellBack: undefined }),
    afterRefusal: async () => ({ status: 'gone', wasChosen: false }),
    isKnownIn: async () => true,
    isKnownTo: async () => true,
    usersOf: async () => 0,
    personSummary: async () => ({ voices: 0, confirmations: 0, choices: 0 }),
    erasePerson: async () => ({ voices: 0, confirmations: 0, choices: 0, remaining: 0 }),
    recover: async () => {},
    ...more,
  };
}
