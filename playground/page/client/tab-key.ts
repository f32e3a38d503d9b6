const STORED_AS = 'mynah-playground-tab';

/** The key that makes a tab the same person after a reload. Made when a tab has none. */
export function readTabKey(storage: Storage): string {
  const known = storage.getItem(STORED_AS);
  if (known !== null) return known;
  const key = crypto.randomUUID();
  storeTabKey(storage, key);
  return key;
}

/** Keeps the key that the server gave the tab. */
export function storeTabKey(storage: Storage, key: string): void {
  storage.setItem(STORED_AS, key);
}
