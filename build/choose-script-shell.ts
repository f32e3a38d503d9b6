/**
 * npm hands signals to the shell that runs a script. Most shells replace themselves by a script's only program, which then
 * gets them. Debian's and Ubuntu's dash does not: SIGTERM to npm would end the shell alone, and leave the bot running. There,
 * npm is to use bash for this project. `npm ci` runs this.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SETTINGS = fileURLToPath(new URL('../.npmrc', import.meta.url));
const BASH = '/bin/bash';

if (process.platform !== 'win32' && !replacesItself('sh') && replacesItself(BASH)) {
  try {
    // Settings that are there stay as they are.
    writeFileSync(SETTINGS, `script-shell=${BASH}\n`, { flag: 'wx' });
  } catch {
    // Without it, Ctrl-C still reaches every process of the terminal.
  }
}

/** Whether a shell's only program becomes the child of what started the shell. */
function replacesItself(shell: string): boolean {
  const { stdout } = spawnSync(shell, ['-c', 'node --print process.ppid'], { encoding: 'utf8' });
  return stdout?.trim() === String(process.pid);
}
