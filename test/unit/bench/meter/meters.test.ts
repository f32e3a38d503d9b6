import { expect, test } from 'vitest';
import { bestMeter, chooseMeters, describeMeter, rejectDrops } from '../../../../bench/meter/meters.ts';
import { parseUdpTable } from '../../../../bench/meter/own-udp-sockets.ts';

const BUILT = { kind: 'built', path: '/somewhere/udp-drain' } as const;
const MISSING = { kind: 'missing', why: 'there is no C compiler (cc)' } as const;

test('the kernel’s meter is used where it could be built', () => {
  expect(bestMeter(BUILT)).toBe('kernel');
  expect(chooseMeters(undefined, BUILT)).toEqual(['kernel']);
  expect(chooseMeters(['kernel', 'callback'], BUILT)).toEqual(['kernel', 'callback']);
  expect(chooseMeters(['callback'], BUILT)).toEqual(['callback']);
});

test('without a compiler, a callback takes the times, and the report says so and why', () => {
  expect(bestMeter(MISSING)).toBe('callback');
  for (const wanted of [undefined, ['kernel'], ['kernel', 'callback']] as const) {
    expect(chooseMeters(wanted, MISSING)).toEqual(['callback']);
  }
  expect(describeMeter('callback', MISSING)).toBe(
    'Meter: callback, because there is no C compiler (cc). Every packet wakes the process that times it: costs and gaps are upper bounds.',
  );
});

test('a run fails if the kernel dropped packets, and says whose', () => {
  const good = { name: 'Mynah', sessions: 200, dropped: 0 };
  expect(() => rejectDrops([good, { ...good, dropped: undefined }])).not.toThrow();
  expect(() => rejectDrops([good, { name: 'stock player', sessions: 400, dropped: 3 }])).toThrow(
    'the kernel dropped packets that the meter had to read: 3 of stock player with 400 channels',
  );
});

test('the kernel’s table of sockets gives port, inode and drops', () => {
  const table = [
    '   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops            ',
    '  407: 0100007F:C0DE 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 318071 2 0000000000000000 17       ',
    '',
  ].join('\n');
  expect(parseUdpTable(table)).toEqual([{ inode: '318071', port: 0xc0de, drops: 17 }]);
});
