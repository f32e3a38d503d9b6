import { setTimeout as delay } from 'node:timers/promises';
import { createPocketSphinx, INSTALL_HINT } from '@mynah/local-speech/recognition/recognizer';
import {
  type CaptionsTestSession,
  openCaptionsTestSession,
  wordErrorRate,
  words,
} from '../test/support/captions-session.ts';
import { patience } from '../test/support/test-session.ts';
import { alignTable } from './table.ts';
import { until } from './until.ts';

type Speaker = Awaited<ReturnType<CaptionsTestSession['speaker']>>;

/** Pause between sentences: longer than any hangover, so that each is its own clip. */
const PAUSE_MS = 1_300;
const SENTENCES = [
  'We are going to the park after lunch.',
  'The weather is nice today.',
  'My brother lives in the big city.',
  'I would like a cup of tea.',
  'Please close the window before you leave.',
  'The children play in the garden.',
  'Nobody knows what the old house looked like before the fire.',
  'She has forgotten where she put her keys, and now the door does not open.',
  'The government announced new rules for companies that sell electricity.',
  'Scientists believe that the temperature of the ocean will rise again.',
];

/** Two people speak ten sentences at the same time with flite's best voice; counts the wrong words in captions. Takes about 25 s. */
export async function runWordErrors(print: (line: string) => void): Promise<void> {
  if (createPocketSphinx() === undefined) {
    print(`Skipped. ${INSTALL_HINT}`);
    return;
  }
  await using session = await openCaptionsTestSession();
  await session.start({ interim: false, language: 'en' });
  const half = SENTENCES.length / 2;
  const people = [
    { speaker: await session.speaker('Grace'), sentences: SENTENCES.slice(0, half) },
    { speaker: await session.speaker('Linus'), sentences: SENTENCES.slice(half) },
  ];
  await Promise.all(people.map(sayAll));
  await until('all text', () => {
    const answered = session.transcribed().filter(({ answeredAtMs }) => answeredAtMs !== undefined);
    return answered.length >= SENTENCES.length ? answered : undefined;
  });
  // It answers once every caption is in the channel.
  await (await session.ada.type('/captions stop')).reply(patience());
  report(['Grace', 'Linus'].flatMap((name) => session.linesOf(name)).join(' '), print);
}

async function sayAll({ speaker, sentences }: { speaker: Speaker; sentences: readonly string[] }): Promise<void> {
  for (const sentence of sentences) {
    await speaker.say(sentence, { voice: 'slt' });
    await delay(PAUSE_MS);
  }
}

function report(caption: string, print: (line: string) => void): void {
  const said = SENTENCES.join(' ');
  const lines = [
    '\nWords of flite’s voice slt in captions, recognized by PocketSphinx, end to end over encrypted voice',
    ...alignTable([
      ['sentences', String(SENTENCES.length)],
      ['words spoken', String(words(said).length)],
      ['word error rate', `${(100 * wordErrorRate(said, caption)).toFixed(1)} %`],
    ]),
    `shown: ${words(caption).join(' ')}`,
  ];
  for (const line of lines) print(line);
}
