/** What the visitor may choose; `system`: as their system has it. */
export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const STORED_AS = 'mynah-playground-theme';

/** The theme that was chosen before. */
export function readTheme(storage: Storage): Theme {
  const stored = storage.getItem(STORED_AS);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Applies a theme to the page. */
export function showTheme(root: HTMLElement, theme: Theme): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}

/** Applies a theme and remembers it for the next visit. */
export function chooseTheme(root: HTMLElement, storage: Storage, theme: Theme): void {
  storage.setItem(STORED_AS, theme);
  showTheme(root, theme);
}
