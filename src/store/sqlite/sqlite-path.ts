/** The file of a `sqlite:PATH`; `undefined` for another kind of database. */
export function sqlitePath(databaseUrl: string): string | undefined {
  return /^sqlite:(.+)$/.exec(databaseUrl)?.[1];
}
