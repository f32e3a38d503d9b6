import { expect, test } from 'vitest';
import { createListeners } from '../../src/listeners.ts';

test('a wait ends immediately if its condition holds, otherwise with the value that fulfils it', async () => {
  const listeners = createListeners<number>();
  expect(await listeners.until(() => 'there')).toBe('there');
  let sum = 0;
  listeners.listen((value) => {
    sum += value;
  });
  const waiting = listeners.until(() => (sum >= 3 ? sum : undefined));
  for (const value of [1, 2, 3]) listeners.emit(value);
  expect(await waiting).toBe(3);
});

test('a wait rejects with its signal’s reason, or with what its condition throws', async () => {
  const listeners = createListeners<void>();
  const abort = new AbortController();
  const waiting = listeners.until(() => undefined, abort.signal);
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(listeners.until(() => undefined, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  const throwing = listeners.until(() => {
    throw new Error('broken');
  });
  await expect(throwing).rejects.toThrow('broken');
});

test('a disposed listener is not called again', () => {
  const listeners = createListeners<number>();
  const heard: number[] = [];
  const registration = listeners.listen((value) => heard.push(value));
  listeners.emit(1);
  registration[Symbol.dispose]();
  listeners.emit(2);
  expect(heard).toEqual([1]);
});
