import { expect, it } from 'vitest';
import { readmeCode } from '../../../../test/support/readme-code.ts';

it('shows code of examples that run', () => {
  const { blocks, madeUp } = readmeCode(new URL('../../', import.meta.url));
  expect(blocks.length).toBe(1);
  expect(madeUp).toEqual([]);
});
