import { expect, it } from 'vitest';
import { isDesktop } from '../../../../playground/page/open-page.ts';

it.each([
  ['darwin', {}, true, true],
  ['win32', {}, true, true],
  ['linux', { DISPLAY: ':0' }, true, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true, true],
  ['linux', {}, true, false],
  ['linux', { DISPLAY: '' }, true, false],
  ['linux', { DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, true, false],
  ['darwin', { SSH_TTY: '/dev/pts/0' }, true, false],
  ['darwin', { CI: 'true' }, true, false],
  ['darwin', {}, false, false],
] as const)(
  'opens a browser only where somebody sees it: %s %o, a terminal: %s',
  (platform, environment, isTerminal, is) => {
    expect(isDesktop({ platform, environment, isTerminal })).toBe(is);
  },
);
