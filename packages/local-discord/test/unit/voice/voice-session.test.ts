import { VoiceOpcodes } from 'discord-api-types/voice/v8';
import { beforeEach, describe, expect, it } from 'vitest';
import { VoiceSession } from '../../../src/voice/voice-session.ts';

/** A socket that only records what is sent. */
function recordingSocket() {
  const sent: (string | Buffer)[] = [];
  return { sent, socket: { send: (frame: string | Buffer) => sent.push(frame) } as never };
}

function numbers(sent: readonly (string | Buffer)[]): number[] {
  return sent.map((frame) => (typeof frame === 'string' ? JSON.parse(frame).seq : frame.readUInt16BE()));
}

describe('voice session', () => {
  let session: VoiceSession;
  let first: ReturnType<typeof recordingSocket>;
  beforeEach(() => {
    first = recordingSocket();
    session = new VoiceSession({
      hello: { serverId: '1', userId: '2', sessionId: 's', token: 't' },
      channelId: '3',
      isDave: true,
      peer: {
        ssrc: 1,
        port: 1,
        secretKey: Buffer.alloc(32),
        start: () => undefined,
        pad: () => false,
        garble: () => undefined,
        close: () => undefined,
      },
      socket: first.socket,
    });
  });

  function sendMany(count: number): void {
    for (let index = 0; index < count; index++) session.send(VoiceOpcodes.Speaking, {});
  }

  it('numbers JSON and binary messages with one counter that starts at 1', () => {
    session.send(VoiceOpcodes.Ready, { ssrc: 1 });
    session.sendBinary(VoiceOpcodes.DaveMlsProposals, Buffer.from([9, 8]));
    expect(first.sent[0]).toBe('{"op":2,"d":{"ssrc":1},"seq":1}');
    expect(first.sent[1]).toEqual(Buffer.from([0, 2, 27, 9, 8]));
  });

  it('replays on a new socket what the client has not acknowledged', () => {
    sendMany(5);
    const second = recordingSocket();
    expect(session.canReplayFrom(3)).toBe(true);
    session.attach(second.socket);
    session.replay(3);
    sendMany(1);
    expect(numbers(second.sent)).toEqual([4, 5, 6]);
  });

  it('replays everything to a client that received nothing, and nothing to one that received all', () => {
    sendMany(3);
    expect(session.canReplayFrom(-1)).toBe(true);
    expect(session.canReplayFrom(3)).toBe(true);
    const second = recordingSocket();
    session.attach(second.socket);
    session.replay(3);
    expect(second.sent).toEqual([]);
  });

  it('rejects a client that misses more than is kept, and one that claims a number never sent', () => {
    sendMany(600);
    expect(session.canReplayFrom(600 - 512)).toBe(true);
    expect(session.canReplayFrom(600 - 513)).toBe(false);
    expect(session.canReplayFrom(601)).toBe(false);
  });

  it('skips 0 when the counter wraps', () => {
    sendMany(65_537);
    session.acknowledge(65_535);
    expect(numbers(first.sent).slice(-3)).toEqual([65_535, 1, 2]);
    expect(session.canReplayFrom(65_535)).toBe(true);
  });
});
