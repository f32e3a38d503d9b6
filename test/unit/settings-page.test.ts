import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Services } from '../../src/discord/services.ts';
import { type Control, fieldsOf, type Showing } from '../../src/discord/settings/controls.ts';
import { settingsPages } from '../../src/discord/settings/pages.ts';
import { english } from '../../src/messages/english.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../src/settings/server-settings.ts';
import { memoryBudgets, UNLIMITED } from '../support/memory-budgets.ts';

const same = (id: string): string => id;
const showing: Showing = {
  ...{ messages: english, maxListed: 9 },
  names: { role: same, channel: same, person: same },
};

/** What each field of a control takes. */
function accepted(control: Control): readonly string[] {
  switch (control.kind) {
    case 'toggle':
      return ['on, off'];
    case 'choice': {
      const options = control.options(DEFAULT_SERVER_SETTINGS, english);
      const shown = options.map(([value]) => control.show(control.set(DEFAULT_SERVER_SETTINGS, value), showing));
      return [shown.length > 4 ? `one of ${shown.length}` : shown.join(', ')];
    }
    case 'roles':
      return [`up to ${control.max} roles`];
    case 'people':
      return [`up to ${control.max} people`];
    case 'channels':
      return [control.max === 1 ? 'a channel' : `up to ${control.max} channels`];
    case 'form':
      return control.entries.map(({ field, input }) => {
        const { placeholder = '', maxLength = 0, style } = input(DEFAULT_SERVER_SETTINGS, english);
        const isText = field.id === 'reading.skipPrefix' || field.id === 'reading.announcement';
        return isText && style === 'short' ? `up to ${maxLength} characters` : placeholder;
      });
  }
}

it('docs/settings.md has a row for every setting, with what it does, its default and what it takes', () => {
  const budgets = memoryBudgets({ limits: UNLIMITED });
  const pages = settingsPages({ budgets } as unknown as Services);
  const rows = pages.flatMap(({ topic, controls }) =>
    controls.flatMap((control) =>
      fieldsOf(control).map(({ id, show }, index) => {
        const { label, about } = english.settings.fields[id];
        const cells = [english.settings.topics[topic].title, label, about];
        return [...cells, show(DEFAULT_SERVER_SETTINGS, showing), accepted(control)[index] ?? ''].join(' | ');
      }),
    ),
  );
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  const written = [...page.matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) =>
    row
      .split(' | ')
      .map((cell) => cell.trim())
      .join(' | '),
  );
  expect(written.slice(2), 'the table in docs/settings.md').toEqual(rows);
});
