const STEP_DEADLINE_S = 60;

/**
 * Runs one step of a tour. `run` gets a signal that aborts after 60 s.
 * @throws {Error} that names the step, when it fails or there is no `expected` by then.
 */
export async function runStep<T>(
  name: string,
  run: (signal: AbortSignal) => Promise<T>,
  expected = 'answer',
): Promise<T> {
  const deadline = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new Error(`no ${expected} within ${STEP_DEADLINE_S} s`);
    reject(reason);
    deadline.abort(reason);
  }, STEP_DEADLINE_S * 1_000);
  try {
    return await Promise.race([run(deadline.signal), late]);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
