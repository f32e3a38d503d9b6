import type { CallContext } from '../../speech/call-context.ts';
import type { TtsFormat, VoiceModel } from '../../speech/wire.ts';
import { makeSpeakable } from '../../text/speakable.ts';
import { clip, type ReplyFile } from '../interactions/replies.ts';
import { type FileSpeech, speakToFile } from '../playback/speech-file.ts';

/** What a voice says that has no text of its own. */
const USUAL_TEXT = 'Hello! This is how I sound.';
/** About ten seconds of speech: enough to know a voice by, and cheap. */
const MAX_TEXT_LENGTH = 150;

/** What of a voice model its sample is made of. */
type SampledVoice = Pick<VoiceModel, '_id' | 'default_text' | 'samples'>;

/**
 * Has a voice say a sentence into a short audio file: its default text, else the text of its first sample, else a
 * greeting. It is spoken anew: the address of a ready-made sample may lie anywhere.
 * @throws {SpeechError} what POST /v1/tts throws, and {UserError} beyond `maxBytes`
 */
export async function speakSample(
  speech: FileSpeech,
  voice: SampledVoice,
  options: { readonly format: TtsFormat; readonly maxBytes: number },
  context: CallContext,
): Promise<ReplyFile> {
  const file = await speakToFile(speech, { text: sampleTextOf(voice), voiceId: voice._id }, options, context);
  return { ...file, name: file.name.replace(/^mynah/, 'sample') };
}

function sampleTextOf({ default_text: defaultText, samples }: SampledVoice): string {
  const texts = [defaultText, samples[0]?.text ?? ''].map((text) => makeSpeakable(text));
  return clip(texts.find((text) => text !== '') ?? USUAL_TEXT, MAX_TEXT_LENGTH);
}
