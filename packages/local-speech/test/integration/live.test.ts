import { encode } from '@msgpack/msgpack';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { audioOf, connectLive, type LiveClient, packetsOf, speak } from '../../../../test/support/speech-client.ts';
import { startLocalSpeech } from '../../src/local-speech.ts';
import type { Fault, LocalSpeech } from '../../src/local-speech-api.ts';

const TEXT = 'The weather is nice today. Dinner is ready.';
/** Close code of a connection that ends without a close frame. */
const NO_CLOSE_FRAME = 1006;

let service: LocalSpeech;
const clients: LiveClient[] = [];
beforeAll(async () => {
  service = await startLocalSpeech({ recognizer: false, concurrency: 2 });
});
afterEach(async () => {
  service.faults.clear();
  for (const client of clients.splice(0)) client.close();
  await expect.poll(() => service.liveSockets).toBe(0);
});
afterAll(() => service.close());

async function connect(headers?: Record<string, string>): Promise<LiveClient> {
  const client = await connectLive(service, headers);
  clients.push(client);
  return client;
}

async function startSession(fields: Record<string, unknown> = {}): Promise<LiveClient> {
  const client = await connect();
  client.send({ event: 'start', request: { text: '', format: 'opus', ...fields } });
  return client;
}

describe('the live socket', () => {
  it('speaks the text between start and stop like POST /v1/tts', async () => {
    const client = await startSession();
    client.send({ event: 'text', text: 'The weather is ' });
    client.send({ event: 'text', text: 'nice today. Dinner is ready.' });
    client.send({ event: 'stop' });
    expect(await client.next('finish')).toEqual({ event: 'finish', reason: 'stop', time: expect.any(Number) });
    const posted = await speak(service, { text: TEXT, format: 'opus' });
    expect(await packetsOf(audioOf(client.events))).toEqual(await packetsOf(posted));
  });

  it('waits for the text of one chunk, then speaks whole sentences', async () => {
    const client = await startSession({ chunk_length: 100 });
    await client.next('log');
    client.send({ event: 'text', text: 'This is a first sentence of some length. ' });
    await expect.poll(() => service.requests.at(-1)?.body).toMatchObject({ text: expect.stringContaining('first') });
    expect(client.events.map(({ event }) => event)).toEqual(['log']);
    client.send({ event: 'text', text: 'And this second sentence brings it to the hundred characters. Half a' });
    await client.next('audio');
    client.send({ event: 'stop' });
    await client.next('finish');
  });

  it('speaks its buffered text at a flush, and continues', async () => {
    const client = await startSession();
    client.send({ event: 'text', text: 'Hello.' });
    client.send({ event: 'flush' });
    await client.next('audio');
    client.send({ event: 'text', text: ' Goodbye.' });
    client.send({ event: 'stop' });
    await client.next('finish');
    const posted = await speak(service, { text: 'Hello. Goodbye.', format: 'opus' });
    expect(await packetsOf(audioOf(client.events))).toEqual(await packetsOf(posted));
  });

  it('splits audio anywhere, even into empty events and into ones beyond 64 KiB', async () => {
    const client = await startSession({ format: 'wav', text: TEXT });
    client.send({ event: 'stop' });
    await client.next('finish');
    const lengths = client.events.flatMap((event) => (event.event === 'audio' ? [event.audio.length] : []));
    expect(Math.max(...lengths)).toBeGreaterThan(65_536);
    expect(lengths).toContain(1);
    expect(lengths).toContain(0);
  });

  it('accepts a new start after finish', async () => {
    const client = await startSession({ text: 'First.' });
    client.send({ event: 'stop' });
    await client.next('finish');
    const before = client.events.length;
    client.send({ event: 'start', request: { text: 'Second.', format: 'opus' } });
    client.send({ event: 'stop' });
    await client.next('finish');
    expect(audioOf(client.events.slice(before))).toEqual(
      Buffer.from(await speak(service, { text: 'Second.', format: 'opus' })),
    );
  });

  it.each([
    ['s2-pro', 's2-pro'],
    ['s1', 's2.1-pro'],
    ['drama-3-preview', 's2.1-pro'],
    ['s9-ultra', 's2.1-pro'],
  ])('serves the model %s as %s', async (model, servedBy) => {
    const client = await connect({ model });
    client.send({ event: 'start', request: { text: '' } });
    client.send({ event: 'stop' });
    await client.next('finish');
    expect(service.requests.at(-1)).toMatchObject({ servedBy });
  });

  it('finishes without audio when there was no text', async () => {
    const client = await startSession();
    client.send({ event: 'stop' });
    await client.next('finish');
    expect(audioOf(client.events)).toHaveLength(0);
  });

  it('records each start with all its text and audio', async () => {
    const client = await startSession({ text: 'One.' });
    client.send({ event: 'text', text: ' Two.' });
    client.send({ event: 'stop' });
    await client.next('finish');
    const request = service.requests.at(-1);
    expect(request).toMatchObject({ endpoint: 'live', method: 'START', status: 101, body: { text: 'One. Two.' } });
    expect(Buffer.concat(request?.sent ?? [])).toEqual(Buffer.from(audioOf(client.events)));
  });

  it('counts sessions, not idle sockets, against the account', async () => {
    const [idle, first, second] = [await connect(), await startSession(), await startSession()];
    await Promise.all([first.next('log'), second.next('log')]);
    idle.send({ event: 'start', request: { text: '' } });
    expect(await idle.next('error')).toEqual({
      event: 'error',
      error: 'Concurrency limit exceeded',
      max_concurrency: 2,
    });
    expect(await idle.closed).toBe(NO_CLOSE_FRAME);
    await expect(speak(service, { text: 'x' })).rejects.toThrow('429');
    first.close();
    await expect.poll(() => speak(service, { text: 'x' }).then(() => 'spoken', String)).toBe('spoken');
  });
});

describe('the live socket with timestamps', () => {
  it('sends the words of each chunk with their times in its audio events', async () => {
    const client = await connectLive(service, {}, '/v1/tts/live/with-timestamp');
    clients.push(client);
    client.send({ event: 'start', request: { text: 'Hello world.', format: 'opus' } });
    client.send({ event: 'stop' });
    await client.next('finish');
    const audio = client.events.flatMap((event) => (event.event === 'audio' ? [event] : []));
    const durationS = audio[0]?.alignment?.audio_duration ?? 0;
    expect(audio[0]).toMatchObject({
      content: 'Hello world.',
      alignment: {
        segments: [
          { text: 'Hello', start: 0, end: expect.closeTo(durationS / 2, 2) },
          { text: 'world.', start: expect.closeTo(durationS / 2, 2), end: expect.closeTo(durationS, 2) },
        ],
      },
      ...{ chunk_seq: 0, chunk_audio_offset_sec: 0, time: expect.any(Number) },
    });
    expect(audio.slice(1).map(({ alignment }) => alignment)).toEqual(audio.slice(1).map(() => null));
  });
});

describe('what the live socket refuses', () => {
  it.each([
    ['a wrong key', { authorization: 'Bearer wrong' }, 401],
    ['a missing model', { model: '' }, 400],
  ])('%s, as an HTTP status', async (_what, headers, status) => {
    await expect(connectLive(service, headers)).rejects.toMatchObject({ status });
    expect(service.requests.at(-1)).toMatchObject({ endpoint: 'live', method: 'GET', status });
  });

  it('an unknown voice, as a finish with its reason', async () => {
    const client = await startSession({ reference_id: 'nobody' });
    expect(await client.next('finish')).toEqual({ event: 'finish', reason: 'error', message: 'Reference not found' });
    expect(await client.closed).toBe(NO_CLOSE_FRAME);
  });

  it.each([
    ['text before start', (client: LiveClient) => client.send({ event: 'text', text: 'x' })],
    ['an unknown event', (client: LiveClient) => client.send({ event: 'cancel' })],
    ['what is not MessagePack', (client: LiveClient) => client.sendRaw(Uint8Array.of(0xc1))],
    ['a text frame', (client: LiveClient) => client.sendRaw('{"event":"start"}')],
    ['a start without a request', (client: LiveClient) => client.sendRaw(encode({ event: 'start' }))],
  ])('%s', async (_what, send) => {
    const client = await connect();
    send(client);
    await client.next('error');
    expect(await client.closed).toBe(NO_CLOSE_FRAME);
  });
});

describe('faults of the live socket', () => {
  async function meet(fault: Omit<Fault, 'endpoint'>): Promise<LiveClient> {
    service.faults.add({ endpoint: 'live', times: 1, ...fault });
    const client = await startSession({ text: TEXT });
    client.send({ event: 'stop' });
    return client;
  }

  it('refuse a handshake with a status', async () => {
    service.faults.add({ endpoint: 'live', times: 1, status: 429 });
    await expect(connectLive(service)).rejects.toMatchObject({ status: 429 });
    await connect();
  });

  it('affect a socket that was open before they were added', async () => {
    const client = await connect();
    service.faults.add({ endpoint: 'live', times: 1, errorEvent: 'Out of luck' });
    client.send({ event: 'start', request: { text: 'Hello.' } });
    client.send({ event: 'stop' });
    expect(await client.next('error')).toEqual({ event: 'error', error: 'Out of luck' });
    expect(await client.closed).toBe(NO_CLOSE_FRAME);
    expect(audioOf(client.events)).toHaveLength(0);
  });

  it('drop the connection after a number of bytes of audio', async () => {
    const client = await meet({ dropAfterBytes: 5_000 });
    expect(await client.closed).toBe(NO_CLOSE_FRAME);
    expect(audioOf(client.events)).toHaveLength(5_000);
    expect(Buffer.concat(service.requests.at(-1)?.sent ?? [])).toHaveLength(5_000);
  });

  it('stall after a number of bytes of audio and keep the connection', async () => {
    const client = await meet({ stallAfterBytes: 300 });
    await expect.poll(() => audioOf(client.events).length).toBe(300);
    client.send({ event: 'flush' });
    expect(client.events.some(({ event }) => event === 'finish')).toBe(false);
    expect(service.liveSockets).toBe(1);
  });

  it('finish with an error, after audio if configured', async () => {
    const client = await meet({ finishError: 'Engine on fire', afterBytes: 1_000 });
    expect(await client.next('finish')).toEqual({ event: 'finish', reason: 'error', message: 'Engine on fire' });
    expect(audioOf(client.events)).toHaveLength(1_000);
  });

  it('close after finish without a close frame', async () => {
    const client = await meet({ closeAfterFinish: true });
    expect(await client.next('finish')).toEqual({ event: 'finish', reason: 'stop', time: expect.any(Number) });
    expect(await client.closed).toBe(NO_CLOSE_FRAME);
  });

  it('are silent for a while in mid-text, answer no ping meanwhile, and send all of it', async () => {
    const client = await meet({ silenceMs: 500, afterBytes: 3_000 });
    await expect.poll(() => audioOf(client.events).length).toBe(3_000);
    client.ping();
    await client.next('finish');
    expect(client.pongs).toBe(0);
    client.ping();
    await expect.poll(() => client.pongs).toBe(1);
    const posted = await speak(service, { text: TEXT, format: 'opus' });
    expect(await packetsOf(audioOf(client.events))).toEqual(await packetsOf(posted));
  });

  it.each(['length', 'error', null, 7])('finish with any reason: %j', async (finishReason) => {
    const client = await meet({ finishReason });
    expect(await client.next('finish')).toMatchObject({ reason: finishReason });
  });

  it('send text frames, unknown events and odd values between the parts of the sound', async () => {
    const client = await meet({ oddFrames: true });
    await client.next('finish');
    expect(client.texts).toContain('{"event":"keepalive"}');
    const odd = client.events.filter(
      (event) => event?.event !== 'audio' || !((event.audio as unknown) instanceof Uint8Array),
    );
    expect(odd).toEqual(expect.arrayContaining([null, expect.objectContaining({ event: 'novelty' }), { event: 5 }]));
  });

  it('send sound after finish', async () => {
    const client = await meet({ lateAudio: true });
    await client.next('finish');
    expect(await client.next('audio')).toMatchObject({ audio: expect.any(Uint8Array) });
  });

  it('send an error with any limit', async () => {
    const client = await meet({ errorEvent: 'Concurrency limit exceeded', maxConcurrency: '8' });
    expect(await client.next('error')).toEqual({
      ...{ event: 'error', error: 'Concurrency limit exceeded', max_concurrency: '8' },
    });
  });

  it('align each chunk with hundreds of segments', async () => {
    const client = await meet({ alignedSegments: 300 });
    await client.next('finish');
    const aligned = client.events.flatMap((event) => (event.event === 'audio' && event.alignment ? [event] : []));
    expect(aligned.map(({ content, chunk_seq }) => [content?.trim(), chunk_seq])).toEqual([
      ['The weather is nice today.', 0],
      ['Dinner is ready.', 1],
    ]);
    expect(aligned[0]?.alignment?.segments).toHaveLength(300);
    expect(aligned[1]?.chunk_audio_offset_sec).toBeCloseTo(aligned[0]?.alignment?.audio_duration ?? 0, 3);
  });

  it('send what can’t be decoded', async () => {
    service.faults.add({ endpoint: 'live', times: 1, malformed: true });
    const { default: WebSocket } = await import('ws');
    const socket = new WebSocket(`${service.wsUrl}/v1/tts/live`, {
      headers: { authorization: `Bearer ${service.apiKey}`, model: 's1' },
    });
    const frames: Buffer[] = [];
    socket.on('open', () => {
      socket.send(encode({ event: 'start', request: { text: TEXT } }));
      socket.send(encode({ event: 'stop' }));
    });
    socket.on('message', (data: Buffer) => frames.push(data));
    await expect.poll(() => frames.at(-1)?.[0]).toBe(0xc1);
    socket.terminate();
  });
});
