import type { Logger } from './log.ts';

/**
 * Keeps this thread alive through what libraries fail to catch. A UDP socket that is closed in the tick it was opened
 * throws where nobody can catch it, and harms nothing; after any other exception the state is unknown: `giveUp` tells of
 * it and ends the thread, and whoever watches that has to start it again.
 */
export function installCrashHandlers(log: Logger, giveUp: (error: Error) => never): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_SOCKET_DGRAM_NOT_RUNNING') return log.warn({ err: error }, 'a voice socket closed early');
    giveUp(error);
  });
}
