import { expect, test } from 'vitest';
import { messageOfErrorBody, trimMessage } from '../../../../src/speech/http/error-body.ts';

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

test('plain text and JSON of any other shape are used unchanged', () => {
  expect(messageOfErrorBody('upstream connect error')).toBe('upstream connect error');
  expect(messageOfErrorBody('"quoted"')).toBe('quoted');
  expect(messageOfErrorBody('{"detail":"Not Found"}')).toBe('{"detail":"Not Found"}');
});

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
