import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogOutput } from '../../../src/log/log-output.ts';

/** A stream whose reader takes a chunk whenever `read` is called. */
function slowStream() {
  const waiting: (() => void)[] = [];
  const lines: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (line: string, _encoding, done) => {
      waiting.push(() => {
        lines.push(line);
        done();
      });
    },
  });
  return { stream, lines, read: () => waiting.shift()?.() };
}

describe('createLogOutput', () => {
  it('drops lines while a slow reader owes more than a megabyte, and no others', () => {
    const { stream, lines, read } = slowStream();
    const output = createLogOutput(stream);
    const long = 'x'.repeat(1024 * 1024);
    for (const line of ['first', long, 'dropped']) output.write(line);
    read();
    read();
    output.write('last');
    read();
    expect(lines).toEqual(['first', long, 'last']);
  });

  it('flushes until the lines are written', async () => {
    const { stream, lines, read } = slowStream();
    const output = createLogOutput(stream);
    output.write('only');
    const flushed = output.flush(5_000);
    read();
    await new Promise(setImmediate);
    read();
    await flushed;
    expect(lines[0]).toBe('only');
  });

  it('does not wait for a reader that never comes', async () => {
    const { stream } = slowStream();
    const output = createLogOutput(stream);
    output.write('only');
    const startedAtMs = performance.now();
    await output.flush(50);
    expect(performance.now() - startedAtMs).toBeLessThan(1_000);
  });

  it('drops lines when the stream is destroyed', async () => {
    const { stream } = slowStream();
    const output = createLogOutput(stream);
    stream.destroy();
    expect(() => output.write('dropped')).not.toThrow();
    await output.flush(5_000);
  });
});
