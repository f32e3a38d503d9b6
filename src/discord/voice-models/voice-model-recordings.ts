import { openRecording, type RandomAccess, type Recording } from '../../audio/recording/recording.ts';
import { RecordingError, type RecordingErrorCode } from '../../audio/recording/recording-error.ts';
import { UserError } from '../../errors.ts';
import { LIMITS } from '../../speech/wire.ts';
import { sha256Of } from '../../voice-models/sha256.ts';
import type { VoiceFile } from '../../voice-models/voice-models-api.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import type { Attachment } from '../interactions/command.ts';
import { clip, sanitize } from '../interactions/replies.ts';

/**
 * The service names no bounds for recordings of voices. It recognizes those that come without a transcript, so the
 * bounds of recognition hold here.
 */
const { asrMaxBytes, asrMinDurationMs, asrMaxDurationMs } = LIMITS;
const ONE_PIECE = {
  maxBytes: asrMaxBytes,
  maxDurationMs: asrMaxDurationMs,
  minDurationMs: asrMinDurationMs,
  seamSearchMs: 0,
};
/** Containers of films, as recordings name them; of these the sound alone is sent. */
const PICTURE_CONTAINERS: ReadonlySet<string> = new Set(['MP4', 'MOV', 'WebM', 'Matroska', 'MPEG-TS']);
const UNKNOWN_TYPE = 'application/octet-stream';
const MAX_NAME_LENGTH = 60;
const TOO_SHORT = 'is too short: it must have at least 1 second.';
const EMPTY = 'is empty.';

/** A recording that was looked at and found good; its bytes are not kept. */
export interface CheckedRecording {
  readonly attachment: Attachment;
  readonly durationMs: number;
  /** Whether it may hold a picture too, as its bytes tell: then the sound alone is sent. */
  readonly mayHavePicture: boolean;
  /** Of the whole file, as `sha256Of` gives it. */
  readonly sha256: string;
}

/** What is wrong with a recording, after "The recording NAME ". */
const FAULTS: Readonly<Record<RecordingErrorCode, string>> = {
  AUDIO_EMPTY: EMPTY,
  AUDIO_TOO_SHORT: TOO_SHORT,
  AUDIO_NOT_AUDIO: 'is no sound that I know. Use wav, mp3, m4a, ogg, opus, webm or flac.',
  AUDIO_NO_TRACK: 'has no sound in it.',
  AUDIO_BROKEN: 'is broken: I cannot read it to its end.',
  AUDIO_PROTECTED: 'is protected against copying, so nobody can use it.',
  AUDIO_CODEC: 'has sound of a kind that I cannot read. Use wav, mp3, m4a, ogg, opus, webm or flac.',
};

/**
 * Refuses what Discord's own data show to be too large, too short or too long, before anything is fetched.
 * @throws {UserError} that names the recording.
 */
export function checkBeforehand(attachments: readonly Attachment[]): void {
  for (const attachment of attachments) {
    if (attachment.sizeBytes === 0) throw faultOf(attachment, EMPTY);
    if (attachment.sizeBytes > asrMaxBytes) throw faultOf(attachment, 'is too large: it may have 20 MB at most.');
    if (attachment.durationS !== undefined) checkDuration(attachment, attachment.durationS * 1_000);
  }
}

/**
 * Fetches a recording and makes sure that it is really sound, of at least a second.
 * @throws {UserError} that names the recording, and what the download throws.
 */
export async function checkRecording(
  download: AttachmentDownload,
  attachment: Attachment,
  signal: AbortSignal,
): Promise<CheckedRecording> {
  const bytes = await download.read(attachment, { maxBytes: asrMaxBytes, signal });
  return { attachment, ...(await look(attachment, bytes, signal)), sha256: sha256Of(bytes) };
}

/**
 * Fetches a recording again, to send it: of a video only the sound.
 * @throws {UserError} when it is another one than was checked, and what the download throws.
 */
export async function fetchChecked(
  download: AttachmentDownload,
  { attachment, mayHavePicture, sha256 }: CheckedRecording,
  signal: AbortSignal,
): Promise<VoiceFile> {
  const bytes = await download.read(attachment, { maxBytes: asrMaxBytes, signal });
  if (sha256Of(bytes) !== sha256)
    throw faultOf(attachment, 'is not the one that I checked. Use `/voice create` again.');
  const contentType = attachment.contentType ?? UNKNOWN_TYPE;
  if (!mayHavePicture) return { filename: attachment.name, contentType, bytes };
  const recording = await openRecording(inMemory(bytes), signal);
  try {
    return await soundOf(attachment, recording, signal);
  } finally {
    recording.close();
  }
}

/** The recording's name as it can stand in a sentence. */
export function recordingName({ name }: Pick<Attachment, 'name'>): string {
  return `“${sanitize(clip(name, MAX_NAME_LENGTH))}”`;
}

async function look(
  attachment: Attachment,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Pick<CheckedRecording, 'durationMs' | 'mayHavePicture'>> {
  try {
    const recording = await openRecording(inMemory(bytes), signal);
    try {
      if (recording.endsEarly) throw faultOf(attachment, 'breaks off before its end. Upload it again.');
      checkDuration(attachment, recording.durationMs);
      const mayHavePicture = PICTURE_CONTAINERS.has(recording.container);
      if (mayHavePicture) await soundOf(attachment, recording, signal);
      return { durationMs: recording.durationMs, mayHavePicture };
    } finally {
      recording.close();
    }
  } catch (error) {
    throw error instanceof RecordingError ? faultOf(attachment, FAULTS[error.code], error) : error;
  }
}

async function soundOf(attachment: Attachment, recording: Recording, signal: AbortSignal): Promise<VoiceFile> {
  const [whole, ...others] = await recording.plan(ONE_PIECE, signal);
  if (whole === undefined || others.length > 0) {
    throw faultOf(attachment, 'has long gaps in its sound. Upload the sound alone, as wav or mp3.');
  }
  const { audio, filename } = await recording.extract(whole, signal);
  return { filename, contentType: UNKNOWN_TYPE, bytes: audio };
}

function inMemory(bytes: Uint8Array): RandomAccess {
  return { sizeBytes: bytes.length, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) };
}

function checkDuration(attachment: Attachment, durationMs: number): void {
  if (durationMs < asrMinDurationMs) throw faultOf(attachment, TOO_SHORT);
  if (durationMs > asrMaxDurationMs) throw faultOf(attachment, 'is too long: it may have 60 minutes at most.');
}

function faultOf(attachment: Attachment, fault: string, cause?: unknown): UserError {
  return new UserError(`The recording ${recordingName(attachment)} ${fault}`, { cause });
}
