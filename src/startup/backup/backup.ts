/** The program of `npm run backup`. */
import { readConfig } from '../../config.ts';
import { backUp } from './commands.ts';

process.exitCode = await backUp(process.argv.slice(2), readConfig(), {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
});
