import type { LocalGuild } from '@mynah/local-discord/guild';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Cast } from '../../../../../playground/cast/cast.ts';
import type { PageParts } from '../../../../../playground/page/ports.ts';
import { Visitor } from '../../../../../playground/page/visitors/visitor.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const TAB = { sendFrame: (_frame: Uint8Array, sent: () => void) => sent(), onVoiceEnded: () => undefined };

function scene() {
  const joined: [string, boolean][] = [];
  const done: string[] = [];
  const guild = (id: string) => ({ id }) as LocalGuild;
  const [home, other] = [guild('home'), guild('other')];
  const cast = {
    servers: [home, other],
    person(name: string, { id }: LocalGuild, { manages = false } = {}) {
      joined.push([id, manages]);
      return { id: '1', name };
    },
  };
  const voice = { leave: async () => void done.push('leave'), endSpeech: () => void done.push('end-speech') };
  const parts = { openVoice: () => voice, openFigures: () => ({}) };
  const scenery = { cast: cast as unknown as Cast, home, parts: parts as unknown as PageParts };
  return { joined, done, make: (isFirst: boolean) => new Visitor(scenery, { name: 'Robin', isFirst }) };
}

it('is a member of every server, and manages the first one as the first visitor', () => {
  const { joined, make } = scene();
  make(true);
  expect(joined.slice(0, 2)).toEqual([
    ['home', true],
    ['other', false],
  ]);
});

it('stays in voice through a reload', () => {
  const { done, make } = scene();
  const visitor = make(true);
  visitor.attach(TAB);
  visitor.detach(TAB);
  vi.advanceTimersByTime(3_000);
  visitor.attach(TAB);
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual(['end-speech']);
});

it('stays in voice when a dead connection closes after its tab has connected again', () => {
  const { done, make } = scene();
  const visitor = make(true);
  visitor.attach(TAB);
  visitor.attach({ ...TAB });
  visitor.detach(TAB);
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual([]);
});

it('leaves voice some seconds after the tab was closed', () => {
  const { done, make } = scene();
  const visitor = make(false);
  visitor.attach(TAB);
  visitor.detach(TAB);
  vi.advanceTimersByTime(4_000);
  expect(done).toEqual(['end-speech']);
  vi.advanceTimersByTime(2_000);
  expect(done).toEqual(['end-speech', 'leave']);
});
