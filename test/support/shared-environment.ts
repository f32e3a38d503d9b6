import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Environment } from '../../playground/environment.ts';
import { startTestEnvironment, type TestSession } from './test-session.ts';

/** How the tests of a file share an environment. */
interface SharedEnvironment<Session extends TestSession> {
  /** Opens the session of one test. */
  readonly join: (environment: Environment) => Promise<Session>;
  /** Gets each session before its test begins. */
  readonly use: (session: Session) => void;
  /** Why every test is skipped; `undefined` when none is. */
  readonly skipped?: string | undefined;
}

/** Starts one environment for the tests of a file, with a session for each test, and closes them. */
export function shareEnvironment<Session extends TestSession>(options: SharedEnvironment<Session>): void {
  const { join, use, skipped } = options;
  let environment: Environment | undefined;
  let session: Session | undefined;
  beforeAll(async () => {
    if (skipped === undefined) environment = await startTestEnvironment();
  });
  beforeEach(async ({ skip }) => {
    if (skipped !== undefined || environment === undefined) return skip(skipped);
    session = await join(environment);
    use(session);
  });
  afterEach(() => session?.[Symbol.asyncDispose]());
  afterAll(() => environment?.close());
}
