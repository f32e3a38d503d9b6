import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutocomplete } from '../../../../../../playground/page/client/commands/autocomplete.ts';
import { checkCommand } from '../../../../../../playground/page/client/commands/check-command.ts';
import { type CheckedOption, checkOption } from '../../../../../../playground/page/client/commands/check-option.ts';
import {
  type OptionDraft,
  openOption,
  startDraft,
} from '../../../../../../playground/page/client/commands/command-draft.ts';
import { keyEffect } from '../../../../../../playground/page/client/commands/list-keys.ts';
import { type OfferedOption, OPTION } from '../../../../../../playground/page/client/commands/offered-commands.ts';
import { type SuggestionPlace, suggestionsFor } from '../../../../../../playground/page/client/commands/suggestions.ts';
import { commandAt } from './registered.ts';

const channel = { parentId: undefined, isArchived: false, status: '', voiceMembers: [], userLimit: 0, canWrite: true };
const PLACE: SuggestionPlace = {
  server: {
    id: '1',
    name: 'Home',
    isManager: true,
    channels: [
      { ...channel, id: '20', name: 'general', type: 0 },
      { ...channel, id: '21', name: 'Lounge', type: 2 },
    ],
    members: [
      { id: '30', name: 'Robin', isBot: false, isScripted: false },
      { id: '31', name: 'Mynah', isBot: true, isScripted: false },
    ],
    roles: [{ id: '40', name: 'Moderators' }],
  },
  people: [{ id: '30', name: 'Robin' }],
  words: { yes: 'True', no: 'False' },
};

function option(path: string, name: string): OfferedOption {
  const found = commandAt(path).options.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no option ${name}`);
  return found;
}

function check(found: OfferedOption, draft: OptionDraft | string): CheckedOption {
  return checkOption(found, typeof draft === 'string' ? { text: draft } : draft, PLACE);
}

const value = (wanted: unknown): unknown => ({ kind: 'value', value: wanted });
const problem = (kind: string, more: object = {}): unknown => ({ kind: 'problem', problem: { kind, ...more } });

describe('an option that is checked before the command is run', () => {
  it('counts the characters of a text as Discord does', () => {
    expect(check(option('say', 'text'), '🎈🎈🎈🎈🎈🎈🎈🎈🎈🎈')).toEqual(value('🎈🎈🎈🎈🎈🎈🎈🎈🎈🎈'));
    expect(check(option('say', 'text'), 'hello there')).toEqual(problem('too-long', { max: 10, length: 11 }));
  });

  it('takes numbers within their bounds, with a comma too', () => {
    expect(check(option('say', 'speed'), '1,5')).toEqual(value(1.5));
    expect(check(option('say', 'speed'), '3')).toEqual(problem('too-large', { max: 2 }));
    expect(check(option('say', 'speed'), '0')).toEqual(problem('too-small', { min: 0.5 }));
    expect(check(option('say', 'speed'), 'fast')).toEqual(problem('not-a-number'));
    expect(check(option('captions auto', 'lines'), '1.5')).toEqual(problem('not-whole'));
  });

  it('takes what was chosen, or a name that was typed to its end', () => {
    expect(check(option('captions auto', 'mode'), { text: 'On', chosen: 'on' })).toEqual(value('on'));
    expect(check(option('captions auto', 'mode'), 'off')).toEqual(value('off'));
    expect(check(option('captions auto', 'mode'), 'maybe')).toEqual(problem('not-listed'));
    expect(check(option('say', 'file'), 'true')).toEqual(value(true));
    expect(check(option('captions auto', 'voice_channel'), '#lounge')).toEqual(value('21'));
  });

  it('takes no channel of another type', () => {
    expect(check(option('captions auto', 'voice_channel'), 'general')).toEqual(problem('not-listed'));
  });

  it('takes any text where the bot suggests', () => {
    expect(check(option('say', 'voice'), 'anything')).toEqual(value('anything'));
  });

  it('wants a file where one is required, and no larger one than Discord takes', () => {
    const file = option('transcribe', 'file');
    expect(check(file, '')).toEqual(problem('required'));
    const large = new File([], 'a.wav');
    Object.defineProperty(large, 'size', { value: 10 * 2 ** 20 + 1 });
    expect(check(file, { text: '', file: large })).toEqual(problem('file-too-large'));
    expect(check(file, { text: '', file: new File(['a'], 'a.wav') })).toMatchObject({ kind: 'file' });
  });

  it('may be left empty when it is optional', () =>
    expect(check(option('say', 'text'), ' ')).toEqual({ kind: 'empty' }));

  it('is sent with the others by its canonical name', () => {
    const command = commandAt('captions auto');
    const draft = openOption(startDraft(command, { mode: { text: 'On', chosen: 'on' } }), 'lines');
    expect(checkCommand(command, draft, PLACE)).toEqual({
      values: { mode: 'on' },
      files: {},
      problems: { voice_channel: { kind: 'required' } },
    });
  });
});

describe('the list below an option', () => {
  const labels = (found: OfferedOption, typed = '', place = PLACE): string[] =>
    suggestionsFor(found, typed, place).map(({ label }) => label);
  const ofType = (type: OfferedOption['type']): OfferedOption => ({ ...option('say', 'text'), type });

  it('names channels of the option’s types only', () => {
    expect(labels(option('captions auto', 'voice_channel'))).toEqual(['Lounge']);
  });

  it('names people, roles, or both', () => {
    expect(labels(ofType(OPTION.user))).toEqual(['Robin', 'Mynah']);
    expect(labels(ofType(OPTION.role))).toEqual(['Moderators']);
    expect(labels(ofType(OPTION.mentionable))).toEqual(['Robin', 'Mynah', 'Moderators']);
  });

  it('names those of the conversation in direct messages', () => {
    expect(labels(ofType(OPTION.user), '', { ...PLACE, server: undefined })).toEqual(['Robin']);
  });

  it('has those first that begin with what was typed', () => {
    expect(labels(ofType(OPTION.mentionable), '@mo')).toEqual(['Moderators']);
    expect(labels(ofType(OPTION.mentionable), 'm')).toEqual(['Mynah', 'Moderators']);
  });

  it('has yes and no for a choice of two', () => expect(labels(option('say', 'file'))).toEqual(['True', 'False']));
});

describe('the keys of a list', () => {
  const open = (active: number): { isOpen: boolean; active: number } => ({ isOpen: true, active });

  it('move around its ends', () => {
    expect(keyEffect('ArrowDown', open(2), 3)).toEqual({ kind: 'move', list: open(0) });
    expect(keyEffect('ArrowUp', open(0), 3)).toEqual({ kind: 'move', list: open(2) });
  });

  it('take the highlighted entry with Enter, and with Tab on the way on', () => {
    expect(keyEffect('Enter', open(1), 3)).toEqual({ kind: 'pick', index: 1, stays: true });
    expect(keyEffect('Tab', open(1), 3)).toEqual({ kind: 'pick', index: 1, stays: false });
  });

  it('leave Enter to the command where nothing is highlighted', () => {
    expect(keyEffect('Enter', open(-1), 3)).toEqual({ kind: 'pass' });
    expect(keyEffect('Enter', { isOpen: false, active: 1 }, 3)).toEqual({ kind: 'pass' });
  });

  it('close it with Escape, which leaves the command only then', () => {
    expect(keyEffect('Escape', open(1), 3)).toEqual({ kind: 'move', list: { isOpen: false, active: -1 } });
    expect(keyEffect('Escape', { isOpen: false, active: -1 }, 3)).toEqual({ kind: 'pass' });
  });

  it('open it with arrow down', () => {
    expect(keyEffect('ArrowDown', { isOpen: false, active: -1 }, 3)).toEqual({ kind: 'move', list: open(0) });
    expect(keyEffect('ArrowUp', { isOpen: false, active: -1 }, 3)).toEqual({ kind: 'pass' });
  });
});

describe('autocomplete', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks at once first, then when typing pauses', async () => {
    const asked: string[] = [];
    const autocomplete = createAutocomplete(
      (typed) => {
        asked.push(typed);
        return Promise.resolve(typed);
      },
      () => undefined,
    );
    autocomplete.ask('');
    await vi.advanceTimersByTimeAsync(0);
    for (const typed of ['s', 'sl', 'slt']) autocomplete.ask(typed);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['', 'slt']);
  });

  it('drops an answer that comes after something newer was typed', async () => {
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const told: unknown[] = [];
    const calls = { count: 0 };
    const autocomplete = createAutocomplete(
      () => answers[calls.count++]?.promise ?? Promise.reject(new Error('too many')),
      (answer) => told.push(answer),
    );
    autocomplete.ask('a');
    await vi.advanceTimersByTimeAsync(1_000);
    autocomplete.ask('ab');
    await vi.advanceTimersByTimeAsync(1_000);
    answers[1]?.resolve('new');
    answers[0]?.resolve('stale');
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['new']);
  });

  it('says when asking failed, and nothing once it is closed', async () => {
    const told: unknown[] = [];
    const autocomplete = createAutocomplete(
      () => Promise.reject(new Error('no answer')),
      (answer) => told.push(answer),
    );
    autocomplete.ask('a');
    await vi.advanceTimersByTimeAsync(1_000);
    autocomplete.ask('ab');
    autocomplete.close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([undefined]);
  });
});
