import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GatewaySendOptions } from '../../../../src/discord/client/gateway/gateway-lane.ts';
import { bridgeToEngine, createVoiceRequests } from '../../../../src/discord/playback/voice-bridge.ts';
import type { GatewayOutcome, GatewayVoiceDispatch } from '../../../../src/voice/gateway-messages.ts';
import type { VoiceEvent } from '../../../../src/voice/voice-api.ts';

/** What the engine is handed out of these gateway packets, when the bot is user `1`. */
function dispatchesOf(packets: readonly unknown[]): unknown[] {
  const dispatches: unknown[] = [];
  const client = Object.assign(new EventEmitter(), { user: { id: '1' } });
  bridgeToEngine(client, { dispatch: (packet) => void dispatches.push(packet) });
  for (const packet of packets) client.emit('raw', packet, 0);
  return dispatches;
}

describe('the engine is handed', () => {
  it("the bot's own voice state and voice servers, as they came", () => {
    const packets = [
      { op: 0, s: 4, t: 'VOICE_STATE_UPDATE', d: { guild_id: 'g', user_id: '1', channel_id: null, session_id: 's' } },
      { op: 0, s: 5, t: 'VOICE_SERVER_UPDATE', d: { guild_id: 'g', endpoint: 'localhost:1', token: 't' } },
    ];
    expect(dispatchesOf(packets)).toEqual(packets);
  });

  it("no others' voice states, and nothing else", () => {
    const packets = [
      { t: 'VOICE_STATE_UPDATE', d: { guild_id: 'g', user_id: '2', channel_id: 'c' } },
      { t: 'VOICE_STATE_UPDATE', d: { user_id: '1', channel_id: 'c' } },
      { t: 'MESSAGE_CREATE', d: { guild_id: 'g' } },
      { t: null, d: null },
    ];
    expect(dispatchesOf(packets)).toEqual([]);
  });
});

describe('a request of the engine', () => {
  const setUp = () => {
    const dispatched: GatewayVoiceDispatch[] = [];
    const sending: { readonly guildId: string; readonly how: GatewaySendOptions }[] = [];
    const { promise, resolve } = Promise.withResolvers<GatewayOutcome>();
    const heard = Promise.withResolvers<void>();
    const requests = createVoiceRequests(
      {
        send: (guildId, _payload, how) => {
          sending.push({ guildId, how });
          return promise;
        },
        untilHeard: () => heard.promise,
      },
      { dispatch: (packet) => void dispatched.push(packet) },
    );
    const ask = (channelId: string | null, requestId = 'r'): void =>
      requests.onVoiceEvent({
        ...{ type: 'gateway-send', guildId: 'g', requestId, priority: 'repair', maxWaitMs: 1_000 },
        payload: { op: 4, d: { guild_id: 'g', channel_id: channelId, self_mute: false, self_deaf: true } },
      });
    return { dispatched, sending, requests, ask, settle: resolve, hear: heard.resolve };
  };

  it('is sent with its priority, as the only one of its guild, and the engine learns what became of it', async () => {
    const { dispatched, sending, ask, settle, hear } = setUp();
    ask('c');
    expect(sending).toMatchObject([
      { guildId: 'g', how: { priority: 'repair', maxWaitMs: 1_000, key: 'voice-state:g' } },
    ]);
    expect(dispatched).toEqual([]);
    settle({ kind: 'sent' });
    await Promise.resolve();
    await Promise.resolve();
    const d = { guild_id: 'g', request_id: 'r', outcome: { kind: 'sent' } };
    expect(dispatched).toEqual([{ t: 'GATEWAY_REQUEST', d }]);
    hear();
    await expect.poll(() => dispatched.at(-1)).toEqual({ t: 'GATEWAY_HEARD', d: { guild_id: 'g', request_id: 'r' } });
  });

  it.each([
    ['a leave is sent again', null, 5_001, false, 2],
    ['a leave that was answered is not', null, 100, false, 1],
    ['an entry is not: the engine asks again', 'c', 5_001, false, 1],
    ['a leave is not after an entry', null, 5_001, true, 2],
  ])('after a silence of the gateway, %s', async (_what, channelId, silentMs, hasEntered, times) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { sending, ask, settle, hear } = setUp();
    ask(channelId);
    settle({ kind: 'sent' });
    await vi.advanceTimersByTimeAsync(silentMs);
    if (hasEntered) ask('c', 'r2');
    hear();
    await vi.advanceTimersByTimeAsync(0);
    expect(sending).toHaveLength(times);
  });

  it('that was not sent needs no sign of life', async () => {
    const { dispatched, ask, settle, hear } = setUp();
    ask('c');
    hear();
    settle({ kind: 'offline' });
    await new Promise(setImmediate);
    expect(dispatched.map(({ t }) => t)).toEqual(['GATEWAY_REQUEST']);
  });

  const kicked: VoiceEvent = { type: 'session-ended', guildId: 'g', channelId: 'c', reason: 'disconnected' };
  const failed: VoiceEvent = { ...kicked, reason: 'failed' };
  const dragged: VoiceEvent = { type: 'session-moved', guildId: 'g', channelId: 'd', isRequested: false };
  it.each([
    ['an entry is taken back after a kick', 'c', kicked, true],
    ['a leave is taken back after a kick', null, kicked, true],
    ['an entry is taken back after a drag', 'c', dragged, true],
    ['a leave stays after a drag', null, dragged, false],
    ['an entry stays after a move on request', 'c', { ...dragged, isRequested: true }, false],
    ['a leave stays when the session fails', null, failed, false],
    ["another guild's stays", 'c', { ...kicked, guildId: 'other' }, false],
  ])('%s', (_what, channelId, event, isTakenBack) => {
    const { sending, requests, ask } = setUp();
    ask(channelId);
    requests.onVoiceEvent(event);
    expect(sending[0]?.how.signal?.aborted).toBe(isTakenBack);
  });
});
