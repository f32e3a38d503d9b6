import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { PersonFile } from '@mynah/local-discord/people/option-values';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { INSTALL_HINT } from '@mynah/local-speech/recognition/recognizer';
import type { Environment } from './environment.ts';
import { spokenFile } from './spoken-packets.ts';
import { pressButton } from './terminal/component-actions.ts';
import { runStep } from './tour-step.ts';

const TITLE = 'A voice of the tour';

/**
 * The part of a tour that transcribes a recording and, at the same time and with the local speech service, which is free,
 * creates, plays and deletes a voice. Resolves with the problems found.
 */
export async function tourFilesAndVoices(
  { speech }: Environment,
  ada: Person,
  { sentence, print }: { sentence: string; print: (line: string) => void },
): Promise<string[]> {
  const bytes = await spokenFile(speech.access, { text: sentence, format: 'mp3' });
  const file = { file: bytes, name: 'sentence.mp3', contentType: 'audio/mpeg' };
  const problems = await Promise.all([
    tourTranscription(speech, ada, { file, sentence, print }),
    ...(speech.kind === 'local' ? [tourVoices(ada, file, print)] : []),
  ]);
  return problems.flat();
}

async function tourTranscription(
  speech: Environment['speech'],
  ada: Person,
  { file, sentence, print }: { file: PersonFile; sentence: string; print: (line: string) => void },
): Promise<string[]> {
  if (speech.kind === 'local' && !speech.service.recognizes) {
    print(`- not transcribed. ${INSTALL_HINT}`);
    return [];
  }
  const { content } = await shown('/transcribe', () => ada.type('/transcribe', { file }), says(/\n>/));
  print(`✔ /transcribe ${file.name} → ${content.replaceAll('\n', ' ')}`);
  const isRight = content.toLowerCase().includes(sentence.toLowerCase().replace('.', ''));
  return speech.kind === 'local' && !isRight ? [`/transcribe was given: ${sentence}`] : [];
}

async function tourVoices(ada: Person, audio: PersonFile, print: (line: string) => void): Promise<string[]> {
  const create = '/voice create';
  const question = await shown(create, () => ada.type(create, { title: TITLE, audio }), hasButton('Confirm'));
  const created = await shown(create, () => pressButton(ada, question, 'Confirm'), hasButton('Sample'));
  print('✔ /voice create → created, after the right to the voice was confirmed');
  const sample = await shown(
    'the sample of the voice',
    () => pressButton(ada, created, 'Sample'),
    ({ attachments }) => attachments.length > 0,
  );
  print(`✔ its sample has ${sample.attachments[0]?.size ?? 0} bytes`);
  await shown('/voice use', () => ada.type('/voice use', { voice: TITLE }), says(/^Your voice .* is now/));
  print('✔ /voice use → chosen');
  const remove = '/voice delete';
  const doubt = await shown(remove, () => ada.type(remove, { voice: TITLE }), hasButton('Delete'));
  await shown(remove, () => pressButton(ada, doubt, 'Delete'), says(/^Deleted /));
  print('✔ /voice delete → gone again');
  return sample.attachments.length === 1 ? [] : ['the voice had no sample to hear'];
}

type Condition = (message: SeenMessage) => boolean;

function says(words: RegExp): Condition {
  return ({ content }) => words.test(content);
}

function hasButton(label: string): Condition {
  return ({ components }) => JSON.stringify(components).includes(`"label":"${label}"`);
}

/** Runs a step whose answer, after what `act` does, meets the condition. */
function shown(step: string, act: () => Promise<Invocation>, isMet: Condition): Promise<SeenMessage> {
  return runStep(step, async (signal) => (await act()).until((message) => !message.deleted && isMet(message), signal));
}
