import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { withStoreErrors } from '../../../src/store/store-error.ts';

const failure = (code?: string): Error => Object.assign(new Error('it broke'), code === undefined ? {} : { code });

it.each([
  ['that breaks off is one that is away', failure(), 'STORE_UNAVAILABLE', true],
  ['that is locked is one that is away', failure('SQLITE_BUSY'), 'STORE_UNAVAILABLE', true],
  ['that shuts down is one that is away', failure('57P01'), 'STORE_UNAVAILABLE', true],
  ['that knows no such column has refused', failure('42703'), 'STORE_FAILED', false],
])('a database %s', async (_what, error, code, retryable) => {
  const store = withStoreErrors({ read: () => Promise.reject(error) });
  await expect(store.read()).rejects.toMatchObject({ code, retryable, cause: error });
});

it.each([
  ['is no JSON', () => JSON.parse('Robin said hello')],
  ['is of another form', () => z.literal('hello').parse('Robin')],
])('a value that %s is a refusal, and is not quoted', async (_what, parse) => {
  const store = withStoreErrors({ read: async () => parse() });
  const error = await store.read().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'STORE_FAILED' });
  expect(inspect(error)).not.toContain('Robin');
});
