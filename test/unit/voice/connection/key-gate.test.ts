import { expect, test } from 'vitest';
import { createKeyGate } from '../../../../src/voice/connection/key-gate.ts';

test('packets pass with usable keys', () => {
  expect(createKeyGate().check({ kind: 'usable' }, 0)).toBe('pass');
});

test('packets are held until the first keys come', () => {
  const gate = createKeyGate();
  expect(gate.check({ kind: 'missing', alone: false }, 0)).toBe('hold');
  expect(gate.check({ kind: 'missing', alone: false }, 9_000)).toBe('hold');
  expect(gate.check({ kind: 'usable' }, 9_020)).toBe('pass');
});

test('keys that never come are reported once, then the wait starts again', () => {
  const gate = createKeyGate();
  gate.check({ kind: 'missing', alone: false }, 0);
  expect(gate.check({ kind: 'missing', alone: false }, 10_000)).toBe('stuck');
  expect(gate.check({ kind: 'missing', alone: false }, 10_020)).toBe('hold');
});

test('alone in a channel, packets wait for a listener without a limit', () => {
  const gate = createKeyGate();
  expect(gate.check({ kind: 'missing', alone: true }, 0)).toBe('hold');
  expect(gate.check({ kind: 'missing', alone: true }, 3_600_000)).toBe('hold');
  expect(gate.check({ kind: 'missing', alone: false }, 3_600_020)).toBe('hold');
});

test('a change of keys holds packets for a limited time', () => {
  const gate = createKeyGate();
  expect(gate.check({ kind: 'changing', transitionId: 1 }, 0)).toBe('hold');
  expect(gate.check({ kind: 'changing', transitionId: 1 }, 1_480)).toBe('hold');
  expect(gate.check({ kind: 'changing', transitionId: 1 }, 1_500)).toBe('pass');
  expect(gate.check({ kind: 'changing', transitionId: 1 }, 9_000)).toBe('pass');
});

test('each change of keys has its own limit', () => {
  const gate = createKeyGate();
  gate.check({ kind: 'changing', transitionId: 1 }, 0);
  expect(gate.check({ kind: 'changing', transitionId: 1 }, 2_000)).toBe('pass');
  expect(gate.check({ kind: 'changing', transitionId: 2 }, 2_020)).toBe('hold');
});

test('a new connection has the full limit again', () => {
  const gate = createKeyGate();
  gate.check({ kind: 'missing', alone: false }, 0);
  gate.reset();
  expect(gate.check({ kind: 'missing', alone: false }, 10_000)).toBe('hold');
});
