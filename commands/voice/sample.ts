import type { VoiceModel } from '@mynah/speech-wire/wire';
import { type ReplyFile, truncate } from '../../src/discord/client/replies.ts';
import { type FileSpeech, speakToFile } from '../../src/discord/playback/speech-file.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { CallContext } from '../../src/speech/call-context.ts';
import type { SpeechRequest } from '../../src/speech/tts.ts';
import { makeSpeakable } from '../../src/text/spoken/speakable.ts';

/** About ten seconds of speech: enough to judge a voice, and cheap. */
const MAX_TEXT_LENGTH = 150;

/** The parts of a voice model that the text of its sample needs. */
type SampledVoice = Pick<VoiceModel, 'default_text' | 'samples'>;

/** What a sample says: the voice's default text, else the text of its first sample, else a greeting. */
export function sampleTextOf({ default_text: defaultText, samples }: SampledVoice, messages: Messages): string {
  const texts = [defaultText, samples[0]?.text ?? ''].map((text) => makeSpeakable(text));
  return truncate(texts.find((text) => text !== '') ?? messages.voiceModels.sampleText, MAX_TEXT_LENGTH);
}

/**
 * Synthesizes a text in a voice as a short audio file. It does not use the service's ready-made samples: their addresses
 * may point anywhere.
 * @throws {SpeechError} what POST /v1/tts throws, and {UserError} beyond `maxBytes`
 */
export async function speakSample(
  speech: FileSpeech,
  request: SpeechRequest,
  options: Parameters<typeof speakToFile>[2],
  context: CallContext,
): Promise<ReplyFile> {
  const file = await speakToFile(speech, request, options, context);
  return { ...file, name: file.name.replace(/^mynah/, 'sample') };
}
