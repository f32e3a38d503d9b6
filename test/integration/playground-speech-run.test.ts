import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runLocalSpeech } from '../../playground/run-local-speech.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the speech service alone', () => {
  it('prints its address and key, and runs until it is stopped', async () => {
    const stop = new AbortController();
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const running = runLocalSpeech(['--port', '0', '--key', 'my-own-key'], stop.signal);
    await expect.poll(() => printed.mock.calls.length).toBe(1);
    const text = String(printed.mock.calls[0]?.[0]);
    const url = /SPEECH_API_URL=(\S+)/.exec(text)?.[1];
    expect(text).toContain('SPEECH_API_KEY=my-own-key');
    const response = await fetch(`${url}/model`, { headers: { authorization: 'Bearer my-own-key' } });
    expect(response.status).toBe(200);
    stop.abort();
    expect(await running).toBe(0);
    await expect(fetch(`${url}/model`)).rejects.toThrow();
  });

  it('reports a port in use in one line', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await runLocalSpeech(['--port', String(port)])).toBe(1);
    expect(printed.mock.calls).toEqual([[`Port ${port} is taken: choose another with --port, or 0 for a free one.`]]);
    holder.close();
  });

  it('explains its options when asked', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(await runLocalSpeech(['--help'])).toBe(0);
    expect(String(printed.mock.calls[0]?.[0])).toContain('Usage:');
  });

  it.each([['--colour'], ['--port', 'high'], ['--port', '70000']])(
    'explains its options when told %s %s',
    async (...argv) => {
      const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      expect(await runLocalSpeech(argv)).toBe(1);
      expect(String(printed.mock.calls[0]?.[0])).toContain('Usage:');
    },
  );
});
