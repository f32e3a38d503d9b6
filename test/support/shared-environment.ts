import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Environment, EnvironmentOptions } from '../../playground/environment.ts';
import { startTestEnvironment, type TestSession } from './test-session.ts';

/** How the tests of a file share an environment. */
interface SharedEnvironment<Session extends TestSession> {
  readonly options?: EnvironmentOptions;
  /** Opens the session of one test. */
  readonly join: (environment: Environment) => Promise<Session>;
  /** Gets each session before its test begins. */
  readonly use: (session: Session) => void;
}

/** Starts one environment for the tests of a file, with a session for each test, and closes them. */
export function shareEnvironment<Session extends TestSession>({
  options,
  join,
  use,
}: SharedEnvironment<Session>): void {
  let environment: Environment;
  let session: Session | undefined;
  beforeAll(async () => {
    environment = await startTestEnvironment(options);
  });
  beforeEach(async () => {
    session = await join(environment);
    use(session);
  });
  afterEach(() => session?.[Symbol.asyncDispose]());
  afterAll(() => environment?.close());
}
