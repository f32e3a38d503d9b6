import { createHash } from 'node:crypto';
import type { ModelState, Visibility } from '@mynah/speech-wire/wire';
import type { OthersVoice } from '../local-speech-api.ts';
import { FLITE_VOICES, type FliteVoiceName, publicVoiceId } from '../synthesis/flite-voices.ts';
import type { StoredModel } from './voice-files.ts';

/** Path of the endpoints that the real service does not have. */
export const PLAYGROUND_PATH = '/_playground';

/** A voice's document as the service sends it, with all that it had come to have by January 2027. */
export interface VoiceDocument {
  readonly _id: string;
  readonly type: 'tts';
  readonly title: string;
  readonly description: string;
  readonly cover_image: string;
  readonly train_mode: 'fast';
  readonly state: ModelState;
  readonly tags: readonly string[];
  readonly samples: readonly VoiceSample[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly languages: readonly string[];
  readonly visibility: Visibility;
  readonly lock_visibility: boolean;
  readonly default_text: string;
  readonly dmca_taken_down: boolean;
  readonly takedown_category: 'dmca' | 'policy' | null;
  readonly source: string | null;
  readonly licensed: boolean;
  readonly pvc_release_state: 'released' | 'retiring' | null;
  readonly pvc_notice_period_months: number | null;
  readonly pvc_released_at: string | null;
  readonly pvc_retire_requested_at: string | null;
  readonly pvc_retire_effective_at: string | null;
  readonly like_count: number;
  readonly mark_count: number;
  readonly shared_count: number;
  readonly task_count: number;
  readonly unliked: boolean;
  readonly liked: boolean;
  readonly marked: boolean;
  readonly author: { readonly _id: string; readonly nickname: string; readonly avatar: string };
  readonly quality?: VoiceQuality;
}

/** What somebody can hear of a voice. */
interface VoiceSample {
  readonly title: string;
  readonly text: string;
  readonly task_id: string;
  readonly audio: string;
}

/** What the service found of the recordings of a voice. */
interface VoiceQuality {
  readonly created_at: string;
  readonly updated_at: string;
  readonly audios: readonly {
    readonly filename: string;
    readonly duration_ms: number;
    readonly language: string;
    readonly quality: Readonly<Record<string, number>>;
    readonly quality_passed: boolean;
    readonly quality_reason: string;
  }[];
}

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
  takedown_category: null,
  source: null,
  licensed: false,
  pvc_release_state: null,
  pvc_notice_period_months: null,
  pvc_released_at: null,
  pvc_retire_requested_at: null,
  pvc_retire_effective_at: null,
  unliked: false,
  liked: false,
  marked: false,
  train_mode: 'fast',
} as const;

/** The document of the public model of one of flite's voices. */
export function publicDocument(name: FliteVoiceName, baseUrl: string): VoiceDocument {
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
  };
}

/** The document of another account's voice. */
export function othersDocument(id: string, voice: OthersVoice, createdAtMs: number): VoiceDocument {
  const createdAt = new Date(createdAtMs).toISOString();
  return {
    ...COMMON,
    _id: id,
    title: voice.title,
    description: voice.description ?? '',
    state: voice.state ?? 'trained',
    tags: [...(voice.tags ?? [])],
    languages: [...(voice.languages ?? COMMON.languages)],
    licensed: voice.isLicensed ?? false,
    created_at: createdAt,
    updated_at: createdAt,
    visibility: voice.visibility ?? 'public',
    task_count: voice.taskCount ?? 0,
    author: { ...OTHER_AUTHOR, nickname: voice.nickname ?? OTHER_AUTHOR.nickname },
    cover_image: '',
    samples: [],
    default_text: '',
  };
}

/** The document of the account's own voice. */
export function modelDocument(model: StoredModel, options: { authorId: string; baseUrl: string }): VoiceDocument {
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

function sample(id: string, text: string, baseUrl: string): VoiceSample {
  return {
    title: 'Default sample',
    text,
    task_id: createHash('sha256').update(`sample ${id}`).digest('hex').slice(0, 32),
    audio: `${baseUrl}${PLAYGROUND_PATH}/samples/${id}`,
  };
}
