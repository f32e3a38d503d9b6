import { EventEmitter } from 'node:events';
import { createListeners } from '@mynah/local-discord/listeners';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepDiscord } from '../../../../playground/keep/keeper.ts';

type Kept = ReturnType<Parameters<typeof keepDiscord>[0]['snapshot']>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create() {
  const changes = createListeners<undefined>();
  const process = new EventEmitter();
  const save = vi.fn<(kept: Kept) => void>();
  const report = vi.fn();
  const discord = { snapshot: () => ({}) as Kept, onChange: (listener: () => void) => changes.listen(listener) };
  const keeper = keepDiscord(discord, { save }, { process, report });
  return { keeper, process, save, report, change: () => changes.emit(undefined) };
}

it('writes at the start, now and then if something changed, and at the end', () => {
  const { keeper, process, save, change } = create();
  expect(save).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(save).toHaveBeenCalledTimes(1);
  change();
  change();
  vi.advanceTimersByTime(60_000);
  expect(save).toHaveBeenCalledTimes(2);
  keeper[Symbol.dispose]();
  expect(save).toHaveBeenCalledTimes(3);
  expect(process.listenerCount('exit')).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(save).toHaveBeenCalledTimes(3);
});

it('writes when the process exits before that', () => {
  const { process, save } = create();
  process.emit('exit');
  expect(save).toHaveBeenCalledTimes(2);
});

it('says when nothing can be written, and tries again', () => {
  const { save, report, change } = create();
  save.mockImplementationOnce(() => {
    throw new Error('no space left on device');
  });
  change();
  vi.advanceTimersByTime(10_000);
  expect(report).toHaveBeenCalledExactlyOnceWith('Not kept: no space left on device');
  vi.advanceTimersByTime(10_000);
  expect(save).toHaveBeenCalledTimes(3);
});
