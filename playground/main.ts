import { join } from 'node:path';
import { runLocalSpeech } from './speech/run-local-speech.ts';
import type { SpeechAccess } from './spoken-packets.ts';
import { runTerminal } from './terminal/terminal.ts';
import { runTour } from './tour.ts';

const USAGE = `Usage: npm run playground             type commands, read and hear the bot
       npm run playground -- tour     a scripted visit; exits 0 when everything works
       npm run playground -- speech   the local speech service alone`;

/** Where what is heard is kept, below the folder that the playground is started in. */
const HEARD_FOLDER = join('.playground', 'heard');

/** Runs the playground; resolves with its exit code. What keeps it from working is one line on standard error. */
export async function main(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [what, ...rest] = argv;
  const remoteSpeech = readRemoteSpeech(environment);
  if (remoteSpeech === 'incomplete') {
    console.error('To use a speech service of your own, set both SPEECH_API_URL and SPEECH_API_KEY.');
    return 1;
  }
  const speech = remoteSpeech === undefined ? {} : { remoteSpeech };
  try {
    if (what === undefined) return await runTerminal({ ...speech, folder: HEARD_FOLDER });
    if (what === 'tour' && rest.length === 0) {
      return await runTour({ ...speech, folder: HEARD_FOLDER, print: (line) => console.log(line) });
    }
    if (what === 'speech') return await runLocalSpeech(rest);
  } catch (error) {
    console.error(`The playground cannot go on: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  console.error(USAGE);
  return 1;
}

function readRemoteSpeech(environment: NodeJS.ProcessEnv): SpeechAccess | undefined | 'incomplete' {
  const url = environment['SPEECH_API_URL'] ?? '';
  const apiKey = environment['SPEECH_API_KEY'] ?? '';
  if (url === '' && apiKey === '') return undefined;
  return url === '' || apiKey === '' ? 'incomplete' : { url, apiKey };
}
