import { withinTime } from '../concurrency/async.ts';

/** Longest wait for the answers of all parts, so that a probe with a limit of 2 s gets its answer. */
const ANSWER_TIMEOUT_MS = 1_500;

/** What was found is true for this long, however often probes come. */
const FRESH_MS = 500;

/** One part of the process that must work before it is ready. */
export interface ReadinessCheck<Part extends string> {
  readonly part: Part;
  /** Resolves with what is wrong, such as `voice-1: does not answer`, a line each; empty when the part is ready. */
  readonly find: () => Promise<readonly string[]>;
}

/** What was found. */
interface Finding<Part extends string> {
  /** A line for each problem; empty when all parts are ready. */
  readonly problems: readonly string[];
  readonly parts: Readonly<Record<Part, boolean>>;
}

/** Whether the process can do its work. */
export interface Readiness<Part extends string = string> {
  /** Asks all parts, within 1.5 s. Never rejects. Findings are up to 500 ms old, and probes at the same time share one. */
  read(): Promise<Finding<Part>>;
}

/** Creates the readiness of a process. A part that does not answer is not asked again before it does. */
export function createReadiness<Part extends string>(checks: readonly ReadinessCheck<Part>[]): Readiness<Part> {
  const asked = new Map<Part, Promise<readonly string[]>>();
  let finding: Promise<Finding<Part>> | undefined;
  let foundAtMs = Number.NEGATIVE_INFINITY;

  const problemsOf = async ({ part, find }: ReadinessCheck<Part>): Promise<readonly string[]> => {
    const answer = asked.get(part) ?? ask(part, find);
    return await withinTime(answer, ANSWER_TIMEOUT_MS, [`${part}: does not answer`]);
  };
  const ask = (part: Part, find: () => Promise<readonly string[]>): Promise<readonly string[]> => {
    const answer = find()
      .catch(() => [`${part}: does not work`])
      .finally(() => asked.delete(part));
    asked.set(part, answer);
    return answer;
  };
  const findAll = async (): Promise<Finding<Part>> => {
    const found = await Promise.all(checks.map(async (check) => ({ check, problems: await problemsOf(check) })));
    foundAtMs = performance.now();
    const parts = found.map(({ check, problems }) => [check.part, problems.length === 0]);
    return {
      problems: found.flatMap(({ problems }) => problems),
      parts: Object.fromEntries(parts) as Record<Part, boolean>,
    };
  };
  return {
    read: () => {
      const isOver = foundAtMs > Number.NEGATIVE_INFINITY;
      if (finding === undefined || (isOver && performance.now() - foundAtMs >= FRESH_MS)) {
        foundAtMs = Number.NEGATIVE_INFINITY;
        finding = findAll();
      }
      return finding;
    },
  };
}
