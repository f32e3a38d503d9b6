import { createHash } from 'node:crypto';
import type { ModelState, VoiceModel } from '../../../src/speech/wire.ts';
import type { OthersVoice } from '../local-speech-api.ts';
import { FLITE_VOICES, type FliteVoiceName, publicVoiceId } from '../synthesis/flite-voices.ts';
import type { StoredModel } from './voice-files.ts';

/** Path of the endpoints that the real service does not have. */
export const PLAYGROUND_PATH = '/_playground';

/** Author of flite's voices. */
const FLITE_AUTHOR = { _id: '000000000000000000000000000f117e', nickname: 'CMU Flite', avatar: '' };
/** Author of voices of another account. */
const OTHER_AUTHOR = { _id: '000000000000000000000000000a110e', nickname: 'Somebody else', avatar: '' };
const FLITE_RELEASED_AT = '2016-05-01T00:00:00.000Z';
const SAMPLE_TEXT = 'Hello, this is how I sound.';
/** Share of the training time during which a voice is `created`; after that it is `training`. */
const WAITING_SHARE = 0.25;

const PUBLIC_TITLES: Readonly<Record<FliteVoiceName, readonly [title: string, description: string, tags: string[]]>> = {
  slt: ['Sally', 'US English, a woman', ['female', 'american']],
  rms: ['Robert', 'US English, a man', ['male', 'american']],
  awb: ['Alan', 'Scottish English, a man', ['male', 'scottish']],
  kal16: ['Kevin', 'US English, a man, rather a robot', ['male', 'american', 'robot']],
  kal: ['Kevin on the telephone', 'US English, a robot at 8 kHz', ['male', 'american', 'robot']],
};

/** Fields that are the same in all documents. */
const COMMON = {
  type: 'tts',
  like_count: 0,
  mark_count: 0,
  shared_count: 0,
  languages: ['en'],
  lock_visibility: false,
  dmca_taken_down: false,
  unliked: false,
  liked: false,
  marked: false,
  train_mode: 'fast',
} as const;

/** The document of the public model of one of flite's voices. */
export function publicDocument(name: FliteVoiceName, baseUrl: string): VoiceModel {
  const [title, description, tags] = PUBLIC_TITLES[name];
  const id = publicVoiceId(name);
  return {
    ...COMMON,
    languages: ['en'],
    _id: id,
    title,
    description,
    state: 'trained',
    tags: [...tags],
    created_at: FLITE_RELEASED_AT,
    updated_at: FLITE_RELEASED_AT,
    visibility: 'public',
    // Only the order matters: it sorts lists.
    task_count: (FLITE_VOICES.length - FLITE_VOICES.indexOf(name)) * 100,
    author: FLITE_AUTHOR,
    cover_image: '',
    samples: [sample(id, SAMPLE_TEXT, baseUrl)],
    default_text: SAMPLE_TEXT,
    quality: null,
  };
}

/** The document of another account's voice. */
export function othersDocument(id: string, voice: OthersVoice, createdAtMs: number): VoiceModel {
  const createdAt = new Date(createdAtMs).toISOString();
  return {
    ...COMMON,
    _id: id,
    title: voice.title,
    description: voice.description ?? '',
    state: voice.state ?? 'trained',
    tags: [...(voice.tags ?? [])],
    languages: [...(voice.languages ?? COMMON.languages)],
    created_at: createdAt,
    updated_at: createdAt,
    visibility: voice.visibility ?? 'public',
    task_count: voice.taskCount ?? 0,
    author: { ...OTHER_AUTHOR, nickname: voice.nickname ?? OTHER_AUTHOR.nickname },
    cover_image: '',
    samples: [],
    default_text: '',
    quality: null,
  };
}

/** The document of the account's own voice. */
export function modelDocument(model: StoredModel, options: { authorId: string; baseUrl: string }): VoiceModel {
  const createdAt = new Date(model.createdAtMs).toISOString();
  const updatedAt = new Date(model.updatedAtMs).toISOString();
  const hasSample = model.hasSample && stateOf(model) === 'trained';
  const hasFailed = stateOf(model) === 'failed';
  return {
    ...COMMON,
    languages: ['en'],
    _id: model.id,
    title: model.title,
    description: model.description,
    state: stateOf(model),
    tags: model.tags,
    created_at: createdAt,
    updated_at: updatedAt,
    visibility: model.visibility,
    task_count: 0,
    author: { _id: options.authorId, nickname: 'You', avatar: '' },
    cover_image: model.cover === undefined ? '' : `${options.baseUrl}${PLAYGROUND_PATH}/covers/${model.id}`,
    samples: hasSample ? [sample(model.id, sampleText(model), options.baseUrl)] : [],
    default_text: model.defaultText,
    quality: {
      created_at: createdAt,
      updated_at: createdAt,
      audios: model.recordings.map(({ filename, durationMs, loudnessDb }) => ({
        filename,
        duration_ms: durationMs,
        language: 'en',
        quality: { loudness_db: loudnessDb },
        quality_passed: !hasFailed,
        quality_reason: hasFailed ? (model.training.failsBecause ?? '') : '',
      })),
    },
  };
}

/** The current state of a voice's training. */
export function stateOf({ createdAtMs, training }: StoredModel): ModelState {
  const elapsedMs = Date.now() - createdAtMs;
  if (elapsedMs >= training.durationMs) return training.failsBecause === undefined ? 'trained' : 'failed';
  return elapsedMs < training.durationMs * WAITING_SHARE ? 'created' : 'training';
}

function sampleText(model: StoredModel): string {
  return model.defaultText === '' ? SAMPLE_TEXT : model.defaultText;
}

function sample(id: string, text: string, baseUrl: string): VoiceModel['samples'][number] {
  return {
    title: 'Default sample',
    text,
    task_id: createHash('sha256').update(`sample ${id}`).digest('hex').slice(0, 32),
    audio: `${baseUrl}${PLAYGROUND_PATH}/samples/${id}`,
  };
}
