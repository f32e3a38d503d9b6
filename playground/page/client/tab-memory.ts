const STORED_AS = 'mynah-playground-tab';
const CHANNEL_STORED_AS = 'mynah-playground-channel';
const LANGUAGE_STORED_AS = 'mynah-playground-language';

/** The key that makes a tab the same person after a reload. Made when a tab has none. */
export function readTabKey(storage: Storage): string {
  const known = storage.getItem(STORED_AS);
  if (known !== null) return known;
  const key = crypto.randomUUID();
  storeTabKey(storage, key);
  return key;
}

/** The channel that was open before a reload; `undefined`: none. */
export function readChannel(storage: Storage): string | undefined {
  return storage.getItem(CHANNEL_STORED_AS) ?? undefined;
}

/** Keeps the channel that is open. */
export function storeChannel(storage: Storage, channelId: string): void {
  storage.setItem(CHANNEL_STORED_AS, channelId);
}

/** The languages that the visitor wants: the one that was chosen in this tab, then the browser's. */
export function readLanguages(storage: Storage, { languages }: Pick<Navigator, 'languages'>): readonly string[] {
  const chosen = storage.getItem(LANGUAGE_STORED_AS);
  return chosen === null ? languages : [chosen, ...languages];
}

/** Keeps the language that was chosen. */
export function storeLanguage(storage: Storage, locale: string): void {
  storage.setItem(LANGUAGE_STORED_AS, locale);
}

/** Keeps the key that the server gave the tab. */
export function storeTabKey(storage: Storage, key: string): void {
  storage.setItem(STORED_AS, key);
}
