import type { Messages } from '../../messages/messages.ts';
import type { CallContext } from '../../speech/call-context.ts';
import type { TtsFormat, VoiceModel } from '../../speech/wire.ts';
import { makeSpeakable } from '../../text/speakable.ts';
import { type ReplyFile, truncate } from '../interactions/replies.ts';
import { type FileSpeech, speakToFile } from '../playback/speech-file.ts';

/** About ten seconds of speech: enough to judge a voice, and cheap. */
const MAX_TEXT_LENGTH = 150;

/** The parts of a voice model that its sample needs. */
type SampledVoice = Pick<VoiceModel, '_id' | 'default_text' | 'samples'>;

/** How a sample is made. */
interface SampleOptions {
  readonly messages: Messages;
  readonly format: TtsFormat;
  readonly maxBytes: number;
}

/**
 * Synthesizes a sentence in a voice as a short audio file: its default text, else the text of its first sample, else a
 * greeting. It does not use the service's ready-made samples: their addresses may point anywhere.
 * @throws {SpeechError} what POST /v1/tts throws, and {UserError} beyond `maxBytes`
 */
export async function speakSample(
  speech: FileSpeech,
  voice: SampledVoice,
  options: SampleOptions,
  context: CallContext,
): Promise<ReplyFile> {
  const text = sampleTextOf(voice, options.messages.voiceModels.sampleText);
  const file = await speakToFile(speech, { text, voiceId: voice._id }, options, context);
  return { ...file, name: file.name.replace(/^mynah/, 'sample') };
}

function sampleTextOf({ default_text: defaultText, samples }: SampledVoice, greeting: string): string {
  const texts = [defaultText, samples[0]?.text ?? ''].map((text) => makeSpeakable(text));
  return truncate(texts.find((text) => text !== '') ?? greeting, MAX_TEXT_LENGTH);
}
