/**
 * Puts the pinned Node where npm scripts find it, for versions of npm that don't: npm 10 drops the link again with the
 * packages of other platforms, whose programs have the same name. Runs on every Node, and before everything else that
 * `npm run prepare` does.
 */
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url));
const names = Object.keys(
  JSON.parse(readFileSync(new URL('pinned-node/package.json', import.meta.url), 'utf8')).optionalDependencies,
);
const name = names.find((one) => existsSync(`${packages}${one}/bin`));
const link = `${packages}.bin/node`;

if (name !== undefined && !existsSync(process.platform === 'win32' ? `${link}.cmd` : link)) {
  if (process.platform === 'win32') {
    writeFileSync(`${link}.cmd`, `@"%~dp0..\\${name}\\bin\\node.exe" %*\r\n`);
  } else {
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
    symlinkSync(`../${name}/bin/node`, link);
  }
}
