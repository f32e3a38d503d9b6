import { expect, it } from 'vitest';
import { strangerOf } from '../../../src/web/connections.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
])('connections from %s count for %s', (address, stranger) => {
  expect(strangerOf(address)).toBe(stranger);
});

it.each(['127.0.0.1', '::1', '::ffff:10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1', 'fe80::1%eth0'])(
  'connections from %s, behind which a proxy may be, count for nobody',
  (address) => {
    expect(strangerOf(address)).toBeUndefined();
  },
);
