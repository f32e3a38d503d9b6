import type { NumberedEvent, OverlayEvent } from '../../captions/overlay/overlay-api.ts';
import type { LineData, RemoveData, ResetData, StateData } from './overlay-events.ts';

/** How soon a viewer who was cut off comes back, in milliseconds. */
const RETRY_MS = 2_000;

/**
 * Keeps a connection alive, and tells the page that it is. Without an id, so that it changes nothing for catching up; with
 * data, because browsers ignore events without.
 */
export const PING = Buffer.from('event: ping\ndata: {}\n\n');

/** What a stream begins with. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const STREAM_START = Buffer.concat([Buffer.from(`retry: ${RETRY_MS}\n\n`), PING]);

/** Creates a function that puts events on the wire: each once, however many viewers there are. */
export function createEventFormat(): (event: NumberedEvent) => Buffer {
  const made = new WeakMap<NumberedEvent, Buffer>();
  return (numbered) => {
    const known = made.get(numbered);
    if (known !== undefined) return known;
    const { id, event } = numbered;
    // JSON escapes line ends, so that no name and no word ends the line, or the event.
    const bytes = Buffer.from(`id: ${id}\nevent: ${event.kind}\ndata: ${JSON.stringify(dataOf(event))}\n\n`);
    made.set(numbered, bytes);
    return bytes;
  };
}

function dataOf(event: OverlayEvent): LineData | RemoveData | ResetData | StateData {
  switch (event.kind) {
    case 'line': {
      const { lineId: id, speaker, speakerId, text, isFinal: final, startedAtMs } = event;
      return { id, speaker, speakerId, text, final, at: new Date(startedAtMs).toISOString() };
    }
    case 'remove':
      return { id: event.lineId };
    case 'reset':
      return {};
    case 'state':
      return { state: event.state };
  }
}
