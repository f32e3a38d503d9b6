import { describe, expect, it } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import { featureOf } from '../../../src/discord/interactions/feature-access.ts';
import { english } from '../../../src/messages/english.ts';
import { createScene } from './command-scene.ts';

const { commands, menus } = createCommands(createScene({}));
const definitions = commands.map((command) => command.define(english));

describe('the commands', () => {
  it('belong to a feature that a server can keep to some roles, or are open to everyone', () => {
    const unknown = [...commands, ...menus].map(({ name }) => name).filter((name) => featureOf(name, '') === undefined);
    expect(unknown, 'add these to FEATURES in src/discord/interactions/feature-access.ts').toEqual([]);
  });

  it('are found by the names under which they are registered', () => {
    for (const { name, define } of [...commands, ...menus]) expect(define(english).name).toBe(name);
  });

  it('work in direct messages only where they make sense there', () => {
    const anywhere = definitions.filter((definition) => definition.contexts?.includes(1)).map(({ name }) => name);
    expect(anywhere.toSorted()).toEqual(['help', 'privacy', 'pronounce', 'say', 'transcribe', 'usage', 'voice']);
  });

  it('keep to the lengths that Discord allows', () => {
    const descriptions = definitions.flatMap(({ description, options = [] }) => [
      description,
      ...options.flatMap((option) => [
        option.description,
        ...('options' in option ? (option.options ?? []) : []).map((inner) => inner.description),
      ]),
    ]);
    expect(descriptions.every((description) => description.length >= 1 && description.length <= 100)).toBe(true);
  });
});
