/** The program of `npm run restore`. */
import { readConfig } from '../../config.ts';
import { restore } from './commands.ts';

process.exitCode = await restore(process.argv.slice(2), readConfig(), {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
});
