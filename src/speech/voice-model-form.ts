import { LIMITS, type Visibility } from '@mynah/speech-wire/wire';
import { FormData } from 'undici';
import { appendFile, type UploadFile } from './http/form-file.ts';
import type { HttpRequest } from './http/http.ts';
import { limitError } from './speech-error.ts';

/** A voice model to create, always a `tts` voice trained in `fast` mode. */
export interface NewVoice {
  readonly title: string;
  /** 1–20 recordings. */
  readonly voices: readonly UploadFile[];
  /** At most 20 transcripts, in the order of `voices`; without them the service recognizes the recordings itself. */
  readonly texts?: readonly string[];
  /** Always sent, because the service's documents disagree on the default. `public` requires `cover`. */
  readonly visibility: Visibility;
  readonly description?: string;
  readonly cover?: UploadFile;
  readonly tags?: readonly string[];
  /** The service's default is true. */
  readonly enhanceAudioQuality?: boolean;
  /** The service's default is false. */
  readonly generateSample?: boolean;
}

/** Changes to a voice model. An empty `tags` removes all tags, which cannot be combined with a cover. */
export interface VoiceChanges {
  readonly title?: string;
  readonly description?: string;
  readonly visibility?: Visibility;
  readonly tags?: readonly string[];
  readonly cover?: UploadFile;
}

/** The form of POST /model. @throws {SpeechError} SPEECH_LIMIT when it breaks a limit of the interface. */
export function createVoiceForm(voice: NewVoice): FormData {
  checkNewVoice(voice);
  const form = new FormData();
  form.append('type', 'tts');
  form.append('title', voice.title);
  form.append('train_mode', 'fast');
  for (const file of voice.voices) appendFile(form, 'voices', file);
  form.append('visibility', voice.visibility);
  if (voice.description !== undefined) form.append('description', voice.description);
  if (voice.cover !== undefined) appendFile(form, 'cover_image', voice.cover);
  for (const text of voice.texts ?? []) form.append('texts', text);
  for (const tag of voice.tags ?? []) form.append('tags', tag);
  if (voice.enhanceAudioQuality !== undefined) form.append('enhance_audio_quality', String(voice.enhanceAudioQuality));
  if (voice.generateSample !== undefined) form.append('generate_sample', String(voice.generateSample));
  return form;
}

/** The body of PATCH /model/{id}: JSON, or multipart when there is a cover. @throws {SpeechError} SPEECH_LIMIT. */
export function updateVoiceBody(changes: VoiceChanges): Pick<HttpRequest, 'headers' | 'body'> {
  const { cover, ...rest } = changes;
  if (rest.title !== undefined) checkTitle(rest.title);
  if (cover === undefined) {
    const body = JSON.stringify(rest);
    if (body === '{}') throw limitError('update-empty');
    return { headers: { 'content-type': 'application/json' }, body };
  }
  if (rest.tags?.length === 0) throw limitError('tags-and-cover');
  const form = new FormData();
  for (const name of ['title', 'description', 'visibility'] as const) {
    const value = rest[name];
    if (value !== undefined) form.append(name, value);
  }
  for (const tag of rest.tags ?? []) form.append('tags', tag);
  appendFile(form, 'cover_image', cover);
  return { body: form };
}

function checkNewVoice({ title, voices, texts = [], visibility, cover }: NewVoice): void {
  checkTitle(title);
  if (voices.length < 1 || voices.length > LIMITS.modelMaxVoices) {
    throw limitError('voice-recordings');
  }
  if (voices.some(({ bytes }) => bytes.length === 0)) throw limitError('recording-empty');
  if (texts.length > LIMITS.modelMaxTexts) throw limitError('voice-transcripts');
  if (visibility === 'public' && cover === undefined) throw limitError('voice-cover');
}

function checkTitle(title: string): void {
  if (title.trim() === '') throw limitError('voice-title');
}
