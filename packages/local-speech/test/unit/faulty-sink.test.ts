import { describe, expect, it, vi } from 'vitest';
import { connectionInterruption, createSink, waitForFault } from '../../src/faulty-sink.ts';
import type { Fault } from '../../src/local-speech-api.ts';

function open(fault?: Omit<Fault, 'endpoint'>) {
  const sent: Uint8Array[] = [];
  const drops: number[] = [];
  const gone = new AbortController();
  const connection = { drop: () => void drops.push(sent.length), signal: gone.signal };
  const sink = createSink({
    interruption: connectionInterruption(fault === undefined ? undefined : { endpoint: 'tts', ...fault }, connection),
    signal: gone.signal,
    send: async (bytes) => void sent.push(bytes),
  });
  return { sink, gone, drops, sentBytes: () => Buffer.concat(sent).length };
}

describe('a sink', () => {
  it('sends everything without a fault', async () => {
    const { sink, sentBytes } = open();
    await sink.write(new Uint8Array(10));
    await sink.write(new Uint8Array(5));
    expect(sentBytes()).toBe(15);
  });

  it('drops the connection after a number of bytes, in the middle of a write', async () => {
    const { sink, drops, sentBytes } = open({ dropAfterBytes: 12 });
    await sink.write(new Uint8Array(10));
    await expect(sink.write(new Uint8Array(10))).rejects.toMatchObject({ name: 'Dropped' });
    expect(sentBytes()).toBe(12);
    expect(drops).toHaveLength(1);
  });

  it('stalls until the client disconnects', async () => {
    const { sink, gone, sentBytes } = open({ stallAfterBytes: 4 });
    const write = sink.write(new Uint8Array(10));
    gone.abort(new Error('bye'));
    await expect(write).rejects.toThrow('bye');
    expect(sentBytes()).toBe(4);
  });

  it('sends nothing after the client disconnected', async () => {
    const { sink, gone } = open();
    gone.abort(new Error('bye'));
    await expect(sink.write(new Uint8Array(1))).rejects.toThrow('bye');
  });
});

describe('a delay', () => {
  it('ends early when the client disconnects', async () => {
    const gone = new AbortController();
    const waiting = waitForFault({ endpoint: 'tts', delayMs: 60_000 }, gone.signal);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('does not happen without a fault', async () => {
    const settled = vi.fn();
    await waitForFault(undefined, new AbortController().signal).then(settled);
    expect(settled).toHaveBeenCalled();
  });
});
