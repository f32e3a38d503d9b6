/** What the service says, with status 400, when it is asked to speak with a voice that it does not know. */
const UNKNOWN_VOICE = /reference not found/i;

/**
 * Whether the service refused because of the voice: it does not know it, or will not let it be used. `problem` is a
 * SpeechError, or a failure of the engine with the service's own words in `message`.
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
