import { FFMPEG_HINT } from '@mynah/local-speech/recognition/ffmpeg';
import { createPocketSphinx, INSTALL_HINT } from '@mynah/local-speech/recognition/recognizer';
import type { BotNews } from '../bot-keeper.ts';
import { Cast } from '../cast/cast.ts';
import { type Environment, type EnvironmentOptions, startEnvironment } from '../environment.ts';
import { createHeardRecorder } from '../heard-recorder.ts';
import { keepDiscord } from '../keep/keeper.ts';
import { type KeptFolder, openKeptFolder } from '../keep/kept-folder.ts';
import type { StopSignals } from '../lifetime/stop-signals.ts';
import { openPage } from '../page/open-page.ts';
import { HELP } from './help.ts';
import { botLogLine } from './output/bot-log-line.ts';
import type { Console } from './output/console.ts';
import { createPaint } from './output/paint.ts';
import { PipeConsole } from './output/pipe-console.ts';
import { TtyConsole } from './output/tty-console.ts';
import { FIRST_CHANNEL, TerminalSession } from './session.ts';

export interface TerminalOptions extends Pick<EnvironmentOptions, 'remoteSpeech' | 'environment' | 'guard'> {
  /** Folder for recordings of what is heard. */
  readonly folder: string;
  /** Folder that keeps everything for the next visit; default: nothing is kept. */
  readonly keepIn?: string;
  /** Whether the page may be opened in a browser. */
  readonly opensBrowser: boolean;
  /** Ends the playground. */
  readonly stop: Pick<StopSignals, 'signal' | 'request'>;
}

/** Writes a line, wherever lines go at the time. */
type Report = (line: string) => void;

const START_DEADLINE_MS = 60_000;

/** Runs the playground in a terminal: a person types, reads the bot's replies and gets recordings of its speech. Resolves with the exit code. */
export async function runTerminal(options: TerminalOptions): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const kept = options.keepIn === undefined ? undefined : stack.use(await openKeptFolder(options.keepIn));
  if (kept?.notice !== undefined) console.log(`- ${kept.notice}`);
  let write: Report = (line) => console.log(line);
  const report: Report = (line) => write(line);
  const environment = await startTerminalEnvironment(options, { kept, report });
  // The keeper writes a last time when the bot has ended, and therefore ends after it.
  if (kept !== undefined) {
    stack.use(keepDiscord(environment.discord, kept, { process, report }));
  }
  stack.defer(async () => {
    await environment.close();
  });
  const { opensBrowser } = options;
  stack.use(await openPage(environment, { opensBrowser, keeps: kept !== undefined, print: report }));
  await converse(environment, options, (print) => {
    write = print;
  });
  return 0;
}

/** `redirect` receives where lines go as long as the conversation lasts, and then where they went before. */
async function converse(
  environment: Environment,
  { folder, keepIn, stop }: TerminalOptions,
  redirect: (report: Report) => void,
): Promise<void> {
  using stack = new DisposableStack();
  const recognizer = createPocketSphinx();
  const terminal = stack.use(
    openConsole({
      complete: (line) => session.completer.complete(line),
      onInterrupt: () => {
        if (!session.interrupt()) stop.request();
      },
    }),
  );
  const session: TerminalSession = stack.use(
    new TerminalSession(environment, {
      cast: new Cast(environment),
      recorder: createHeardRecorder(folder, recognizer),
      console: terminal,
    }),
  );
  redirect((line) => terminal.print(line));
  stack.defer(() => redirect((line) => console.log(line)));
  terminal.print(
    `✔ You’re Ada, in #general. With your first line you enter the voice channel ${FIRST_CHANNEL}.`,
    'good',
  );
  terminal.print(`Type:\n${HELP}`);
  for (const line of remarks(environment, { keepIn, folder, recognizes: recognizer !== undefined })) {
    terminal.print(`- ${line}`, 'aside');
  }
  stack.use(environment.watchBot((news) => terminal.print(BOT_NEWS[news], 'problem')));
  await session.run(stop.signal);
}

const BOT_NEWS: Readonly<Record<BotNews, string>> = {
  reviving: 'The bot has ended, and is being started again.',
  restarted: 'The bot runs again.',
  ended: 'The bot has ended, and nothing answers any more. Type quit, and start the playground again.',
};

/** What somebody should know before they wonder. */
function remarks(
  { speech }: Environment,
  {
    keepIn,
    folder,
    recognizes,
  }: { readonly keepIn: string | undefined; readonly folder: string; readonly recognizes: boolean },
): string[] {
  const isLocal = speech.kind === 'local';
  return [
    ...(isLocal ? ['The local voices speak English only; Mynah itself writes in eight languages.'] : []),
    ...(recognizes ? [] : [`Speech isn’t shown as text. ${INSTALL_HINT}`]),
    ...(isLocal && !speech.service.readsEverything ? [FFMPEG_HINT] : []),
    keepIn === undefined
      ? `Only recordings of what you hear are kept, in ${folder}. To keep everything for your next visit, start with: npm run playground -- --keep`
      : `Everything is kept in ${keepIn} for your next visit with --keep. To delete it: npm run playground -- --forget`,
  ];
}

function openConsole(options: {
  readonly complete: ConstructorParameters<typeof TtyConsole>[2]['complete'];
  readonly onInterrupt: () => void;
}): Console {
  const paint = createPaint(process.stdout);
  const { stdin, stdout } = process;
  return stdin.isTTY && stdout.isTTY
    ? new TtyConsole(stdin, stdout, { ...options, paint })
    : new PipeConsole(stdin, stdout, paint);
}

async function startTerminalEnvironment(
  options: TerminalOptions,
  { kept, report }: { readonly kept: KeptFolder | undefined; readonly report: Report },
): Promise<Environment> {
  let isStarting = true;
  const environment = await startEnvironment({
    ...(options.remoteSpeech && { remoteSpeech: options.remoteSpeech }),
    ...(options.environment && { environment: options.environment }),
    ...(options.guard && { guard: options.guard }),
    hasPublicUrl: true,
    revivesBot: true,
    ...(kept && { dataDir: kept.botFolder, localSpeech: { dataDir: kept.speechFolder } }),
    discord: { privilegedIntents: { messageContent: true }, ...(kept?.discord && { kept: kept.discord }) },
    onProgress: (line) => report(`… ${line}`),
    onLog: (entry) => {
      const line = botLogLine(entry, isStarting);
      if (line !== undefined) report(line);
    },
    signal: AbortSignal.any([AbortSignal.timeout(START_DEADLINE_MS), options.stop.signal]),
  });
  isStarting = false;
  return environment;
}
