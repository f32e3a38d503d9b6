import { expect, test } from 'vitest';
import { readErrorBody, requestIdOf, trimMessage } from '../../../../src/speech/http/error-body.ts';

const messageOfErrorBody = (body: string) => readErrorBody(body).message;

test('an object body yields its message, with its reason if it has one', () => {
  expect(messageOfErrorBody('{"status":400,"message":"Reference not found"}')).toBe('Reference not found');
  expect(messageOfErrorBody('{"status":402,"message":"Insufficient API credit","reason":"balance"}')).toBe(
    'Insufficient API credit (balance)',
  );
  expect(messageOfErrorBody('{"message":"only this","reason":null}')).toBe('only this');
});

test('the array of a 422 yields every location with its message', () => {
  const body = JSON.stringify([
    { loc: ['query', 'page_size'], type: 'less_than_equal', msg: 'Input should be less than or equal to 100' },
    { loc: ['body', 'voices', 0], type: 'missing', msg: 'Field required' },
  ]);
  expect(messageOfErrorBody(body)).toBe(
    'query.page_size: Input should be less than or equal to 100; body.voices.0: Field required',
  );
});

test('plain text is used unchanged, and the detail that frameworks give', () => {
  expect(messageOfErrorBody('upstream connect error')).toBe('upstream connect error');
  expect(messageOfErrorBody('"quoted"')).toBe('quoted');
  expect(messageOfErrorBody('{"detail":"Not Found"}')).toBe('Not Found');
});

test.each(['{"detail":{"loc":["body"]}}', '{"error":1}', '[1,2]', '[]', '{}', '7', 'null', '{"message":{"a":1}}'])(
  'JSON of another shape yields nothing that people would read: %s',
  (body) => expect(readErrorBody(body)).toEqual({ message: undefined, code: undefined, requestId: undefined }),
);

test('a code and a request id are taken beside the message, and without one', () => {
  const body = { status: 400, message: 'Too long', code: 'audio_too_long', request_id: 'req_01H8:x/y+z=' };
  const [code, requestId] = ['audio_too_long', 'req_01H8:x/y+z='];
  expect(readErrorBody(JSON.stringify(body))).toEqual({ message: 'Too long', code, requestId });
  const { message: _, ...rest } = body;
  expect(readErrorBody(JSON.stringify(rest))).toEqual({ message: undefined, code, requestId });
});

test.each([7, null, '', 'a b', 'x'.repeat(101), 'tick`', 'line\nbreak', 'é', '<b>', { a: 1 }, ['req']])(
  'a code or request id that could not be logged or shown is ignored: %j',
  (value) => {
    const body = JSON.stringify({ message: 'no', code: value, request_id: value });
    expect(readErrorBody(body)).toEqual({ message: 'no', code: undefined, requestId: undefined });
    expect(requestIdOf(value)).toBeUndefined();
  },
);

test('markup is never shown, wherever it is', () => {
  expect(messageOfErrorBody('502 Bad Gateway <center>nginx</center>')).toBeUndefined();
  expect(messageOfErrorBody('\ufeff<!DOCTYPE html><title>Error</title>')).toBeUndefined();
  expect(messageOfErrorBody(JSON.stringify({ message: '<p>Error</p>' }))).toBeUndefined();
  expect(messageOfErrorBody(JSON.stringify('<p>Error</p>'))).toBeUndefined();
  expect(messageOfErrorBody('use <|speaker:0|>, a < b')).toBe('use <|speaker:0|>, a < b');
});

test('JSON after a byte order mark is read', () => {
  expect(readErrorBody('\ufeff{"message":"no","request_id":"r1"}')).toMatchObject({ message: 'no', requestId: 'r1' });
});

test.each(['{"message":"cut o', ' [{"loc":["bo', Buffer.from([0x1f, 0x8b, 8, 0, 0x66, 0xff, 0x80]).toString()])(
  'JSON that was cut off, and what is no text, is never shown: %j',
  (body) => expect(messageOfErrorBody(body)).toBeUndefined(),
);

test('an empty body and an HTML page yield no message', () => {
  expect(messageOfErrorBody('')).toBeUndefined();
  expect(messageOfErrorBody(' \n ')).toBeUndefined();
  expect(messageOfErrorBody('<html><body>502 Bad Gateway</body></html>')).toBeUndefined();
});

test('a message becomes one line of at most 300 characters and never splits a character', () => {
  expect(trimMessage('  two\r\nlines\u0000\u001b[31m ')).toBe('two lines [31m');
  const long = trimMessage('a'.repeat(1_000)) ?? '';
  expect(long).toHaveLength(300);
  expect(long.endsWith('…')).toBe(true);
  const emoji = trimMessage('🐦'.repeat(500)) ?? '';
  expect(emoji.isWellFormed()).toBe(true);
  expect(emoji.length).toBeLessThanOrEqual(300);
});
