import { describe, expect, it } from 'vitest';
import { createVisitFigures } from '../../../../../playground/page/voice/visit-figures.ts';

const BOT = '1';
const GRACE = '2';
const VISITOR = '3';
const NAMES = new Map([
  [GRACE, 'Grace'],
  [VISITOR, 'Robin'],
]);
const VOICED = Uint8Array.of(0x78, 1, 2, 3);
const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);

function openVisit() {
  const clock = { nowMs: 0 };
  const visit = createVisitFigures({
    botId: BOT,
    visitorId: VISITOR,
    nameOf: (userId) => NAMES.get(userId),
    now: () => clock.nowMs,
  });
  const sent = { count: 0 };
  const hear = (userId: string, atMs: number, opus = VOICED): void => {
    clock.nowMs = atMs;
    sent.count += 1;
    visit.heard({ userId, sequence: sent.count, timestamp: sent.count * 960, opus, receivedAtMs: atMs });
  };
  const webhook = (name: string, content: string, atMs: number): void => {
    clock.nowMs = atMs;
    visit.saw({ author: { id: '9', name, kind: 'webhook' }, content });
  };
  return { clock, visit, hear, webhook };
}

describe('the time to first sound', () => {
  it('is from the visitor’s /say to the bot’s first voiced packet', () => {
    const { clock, visit, hear } = openVisit();
    clock.nowMs = 1_000;
    visit.typed('say');
    hear(GRACE, 1_100);
    hear(BOT, 1_200, SILENCE);
    hear(BOT, 1_450);
    hear(BOT, 1_470);
    expect(visit.figures().firstSoundMs).toBe(450);
  });

  it('is not taken while the bot speaks another text, or from another command', () => {
    const { clock, visit, hear } = openVisit();
    hear(BOT, 900);
    clock.nowMs = 1_000;
    visit.typed('say');
    hear(BOT, 1_020);
    clock.nowMs = 9_000;
    visit.typed('join');
    hear(BOT, 9_500);
    expect(visit.figures().firstSoundMs).toBeUndefined();
  });
});

describe('the caption delay', () => {
  it('is from a speaker’s last packet to the caption to which nothing is added', () => {
    const { hear, webhook, visit } = openVisit();
    hear(GRACE, 1_000);
    hear(GRACE, 1_020);
    hear(GRACE, 1_040, SILENCE);
    webhook('Grace', '*hello there…*', 1_100);
    webhook('Linus', 'Something else.', 1_200);
    webhook('Grace', 'Hello there.', 1_520);
    webhook('Grace', 'Hello there.', 9_999);
    expect(visit.figures().captionDelayMs).toBe(500);
  });

  it('counts captions that come from the bot with the name before them, and the visitor’s own', () => {
    const { clock, visit } = openVisit();
    clock.nowMs = 2_000;
    visit.sent();
    clock.nowMs = 2_100;
    visit.spoke();
    clock.nowMs = 2_800;
    visit.saw({ author: { id: BOT, name: 'Mynah', kind: 'user' }, content: '**Grace:** No.\n**Robin:** Yes.' });
    expect(visit.figures().captionDelayMs).toBe(800);
  });

  it('is the median of the latest captions', () => {
    const { hear, webhook, visit } = openVisit();
    for (const [index, delayMs] of [900, 300, 500].entries()) {
      hear(GRACE, index * 10_000);
      hear(GRACE, index * 10_000 + 20, SILENCE);
      webhook('Grace', `Line ${index}.`, index * 10_000 + delayMs);
    }
    expect(visit.figures().captionDelayMs).toBe(500);
  });

  it('does not count what a stranger, or someone before a minute ago, said', () => {
    const { hear, webhook, visit } = openVisit();
    hear('7', 0);
    hear('7', 20, SILENCE);
    webhook('Stranger', 'Hello.', 100);
    hear(GRACE, 1_000);
    hear(GRACE, 1_020, SILENCE);
    webhook('Grace', 'Late.', 70_000);
    expect(visit.figures().captionDelayMs).toBeUndefined();
  });
});
