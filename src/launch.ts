/** Reads what the process is to do, and loads only what that needs. */
import { readConfig } from './config.ts';
import { parseArguments, USAGE } from './startup/arguments.ts';
import { proxyVariables, voiceThreadData } from './startup/voice-thread-data.ts';

/** Does what `commandLine` and the environment say. Ends the process, with 0 or 1, where something ran. */
export async function launch(commandLine: readonly string[]): Promise<void> {
  const parsed = parseArguments(commandLine);
  if (parsed.kind === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  const read = parsed.kind === 'invalid' ? { kind: 'invalid' as const, lines: [parsed.line] } : readConfig();
  const proxy = read.kind === 'ok' ? proxyVariables(read.config) : undefined;
  if (proxy !== undefined) (await import('./proxy/use-proxy.ts')).useProxy(proxy);
  if (parsed.kind === 'check') {
    const { check } = await import('./startup/check/check.ts');
    process.exit(await check(read, (line) => void process.stdout.write(`${line}\n`)));
  } else if (read.kind === 'invalid') {
    process.stderr.write(read.lines.map((line) => `${line}\n`).join(''));
    process.exitCode = 1;
  } else if (parsed.kind === 'migrate') {
    const { migrateFrom } = await import('./startup/migrate-from.ts');
    const { stopSignal } = await import('./startup/stop-signal.ts');
    process.exitCode = await migrateFrom(parsed.from, read.config, {
      report: (line) => process.stdout.write(`${line}\n`),
      fail: (line) => process.stderr.write(`${line}\n`),
      signal: stopSignal(),
    });
  } else {
    const { startVoiceThreads } = await import('./startup/voice-threads.ts');
    // They load their code while this thread loads the rest.
    const threads = startVoiceThreads(read.config.voiceWorkers, voiceThreadData(read.config));
    const { runBot } = await import('./bot-process.ts');
    await runBot(read.config, threads);
  }
}
