import { describe, expect, it } from 'vitest';
import { startDraft } from '../../../../../../playground/page/client/commands/command-draft.ts';
import { EMPTY_DRAFT } from '../../../../../../playground/page/client/composer/composer-draft.ts';
import {
  changeDraft,
  leaveToText,
  offersFor,
  putCommand,
  recall,
  typeText,
  withHistory,
} from '../../../../../../playground/page/client/composer/composer-state.ts';
import { addFiles } from '../../../../../../playground/page/client/composer/picked-files.ts';
import { EMPTY_STATE } from '../../../../../../playground/page/client/state.ts';
import { COMMANDS, commandAt } from './registered.ts';

describe('what stands in the composer', () => {
  it('is kept for every channel by itself', () => {
    const first = { ...EMPTY_STATE, ...changeDraft('1', () => ({ text: 'one' }))(EMPTY_STATE) };
    const { drafts } = changeDraft('2', () => ({ text: 'two' }))(first);
    expect([...drafts.values()].map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('becomes a command when a whole one is typed or pasted', () => {
    expect(typeText('/say hello', COMMANDS)).toMatchObject({
      text: '',
      command: { path: 'say', values: { text: { text: 'hello' } }, open: ['text'] },
    });
    expect(typeText('/say', COMMANDS)).toEqual({ text: '/say' });
    expect(typeText('Use /say hello', COMMANDS)).toEqual({ text: 'Use /say hello' });
  });

  it('offers commands for a slash at its beginning only', () => {
    expect(offersFor('/cap', COMMANDS)).toHaveLength(2);
    expect(offersFor('hello /cap', COMMANDS)).toBeUndefined();
    expect(offersFor('/etc/hosts', COMMANDS)).toBeUndefined();
    expect(offersFor('/cap\n', COMMANDS)).toBeUndefined();
  });

  it('takes a command from elsewhere, in the channel that is open', () => {
    const state = { ...EMPTY_STATE, channelId: '1' };
    const { drafts, insertion } = putCommand(commandAt('say'), { text: { text: 'hi' } })(state);
    expect(drafts?.get('1')?.command).toMatchObject({ path: 'say', values: { text: { text: 'hi' } } });
    // The composer takes the focus when there is an insertion.
    expect(insertion).toBe('');
  });

  it('goes back to the text that brought a command', () => {
    expect(leaveToText(commandAt('captions start'))).toMatchObject({ text: '/captions start', command: undefined });
  });
});

describe('the history of commands', () => {
  const say = startDraft(commandAt('say'), { text: { text: 'hi' } });
  const queue = startDraft(commandAt('queue'));
  const gone = { path: 'gone', values: {}, open: [] };

  it('has the same command once in a row', () => {
    expect(withHistory({ history: [say] }, { ...say })).toEqual({ history: [say] });
    expect(withHistory({ history: [say] }, queue)).toEqual({ history: [say, queue] });
  });

  it('is bounded', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ ...gone, path: String(index) }));
    expect(withHistory({ history: many }, say).history).toHaveLength(50);
  });

  it('is walked with the arrow keys, past commands that are not offered here', () => {
    const history = [say, gone, queue];
    const newest = recall(EMPTY_DRAFT, history, COMMANDS, true);
    expect(newest).toMatchObject({ command: queue, recalled: 0 });
    const older = recall({ ...EMPTY_DRAFT, ...newest }, history, COMMANDS, true);
    expect(older).toMatchObject({ command: say, recalled: 2 });
    expect(recall({ ...EMPTY_DRAFT, ...older }, history, COMMANDS, true)).toBeUndefined();
    expect(recall({ ...EMPTY_DRAFT, ...newest }, history, COMMANDS, false)).toEqual({
      command: undefined,
      recalled: undefined,
    });
  });
});

describe('files for a message', () => {
  it('are ten of 10 MiB at most, and what is left out is said', () => {
    const file = (name: string): File => new File(['x'], name);
    const large = file('large.wav');
    Object.defineProperty(large, 'size', { value: 10 * 2 ** 20 + 1 });
    const names = Array.from({ length: 11 }, (_, index) => file(`${index}.png`));
    const picked = addFiles([], [large, ...names]);
    expect(picked).toMatchObject({ tooLarge: ['large.wav'], leftOut: 1 });
    expect(picked.files).toHaveLength(10);
  });
});
