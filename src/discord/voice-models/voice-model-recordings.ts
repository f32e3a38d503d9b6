import { LIMITS } from '@mynah/speech-wire/wire';
import { openRecording } from '../../audio/recording/recording.ts';
import type { RandomAccess, Recording } from '../../audio/recording/recording-api.ts';
import { RecordingError, type RecordingErrorCode } from '../../audio/recording/recording-error.ts';
import { READABLE_FORMATS } from '../../audio/recording/recording-formats.ts';
import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import { sha256Of } from '../../voice-models/sha256.ts';
import type { VoiceFile } from '../../voice-models/voice-models-api.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import { sanitize, truncate } from '../client/replies.ts';
import type { Attachment, InteractionContext } from '../interactions/command.ts';

/**
 * The service documents no limits for recordings of voices. It recognizes those that come without a transcript, so the
 * limits of recognition apply here.
 */
const { asrMaxBytes, asrMinDurationMs, asrMaxDurationMs } = LIMITS;
const ONE_PIECE = {
  maxBytes: asrMaxBytes,
  maxDurationMs: asrMaxDurationMs,
  minDurationMs: asrMinDurationMs,
  seamSearchMs: 0,
};
/** Containers of videos, as recordings name them. Only the sound of these is sent. */
const VIDEO_CONTAINERS: ReadonlySet<string> = new Set(['MP4', 'MOV', 'WebM', 'Matroska', 'MPEG-TS']);
const UNKNOWN_TYPE = 'application/octet-stream';
const MAX_NAME_LENGTH = 60;

type CheckContext = Pick<InteractionContext, 'messages' | 'signal'>;

/** A recording that passed every check; its bytes are not kept. */
export interface CheckedRecording {
  readonly attachment: Attachment;
  readonly durationMs: number;
  /** Whether its container can hold a picture too: then only the sound is sent. */
  readonly mayHavePicture: boolean;
  /** Of the whole file, as `sha256Of` returns it. */
  readonly sha256: string;
}

/**
 * Refuses recordings that are too large, too short or too long by Discord's own data, before anything is downloaded.
 * @throws {UserError} that names the recording.
 */
export function checkBeforehand(messages: Messages, attachments: readonly Attachment[]): void {
  const { recordings } = messages.voiceModels;
  for (const attachment of attachments) {
    const name = recordingName(attachment);
    if (attachment.sizeBytes === 0) throw new UserError(recordings.empty({ name }));
    if (attachment.sizeBytes > asrMaxBytes) throw new UserError(recordings.tooLarge({ name, maxBytes: asrMaxBytes }));
    if (attachment.durationS !== undefined) checkDuration(messages, attachment, attachment.durationS * 1_000);
  }
}

/**
 * Downloads a recording and checks that it is readable sound of at least a second.
 * @throws {UserError} that names the recording, and what the download throws.
 */
export async function checkRecording(
  download: AttachmentDownload,
  attachment: Attachment,
  context: CheckContext,
): Promise<CheckedRecording> {
  const bytes = await download.read(attachment, { maxBytes: asrMaxBytes, signal: context.signal });
  return { attachment, ...(await inspect(attachment, bytes, context)), sha256: sha256Of(bytes) };
}

/**
 * Downloads a recording again to send it; of a video, only the sound.
 * @throws {UserError} when it is not the one that was checked, and what the download throws.
 */
export async function fetchChecked(
  download: AttachmentDownload,
  { attachment, mayHavePicture, sha256 }: CheckedRecording,
  context: CheckContext,
): Promise<VoiceFile> {
  const { signal } = context;
  const bytes = await download.read(attachment, { maxBytes: asrMaxBytes, signal });
  if (sha256Of(bytes) !== sha256) {
    throw new UserError(context.messages.voiceModels.recordings.changed({ name: recordingName(attachment) }));
  }
  const contentType = attachment.contentType ?? UNKNOWN_TYPE;
  if (!mayHavePicture) return { filename: attachment.name, contentType, bytes };
  const recording = await openRecording(inMemory(bytes), signal);
  try {
    return await soundOf(attachment, recording, context);
  } finally {
    recording.close();
  }
}

/** The recording's name as messages take it. */
export function recordingName({ name }: Pick<Attachment, 'name'>): string {
  return sanitize(truncate(name, MAX_NAME_LENGTH));
}

async function inspect(
  attachment: Attachment,
  bytes: Uint8Array,
  context: CheckContext,
): Promise<Pick<CheckedRecording, 'durationMs' | 'mayHavePicture'>> {
  const { messages, signal } = context;
  try {
    const recording = await openRecording(inMemory(bytes), signal);
    try {
      if (recording.endsEarly) {
        throw new UserError(messages.voiceModels.recordings.cutOff({ name: recordingName(attachment) }));
      }
      checkDuration(messages, attachment, recording.durationMs);
      const mayHavePicture = VIDEO_CONTAINERS.has(recording.container);
      if (mayHavePicture) await soundOf(attachment, recording, context);
      return { durationMs: recording.durationMs, mayHavePicture };
    } finally {
      recording.close();
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    throw new UserError(faultMessage(messages, error.code, recordingName(attachment)), { cause: error });
  }
}

async function soundOf(
  attachment: Attachment,
  recording: Recording,
  { messages, signal }: CheckContext,
): Promise<VoiceFile> {
  const [whole, ...others] = await recording.plan(ONE_PIECE, signal);
  if (whole === undefined || others.length > 0) {
    throw new UserError(messages.voiceModels.recordings.hasGaps({ name: recordingName(attachment) }));
  }
  const { audio, filename } = await recording.extract(whole, signal);
  return { filename, contentType: UNKNOWN_TYPE, bytes: audio };
}

function inMemory(bytes: Uint8Array): RandomAccess {
  return { sizeBytes: bytes.length, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) };
}

function checkDuration({ voiceModels: { recordings } }: Messages, attachment: Attachment, durationMs: number): void {
  const name = recordingName(attachment);
  if (durationMs < asrMinDurationMs) throw new UserError(recordings.tooShort({ name, minMs: asrMinDurationMs }));
  if (durationMs > asrMaxDurationMs) throw new UserError(recordings.tooLong({ name, maxMs: asrMaxDurationMs }));
}

function faultMessage({ voiceModels: { recordings } }: Messages, code: RecordingErrorCode, name: string): string {
  switch (code) {
    case 'AUDIO_EMPTY':
      return recordings.empty({ name });
    case 'AUDIO_TOO_SHORT':
    case 'AUDIO_PART_TOO_SHORT':
      return recordings.tooShort({ name, minMs: asrMinDurationMs });
    case 'AUDIO_NOT_AUDIO':
      return recordings.notAudio({ name, formats: READABLE_FORMATS });
    case 'AUDIO_NO_TRACK':
      return recordings.noSound({ name });
    case 'AUDIO_BROKEN':
    case 'AUDIO_PART_BROKEN':
    case 'AUDIO_PART_TOO_MANY':
      return recordings.damaged({ name });
    case 'AUDIO_PROTECTED':
      return recordings.protected({ name });
    case 'AUDIO_CODEC':
    case 'AUDIO_PART_CODEC':
      return recordings.unreadableSound({ name, formats: READABLE_FORMATS });
  }
}
