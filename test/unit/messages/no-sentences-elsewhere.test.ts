import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { english } from '../../../src/messages/english.ts';
import { findProse } from './prose-finder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The folders whose code answers people. */
const FOLDERS = [
  ...['commands', 'src/discord', 'src/captions', 'src/files', 'src/voice-models'],
  ...['src/voice', 'src/speech', 'src/audio', 'src/text', 'src/messages/topics'],
];

/** Texts that look like prose, but aren't, each in its only file. */
const ALLOWED: readonly (readonly [reason: string, file: string, ...texts: string[]])[] = [
  ['HTTP', 'src/speech/http/http.ts', 'Bearer …'],
  ['HTTP', 'src/speech/live/live-connection.ts', 'Bearer …'],
  ['file format', 'src/text/subtitles.ts', '<v …>', 'WEBVTT …\n'],
  ['names of formats', 'src/audio/recording/recording-kind.ts', 'Opus', 'Vorbis'],
  ['names of formats', 'src/audio/recording/recording-track.ts', 'Ogg', 'Matroska'],
  ['name of a format', 'src/discord/voice-models/voice-model-recordings.ts', 'Matroska'],
  ['canonical name of a menu', 'commands/speak-menu.ts', 'Speak'],
  ['canonical name of a menu', 'commands/transcribe-menu.ts', 'Transcribe'],
  ['canonical name of a menu', 'src/discord/interactions/feature-access.ts', 'Speak'],
  ['name of an error class', 'src/discord/transcription/transcription-job.ts', 'Cancelled'],
  ['words of the service', 'src/speech/expression-styles.ts', 'soft tone', 'in a hurry tone'],
  ['message of an error, from another process', 'src/audio/recording/recording-child.ts', 'The parser failed: …'],
  ['message of an error, from another thread', 'src/speech/plain-error.ts', 'an unexpected failure'],
  ['part of an error’s message', 'src/speech/http/http.ts', 'it is longer than … MiB', 'it is not JSON'],
  ['part of an error’s message', 'src/speech/wire-fault.ts', '… at …', 'the top', '… and … more'],
  ['part of an error’s message', 'src/speech/http/error-body.ts', ' with a message of … characters'],
  [
    'for operators, in a terminal',
    'src/discord/inspection/discord-inspection.ts',
    ...['the answer is not one of Discord', 'Discord refused the token (401)', 'no access (…)'],
    ...['Discord did not answer (…)', 'the certificate is not valid here (…)', 'in time'],
  ],
  ['message of an error', 'src/speech/http/refused-answer.ts', 'the speech service answered ……'],
];

const { commands, menus } = english.names;

/** Texts name commands and menus by their canonical names, which are English. */
const isName = (file: string, text: string): boolean =>
  file.startsWith('src/messages/') && (Object.hasOwn(commands, text) || Object.hasOwn(menus, text));

const isAllowed = (file: string, text: string): boolean =>
  isName(file, text) || ALLOWED.some(([, where, ...texts]) => where === file && texts.includes(text));

const findIn = (source: string): string[] => findProse('test.ts', source).map(({ text }) => text);

/** All of the source is parsed, which takes seconds on a busy machine. */
const PARSING_MS = 60_000;

describe('what members read', () => {
  const files = globSync(
    FOLDERS.map((folder) => `${folder}/**/*.ts`),
    // What abbreviations are spoken as: vocabulary, and nothing that the bot says of itself.
    { cwd: ROOT, exclude: ['src/text/pronunciation/built-in/**'] },
  );

  it('is in the catalogue, and in no other file', { timeout: PARSING_MS }, () => {
    expect(files.length).toBeGreaterThan(100);
    const elsewhere = files.flatMap((file) =>
      findProse(file, readFileSync(join(ROOT, file), 'utf8'))
        .filter(({ text }) => !isAllowed(file, text))
        .map(({ line, text }) => `${file}:${line} ${text}`),
    );
    expect(elsewhere).toEqual([]);
  });

  it.each(ALLOWED)('has no stale exceptions (%s, %s)', (_reason, file, ...texts) => {
    const found = new Set(findProse(file, readFileSync(join(ROOT, file), 'utf8')).map(({ text }) => text));
    expect(texts.filter((text) => !found.has(text))).toEqual([]);
  });
});

describe('the search for sentences', () => {
  it.each([
    ['a string', "const a = 'Join a channel.';", ['Join a channel.']],
    ['a template', `answer(\`I am in \${channel} now.\`);`, ['I am in … now.']],
    ['a number with a noun', `const a = \`\${count} texts\`;`, ['… texts']],
    ['a refusal', "throw new UserError('No such voice.');", ['No such voice.']],
    ['a word that ends a sentence', "reply('Done.'); throw new UserError('Nope.');", ['Done.', 'Nope.']],
    [
      'a refusal made by its code',
      "new MynahError('USER_ERROR', 'You cannot do that here.');",
      ['You cannot do that here.'],
    ],
    ['what a shown word falls back to', "({ content: x && 'stop', label: x ?? 'go on' });", ['stop', 'go on']],
    ['a label in a constant', "const label = 'Stop'; const a = { label };", ['Stop']],
    ['a label that is set', "button.setLabel('Stop');", ['Stop']],
    ['names of choices', "({ choices: [{ name: 'Public', value: 'public' }] });", ['Public']],
    ['fields of an embed', "({ fields: [{ name: 'Language', value: 'English' }] });", ['Language', 'English']],
    ['the footer of an embed', "({ footer: { text: 'Powered' } });", ['Powered']],
    [
      'one word that is set or answered',
      "field.setPlaceholder('name'); reply('done'); new UserError('no');",
      ['name', 'done', 'no'],
    ],
    ['words in brackets and numbers', "const a = 'page (all)', b = 'page 2';", ['page (all)', 'page 2']],
    ['glued words', "const a = 'you' + ' ' + 'left';", ['you left']],
    ['joined words', "const a = ['I', 'can', 'not'].join(' ');", ['I can not']],
    ['words with markup', "const a = '**Stop** it';", ['**Stop** it']],
    ['one word that Discord shows', "const a = { label: isOn ? 'Stop' : 'Start' };", ['Stop', 'Start']],
  ])('finds %s', (_what, source, found) => {
    expect(findIn(source)).toEqual(found);
  });

  it.each([
    ['log lines', "log.info({ err }, 'could not post'); this.#log.warn('too late'); log[level]('a request failed');"],
    ['errors for operators', "throw new MynahError('CODE', 'the database refused', { cause });"],
    ['functions that make such errors', "function late(why: string): MynahError {}\nlate('nothing came');"],
    ['methods that make such errors', "class A { #e(a: string): SpeechError {} f() { this.#e('it broke off'); } }"],
    ['names of fields', "const a = { 'QuickTime File Format': 1 };"],
    ['imports and types', "import a from 'some module'; type A = 'one or two';"],
    [
      'codes, ids and names',
      `const a = ['captions:opt-in', 'item-started', \`voice:\${id}\`, 'captions', { name: 'say' }];`,
    ],
  ])('passes over %s', (_what, source) => {
    expect(findIn(source)).toEqual([]);
  });
});
