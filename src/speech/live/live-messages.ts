import { decode, encode } from '@msgpack/msgpack';
import { SpeechError } from '../speech-error.ts';
import { LIVE_SERVER_EVENTS, type LiveClientEvent, type LiveServerEvent, liveServerEventSchema } from '../wire.ts';
import { faultOf } from '../wire-fault.ts';
import { hasFewValues } from './message-bounds.ts';

/** Longest text of an event, in bytes of UTF-8. Only messages for operators are texts, and 300 characters of them are kept. */
const MAX_TEXT_BYTES = 16 * 1024;

/** Encodes an event as a MessagePack map for a binary frame. */
export function encodeLiveEvent(event: LiveClientEvent): Uint8Array {
  return encode(event);
}

/**
 * Decodes the event in a frame; `undefined` for events with unknown names, which must be ignored.
 * @throws {SpeechError} SPEECH_LIVE_GARBAGE for text frames, bytes that are not MessagePack, malformed events, and events with more
 * than 256 values or with a text of more than 16 KiB.
 */
export function decodeLiveEvent(frame: Uint8Array, isBinary: boolean): LiveServerEvent | undefined {
  if (!isBinary) throw garbage('a text frame');
  // Decoding 16 MiB of nested arrays would take seconds and gigabytes.
  if (!hasFewValues(frame)) throw garbage('too many values');
  let message: unknown;
  try {
    // Decoded bytes are views of the input; views of a Buffer would be Buffers, whose slice() behaves differently.
    message = decode(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength), {
      maxStrLength: MAX_TEXT_BYTES,
      maxExtLength: MAX_TEXT_BYTES,
    });
  } catch (error) {
    throw garbage('not MessagePack', error);
  }
  if (typeof message !== 'object' || message === null || !('event' in message) || typeof message.event !== 'string') {
    throw garbage('not an event');
  }
  if (!LIVE_SERVER_EVENTS.has(message.event)) return undefined;
  const event = liveServerEventSchema.safeParse(message);
  if (!event.success) throw garbage(faultOf(event.error));
  return event.data;
}

function garbage(fault: string, cause?: unknown): SpeechError {
  return new SpeechError('SPEECH_LIVE_GARBAGE', `the live socket sent what cannot be used: ${fault}`, { cause });
}
