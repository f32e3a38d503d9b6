import type { TestProject } from 'vitest/node';
import { findPostgres, startPostgresServer } from './postgres-server.ts';

/** The PostgreSQL server that all files of a run share, or why there is none. */
export type SharedPostgres =
  | { readonly kind: 'here'; readonly adminUrl: string }
  | { readonly kind: 'missing'; readonly why: string };

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: SharedPostgres;
  }
}

/** Starts the server before the first test of a project. Returns what stops it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (programs.kind === 'missing') {
    project.provide('postgres', programs);
    return () => Promise.resolve();
  }
  const server = await startPostgresServer();
  project.provide('postgres', { kind: 'here', adminUrl: server.adminUrl });
  return async () => server[Symbol.asyncDispose]();
}
