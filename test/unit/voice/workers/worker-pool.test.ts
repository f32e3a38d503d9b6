import { expect, test } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import type { FromVoiceThread, ToVoiceThread } from '../../../../src/voice/workers/worker-messages.ts';
import { createWorkerPool } from '../../../../src/voice/workers/worker-pool.ts';
import type { VoiceThread } from '../../../../src/voice/workers/worker-supervisor.ts';

function openWorkers(count: number) {
  const got: ToVoiceThread[][] = [];
  const listeners: ((message: FromVoiceThread) => void)[] = [];
  const engine = createWorkerPool({
    count,
    startThread: (): VoiceThread => {
      const messages: ToVoiceThread[] = [];
      got.push(messages);
      return {
        postMessage: (message) => messages.push(message),
        on: (event: string, listener: (message: FromVoiceThread) => void) => {
          if (event === 'message') listeners.push(listener);
        },
        terminate: async () => undefined,
      };
    },
    permits: { acquire: () => Promise.reject(new Error('no permit is requested')), close: () => undefined },
    onEvent: () => undefined,
    log: createLogger('silent'),
  });
  return { engine, got, listeners };
}

const guildId = (index: number) => String(100_000_000_000_000_000n + BigInt(index) * 4_194_304n * 2n);

test('every thread gets a fair share of the guilds, also of those on one shard', () => {
  const { engine, got } = openWorkers(4);
  for (let index = 0; index < 400; index += 1) void engine.session(guildId(index));
  for (const messages of got) expect(messages.length).toBeGreaterThan(60);
});

test('all calls of a guild go to the same thread', () => {
  const { engine, got } = openWorkers(4);
  const guild = guildId(7);
  const { signal } = new AbortController();
  void engine.join({ guildId: guild, channelId: '2' });
  void engine.speak({ guildId: guild, textId: '1', text: 'Hello.', voiceId: undefined, userId: '3' });
  void engine.leave(guild);
  void engine.skip(guild);
  void engine.stop(guild);
  void engine.pause(guild);
  void engine.resume(guild);
  void engine.remove(guild, '1', '3', false);
  void engine.session(guild);
  void engine.listen(guild, undefined);
  void engine.hearing(guild);
  const context = { tenant: guild, priority: 'final-captions', signal } as const;
  void engine.transcribeInterim({ utteranceId: 'u', channelId: '2', language: undefined, soundCues: false }, context);
  engine.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: guild, channel_id: '2' } });
  expect(got.filter((messages) => messages.length > 0)).toHaveLength(1);
  const messages = got.flat();
  expect(messages).toHaveLength(13);
  const methods = messages.flatMap((message) => (message.type === 'call' ? [message.call.method] : []));
  expect(new Set(methods).size).toBe(12);
});

test('the figures are the sums over all threads', async () => {
  const { engine, got, listeners } = openWorkers(3);
  const joining = Array.from({ length: 30 }, (_, index) => engine.join({ guildId: guildId(index), channelId: '2' }));
  for (const [index, messages] of got.entries()) {
    for (const message of messages) {
      if (message.type !== 'call') continue;
      const outcome = { kind: 'joined', channelId: '2', moved: false } as const;
      listeners[index]?.({ type: 'outcome', callId: message.callId, outcome });
    }
  }
  await Promise.all(joining);
  expect(engine.figures()).toEqual({ sessions: 30, items: 0 });
});
