import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRIORITIES, type Priority } from '../../../../src/speech/call-context.ts';
import {
  backgroundLimit,
  fairShare,
  filesLimit,
  type HeldPermit,
  isOverdue,
  nextRequest,
  OVERDUE_AFTER,
  type PermitState,
  permitsToPreempt,
  type WaitingRequest,
} from '../../../../src/speech/limiter/permit-policy.ts';
import { PermitQueue, type QueuedCall } from '../../../../src/speech/limiter/permit-queue.ts';

interface Call extends QueuedCall {
  readonly name: number;
}

/** The policy over a queue, without time: what the limiter does between its callers. */
class Model {
  readonly queue = new PermitQueue<Call>({ maxWaiting: 1_000, maxWaitingPerTenant: 1_000 });
  held: (HeldPermit & { readonly name: number })[] = [];
  readonly admitted: number[] = [];
  limit: number;
  #lastName = 0;
  readonly #onAdmission: (state: PermitState, next: WaitingRequest) => void;

  constructor(limit: number, onAdmission: (state: PermitState, next: WaitingRequest) => void = () => undefined) {
    this.limit = limit;
    this.#onAdmission = onAdmission;
  }

  get state() {
    return {
      limit: this.limit,
      held: this.held,
      waiting: this.queue.waiting,
      admissions: this.queue.admissions,
      isSpeechExpected: false,
    };
  }

  request(tenant: string, priority: Priority, preemptions = 0): number {
    this.#lastName += 1;
    this.queue.add({ name: this.#lastName, tenant, priority, preemptions });
    this.admitAll();
    return this.#lastName;
  }

  release(index: number): void {
    this.held = this.held.filter((_permit, at) => at !== index % Math.max(1, this.held.length));
    this.admitAll();
  }

  admitAll(): void {
    for (let next = nextRequest(this.state); next !== undefined; next = nextRequest(this.state)) {
      this.#onAdmission(this.state, next);
      this.queue.admit(next.call);
      this.admitted.push(next.call.name);
      const { tenant, priority, name } = next.call;
      this.held = [...this.held, { tenant, priority, name, isPreemptible: true, isEnding: false }];
    }
  }
}

const tenants = fc.constantFrom('a', 'b', 'c', 'd');
const priorities = fc.constantFrom(...PRIORITIES);
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('request' as const), tenant: tenants, priority: priorities }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const), index: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('limit' as const), limit: fc.integer({ min: 1, max: 8 }) }) },
  ),
  { maxLength: 80, size: 'max' },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

function play(model: Model, all: readonly Step[], after: () => void): void {
  for (const step of all) {
    if (step.kind === 'request') model.request(step.tenant, step.priority);
    else if (step.kind === 'release') model.release(step.index);
    else {
      model.limit = step.limit;
      model.admitAll();
    }
    after();
  }
}

const backgroundOf = (held: readonly HeldPermit[]): number => held.filter((each) => each.priority !== 'speech').length;
const filesOf = (held: readonly HeldPermit[]): number => held.filter((each) => each.priority === 'files').length;
const heldBy = (held: readonly HeldPermit[], tenant: string): number =>
  held.filter((each) => each.tenant === tenant).length;
const fits = ({ limit, held }: PermitState, priority: Priority): boolean =>
  held.length < limit &&
  (priority === 'speech' || backgroundOf(held) < backgroundLimit(limit)) &&
  (priority !== 'files' || filesOf(held) < filesLimit(limit));

describe('the limits', () => {
  it.each([
    [1, 1, 1],
    [2, 1, 1],
    [3, 2, 1],
    [5, 4, 2],
    [15, 14, 7],
  ])('of %i permits, %i are for all but speech, and %i for files', (limit, background, files) => {
    expect([backgroundLimit(limit), filesLimit(limit)]).toEqual([background, files]);
  });

  it('leave all permits but one to the others while speech is expected', () => {
    expect([1, 2, 5].map((limit) => backgroundLimit(limit, true))).toEqual([0, 1, 4]);
  });

  it.each([
    [5, 1, 5],
    [5, 2, 3],
    [5, 5, 1],
    [5, 20, 1],
  ])('of %i permits, each of %i tenants has a share of %i', (limit, count, share) => {
    expect(fairShare(limit, count)).toBe(share);
  });
});

describe('whatever comes, in whatever order', () => {
  it('no request is admitted above the limit, the limit of all but speech, or that of files', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), steps, (limit, all) => {
        const model = new Model(limit, (state, { priority }) => expect(fits(state, priority)).toBe(true));
        play(model, all, () => undefined);
      }),
    );
  });

  it('a permit stays for speech: where there are two or more, speech gets one at once unless speech has the last', {
    meta: { promises: ['one-permit-stays-speech'] },
  }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), steps, (limit, all) => {
        const model = new Model(limit);
        play(
          model,
          all.filter(({ kind }) => kind !== 'limit'),
          () => {
            if (model.held.every(({ priority }) => priority !== 'speech')) {
              expect(
                nextRequest({ ...model.state, waiting: [{ tenant: 'new', priority: 'speech', since: 0 }] }),
              ).toBeDefined();
            }
          },
        );
      }),
    );
  });

  it('a tenant at its share gets nothing while one below waits for what it may have, unless it waited too long', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), steps, (limit, all) => {
        const model = new Model(limit, (state, next) => {
          if (isOverdue(state, next)) return;
          const active = new Set([...state.held, ...state.waiting].map(({ tenant }) => tenant)).size;
          const share = fairShare(state.limit, active);
          if (heldBy(state.held, next.tenant) < share) return;
          const robbed = state.waiting.filter(
            ({ tenant, priority }) => heldBy(state.held, tenant) < share && fits(state, priority),
          );
          expect(robbed).toEqual([]);
        });
        play(model, all, () => undefined);
      }),
    );
  });

  it('no permit stays free that somebody who waits may have', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), steps, (limit, all) => {
        const model = new Model(limit);
        play(model, all, () => {
          for (const { priority } of model.queue.waiting) expect(fits(model.state, priority)).toBe(false);
        });
      }),
    );
  });

  it('no request starves: each is admitted after a bounded number of releases, even beside one that keeps asking', {
    meta: { promises: ['nobody-waits-forever-permit'] },
  }, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.uniqueArray(fc.tuple(tenants, priorities), { minLength: 1, maxLength: 8, selector: (pair) => pair.join() }),
        tenants,
        priorities,
        fc.integer({ min: 1, max: 3 }),
        (limit, rivals, tenant, priority, place) => {
          const model = new Model(limit);
          for (let round = 0; round <= limit; round += 1) for (const rival of rivals) model.request(...rival);
          const names = Array.from({ length: place }, () => model.request(tenant, priority));
          const groups = rivals.length + 1;
          // Of its own group, those that came first go first.
          const bound = 2 * (place + limit + 1) * (OVERDUE_AFTER + 1) * groups;
          for (let released = 0; released < bound; released += 1) {
            const [oldest] = model.held;
            if (oldest !== undefined) model.request(oldest.tenant, oldest.priority);
            model.release(0);
          }
          expect(model.admitted).toEqual(expect.arrayContaining(names));
        },
      ),
    );
  });
});

describe('the next permit', () => {
  it('goes to the stronger priority, among tenants below their share', () => {
    const model = new Model(1);
    model.request('a', 'speech');
    const order = (['listings', 'interim-captions', 'files', 'final-captions', 'speech'] as const).map((priority) =>
      model.request('a', priority),
    );
    for (let i = 0; i < 5; i += 1) model.release(0);
    expect(model.admitted.slice(1)).toEqual(order.toReversed());
  });

  it('goes to the listing of a tenant that holds nothing before the captions of one at its share', () => {
    const model = new Model(5);
    const admitted = Array.from({ length: 4 }, () => model.request('a', 'final-captions'));
    model.request('a', 'final-captions');
    const listing = model.request('b', 'listings');
    model.release(0);
    expect(model.admitted).toEqual([...admitted, listing]);
  });

  it('goes to the tenant that holds least, whoever asked first', () => {
    const model = new Model(5);
    for (const tenant of ['a', 'a', 'b', 'c']) model.request(tenant, 'final-captions');
    model.request('b', 'final-captions');
    const c = model.request('c', 'final-captions');
    const d = model.request('d', 'final-captions');
    model.release(0);
    expect(model.admitted.at(-1)).toBe(d);
    model.release(0);
    model.release(0);
    expect(model.admitted.at(-1)).toBe(c);
  });

  it('goes to a request that was ended for speech before others of its tenant and kind', () => {
    const model = new Model(1);
    model.request('a', 'speech');
    model.request('a', 'files');
    const again = model.request('a', 'files', 1);
    model.release(0);
    expect(model.admitted.at(-1)).toBe(again);
  });

  it('goes to a group that waited too long, once', () => {
    const model = new Model(1);
    model.request('a', 'speech');
    model.request('a', 'speech');
    const file = model.request('b', 'files');
    const before: boolean[] = [];
    for (let i = 0; i < 2 * OVERDUE_AFTER + 4; i += 1) {
      model.request('a', 'speech');
      const [waiting] = model.queue.waiting.filter(({ priority }) => priority === 'files');
      if (waiting !== undefined) before.push(isOverdue(model.state, waiting));
      model.release(0);
    }
    expect(model.admitted.indexOf(file)).toBe(2 * OVERDUE_AFTER + 1);
    expect(before.filter(Boolean)).toHaveLength(1);
  });
});

describe('preemption', () => {
  const held = (priority: Priority, changes: Partial<HeldPermit> = {}): HeldPermit => ({
    ...{ tenant: 'a', priority, isPreemptible: true, isEnding: false },
    ...changes,
  });
  const speech = { tenant: 'b', priority: 'speech', since: 0 } as const;
  const stateOf = (limit: number, all: readonly HeldPermit[], waiting = [speech] as PermitState['waiting']) => ({
    ...{ limit, held: all, waiting, admissions: 0, isSpeechExpected: false },
  });

  it('takes the only permit for speech that waits', () => {
    const file = held('files');
    expect(permitsToPreempt(stateOf(1, [file]))).toEqual([file]);
  });

  it.each([
    ['nobody waits to speak', stateOf(1, [held('files')], [{ tenant: 'b', priority: 'final-captions', since: 0 }])],
    ['speech holds the permit', stateOf(1, [held('speech')])],
    ['the request cannot be repeated', stateOf(1, [held('files', { isPreemptible: false })])],
    ['it has been asked already', stateOf(1, [held('files', { isEnding: true })])],
    ['it would not free a permit', stateOf(1, [held('files'), held('files', { isPreemptible: false })])],
  ])('takes nothing when %s', (_case, state) => {
    expect(permitsToPreempt(state)).toEqual([]);
  });

  it('takes as many as needed after the limit fell, of the weakest priority, the newest first', () => {
    const [caption, old, young, listing] = [held('final-captions'), held('files'), held('files'), held('listings')];
    expect(permitsToPreempt(stateOf(3, [caption, old, young, listing]))).toEqual([listing, young]);
  });
});
