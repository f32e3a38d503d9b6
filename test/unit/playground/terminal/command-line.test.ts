import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../../playground/terminal/command-line.ts';

const DEFINITIONS = [
  {
    name: 'say',
    description: 'Speak',
    options: [
      { type: 3, name: 'text', description: 'what to say', required: true },
      { type: 3, name: 'voice', description: 'which voice' },
      { type: 5, name: 'file', description: 'as a file' },
    ],
  },
  { name: 'leave', description: 'Leave' },
  {
    name: 'transcribe',
    description: 'Transcribe',
    options: [
      { type: 11, name: 'file', description: 'what to transcribe', required: true },
      { type: 3, name: 'format', description: 'as what' },
    ],
  },
  {
    name: 'captions',
    description: 'Captions',
    options: [
      { type: 1, name: 'start', description: 'Start', options: [{ type: 3, name: 'language', description: 'l' }] },
    ],
  },
];

const parse = (line: string) => parseCommandLine(line, DEFINITIONS);

describe('parseCommandLine', () => {
  it('gives loose words to the first option and keeps their spacing and colons', () => {
    expect(parse('/say  Hello  there: it is 10:30')).toEqual({
      kind: 'command',
      name: '/say',
      options: { text: 'Hello  there: it is 10:30' },
      files: {},
    });
  });

  it('reads named options in any order, booleans as booleans', () => {
    expect(parse('/say voice:slt file:true text:good morning')).toEqual({
      kind: 'command',
      name: '/say',
      options: { voice: 'slt', file: true, text: 'good morning' },
      files: {},
    });
  });

  it('reads subcommands', () => {
    expect(parse('/captions start language:en')).toEqual({
      kind: 'command',
      name: '/captions start',
      options: { language: 'en' },
      files: {},
    });
  });

  it('keeps paths of files apart, spaces and all', () => {
    expect(parse('/transcribe my talks/monday.m4a format:srt')).toEqual({
      kind: 'command',
      name: '/transcribe',
      options: { format: 'srt' },
      files: { file: 'my talks/monday.m4a' },
    });
  });

  it.each([
    ['hello', /start with a slash/],
    ['/sing', /no \/sing.*\/say, \/leave, \/transcribe, \/captions/],
    ['/say', /wants text: what to say/],
    ['/say hi file:maybe', /file wants true or false/],
    ['/leave now', /takes no text/],
    ['/transcribe file: format:srt', /file wants the path of a file/],
    ['/transcribe format:srt', /wants file: what to transcribe/],
    ['/captions', /wants one of: start/],
  ])('says what is wrong with %j', (line, text) => {
    expect(parse(line)).toEqual({ kind: 'problem', text: expect.stringMatching(text) });
  });
});
