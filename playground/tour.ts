import { performance } from 'node:perf_hooks';
import { createPocketSphinx, INSTALL_HINT } from '@mynah/local-speech/recognition/recognizer';
import { type Environment, type EnvironmentOptions, startEnvironment } from './environment.ts';
import { createHeardRecorder, type HeardSpeech } from './heard-recorder.ts';
import { tourFilesAndVoices } from './tour-files.ts';
import { runStep } from './tour-step.ts';

/** A sentence that PocketSphinx understands word for word when flite speaks it. */
const SENTENCE = 'We are going to the park after lunch.';
const START_DEADLINE_MS = 60_000;
/** Share of words to recognize with a remote service's voices, which PocketSphinx may understand less well. */
const SHARE_OF_WORDS = 0.6;

/** Options of a tour. */
export interface TourOptions extends Pick<EnvironmentOptions, 'remoteSpeech' | 'environment' | 'guard'> {
  /** Ends the tour. */
  readonly signal?: AbortSignal;
  /** Folder for recordings of what is heard. */
  readonly folder: string;
  readonly print: (line: string) => void;
}

/**
 * Runs a scripted tour: join, speak, hear, recognize, transcribe a recording, create a voice. Prints every step, the time
 * to the first sound and the packets lost. Resolves with the exit code: 0 if everything works, otherwise 1.
 */
export async function runTour(options: TourOptions): Promise<number> {
  const { print, signal: stop } = options;
  const deadline = AbortSignal.timeout(START_DEADLINE_MS);
  const environment = await startEnvironment({
    ...(options.remoteSpeech && { remoteSpeech: options.remoteSpeech }),
    ...(options.environment && { environment: options.environment }),
    onProgress: (line) => print(`… ${line}`),
    ...(options.guard && { guard: options.guard }),
    signal: stop === undefined ? deadline : AbortSignal.any([deadline, stop]),
  });
  try {
    const problems = await Promise.race([takeTour(environment, options), stopped(stop)]).catch((error: unknown) => [
      messageOf(error),
    ]);
    stop?.throwIfAborted();
    for (const problem of problems) print(`✘ ${problem}`);
    print(problems.length === 0 ? '✔ everything works' : '✘ something doesn’t work');
    return problems.length === 0 ? 0 : 1;
  } finally {
    await environment.close();
  }
}

async function takeTour(environment: Environment, { print, folder }: TourOptions): Promise<string[]> {
  const { discord } = environment;
  const lounge = discord.guild.channel('Lounge');
  const ada = discord.addPerson({ name: 'Ada' });
  const voice = await runStep('entering the voice channel', (signal) => ada.joinVoice(lounge.id, signal));
  print(`✔ Ada is in ${lounge.name}`);

  const joined = await runStep('/join', async (signal) => (await ada.type('/join')).reply(signal));
  print(`✔ /join → ${joined.content.replace(`<#${lounge.id}>`, lounge.name)}`);

  const from = voice.heard.mark();
  const typedAtMs = performance.now();
  const reply = await runStep('/say', async (signal) => {
    const answer = await (await ada.type('/say', { text: SENTENCE })).reply(signal);
    if (answer.content !== 'Speaking…') throw new Error(answer.content);
    return answer;
  });
  print(`✔ /say ${SENTENCE} → ${reply.content}`);

  const recognizer = createPocketSphinx();
  const recorder = createHeardRecorder(folder, recognizer);
  const heard = await runStep('/say', (signal) => recorder.next(voice.heard, discord.botId, from, signal), 'sound');
  const { packets, lost, longestGapMs } = heard.utterance;
  const firstSoundMs = (packets[0]?.receivedAtMs ?? Number.NaN) - typedAtMs;
  print(`✔ heard ${heard.durationS.toFixed(1)} s, kept in ${heard.file}`);
  print(`  first sound ${firstSoundMs.toFixed(0)} ms after /say, longest gap ${longestGapMs.toFixed(0)} ms`);
  print(`  ${packets.length} packets heard, ${lost} lost, ${voice.heard.decryptFailures} not decrypted`);
  print(recognizer === undefined ? `- not recognized. ${INSTALL_HINT}` : `✔ understood: ${heard.text}`);

  const filesProblems = await tourFilesAndVoices(environment, ada, { sentence: SENTENCE, print });

  const left = await runStep('/leave', async (signal) => (await ada.type('/leave')).reply(signal));
  print(`✔ /leave → ${left.content.replace(`<#${lounge.id}>`, lounge.name)}`);
  return [...filesProblems, ...problemsOf(environment, heard, voice.heard.decryptFailures)];
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

/** Share of the sentence's words that were understood, in any order. */
function shareOfWords(sentence: string, understood: string): number {
  const words = sentence.toLowerCase().match(/[a-z']+/g) ?? [];
  const known = new Set(understood.toLowerCase().match(/[a-z']+/g));
  return words.filter((word) => known.has(word)).length / words.length;
}

/** Rejects when the signal aborts. */
async function stopped(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  return await promise;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
