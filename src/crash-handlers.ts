import type { Logger } from './log/log.ts';

/**
 * Keeps this thread running after failures that libraries don't catch. A UDP socket that is closed in the tick in which
 * it was opened throws where no caller can catch it, and harms nothing. After any other exception the state is unknown:
 * `giveUp` must end the thread. A reader of the output that is gone is no reason to end: log lines are dropped.
 */
export function installCrashHandlers(log: Logger, giveUp: (error: Error) => never): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_SOCKET_DGRAM_NOT_RUNNING') return log.warn({ err: error }, 'a voice socket closed early');
    giveUp(error);
  });
}
