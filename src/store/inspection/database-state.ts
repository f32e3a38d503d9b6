import { MIGRATION_NAMES } from '../migrations.ts';

/** What is at DATABASE_URL. `name` is the file, or the server's host and database. */
export type DatabaseState =
  /** Nothing yet; the start creates it. */
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'damaged'; readonly name: string }
  /** A newer version of Mynah has used it. */
  | { readonly kind: 'newer'; readonly name: string }
  | { readonly kind: 'read-only'; readonly name: string }
  | {
      readonly kind: 'usable';
      readonly name: string;
      /** How many migrations it has had. */
      readonly applied: number;
      /** Those that the next start applies. */
      readonly pending: readonly string[];
      /** The server's own version, such as `17.2`. */
      readonly server?: string;
    };

/** Whether a database has had migrations that this version does not know. */
export function isNewer(applied: readonly string[]): boolean {
  return applied.some((name) => !MIGRATION_NAMES.includes(name));
}

/** The migrations that are still to come. */
export function pendingMigrations(applied: readonly string[]): string[] {
  return MIGRATION_NAMES.filter((name) => !applied.includes(name));
}
