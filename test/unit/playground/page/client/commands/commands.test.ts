import { describe, expect, it } from 'vitest';
import {
  closeOption,
  fillOption,
  furtherOptions,
  hasContent,
  openOption,
  startDraft,
} from '../../../../../../playground/page/client/commands/command-draft.ts';
import {
  mentionedPath,
  messageMenus,
  offeredCommands,
} from '../../../../../../playground/page/client/commands/offered-commands.ts';
import { endsWithOption, isNameOf, readTyped } from '../../../../../../playground/page/client/commands/read-typed.ts';
import { searchCommands } from '../../../../../../playground/page/client/commands/search-commands.ts';
import { COMMANDS, commandAt, REGISTERED } from './registered.ts';

const GERMAN = offeredCommands(REGISTERED, 'de');

describe('the commands that the box offers', () => {
  it('are named in the visitor’s language, subcommands one by one', () => {
    expect(GERMAN.map(({ shownPath }) => shownPath)).toEqual([
      'captions auto',
      'captions start',
      'queue',
      'sag',
      'transcribe',
    ]);
    expect(commandAt('say', GERMAN)).toMatchObject({ path: 'say', description: 'Sprich einen Text' });
    expect(commandAt('captions auto', GERMAN).options[1]?.choices).toEqual([
      { name: 'An', value: 'on' },
      { name: 'Aus', value: 'off' },
    ]);
  });

  it('are called so in mentions, too, groups included', () => {
    const called = (id: string, name: string): string => mentionedPath(REGISTERED, { id, name }, 'de');
    expect(called('10', 'say')).toBe('sag');
    expect(called('11', 'captions start')).toBe('captions start');
    expect(called('11', 'captions')).toBe('captions');
    expect(called('11', 'captions gone')).toBe('captions gone');
    expect(called('99', 'say')).toBe('say');
  });

  it('leave out the menus of messages, which are found by themselves', () => {
    expect(messageMenus(REGISTERED, 'de')).toEqual([{ name: 'Speak', shownName: 'Vorlesen' }]);
    expect(COMMANDS.some(({ path }) => path === 'Speak')).toBe(false);
  });
});

describe('the search for a command', () => {
  const found = (typed: string, commands = COMMANDS): string[] =>
    searchCommands(commands, typed).map(({ path }) => path);

  it('offers all for a slash', () => expect(found('/')).toHaveLength(COMMANDS.length));
  it('finds by the shown name first', () => expect(found('/sa', GERMAN)[0]).toBe('say'));
  it('finds by the English name in other languages', () => expect(found('/say', GERMAN)).toEqual(['say']));
  it('has the English name before a later word', () => {
    const named = (path: string, shownPath: string) => ({ ...commandAt('queue'), path, shownPath });
    const commands = [named('stimme', 'captions say'), named('say', 'sprich')];
    expect(found('/say', commands)).toEqual(['say', 'stimme']);
  });
  it('finds a subcommand by its own beginning', () => expect(found('/auto')[0]).toBe('captions auto'));
  it('finds by the beginnings of several words', () => expect(found('/cap st')).toEqual(['captions start']));
  it('finds by a description’s word', () => expect(found('/recording')).toEqual(['transcribe']));
  it('finds nothing for something else', () => expect(found('/home/robin')).toEqual([]));
});

describe('a typed line', () => {
  const texts = (line: string, commands = COMMANDS): unknown => readTyped(line, commands)?.texts;

  it('becomes a command as soon as its name is ended', () => {
    expect(readTyped('/say', COMMANDS)).toBeUndefined();
    expect(readTyped('/say ', COMMANDS)?.command.path).toBe('say');
    expect(readTyped('/captions ', COMMANDS)).toBeUndefined();
    expect(readTyped('/captions start ', COMMANDS)?.command.path).toBe('captions start');
  });

  it('gives words without a name to the first option', () => {
    expect(texts('/say hello there')).toEqual({ text: 'hello there' });
  });

  it('takes named options, by shown and by canonical names', () => {
    expect(texts('/say hello voice:slt speed:1.5')).toEqual({ text: 'hello', voice: 'slt', speed: '1.5' });
    expect(texts('/sag hallo stimme:slt', GERMAN)).toEqual({ text: 'hallo', voice: 'slt' });
  });

  it('leaves times, addresses and other words with colons in the text', () => {
    expect(texts('/say at 12:30 see https://a.example note:x')).toEqual({
      text: 'at 12:30 see https://a.example note:x',
    });
  });

  it('leaves an option’s name before a space in the text', () => {
    expect(texts('/say my voice: it is back')).toEqual({ text: 'my voice: it is back' });
  });

  it('stays a text where words would be lost', () => {
    expect(readTyped('/queue now', COMMANDS)).toBeUndefined();
    expect(readTyped('/transcribe that', COMMANDS)).toBeUndefined();
  });

  it('opens an option by its name and a colon', () => {
    const { options } = commandAt('say', GERMAN);
    expect(endsWithOption('hallo stimme:', options)).toMatchObject({ option: { name: 'voice' }, before: 'hallo' });
    expect(endsWithOption('12:', options)).toBeUndefined();
    expect(endsWithOption('hallo voice: ', options)).toBeUndefined();
  });

  it('knows an option’s own name and a colon at the start of its field', () => {
    const [text] = commandAt('say', GERMAN).options;
    if (text === undefined) throw new Error('no option');
    expect(['text:', `${text.shownName}:`, 'stimme:', 'text: a'].map((typed) => isNameOf(text, typed))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a command in the box', () => {
  it('has fields for what it requires', () => {
    expect(startDraft(commandAt('captions auto')).open).toEqual(['voice_channel', 'mode']);
  });

  it('has a field for a lone free text, as in /say hello', () => {
    expect(startDraft(commandAt('say')).open).toEqual(['text']);
    expect(startDraft(commandAt('captions start')).open).toEqual([]);
  });

  it('offers the other options by name, and takes them away with what is in them', () => {
    const say = commandAt('say');
    const draft = openOption(startDraft(say), 'speed');
    expect(furtherOptions(say, draft, '').map(({ name }) => name)).toEqual(['voice', 'file']);
    expect(furtherOptions(say, draft, 'voi').map(({ name }) => name)).toEqual(['voice']);
    const filled = fillOption(draft, 'speed', { text: '2' });
    expect(hasContent(filled)).toBe(true);
    expect(closeOption(filled, 'speed')).toEqual(startDraft(say));
  });
});
