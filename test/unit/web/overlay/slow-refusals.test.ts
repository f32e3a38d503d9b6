import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { createSlowRefusals } from '../../../../src/web/overlay/slow-refusals.ts';

it('whoever left while their address was looked up takes no place among those who wait', async () => {
  const refusals = createSlowRefusals();
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  await vi.waitFor(() => expect(response.closed).toBe(true));
  refusals.refuse(response, { headers: {}, body: Buffer.from('') });
  expect(refusals.waiting).toBe(0);
});
