import type { Logger } from '../log/log.ts';
import { hasPhonemes, withoutPhonemes } from '../text/pronunciation/phonemes.ts';
import { SpeechError } from './speech-error.ts';
import type { SpeechRequest } from './tts.ts';

/**
 * Speaks a text and, when the service refuses it (400 or 422) and there are phonemes in it, once more with their spelling.
 * `restart` comes between, if something was yielded before; without it, nothing is repeated then.
 */
export async function* withSpellingFallback<Request extends SpeechRequest, Chunk>(
  request: Request,
  speak: (request: Request) => AsyncGenerator<Chunk, void, undefined>,
  { restart, log }: { readonly restart?: Chunk; readonly log: Logger },
): AsyncGenerator<Chunk, void, undefined> {
  let hasYielded = false;
  try {
    for await (const chunk of speak(request)) {
      hasYielded = true;
      yield chunk;
    }
    return;
  } catch (error) {
    const isRepeatable = !hasYielded || restart !== undefined;
    if (!isRefusal(error) || !hasPhonemes(request.text) || !isRepeatable) throw error;
    log.warn({ err: error }, 'the speech service refused a text with phonemes, sending its spelling');
  }
  if (hasYielded && restart !== undefined) yield restart;
  yield* speak({ ...request, text: withoutPhonemes(request.text) });
}

function isRefusal(error: unknown): boolean {
  return error instanceof SpeechError && (error.code === 'SPEECH_BAD_REQUEST' || error.code === 'SPEECH_INVALID');
}
