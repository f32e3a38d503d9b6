import { describe, expect, it } from 'vitest';
import { english, loadTexts } from '../../../../../../playground/page/client/texts/load-texts.ts';
import { keyNames, SHORTCUTS } from '../../../../../../playground/page/client/views/key-names.ts';

const shown = (texts: typeof english, platform: string): readonly string[] =>
  SHORTCUTS.map((shortcut) => keyNames(shortcut, texts.shell, platform).join(' '));

const german = await loadTexts('de');

describe('names of keys', () => {
  it('are those of a keyboard of the language', () => {
    expect(shown(english, 'Linux x86_64')).toEqual(['Alt ↑ ↓', 'Alt Shift ↑ ↓', 'Ctrl Alt ↑ ↓', '↑ ↓', 'End']);
    expect(shown(german, 'Win32')).toEqual(['Alt ↑ ↓', 'Alt Umschalt ↑ ↓', 'Strg Alt ↑ ↓', '↑ ↓', 'Ende']);
  });

  it('are the signs of a Mac on a Mac', () => {
    expect(shown(german, 'MacIntel')).toEqual(['⌥ ↑ ↓', '⌥ ⇧ ↑ ↓', '⌃ ⌥ ↑ ↓', '↑ ↓', '↘']);
  });
});
