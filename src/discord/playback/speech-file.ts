import { int16FromBytes } from '../../audio/conversion/pcm.ts';
import { detectContainer } from '../../audio/conversion/stream-container.ts';
import { writeWav } from '../../audio/conversion/wav.ts';
import { MynahError } from '../../errors.ts';
import type { CallContext } from '../../speech/call-context.ts';
import type { SpeechRequest } from '../../speech/tts.ts';
import type { TtsFormat } from '../../speech/wire.ts';
import type { ReplyFile } from '../interactions/replies.ts';

/** Code of the failure of a file that is larger than Discord takes. */
export type SpeechFileErrorCode = 'SPEECH_FILE_TOO_LARGE';

/** The part of the speech service that makes files. */
export interface FileSpeech {
  tts(request: SpeechRequest & { format?: TtsFormat }, context: CallContext): AsyncIterable<Uint8Array>;
  readonly pcmSampleRateHz: number;
}

/**
 * Speaks a text into a file that people can play: Ogg, MP3 or WAV, depending on `format` and the bytes.
 * @throws {MynahError} SPEECH_FILE_TOO_LARGE when it grows beyond `maxBytes`.
 */
export async function speakToFile(
  speech: FileSpeech,
  request: SpeechRequest,
  options: { readonly format: TtsFormat; readonly maxBytes: number },
  context: CallContext,
): Promise<ReplyFile> {
  // The service's WAV has placeholder sizes, which players read as the length: the header is written here.
  const isPcm = options.format === 'wav' || options.format === 'pcm';
  const stream = speech.tts({ ...request, format: isPcm ? 'pcm' : options.format }, context);
  const bytes = await collect(stream, options.maxBytes);
  const container = detectContainer(bytes);
  switch (container) {
    case 'ogg':
    case 'mp3':
    case 'wav':
      return { name: `mynah.${container}`, bytes };
    case 'unknown':
    case 'need-more':
      return { name: 'mynah.wav', bytes: writeWav(int16FromBytes(bytes), speech.pcmSampleRateHz, 1) };
  }
}

async function collect(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge(maxBytes: number): MynahError {
  const code: SpeechFileErrorCode = 'SPEECH_FILE_TOO_LARGE';
  return new MynahError(code, `spoken audio of more than ${maxBytes} bytes`, { severity: 'expected' });
}
