import { beforeEach, describe, expect, it } from 'vitest';
import { DatagramSchedule, type SendDatagram } from '../../../../src/voice/transport/datagram-schedule.ts';

let schedule: DatagramSchedule;
/** What left, as the system reads it: possibly later. */
let sent: Buffer[];

beforeEach(() => {
  schedule = new DatagramSchedule();
  sent = [];
});

const sendNow: SendDatagram = (datagram) => sent.push(Buffer.from(datagram)) > 0;
const sendLater: SendDatagram = (datagram) => sent.push(datagram) < 0;

/** Makes a datagram of that many bytes of that value, and has it sent. */
function add(length: number, value: number, { send = sendNow, at }: { send?: SendDatagram; at?: number } = {}): void {
  schedule.add(schedule.room(length, at).fill(value), send, at);
}

/** The value of each datagram that left; checks that it is of one piece. */
function values(): (number | undefined)[] {
  return sent.map((datagram) => {
    expect(new Set(datagram).size).toBe(1);
    return datagram[0];
  });
}

describe('what leaves at once', () => {
  it('leaves in order, once the work that is under way is done', async () => {
    add(10, 1);
    add(300, 2, { send: (datagram) => sendNow(datagram) });
    expect(sent).toEqual([]);
    await Promise.resolve();
    expect(values()).toEqual([1, 2]);
    expect(sent.map(({ length }) => length)).toEqual([10, 300]);
    await Promise.resolve();
    add(10, 3);
    await Promise.resolve();
    expect(values()).toEqual([1, 2, 3]);
  });

  it('leaves first when more does not fit beside it', async () => {
    for (let value = 1; value <= 100; value += 1) add(1_000, value);
    expect(values()).toEqual(Array.from({ length: 65 }, (_, index) => index + 1));
    await Promise.resolve();
    expect(values()).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('leaves in its turn if it fits beside nothing', async () => {
    add(10, 1);
    add(70_000, 2);
    add(10, 3);
    await Promise.resolve();
    expect(values()).toEqual([1, 2, 3]);
  });

  it('keeps the bytes that the system has yet to read', async () => {
    add(10, 1, { send: sendLater });
    add(10, 2);
    await Promise.resolve();
    add(20, 3);
    await Promise.resolve();
    expect(values()).toEqual([1, 2, 3]);
  });

  it('leaves, too, if it was added while others left', async () => {
    const send: SendDatagram = (datagram) => {
      add(10, 2);
      return sendNow(datagram);
    };
    add(10, 1, { send });
    await Promise.resolve();
    await Promise.resolve();
    expect(values()).toEqual([1, 2]);
  });
});

describe('what leaves later', () => {
  it('leaves when its time has come, the earliest first', async () => {
    add(10, 3, { at: 60 });
    add(10, 1, { at: 20 });
    add(10, 4, { at: 80 });
    add(10, 2, { at: 20 });
    await Promise.resolve();
    schedule.leave(19);
    expect([values(), schedule.nextMs]).toEqual([[], 20]);
    schedule.leave(20);
    expect([values(), schedule.nextMs]).toEqual([[1, 2], 60]);
    schedule.leave(100);
    expect([values(), schedule.nextMs]).toEqual([[1, 2, 3, 4], Number.POSITIVE_INFINITY]);
    schedule.leave(200);
    expect(values()).toEqual([1, 2, 3, 4]);
  });

  it('is whole however much leaves at one time, and in memory that is used again', () => {
    for (const at of [20, 40, 60]) {
      for (let value = 1; value <= 100; value += 1) add(1_000, value, { at });
      schedule.leave(at);
      expect(values()).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
      sent = [];
    }
  });

  it('keeps the bytes that the system has yet to read', () => {
    add(10, 1, { send: sendLater, at: 20 });
    schedule.leave(20);
    add(10, 2, { at: 40 });
    schedule.leave(40);
    expect(values()).toEqual([1, 2]);
  });

  it('leaves at once, in its turn, if its time has come before', async () => {
    schedule.leave(30);
    add(10, 1);
    add(10, 2, { at: 30 });
    add(10, 4, { at: 31 });
    add(10, 3);
    schedule.leave(40);
    expect(values()).toEqual([1, 2, 3, 4]);
  });

  it('of one connection can be cancelled and is counted, while the others leave', async () => {
    const send: SendDatagram = (datagram) => sendNow(datagram);
    add(10, 1, { send });
    add(10, 2, { at: 20 });
    add(10, 3, { at: 20, send });
    add(10, 4, { at: 20 });
    add(10, 5, { at: 40, send });
    expect(schedule.cancel(send)).toBe(2);
    expect(schedule.cancel(send)).toBe(0);
    add(10, 6, { at: 20 });
    await Promise.resolve();
    schedule.leave(20);
    schedule.leave(40);
    expect(values()).toEqual([1, 2, 4, 6]);
  });
});
