import { ButtonStyle } from 'discord.js';
import { expect, it } from 'vitest';
import { buttonRow, buttonRows } from '../../../../src/discord/interactions/buttons.ts';

it('makes those that end something red', () => {
  const { components } = buttonRow([
    ['say:go', 'Go'],
    ['say:stop', 'Stop', 'danger'],
  ]);
  expect(components).toMatchObject([
    { custom_id: 'say:go', label: 'Go', style: ButtonStyle.Secondary },
    { custom_id: 'say:stop', label: 'Stop', style: ButtonStyle.Danger },
  ]);
});

it('leaves out buttons that Discord would refuse, and a row without any', () => {
  const tooLong = ['x'.repeat(101), 'Too long'] as const;
  const fitting = ['x'.repeat(100), 'Fits'] as const;
  expect(buttonRows([tooLong, fitting])).toMatchObject([{ components: [{ label: 'Fits' }] }]);
  expect(buttonRows([tooLong])).toEqual([]);
  expect(buttonRows([])).toEqual([]);
});
