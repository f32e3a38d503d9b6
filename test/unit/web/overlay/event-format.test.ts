import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NumberedEvent } from '../../../../src/captions/overlay/overlay-api.ts';
import { createEventFormat } from '../../../../src/web/overlay/event-format.ts';

const lineOf = (speaker: string, text: string): NumberedEvent => ({
  id: 'AbCd_-12-7',
  event: {
    kind: 'line',
    lineId: 'clip-0001',
    speaker,
    speakerId: 'AbCdEfGhIjK',
    text,
    isFinal: false,
    startedAtMs: 1_800_000_000_000,
  },
});

/** Reads one event as browsers do: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
function parse(bytes: Buffer): { fields: string[]; data: unknown } {
  const [block = '', ...rest] = bytes.toString('utf8').split(/\r\n\r\n|\n\n|\r\r/);
  expect(rest).toEqual(['']);
  const lines = block.split(/\r\n|\n|\r/);
  const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length) ?? '';
  return { fields: lines.map((line) => line.split(':')[0] ?? ''), data: JSON.parse(data) };
}

test('an event has an id, its kind and its data on one line', () => {
  expect(createEventFormat()(lineOf('Ada', 'Hello.')).toString()).toBe(
    'id: AbCd_-12-7\nevent: line\ndata: {"id":"clip-0001","speaker":"Ada","speakerId":"AbCdEfGhIjK","text":"Hello.","final":false,"at":"2027-01-15T08:00:00.000Z"}\n\n',
  );
});

test.each([
  [{ kind: 'remove', lineId: 'a' }, 'event: remove\ndata: {"id":"a"}\n\n'],
  [{ kind: 'reset' }, 'event: reset\ndata: {}\n\n'],
  [{ kind: 'state', state: 'ended' }, 'event: state\ndata: {"state":"ended"}\n\n'],
] as const)('%j is on the wire as it is documented', (event, wire) => {
  expect(createEventFormat()({ id: '1', event }).toString()).toBe(`id: 1\n${wire}`);
});

test('no name and no words break the framing, whatever they contain', {
  meta: { promises: ['names-words-break-neither'] },
}, () => {
  const ends = fc.constantFrom('\n', '\r', '\u2028', '\0', 'data: ', ':', '\ud800');
  const nasty = fc.string({ unit: fc.oneof(ends, fc.string({ minLength: 1, maxLength: 1 })) });
  fc.assert(
    fc.property(nasty, nasty, (speaker, text) => {
      const { fields, data } = parse(createEventFormat()(lineOf(speaker, text)));
      expect(fields).toEqual(['id', 'event', 'data']);
      expect(data).toMatchObject({ speaker, text });
    }),
  );
});

test('an event is put on the wire once, however many viewers there are', () => {
  const format = createEventFormat();
  const event = lineOf('Ada', 'Hello.');
  expect(format(event)).toBe(format(event));
});
