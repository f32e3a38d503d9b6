import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ChannelInfoRequest,
  createVoiceStatusReader,
} from '../../../../../src/discord/captions/presence/voice-status-reader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openReader() {
  const sent: ChannelInfoRequest[] = [];
  const reader = createVoiceStatusReader((_guildId, payload) => void sent.push(payload));
  return { reader, sent };
}

describe('the reader of voice channel statuses', () => {
  it('asks the gateway, once for all channels of a guild', async () => {
    const { reader, sent } = openReader();
    const both = Promise.all([reader.read('g', 'lounge'), reader.read('g', 'studio'), reader.read('g', 'booth')]);
    expect(sent).toEqual([{ op: 43, d: { guild_id: 'g', fields: ['status'] } }]);
    reader.onChannelInfo({ guild_id: 'other', channels: [{ id: 'lounge', status: 'Wrong' }] });
    reader.onChannelInfo({
      guild_id: 'g',
      channels: [
        { id: 'lounge', status: 'Chess' },
        { id: 'booth', status: null },
      ],
    });
    expect(await both).toEqual(['Chess', '', '']);
  });

  it('goes on without the answer after a while, and asks again', async () => {
    const { reader, sent } = openReader();
    const reading = reader.read('g', 'lounge');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await reading).toBeUndefined();
    reader.onChannelInfo({ guild_id: 'g', channels: [] });
    void reader.read('g', 'lounge');
    expect(sent).toHaveLength(2);
  });
});
