import { decode, encode } from '@msgpack/msgpack';
import { z } from 'zod';
import { SpeechError } from '../speech-error.ts';
import { LIVE_SERVER_EVENTS, type LiveClientEvent, type LiveServerEvent, liveServerEventSchema } from '../wire.ts';

/** Encodes an event as a MessagePack map for a binary frame. */
export function encodeLiveEvent(event: LiveClientEvent): Uint8Array {
  return encode(event);
}

/**
 * Decodes the event in a frame; `undefined` for events with unknown names, which must be ignored.
 * @throws {SpeechError} SPEECH_LIVE_GARBAGE for text frames, bytes that are not MessagePack, and malformed events.
 */
export function decodeLiveEvent(frame: Uint8Array, isBinary: boolean): LiveServerEvent | undefined {
  if (!isBinary) throw garbage('a text frame');
  let message: unknown;
  try {
    // Decoded bytes are views of the input; views of a Buffer would be Buffers, whose slice() behaves differently.
    message = decode(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength));
  } catch (error) {
    throw garbage('not MessagePack', error);
  }
  if (typeof message !== 'object' || message === null || !('event' in message) || typeof message.event !== 'string') {
    throw garbage('not an event');
  }
  if (!LIVE_SERVER_EVENTS.has(message.event)) return undefined;
  const event = liveServerEventSchema.safeParse(message);
  if (!event.success) throw garbage(z.prettifyError(event.error).replace(/\s+/g, ' '));
  return event.data;
}

function garbage(fault: string, cause?: unknown): SpeechError {
  return new SpeechError('SPEECH_LIVE_GARBAGE', `the live socket sent what cannot be used: ${fault}`, { cause });
}
