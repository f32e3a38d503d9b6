const STORED_AS = 'mynah-captions-shortcuts';

/** Keys that are said by the letter on them, or by their place where the keyboard writes other letters. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/**
 * Listens to single keys, unless somebody writes or a dialog is open. They can be switched off, for those whose speech
 * recognition types letters (WCAG 2.1.4).
 */
export function listenToShortcuts(shortcuts: Shortcuts, enabled: HTMLInputElement): void {
  enabled.checked = readStored() !== 'off';
  enabled.addEventListener('change', () => store(enabled.checked ? 'on' : 'off'));
  document.addEventListener('keydown', (event) => {
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat;
    if (isOther || !enabled.checked || isBusy(event.target)) return;
    const run = shortcuts[event.key.toLowerCase()] ?? shortcuts[letterOf(event.code)];
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
}

/** `p` for `KeyP`. */
function letterOf(code: string): string {
  return code.startsWith('Key') ? code.slice(3).toLowerCase() : '';
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}

/** Browsers may forbid a page to store anything. */
function readStored(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

function store(value: string): void {
  try {
    localStorage.setItem(STORED_AS, value);
  } catch {
    // The choice holds until the page is closed.
  }
}
