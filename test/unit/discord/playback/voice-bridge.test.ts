import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { bridgeToEngine } from '../../../../src/discord/playback/voice-bridge.ts';

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
