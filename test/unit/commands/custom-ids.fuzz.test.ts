import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import { listCustomId, readListArgument } from '../../../commands/voice/list-query.ts';
import { severityOf } from '../../../src/errors.ts';
import { VOICE_SORTS } from '../../../src/voice-models/voice-models-api.ts';
import { choiceBy, createScene, inLounge } from './command-scene.ts';

const { commands } = createCommands(createScene({ at: 'lounge' }));
const withComponents = commands.filter((command) => 'component' in command);
const withForms = commands.filter((command) => 'submit' in command);

/** What the arguments of custom ids are made of, and what they are not. */
const part = fc.oneof(
  fc.constantFrom(
    ...['opt-in', 'opt-out', 'stop', 'export', 'erase', 'keep', 'cancel', 'yes', 'no', 'edit', 'info', 'list', 'use'],
    ...['start', 'chat', 'ask', 'confirm', 'erase-all', 'only-here', 'opted-out', 'sample', 'late', 'ask', 'budgets'],
    ...['create', 'delete', 'show', 'txt', 's1m', 'c1p', 's0m', 's99999m', '__proto__', 'constructor', 'toString', ''],
  ),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.nat().map(String),
);
const parts = fc.array(part, { maxLength: 5 }).map((some) => some.join(':').slice(0, 95));
/** Nearly valid: a start of captions that waits for an answer. */
const start = fc
  .record({
    action: fc.constantFrom('chat', 'ask', 'confirm', 'other'),
    ids: fc.array(fc.stringMatching(/^\d{16,21}$/), { minLength: 1, maxLength: 3 }),
    language: fc.stringMatching(/^[a-z0-9-]{0,25}$/),
    interim: fc.constantFrom('0', '1', '2'),
    expires: fc.stringMatching(/^[0-9a-z]{0,9}$/),
  })
  .map(({ action, ids, language, interim, expires }) =>
    ['start', action, ...ids, language, interim, expires].join(':').slice(0, 95),
  );
const values = fc.array(fc.oneof(fc.constantFrom('opt-in', '0', '-1', '1e9', 'NaN', ''), fc.string()), {
  maxLength: 3,
});

/** What a command makes of a hostile interaction is an answer or a refusal that people can read. */
async function survive(handle: () => Promise<void> | undefined): Promise<void> {
  try {
    await handle();
  } catch (error) {
    if (severityOf(error) === 'fault') throw error;
  }
}

test.each(withComponents.map((command) => ({ name: command.name, command })))(
  'any custom id of a component of /$name is answered or refused in words',
  { meta: { promises: ['parsers-services-messages-custom'] } },
  async ({ command }) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(parts, start), values, async (custom, chosen) => {
        await survive(() => command.component?.(choiceBy(inLounge, chosen, custom)));
      }),
    );
  },
);

test.each(withForms.map((command) => ({ name: command.name, command })))(
  'any custom id and any field of a form of /$name is answered or refused in words',
  async ({ command }) => {
    await fc.assert(
      fc.asyncProperty(parts, fc.string({ unit: 'binary' }), async (custom, typed) => {
        const context = { ...choiceBy(inLounge, [], custom), field: () => typed };
        await survive(() => command.submit?.(context));
      }),
    );
  },
);

test('a page of a list survives its custom id, whatever its filters are', () => {
  const text = (maxLength: number) =>
    fc.string({ unit: 'binary', maxLength }).filter(({ length }) => length <= maxLength);
  const page = fc.record({
    scope: fc.constantFrom('mine' as const, 'public' as const),
    query: text(34),
    language: fc.stringMatching(/^[\w-]{0,20}$/),
    tag: text(20),
    isLicensed: fc.boolean(),
    sort: fc.constantFrom(undefined, ...VOICE_SORTS),
    page: fc.integer({ min: 1, max: 9_999 }),
  });
  fc.assert(
    fc.property(fc.constantFrom('show' as const, 'choose' as const), page, (act, query) => {
      const customId = listCustomId(act, query);
      expect(customId.length).toBeLessThanOrEqual(100);
      expect(readListArgument(customId.slice('voice:list:'.length))).toEqual({ act, page: query });
    }),
  );
});
