import { join } from 'node:path';
import { runLocalSpeech } from './speech/run-local-speech.ts';
import type { SpeechAccess } from './spoken-packets.ts';
import { runTerminal } from './terminal/terminal.ts';
import { runTour } from './tour.ts';

const USAGE = `Usage: npm run playground             type commands; read and hear the bot
       npm run playground -- tour     a scripted tour; exits 0 if everything works
       npm run playground -- speech   the local speech service alone`;

/** Folder for recordings of what is heard, below the current folder. */
const HEARD_FOLDER = join('.playground', 'heard');

/** Runs the playground; resolves with its exit code. Prints the reason of a failure as one line on standard error. */
export async function main(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const opensBrowser = !argv.includes('--no-open');
  const [what, ...rest] = argv.filter((word) => word !== '--no-open');
  const remoteSpeech = readRemoteSpeech(environment);
  if (remoteSpeech === 'incomplete') {
    console.error('To use your own speech service, set both SPEECH_API_URL and SPEECH_API_KEY.');
    return 1;
  }
  const speech = {
    ...(remoteSpeech === undefined ? {} : { remoteSpeech }),
    environment: passedOn(environment),
  };
  try {
    if (what === undefined) return await runTerminal({ ...speech, folder: HEARD_FOLDER, opensBrowser });
    if (what === 'tour' && rest.length === 0) {
      return await runTour({ ...speech, folder: HEARD_FOLDER, print: (line) => console.log(line) });
    }
    if (what === 'speech') return await runLocalSpeech(rest);
  } catch (error) {
    console.error(`The playground failed: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  console.error(USAGE);
  return 1;
}

/** The variables that the bot gets from here. */
function passedOn(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    ['SPEECH_MODEL', 'NODE_COMPILE_CACHE'].flatMap((name) => {
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
