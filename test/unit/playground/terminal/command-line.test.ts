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
    name: 'export',
    description: 'Export',
    options: [
      {
        type: 3,
        name: 'format',
        description: 'as what',
        required: true,
        choices: [{ name: 'txt' }, { name: 'srt' }, { name: 'vtt' }, { name: 'json' }],
      },
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
  it('assigns unnamed words to the first option with their spacing and colons', () => {
    expect(parse('/say  Hello  there: it is 10:30')).toEqual({
      kind: 'command',
      name: '/say',
      options: { text: 'Hello  there: it is 10:30' },
      files: {},
    });
  });

  it.each(['Note: this', 'see https://example.com/a', 'at 10:30', 'ratio :smile: a:b'])(
    'takes colons in a text for what they are: %j',
    (text) => {
      expect(parse(`/say ${text}`)).toMatchObject({ kind: 'command', options: { text } });
    },
  );

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

  it('separates paths of files from options, spaces included', () => {
    expect(parse('/transcribe my talks/monday.m4a format:srt')).toEqual({
      kind: 'command',
      name: '/transcribe',
      options: { format: 'srt' },
      files: { file: 'my talks/monday.m4a' },
    });
  });

  it.each([
    ['hello', /start with a slash/],
    ['/sing', /no command \/sing.*\/say, \/leave, \/transcribe, \/export, \/captions/],
    ['/say', /\/say needs text: what to say/],
    ['/say hi file:maybe', /file must be true or false/],
    ['/leave now', /takes no text/],
    ['/transcribe file: format:srt', /file must be the path of a file/],
    ['/transcribe format:srt', /\/transcribe needs file: what to transcribe$/],
    ['/export', /^\/export needs format: as what \(txt, srt, vtt, json\)$/],
    ['/say hello everywhere:True', /^There is no option “everywhere”\.$/],
    ['/say voice:slt everywhere:True', /^There is no option “everywhere”\.$/],
    ['/leave now:True', /^There is no option “now”\.$/],
    ['/captions', /needs a subcommand: start/],
  ])('names the problem with %j', (line, text) => {
    expect(parse(line)).toEqual({ kind: 'problem', text: expect.stringMatching(text) });
  });
});
