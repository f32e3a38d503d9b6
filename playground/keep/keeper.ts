import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { KeptFolder } from './kept-folder.ts';

/** Between two saves: what a crash of the machine can lose. */
const SAVE_EVERY_MS = 10_000;

/** What the keeper uses of the process. */
export interface ExitingProcess {
  on(event: 'exit', listener: () => void): unknown;
  off(event: 'exit', listener: () => void): unknown;
}

/**
 * Keeps a local Discord from now on: every 10 s if something happened there, when disposed of, and when the process exits
 * before that, by a crash for example. Dispose of it once the bot has ended. A save that fails is reported as a line.
 */
export function keepDiscord(
  discord: Pick<LocalDiscord, 'snapshot' | 'onChange'>,
  folder: Pick<KeptFolder, 'save'>,
  { process, report }: { readonly process: ExitingProcess; readonly report: (line: string) => void },
): Disposable {
  let hasChanged = false;
  const save = (): void => {
    hasChanged = false;
    try {
      folder.save(discord.snapshot());
    } catch (error) {
      hasChanged = true;
      report(`Not kept: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const changes = discord.onChange(() => {
    hasChanged = true;
  });
  const timer = setInterval(() => {
    if (hasChanged) save();
  }, SAVE_EVERY_MS);
  timer.unref();
  process.on('exit', save);
  save();
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      changes[Symbol.dispose]();
      process.off('exit', save);
      save();
    },
  };
}
