import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readArguments, USAGE } from './arguments.ts';
import { forgetKept } from './keep/kept-folder.ts';
import { startGuard } from './lifetime/guard.ts';
import { listenForStop } from './lifetime/stop-signals.ts';
import { fetchThroughProxy, proxyEnvironment } from './proxy.ts';
import { runLocalSpeech } from './run-local-speech.ts';
import type { SpeechAccess } from './spoken-packets.ts';
import { runTerminal } from './terminal/terminal.ts';
import { runTour } from './tour.ts';

/** Folder for recordings of what is heard, below the current folder. */
const HEARD_FOLDER = join('.playground', 'heard');
/** Folder for what `--keep` keeps. */
const KEPT_FOLDER = join('.playground', 'kept');

/** Runs the playground; resolves with its exit code. Prints the reason of a failure as one line on standard error. */
export async function main(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const wanted = readArguments(argv);
  if (wanted === undefined) {
    console.error(USAGE);
    return 1;
  }
  if (wanted.what === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (wanted.what === 'speech') return await runLocalSpeech(wanted.rest);
  if (wanted.what === 'forget') return await forget();
  const remoteSpeech = readRemoteSpeech(environment);
  if (remoteSpeech === 'incomplete') {
    console.error('To use your own speech service, set both SPEECH_API_URL and SPEECH_API_KEY.');
    return 1;
  }
  using stop = listenForStop(process);
  // Whoever reads is gone, like `head` or a terminal that was closed: nothing can be said any more.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stop.request());
  try {
    await using guard = await startGuard();
    // All temporary folders of this process are made inside, so that none is left behind.
    process.env[process.platform === 'win32' ? 'TEMP' : 'TMPDIR'] = guard.folder;
    const proxy = remoteSpeech === undefined ? {} : proxyEnvironment(environment);
    fetchThroughProxy(proxy);
    const options = {
      ...(remoteSpeech === undefined ? {} : { remoteSpeech }),
      environment: { ...passedOn(environment), ...proxy },
      folder: HEARD_FOLDER,
      guard,
    };
    const code =
      wanted.what === 'terminal'
        ? await runTerminal({
            ...options,
            stop,
            opensBrowser: wanted.opensBrowser,
            ...(wanted.keep ? { keepIn: KEPT_FOLDER } : {}),
          })
        : await runTour({ ...options, signal: stop.signal, print: (line) => console.log(line) });
    return stop.exitCode ?? code;
  } catch (error) {
    return stop.signal.aborted ? (stop.exitCode ?? 0) : failed(error);
  }
}

function failed(error: unknown): number {
  console.error(`The playground failed: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
}

/** Asks a person, who may have mistaken the word; a script says what it means. */
async function forget(): Promise<number> {
  if (process.stdin.isTTY && !(await agrees(`Delete everything kept in ${KEPT_FOLDER}? (y/N) `))) {
    console.log('Nothing was deleted.');
    return 0;
  }
  try {
    const wasKept = await forgetKept(KEPT_FOLDER);
    console.log(wasKept ? `Deleted what was kept in ${KEPT_FOLDER}.` : `Nothing was kept in ${KEPT_FOLDER}.`);
    return 0;
  } catch (error) {
    return failed(error);
  }
}

async function agrees(question: string): Promise<boolean> {
  using prompt = createInterface({ input: process.stdin, output: process.stdout });
  return /^y(es)?$/i.test((await prompt.question(question)).trim());
}

/** The variables that the bot gets from here. */
function passedOn(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    ['SPEECH_MODEL', 'SPEECH_ASR_MODEL', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function readRemoteSpeech(environment: NodeJS.ProcessEnv): SpeechAccess | undefined | 'incomplete' {
  const url = environment['SPEECH_API_URL'] ?? '';
  const apiKey = environment['SPEECH_API_KEY'] ?? '';
  if (url === '' && apiKey === '') return undefined;
  return url === '' || apiKey === '' ? 'incomplete' : { url, apiKey };
}
