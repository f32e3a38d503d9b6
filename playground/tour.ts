import { performance } from 'node:perf_hooks';
import { type Environment, type EnvironmentOptions, startEnvironment } from './environment.ts';
import { createHeardRecorder, type HeardSpeech } from './heard-recorder.ts';
import { createPocketSphinx, INSTALL_HINT } from './speech/recognizer.ts';
import { visitFilesAndVoices } from './tour-files.ts';

/** A sentence that flite speaks and PocketSphinx understands word for word. */
const SENTENCE = 'We are going to the park after lunch.';
const STEP_DEADLINE_MS = 60_000;
/** Against a speech service elsewhere, whose voices nobody has tried with PocketSphinx, most words are enough. */
const SHARE_OF_WORDS = 0.6;

/** Where a tour writes and what it uses. */
export interface TourOptions extends Pick<EnvironmentOptions, 'remoteSpeech'> {
  /** Folder for what is heard. */
  readonly folder: string;
  readonly print: (line: string) => void;
}

/**
 * A scripted visit: join, say, hear, recognise; a recording transcribed, a voice made. Prints every step, the time to the first sound and the packets lost.
 * Resolves with the exit code: 0 when all went as it should, 1 when a step failed.
 */
export async function runTour(options: TourOptions): Promise<number> {
  const { print } = options;
  const house = await startEnvironment({
    ...(options.remoteSpeech && { remoteSpeech: options.remoteSpeech }),
    onProgress: (line) => print(`… ${line}`),
    signal: AbortSignal.timeout(STEP_DEADLINE_MS),
  });
  try {
    const problems = await visit(house, options);
    for (const problem of problems) print(`✘ ${problem}`);
    print(problems.length === 0 ? '✔ everything works' : '✘ something does not work');
    return problems.length === 0 ? 0 : 1;
  } finally {
    await house.close();
  }
}

async function visit(house: Environment, { print, folder }: TourOptions): Promise<string[]> {
  const { discord } = house;
  const lounge = discord.guild.channel('Lounge');
  const ada = discord.addPerson({ name: 'Ada' });
  const voice = await ada.joinVoice(lounge.id, deadline());
  print(`✔ Ada is in ${lounge.name}`);

  const joined = await (await ada.type('/join')).reply(deadline());
  print(`✔ /join → ${joined.content.replace(`<#${lounge.id}>`, lounge.name)}`);

  const from = voice.heard.mark();
  const typedAtMs = performance.now();
  const invocation = await ada.type('/say', { text: SENTENCE });
  const reply = await invocation.reply(deadline());
  print(`✔ /say ${SENTENCE} → ${reply.content}`);

  const recognizer = createPocketSphinx();
  const heard = await createHeardRecorder(folder, recognizer).next(voice.heard, discord.botId, from, deadline());
  const { packets, lost, longestGapMs } = heard.utterance;
  const firstSoundMs = (packets[0]?.receivedAtMs ?? Number.NaN) - typedAtMs;
  print(`✔ heard ${heard.durationS.toFixed(1)} s, kept in ${heard.file}`);
  print(`  first sound ${firstSoundMs.toFixed(0)} ms after /say, longest gap ${longestGapMs.toFixed(0)} ms`);
  print(`  ${packets.length} packets heard, ${lost} lost, ${voice.heard.decryptFailures} not decrypted`);
  print(recognizer === undefined ? `- not recognised. ${INSTALL_HINT}` : `✔ understood: ${heard.text}`);

  const filesProblems = await visitFilesAndVoices(house, ada, { sentence: SENTENCE, print });

  const left = await (await ada.type('/leave')).reply(deadline());
  print(`✔ /leave → ${left.content.replace(`<#${lounge.id}>`, lounge.name)}`);
  return [...filesProblems, ...problemsOf(house, heard, voice.heard.decryptFailures)];
}

function problemsOf({ discord, speech }: Environment, heard: HeardSpeech, decryptFailures: number): string[] {
  const problems: string[] = [];
  if (heard.utterance.lost > 0) problems.push(`${heard.utterance.lost} packets were lost`);
  if (decryptFailures > 0) problems.push(`${decryptFailures} packets could not be decrypted`);
  const understood = heard.text === undefined ? 1 : shareOfWords(SENTENCE, heard.text);
  if (understood < (speech.kind === 'local' ? 1 : SHARE_OF_WORDS)) problems.push(`it was said: ${SENTENCE}`);
  for (const { method, path, status } of discord.errors) problems.push(`Discord refused ${method} ${path}: ${status}`);
  return problems;
}

/** Part of the sentence's words that stand in what was understood, in any order. */
function shareOfWords(sentence: string, understood: string): number {
  const words = sentence.toLowerCase().match(/[a-z']+/g) ?? [];
  const known = new Set(understood.split(' '));
  return words.filter((word) => known.has(word)).length / words.length;
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(STEP_DEADLINE_MS);
}
