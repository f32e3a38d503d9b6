import { encode } from '@msgpack/msgpack';
import { LIVE_EVENT_FIELDS, type LiveClientEvent, type LiveEvent, liveEventSchema } from '@mynah/speech-wire/wire';
import { SpeechError } from '../speech-error.ts';
import { type MessageFields, readFields } from './message-fields.ts';

/** A frame that a client must ignore, and what it is. */
export interface IgnoredFrame {
  readonly event: 'ignored';
  readonly what: 'text-frame' | 'no-event' | 'unknown-event' | 'audio-without-bytes';
}

/** Encodes an event as a MessagePack map for a binary frame. */
export function encodeLiveEvent(event: LiveClientEvent): Uint8Array {
  return encode(event);
}

/**
 * Reads the event in a frame. Text frames, events and fields that are not known, and odd values are ignored, however many
 * there are. What cannot be read whole is not: it may hold sound, and to lose that unnoticed is worse than to ask for the
 * text again.
 * @throws {SpeechError} SPEECH_LIVE_GARBAGE for bytes that are not one value of MessagePack, and for more than 100,000 values
 * before the name or the sound of the event.
 */
export function decodeLiveFrame(frame: Uint8Array, isBinary: boolean): LiveEvent | IgnoredFrame {
  if (!isBinary) return { event: 'ignored', what: 'text-frame' };
  if (frame.length === 0) return { event: 'ignored', what: 'no-event' };
  const message = readFields(frame, LIVE_EVENT_FIELDS);
  if (message.kind === 'broken') throw garbage('not MessagePack');
  if (mayHideSound(message)) throw garbage('too many values');
  const fields = message.kind === 'map' ? Object.fromEntries(message.fields) : {};
  if (typeof fields['event'] !== 'string') return { event: 'ignored', what: 'no-event' };
  const { data: event } = liveEventSchema.safeParse(fields);
  if (event === undefined) return { event: 'ignored', what: 'unknown-event' };
  if (event.event === 'audio' && event.audio === undefined) return { event: 'ignored', what: 'audio-without-bytes' };
  return event;
}

/** A message of more values than are read: what follows them can be the sound. */
function mayHideSound(message: MessageFields): boolean {
  if (message.kind !== 'map' || !message.isCut) return false;
  const { fields } = message;
  return !fields.has('event') || (fields.get('event') === 'audio' && !fields.has('audio'));
}

function garbage(fault: string): SpeechError {
  return new SpeechError('SPEECH_LIVE_GARBAGE', `the live socket sent what cannot be used: ${fault}`);
}
