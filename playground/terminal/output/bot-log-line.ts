import type { BotLogEntry } from '../../bot-process.ts';

const DIM = '\u001B[2m';
const NORMAL = '\u001B[22m';

/** The line that shows an entry of the bot's log: failures always, warnings dimmed and only while it starts. */
export function botLogLine({ level, msg }: BotLogEntry, isStarting: boolean): string | undefined {
  if (level === 'error' || level === 'fatal') return `… the bot logs: ${msg}`;
  return level === 'warn' && isStarting ? `${DIM}… the bot warns: ${msg}${NORMAL}` : undefined;
}
