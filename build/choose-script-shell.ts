/**
 * npm hands signals to the shell that runs a script. Most shells replace themselves by a script's only program, which then
 * gets them. Debian's and Ubuntu's dash does not: SIGTERM to npm would end the shell alone, and leave the bot running. There,
 * npm is to use bash for this project. `npm ci` runs this. Run by itself (npm can't, without a shell), it removes the setting
 * where the folder has come to a machine without that shell, such as from WSL to Windows.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SETTINGS = fileURLToPath(new URL('../.npmrc', import.meta.url));
const BASH = '/bin/bash';

const [, chosen] = /^script-shell=(\/\S+)\s*$/.exec(existsSync(SETTINGS) ? readFileSync(SETTINGS, 'utf8') : '') ?? [];
if (chosen !== undefined && !existsSync(chosen)) rmSync(SETTINGS);

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
