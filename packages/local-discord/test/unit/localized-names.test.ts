import { expect, it } from 'vitest';
import { pathIn } from '../../src/people/localized-names.ts';

const command = {
  name: 'captions',
  name_localizations: { de: 'untertitel' },
  options: [{ name: 'start', name_localizations: { de: 'starten' } }, { name: 'stop' }],
};

it('names a command and its subcommand in a language, and canonically where it has no name there', () => {
  expect(pathIn(command, 'captions start', 'de')).toBe('untertitel starten');
  expect(pathIn(command, 'captions stop', 'de')).toBe('untertitel stop');
  expect(pathIn(command, 'captions', 'de')).toBe('untertitel');
  expect(pathIn(command, 'captions start', 'fr')).toBe('captions start');
  expect(pathIn(command, 'captions gone', 'de')).toBe('untertitel gone');
});
