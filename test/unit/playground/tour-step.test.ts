import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runStep } from '../../../playground/tour-step.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives what the step gives', async () => {
  expect(await runStep('/join', async () => 'joined')).toBe('joined');
  expect(vi.getTimerCount()).toBe(0);
});

it('names a step that gets no answer in time', async () => {
  const never = (): Promise<never> => new Promise(() => {});
  const step = runStep('/voice create', never).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await step).toMatchObject({ message: '/voice create: no answer within 60 s' });
});

it('names a step that fails', async () => {
  const fail = async (): Promise<never> => {
    throw new Error('There’s no button “Confirm”.');
  };
  await expect(runStep('/voice create', fail)).rejects.toThrow('/voice create: There’s no button “Confirm”.');
});
