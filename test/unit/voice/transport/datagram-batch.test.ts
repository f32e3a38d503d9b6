import { beforeEach, expect, test } from 'vitest';
import { DatagramBatch, type SendDatagram } from '../../../../src/voice/transport/datagram-batch.ts';

let batch: DatagramBatch;
/** What left, as the system reads it: possibly later. */
let sent: Buffer[];

beforeEach(() => {
  batch = new DatagramBatch();
  sent = [];
});

const sendNow: SendDatagram = (datagram) => sent.push(Buffer.from(datagram)) > 0;
const sendLater: SendDatagram = (datagram) => sent.push(datagram) < 0;

/** Makes a datagram of that many bytes of that value, and has it sent. */
function add(length: number, value: number, send = sendNow): void {
  batch.add(batch.room(length).fill(value), send);
}

/** The value of each datagram that left; checks that it is of one piece. */
function values(): (number | undefined)[] {
  return sent.map((datagram) => {
    expect(new Set(datagram).size).toBe(1);
    return datagram[0];
  });
}

test('datagrams of all connections leave in order, once the work that is under way is done', async () => {
  add(10, 1);
  add(300, 2, (datagram) => sendNow(datagram));
  expect(sent).toEqual([]);
  await Promise.resolve();
  expect(values()).toEqual([1, 2]);
  expect(sent.map(({ length }) => length)).toEqual([10, 300]);
  await Promise.resolve();
  add(10, 3);
  await Promise.resolve();
  expect(values()).toEqual([1, 2, 3]);
});

test('what does not fit beside the others makes them leave first', async () => {
  for (let value = 1; value <= 100; value += 1) add(1_000, value);
  expect(values()).toEqual(Array.from({ length: 65 }, (_, index) => index + 1));
  await Promise.resolve();
  expect(values()).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test('a datagram that fits into no batch leaves in its turn', async () => {
  add(10, 1);
  add(70_000, 2);
  add(10, 3);
  await Promise.resolve();
  expect(values()).toEqual([1, 2, 3]);
});

test('leaves bytes alone that the system has yet to read', async () => {
  add(10, 1, sendLater);
  add(10, 2);
  await Promise.resolve();
  add(20, 3);
  await Promise.resolve();
  expect(values()).toEqual([1, 2, 3]);
});

test('what is sent while the batch leaves, as a consequence, leaves too', async () => {
  add(10, 1, (datagram) => {
    add(10, 2);
    return sendNow(datagram);
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(values()).toEqual([1, 2]);
});
