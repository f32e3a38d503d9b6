import type { FileLimits } from '../../files/files-api.ts';
import type { Messages } from '../../messages/messages.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import { sanitizeWithin } from '../client/replies.ts';
import type { Attachment } from '../interactions/command.ts';
import { type Explain, type Explanation, isAboutSpeaking } from '../interactions/explain-failure.ts';

const MAX_NAME_LENGTH = 60;

/** An attachment without a transcript; `reason` is a sentence for people. */
export interface FailedAttachment {
  readonly attachment: Attachment;
  readonly reason: string;
}

/** The name of an attachment, as messages take it. */
export function attachmentName({ transcription }: Messages, { name, isVoiceMessage }: Attachment): string {
  return isVoiceMessage ? transcription.voiceMessage : sanitizeWithin(name, MAX_NAME_LENGTH);
}

/** Why an attachment is not downloaded at all, judged by Discord's own data; `undefined` when it may be. */
export function refusalMessage(
  { transcription, errors }: Messages,
  { sizeBytes, durationS }: Attachment,
  { maxBytes, maxDurationMs }: FileLimits,
): string | undefined {
  if (sizeBytes === 0) return errors.byCode.AUDIO_EMPTY;
  if (sizeBytes > maxBytes) return transcription.tooLarge({ maxBytes });
  if (durationS !== undefined && durationS * 1_000 > maxDurationMs) {
    return transcription.tooLong({ maxMs: maxDurationMs });
  }
  return undefined;
}

/** Why a recording, or a piece of it, has no transcript. */
export function failureMessage(error: unknown, explain: Explain): Explanation {
  if (!(error instanceof SpeechError) || !isAboutSpeaking(error.code)) return explain(error);
  return explain({ code: 'FILES_REFUSED', message: error.serviceMessage ?? '', requestId: error.requestId });
}

/** Why none of these attachments has a transcript; a single one is not named. */
export function failedMessage(messages: Messages, failed: readonly FailedAttachment[]): string {
  const [only] = failed;
  if (only !== undefined && failed.length === 1) return only.reason;
  return failed
    .map(({ attachment, reason }) =>
      messages.transcription.failedAttachment({ name: attachmentName(messages, attachment), reason }),
    )
    .join('\n');
}
