/** A map or a set, which are in the order in which their entries came. */
interface Entries<K> {
  readonly size: number;
  keys(): Iterable<K>;
  delete(key: K): boolean;
}

/** To be called after each new entry: beyond `limit` entries, the oldest one is dropped. */
export function dropOldestBeyond<K>(limit: number, entries: Entries<K>): void {
  if (entries.size <= limit) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}

/** Sets an entry, as the newest of at most `limit`. */
export function rememberWithin<K, T>(limit: number, known: Map<K, T>, key: K, value: T): void {
  known.delete(key);
  known.set(key, value);
  dropOldestBeyond(limit, known);
}
