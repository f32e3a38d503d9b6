import type { Texts } from '../texts/text-types.ts';

/** What the keyboard can do, for the settings. */
export const SHORTCUTS = [
  { name: 'nextChannel', keys: ['alt', 'arrows'] },
  { name: 'nextUnread', keys: ['alt', 'shift', 'arrows'] },
  { name: 'nextServer', keys: ['control', 'alt', 'arrows'] },
  { name: 'messages', keys: ['arrows'] },
  { name: 'end', keys: ['end'] },
] as const;

/** What stands on the keys of a Mac, in every language. */
const MAC_KEYS: Texts['shell']['keyNames'] = { alt: '⌥', shift: '⇧', control: '⌃', end: '↘' };
const ARROWS = '↑ ↓';

/** What stands on the keys of a shortcut, on a keyboard of the visitor's language; `platform` as the browser names it. */
export function keyNames(
  { keys }: (typeof SHORTCUTS)[number],
  { keyNames: names }: Texts['shell'],
  platform: string,
): readonly string[] {
  const shown = /^(?:Mac|iP)/u.test(platform) ? MAC_KEYS : names;
  return keys.map((key) => (key === 'arrows' ? ARROWS : shown[key]));
}
