import type { TtsFormat } from '@mynah/speech-wire/wire';
import { joinAudio } from '../../audio/conversion/join-audio.ts';
import { MynahError } from '../../errors.ts';
import type { CallContext } from '../../speech/call-context.ts';
import type { SpeechRequest } from '../../speech/tts.ts';
import { splitIntoPieces } from '../../text/split-into-pieces.ts';
import type { ReplyFile } from '../client/replies.ts';
import type { SpeechFileErrorCode } from '../interactions/explain-failure.ts';
import type { SendPiece } from './speech-charge.ts';

/** The part of the speech service that makes files. */
export interface FileSpeech {
  tts(request: SpeechRequest & { format?: TtsFormat }, context: CallContext): AsyncIterable<Uint8Array>;
  readonly pcmSampleRateHz: number | undefined;
}

/** Longest text of a request: about half a minute of speech, for as long as a request holds its permit. */
const PIECE_CHARS = 400;

/**
 * Speaks a text into a file that people can play: Ogg, MP3 or WAV, depending on `format` and the bytes. A long text is
 * spoken piece by piece, so that others get their turn at the service in between; `mark` goes with every sentence.
 * @throws {MynahError} SPEECH_FILE_TOO_LARGE when it grows beyond `maxBytes`.
 */
export async function speakToFile(
  speech: FileSpeech,
  { mark, ...request }: SpeechRequest & { readonly mark?: string | undefined },
  options: { readonly format: TtsFormat; readonly maxBytes: number; readonly send: SendPiece },
  context: CallContext,
): Promise<ReplyFile> {
  // The service's WAV has placeholder sizes, which players read as the length: the header is written here.
  const isPcm = options.format === 'wav' || options.format === 'pcm';
  const format = isPcm ? 'pcm' : options.format;
  const parts: Uint8Array[] = [];
  let leftBytes = options.maxBytes;
  const limits = { firstMaxChars: PIECE_CHARS, maxChars: PIECE_CHARS };
  for (const text of splitIntoPieces(request.text, { ...limits, mark })) {
    const part = await options.send(text, () => collect(speech.tts({ ...request, text, format }, context), leftBytes));
    if (part === undefined) throw tooLarge(options.maxBytes);
    leftBytes -= part.length;
    parts.push(part);
  }
  const { container, bytes } = await joinAudio(parts, { pcmSampleRateHz: speech.pcmSampleRateHz });
  return { name: `mynah.${container}`, bytes };
}

/** `undefined` if it is longer than `maxBytes`. */
async function collect(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): MynahError {
  const code: SpeechFileErrorCode = 'SPEECH_FILE_TOO_LARGE';
  return new MynahError(code, `spoken audio of more than ${maxBytes} bytes`, { severity: 'expected' });
}
