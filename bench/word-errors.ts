import { setTimeout as delay } from 'node:timers/promises';
import { createPocketSphinx, INSTALL_HINT } from '../playground/speech/recognizer.ts';
import { openCaptionsVisit, wordErrorRate, words } from '../test/support/captions-visit.ts';
import { patience } from '../test/support/visit.ts';
import { alignTable } from './table.ts';
import { until } from './until.ts';

/** Between two sentences: longer than a hangover, so that each is a clip of its own. */
const PAUSE_MS = 800;
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

/** Speaks ten sentences with flite's best voice and counts the words that captions have wrong. Takes some 40 s. */
export async function runWordErrors(print: (line: string) => void): Promise<void> {
  if (createPocketSphinx() === undefined) {
    print(`Skipped. ${INSTALL_HINT}`);
    return;
  }
  await using visit = await openCaptionsVisit();
  await visit.start({ interim: false, language: 'en' });
  const grace = await visit.speaker('Grace');
  for (const sentence of SENTENCES) {
    await grace.say(sentence, { voice: 'slt' });
    await delay(PAUSE_MS);
  }
  await until('all text', () => {
    const answered = visit.transcribed().filter(({ answeredAtMs }) => answeredAtMs !== undefined);
    return answered.length >= SENTENCES.length ? answered : undefined;
  });
  // Its answer comes when everything stands in the channel.
  await (await visit.ada.type('/captions stop')).reply(patience());
  report(visit.linesOf('Grace').join(' '), print);
}

function report(caption: string, print: (line: string) => void): void {
  const said = SENTENCES.join(' ');
  const lines = [
    '\nWords of flite’s voice slt as captions show them, by PocketSphinx: the whole way, over end-to-end encrypted voice',
    ...alignTable([
      ['sentences', String(SENTENCES.length)],
      ['words spoken', String(words(said).length)],
      ['word error rate', `${(100 * wordErrorRate(said, caption)).toFixed(1)} %`],
    ]),
    `shown: ${words(caption).join(' ')}`,
  ];
  for (const line of lines) print(line);
}
