import { MynahError } from '../../errors.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import { isAboutSpeaking } from '../interactions/explain-failure.ts';

/** The speech service refused a request about voice models. It has the service's own message and request id, as a SpeechError has. */
class VoiceModelError extends MynahError {
  override readonly name = 'VoiceModelError';
  readonly serviceMessage: string | undefined;
  readonly requestId: string | undefined;

  constructor(code: 'VOICE_MODEL_REJECTED' | 'VOICE_MODEL_FORBIDDEN', cause: SpeechError) {
    super(code, cause.message, { cause });
    this.serviceMessage = cause.serviceMessage;
    this.requestId = cause.requestId;
  }
}

/**
 * Replaces a failure whose explanation is about speaking with a voice, for commands that manage voices: they have no
 * option `voice` to change or leave out. Other failures are returned as they are.
 */
export function aboutVoiceModels(error: unknown): unknown {
  if (!(error instanceof SpeechError) || !isAboutSpeaking(error.code)) return error;
  return new VoiceModelError(
    error.code === 'SPEECH_FORBIDDEN' ? 'VOICE_MODEL_FORBIDDEN' : 'VOICE_MODEL_REJECTED',
    error,
  );
}
