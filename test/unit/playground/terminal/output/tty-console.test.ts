import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Completion } from '../../../../../playground/terminal/output/console.ts';
import { TtyConsole } from '../../../../../playground/terminal/output/tty-console.ts';
import { ScreenEmulator } from '../../../../support/screen-emulator.ts';

const COLUMNS = 20;
const ROWS = 8;

let screen: ScreenEmulator;
let input: PassThrough;
let output: Writable & { columns: number; rows: number };
let terminal: TtyConsole;
let lines: string[];
let offered: Completion;
const onInterrupt = vi.fn();

beforeEach(() => {
  screen = new ScreenEmulator(COLUMNS, ROWS);
  input = new PassThrough();
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      screen.write(chunk.toString());
      done();
    },
  });
  output = Object.assign(stream, { columns: COLUMNS, rows: ROWS });
  lines = [];
  terminal = new TtyConsole(input, output, {
    paint: (_ink, text) => text,
    complete: async () => offered,
    onInterrupt,
  });
  terminal.setPrompt('Ada > ');
  void (async () => {
    for await (const line of terminal.lines()) lines.push(line);
  })();
});
afterEach(() => terminal[Symbol.dispose]());

const type = async (text: string) => {
  input.write(text);
  await turn();
  await turn();
};

describe('the line that is typed', () => {
  it('is drawn once below what is printed meanwhile, also when it takes several rows', async () => {
    await type('a line that takes more than two rows of it');
    terminal.print('one');
    terminal.print('two');
    await type('!');
    expect(screen.text).toBe(['one', 'two', 'Ada > a line that ta', 'kes more than two ro', 'ws of it!'].join('\n'));
  });

  it('is drawn once with wide signs', async () => {
    await type('今日は良い天気ですね、散歩');
    terminal.print('one');
    expect(screen.text).toBe(['one', 'Ada > 今日は良い天気', 'ですね、散歩'].join('\n'));
  });

  it('is drawn once when it was pasted, and fills its rows', async () => {
    await type('a line that fills two rows ex-actly');
    await type('\u001B[H');
    await type('X\u001B[F.');
    terminal.print('one');
    expect(screen.text).toBe(['one', 'Ada > Xa line that f', 'ills two rows ex-act', 'ly.'].join('\n'));
    await type('a full row is here'.slice(0, 17));
    terminal.print('two');
    expect(screen.text.split('\n').slice(0, 3)).toEqual(['one', 'two', 'Ada > Xa line that f']);
  });

  it('keeps the place of the cursor in it', async () => {
    await type('abc');
    await type('\u001B[D\u001B[D');
    terminal.print('one');
    await type('X');
    expect(screen.text).toBe('one\nAda > aXbc');
    expect(screen.cursor).toEqual({ row: 1, column: 8 });
  });

  it('stays above what follows once it was entered', async () => {
    await type('a line of two rows, in all\r');
    terminal.print('one');
    expect(lines).toEqual(['a line of two rows, in all']);
    expect(screen.text).toBe(['Ada > a line of two', 'rows, in all', 'one', 'Ada >'].join('\n'));
  });
});

describe('a text with a key', () => {
  it('is replaced where it stands, by more or fewer rows', async () => {
    terminal.print('first', 'plain', 'a');
    terminal.print('second');
    await type('typed');
    expect(terminal.replace('a', 'first, which is longer now')).toBe(true);
    expect(screen.text).toBe(['first, which is long', 'er now', 'second', 'Ada > typed'].join('\n'));
    expect(terminal.replace('a', 'short')).toBe(true);
    expect(screen.text).toBe(['short', 'second', 'Ada > typed'].join('\n'));
  });

  it('is replaced below a line that was entered', async () => {
    await type('a line of two rows, in all\r');
    terminal.print('is thinking', 'plain', 'a');
    await type('x\r');
    terminal.replace('a', 'done');
    expect(screen.text).toBe(['Ada > a line of two', 'rows, in all', 'done', 'Ada > x', 'Ada >'].join('\n'));
  });

  it('is not replaced once it has scrolled away, or the window has another size', async () => {
    terminal.print('first', 'plain', 'a');
    for (let row = 0; row < ROWS - 2; row += 1) terminal.print(`row ${row}`);
    expect(terminal.replace('a', 'FIRST')).toBe(true);
    terminal.print('one more');
    expect(terminal.replace('a', 'first')).toBe(false);
    terminal.print('last', 'plain', 'b');
    output.columns = 40;
    output.emit('resize');
    expect(terminal.replace('b', 'LAST')).toBe(false);
    expect(screen.text.split('\n').slice(0, 2)).toEqual(['FIRST', 'row 0']);
    expect(terminal.replace('none', 'x')).toBe(false);
  });
});

describe('Tab', () => {
  it.each([
    ['a single text, also in another case', ['My voice'], 'my v', 'Ada > My voice'],
    ['what all begin with', ['Studio One', 'Studio Two'], 'stu', 'Ada > Studio'],
  ])('fills in %s', async (_what, candidates, typed, shown) => {
    offered = { typed, candidates };
    await type(`${typed}\t`);
    expect(screen.text).toBe(shown);
  });

  it('lists several', async () => {
    offered = { typed: 's', candidates: ['Sally', 'Studio'] };
    await type('s\t');
    expect(screen.text).toBe(['  Sally', '  Studio', 'Ada > s'].join('\n'));
    offered = { typed: 'x', candidates: [] };
    await type('\t');
    expect(screen.text).toBe(['  Sally', '  Studio', 'Ada > s'].join('\n'));
  });
});

it('Ctrl-C is told, and ends nothing by itself', async () => {
  await type('abc\u0003');
  expect(onInterrupt).toHaveBeenCalledOnce();
  await type('d\r');
  expect(lines).toEqual(['abcd']);
});
