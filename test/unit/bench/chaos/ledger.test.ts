import { describe, expect, it } from 'vitest';
import { CaptionEnds, offSince } from '../../../../bench/chaos/caption-ends.ts';
import { causesOf } from '../../../../bench/chaos/causes.ts';
import { compareHearing, type HeardPacket } from '../../../../bench/chaos/hearing.ts';
import { judgeText } from '../../../../bench/chaos/judge-text.ts';
import { judgeUtterance } from '../../../../bench/chaos/judge-utterance.ts';
import { type LedgerFacts, ledgerLines, zerosOf } from '../../../../bench/chaos/ledger.ts';
import { LogWatch } from '../../../../bench/chaos/log-watch.ts';
import { extend, restOf, type Span } from '../../../../bench/chaos/spans.ts';
import { linesOf } from '../../../../bench/chaos/transcript.ts';

const WHOLE = { lost: 0, twice: 0, fromMs: 1 };
const ASKED = { isAnswered: true, answers: ['Speaking…', 'Spoken.'], packets: 400, hearing: WHOLE, faults: 1 };
const spanOf = (fromMs: number, toMs: number) => ({ fromMs, toMs });

describe('what was heard', () => {
  const heardAs = (...sounds: number[]): HeardPacket[] => sounds.map((sound, index) => ({ atMs: index * 20, sound }));

  it('is told apart by packets that only one text has', () => {
    const hearings = compareHearing(
      [
        [9, 1, 2, 3, 9],
        [9, 4, 5, 9],
        [9, 6],
      ],
      heardAs(9, 1, 2, 3, 9, 9, 4, 5, 9),
    );
    expect(hearings.map(({ lost }) => lost)).toEqual([0, 0, 2]);
    expect(hearings[2]?.fromMs).toBeUndefined();
  });

  it('counts what is missing, and what came twice', () => {
    const [gap, repeated] = compareHearing(
      [
        [1, 2, 3, 4],
        [5, 6, 7],
      ],
      heardAs(1, 4, 5, 6, 5, 6, 7),
    );
    expect(gap).toMatchObject({ lost: 2, twice: 0 });
    expect(repeated).toMatchObject({ lost: 0, twice: 2 });
  });
});

describe('the end of captions', () => {
  const on = (): CaptionEnds => {
    const ends = new CaptionEnds();
    ends.started(1_000);
    return ends;
  };

  it('is known by its notice', () => {
    const ends = on();
    ends.noticed(5_000);
    expect(ends.off).toEqual([spanOf(0, 1_000), spanOf(5_000, Number.POSITIVE_INFINITY)]);
    expect(ends.silentEnds(60_000)).toEqual([]);
  });

  it('may be seen before its notice, which then says nothing about those that are on', () => {
    const ends = on();
    ends.seenOff(5_000);
    ends.started(8_000);
    ends.noticed(24_000);
    expect(ends.isOn).toBe(true);
    expect(ends.silentEnds(60_000)).toEqual([]);
    ends.noticed(26_000);
    expect(ends.isOn).toBe(false);
  });

  it('is silent when no notice follows', () => {
    const ends = on();
    ends.seenOff(5_000);
    expect(ends.silentEnds(25_000)).toEqual([]);
    expect(ends.silentEnds(25_001)).toEqual([5_000]);
  });

  it('with a process is told by the next one; outside the server, nobody is told', () => {
    const ends = on();
    ends.restarted(5_000);
    ends.started(20_000);
    ends.noticed(30_000);
    expect(ends.isOn).toBe(true);
    ends.removed(40_000);
    ends.started(50_000);
    ends.noticed(60_000);
    expect(ends.isOn).toBe(false);
    expect(ends.silentEnds(200_000)).toEqual([]);
  });

  it('was when the database says, if that is shortly before people learned of it', () => {
    const off = [spanOf(0, 1_000), spanOf(50_000, 60_000), spanOf(90_000, 95_000)];
    expect(offSince(off, [38_000, 39_000, 51_000, 69_000])).toEqual([off[0], spanOf(39_000, 60_000), off[2]]);
  });
});

describe('a text', () => {
  it.each([
    ['heard whole', {}],
    ['heard with a gap', { hearing: { ...WHOLE, lost: 50 } }],
    ['heard twice in part', { hearing: { ...WHOLE, twice: 50 } }],
    ['heard, with an answer that is not over', { answers: ['Speaking…'] }],
    ['heard, after Discord said that nobody answers', { isAnswered: false, answers: [] }],
    ['LOST', { hearing: { ...WHOLE, lost: 200 } }],
    ['heard with a gap', { hearing: { ...WHOLE, lost: 200 }, faults: 2 }],
    ['LOST', { answers: [], hearing: { ...WHOLE, lost: 400 }, faults: 9 }],
    ['LOST', { answers: ['Queued: 1 text'], hearing: { ...WHOLE, lost: 399 }, faults: 9 }],
    ['unanswered', { isAnswered: false, answers: [], hearing: { ...WHOLE, lost: 400 } }],
    ['refused', { answers: ['I’m restarting.'] }],
    ['failed, and told', { answers: ['Queued: 1 text', 'Not spoken.'], hearing: { ...WHOLE, lost: 400 } }],
  ])('is %s: %o', (kind, change) => {
    expect(judgeText({ ...ASKED, ...change }).kind).toBe(kind);
  });
});

describe('an utterance', () => {
  const span = spanOf(1_000, 2_000);
  it.each([
    ['captioned', [spanOf(1_000, 1_400), spanOf(1_300, 1_850)], []],
    ['captioned in part', [spanOf(1_000, 1_500)], [spanOf(1_400, 3_000)]],
    ['lost with a known cause', [], [spanOf(900, 1_500), spanOf(1_500, 2_500)]],
    ['LOST WITHOUT CAUSE', [spanOf(1_000, 1_500)], [spanOf(1_500, 1_700)]],
    ['LOST WITHOUT CAUSE', [], []],
  ])('is %s', (outcome, lines, causes) => {
    expect(judgeUtterance({ sent: [span], lines, causes })).toBe(outcome);
  });

  it('is not what its speaker was kept from saying', () => {
    const sent: Span[] = [];
    for (const atMs of [1_000, 1_020, 1_040, 1_900, 1_920]) extend(sent, atMs, 100);
    expect(sent).toEqual([spanOf(1_000, 1_040), spanOf(1_900, 1_920)]);
    expect(judgeUtterance({ sent, lines: sent, causes: [] })).toBe('captioned');
    expect(judgeUtterance({ sent, lines: sent.slice(1), causes: [] })).toBe('LOST WITHOUT CAUSE');
  });

  it('may lose the 2 s before a crash, and nothing before any other fault', () => {
    const times = { number: 3, off: [], absences: [] };
    const fault = { server: undefined, costsWords: true, jumpMs: undefined, fromMs: 10_000, toMs: 10_000 };
    const missing = (kind: 'SIGKILL' | 'new voice server', server?: number) =>
      restOf(spanOf(8_000, 10_000), causesOf(times, [{ ...fault, kind, server }]));
    expect(missing('SIGKILL')).toEqual([]);
    expect(missing('new voice server')).toEqual([spanOf(8_000, 9_500)]);
    expect(missing('SIGKILL', 4)).toEqual([spanOf(8_000, 10_000)]);
  });

  it('may lose what is said until a silent gateway is noticed, when its connection cannot be repaired before', () => {
    const times = { number: 3, off: [], absences: [] };
    const of = { server: undefined, jumpMs: undefined };
    const silent = { ...of, kind: 'gateway silent', costsWords: false, fromMs: 0, toMs: 85_000 } as const;
    const crash = { ...of, kind: 'voice threads killed', costsWords: true, fromMs: 10_000, toMs: 10_000 } as const;
    const span = spanOf(11_000, 89_000);
    expect(restOf(span, causesOf(times, [silent, crash]))).toEqual([]);
    expect(restOf(span, causesOf(times, [silent]))).toEqual([span]);
    expect(restOf(span, causesOf(times, [crash]))).toEqual([spanOf(14_000, 89_000)]);
  });

  it('may lose what is said with damaged keys until the bot connects anew', () => {
    const of = { server: 3, costsWords: true, jumpMs: undefined, fromMs: 10_000, toMs: 12_000 };
    const causes = causesOf({ number: 3, off: [], absences: [spanOf(2_000, 3_000), spanOf(40_000, 41_000)] }, [
      { ...of, kind: 'DAVE decrypt failures' },
    ]);
    expect(restOf(spanOf(9_500, 45_000), causes)).toEqual([]);
    expect(restOf(spanOf(6_000, 46_000), causes)).toEqual([spanOf(6_000, 9_500), spanOf(45_000, 46_000)]);
  });

  it('has its lines at the right time although the clock was wrong', () => {
    const jump = { kind: 'clock jumps', server: undefined, costsWords: false, jumpMs: 3_600_000 } as const;
    const lines = [{ userId: 'ada', ...spanOf(3_601_000, 3_602_000) }];
    expect(linesOf('ada', lines, [{ ...jump, ...span }])).toContainEqual(span);
    expect(linesOf('ada', lines, [])).not.toContainEqual(span);
    expect(linesOf('bob', lines, [{ ...jump, ...span }])).toEqual([]);
  });
});

it('counts the lines of each message, and the most within a minute', () => {
  const watch = new LogWatch();
  for (const atMs of [0, 50_000, 100_000, 110_000]) watch.note({ level: 'warn', msg: 'late' }, atMs);
  watch.note({ level: 'warn', msg: 'late', repeats: 7 }, 400_000);
  expect(watch.counts()).toEqual([{ level: 'warn', message: 'late', lines: 5, repeats: 7, mostInMinute: 3 }]);
});

describe('the ledger', () => {
  const facts: LedgerFacts = {
    texts: [
      { kind: 'heard whole' },
      { kind: 'heard with a gap', ms: 300 },
      { kind: 'heard with a gap', ms: 200 },
      { kind: 'LOST' },
    ],
    utterances: ['captioned', 'LOST WITHOUT CAUSE', 'LOST WITHOUT CAUSE'],
    faults: new Map([['SIGKILL', 2]]),
    missedFaults: 1,
    crashes: ['the process ended by itself'],
    stuck: [],
    silentEnds: 3,
    log: [],
    memoryMb: [200, 210],
    cases: [{ atS: 12.34, server: 2, what: 'text LOST', faults: ['SIGKILL at 12.0 s'] }],
  };

  it('counts what must be zero', () => {
    expect([...zerosOf(facts).values()]).toEqual([1, 2, 1, 0, 3]);
  });

  it('adds up gaps, and shows each case with the faults around it', () => {
    const lines = ledgerLines(facts).map((line) => line.trim().replaceAll(/ {2,}/g, ' '));
    expect(lines).toContain('heard with a gap 2 500 ms together');
    expect(lines).toContain('Faults: 2, and 1 that found nothing to happen to');
    expect(lines).toContain('12.3 s, server 2: text LOST');
    expect(lines).toContain('SIGKILL at 12.0 s');
  });
});
