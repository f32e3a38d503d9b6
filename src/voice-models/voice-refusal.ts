/** The service's message, with status 400, when it is asked to speak with an unknown voice. */
const UNKNOWN_VOICE = /reference not found/i;

/**
 * Whether the service refused a request because of its voice: it does not know the voice, or does not allow its use.
 * `problem` is a SpeechError, or a failure of the engine with the service's own message in `message`.
 */
export function isVoiceRefusal(problem: {
  readonly code: string;
  readonly message: string;
  readonly serviceMessage?: string | undefined;
}): boolean {
  switch (problem.code) {
    case 'SPEECH_NOT_FOUND':
    case 'SPEECH_FORBIDDEN':
      return true;
    default:
      return problem.code.startsWith('SPEECH_') && UNKNOWN_VOICE.test(problem.serviceMessage ?? problem.message);
  }
}
