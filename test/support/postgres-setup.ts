import type { TestProject } from 'vitest/node';
import { findNeeds } from './needs.ts';
import { startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the PostgreSQL server that all files of a run share; `undefined` where there is none. */
    readonly postgresUrl: string | undefined;
  }
}

/** Starts the server before the first test of a project. Returns what stops it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = findNeeds().get('postgres');
  if (postgres?.kind !== 'here') {
    project.provide('postgresUrl', undefined);
    return () => Promise.resolve();
  }
  const server = await startPostgresServer({}, postgres.programs['initdb']);
  project.provide('postgresUrl', server.adminUrl);
  return async () => server[Symbol.asyncDispose]();
}
