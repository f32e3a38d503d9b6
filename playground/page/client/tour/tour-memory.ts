const STORED_AS = 'mynah-playground-tour';

/** Whether the visitor has seen the tour in this browser. Where nothing may be stored, the tour opens at every visit. */
export function hasSeenTour(storage: Storage): boolean {
  return storage.getItem(STORED_AS) !== null;
}

/** Remembers that the tour was seen. */
export function rememberTour(storage: Storage): void {
  storage.setItem(STORED_AS, 'seen');
}
