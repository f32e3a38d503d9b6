import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import { featureOf } from '../../../src/discord/interactions/feature-access.ts';
import { english } from '../../../src/messages/english.ts';
import { createScene } from './command-scene.ts';

const { commands, menus } = createCommands(createScene({}));
const definitions = commands.map((command) => command.define(english));

describe('the commands', () => {
  it('belong to a feature that a server can keep to some roles, or are open to everyone', () => {
    const unknown = [...commands, ...menus].filter(({ name }) => featureOf(name, '') === undefined);
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });

  it('are those of the interface, with its options', () => {
    const shapes = definitions.flatMap(({ name, options = [] }) => {
      const subcommands = options.filter((option) => option.type === ApplicationCommandOptionType.Subcommand);
      if (subcommands.length === 0) return [[name, ...options.map((option) => option.name)].join(' ')];
      return subcommands.map((sub) => [name, sub.name, ...(sub.options ?? []).map((option) => option.name)].join(' '));
    });
    expect(shapes.toSorted()).toEqual([
      'autoread off channel',
      'autoread on channel auto_join',
      'autoread status channel',
      'captions auto voice_channel mode thread language',
      'captions export format',
      'captions overlay',
      'captions start language interim',
      'captions status',
      'captions stop',
      'doctor',
      'help command',
      'join channel',
      'leave',
      'pause',
      'privacy erase',
      'privacy opt-in',
      'privacy opt-out',
      'privacy show',
      'pronounce add word as scope',
      'pronounce export scope',
      'pronounce import file scope',
      'pronounce list scope',
      'pronounce remove word scope',
      'queue',
      'resume',
      'say text voice style speed file',
      'settings',
      'skip',
      'stop',
      'transcribe file language format',
      'usage',
      'voice create title audio audio2 audio3 transcript visibility cover description tags enhance sample',
      'voice delete voice',
      'voice edit voice title description visibility tags cover',
      'voice info voice',
      'voice list query scope language tag licensed sort',
      'voice use voice speed volume member',
    ]);
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
