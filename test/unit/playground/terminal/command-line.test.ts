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

  it('takes people and roles by their names', () => {
    const definitions = [{ name: 'mute', description: 'm', options: [{ type: 6, name: 'person', description: 'p' }] }];
    const parsed = parseCommandLine('/mute person:Grace', definitions, 'en-US', (name) => `id of ${name}`);
    expect(parsed).toMatchObject({ kind: 'command', options: { person: 'id of Grace' } });
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
    ['/say hello everywhere:True', /^There is no option “everywhere”\. There is: text, voice, file\.$/],
    ['/say voice:slt everywhere:True', /^There is no option “everywhere”\. There is: text, voice, file\.$/],
    ['/say vioce:slt hello', /^There is no option “vioce”\. Did you mean voice\?$/],
    ['/leave now:True', /^There is no option “now”\.$/],
    ['/captions', /needs a subcommand: start/],
  ])('names the problem with %j', (line, text) => {
    expect(parse(line)).toEqual({ kind: 'problem', text: expect.stringMatching(text) });
  });
});

describe('parseCommandLine in another language', () => {
  const de = (name: string) => ({ de: name });
  const choices = [{ name: 'quiet', name_localizations: de('leise') }];
  const definitions = [
    {
      ...{ name: 'captions', name_localizations: de('untertitel') },
      options: [
        {
          ...{ type: 1, name: 'start', name_localizations: de('starten'), description: 'Start' },
          options: [
            {
              ...{ type: 3, name: 'language', name_localizations: de('sprache'), description: 'Language', choices },
              ...{ description_localizations: de('Sprache'), required: true },
            },
          ],
        },
      ],
    },
  ];
  const german = (line: string) => parseCommandLine(line, definitions, 'de');

  it.each([
    '/untertitel starten sprache:de',
    '/captions start language:de',
    '/untertitel start sprache:de',
    '/captions starten de',
  ])('takes the names of the language and the canonical ones: %s', (line) => {
    const options = { language: 'de' };
    expect(german(line)).toEqual({ kind: 'command', name: '/captions start', options, files: {} });
  });

  it.each([
    ['/singen', 'There’s no command /singen. Commands: /untertitel.'],
    ['/captions', '/captions needs a subcommand: starten.'],
    ['/untertitel starten', '/captions start needs sprache: Sprache (leise)'],
  ])('names the problem with %j in it', (line, text) => {
    expect(german(line)).toEqual({ kind: 'problem', text });
  });

  it('does not take the names of other languages', () => {
    expect(parseCommandLine('/untertitel starten de', definitions)).toMatchObject({ kind: 'problem' });
  });
});
