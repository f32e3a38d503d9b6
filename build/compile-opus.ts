/**
 * Compiles the native Opus codec, @discordjs/opus, where this machine has python3, make and g++. Its own install script would
 * first download a binary that no hash vouches for, so npm runs none (`allowScripts` in package.json). The sources are in the
 * package; Node's headers come with the Node that runs this. Without the codec, Mynah uses opusscript, which is WebAssembly.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const manifest = find('@discordjs/opus/package.json');
// npm names the node-gyp that it brings; outside an npm script there is none.
const nodeGyp = process.env['npm_config_node_gyp'];
if (manifest !== undefined && nodeGyp !== undefined && !isCompiled()) compile(dirname(manifest), nodeGyp);

function compile(folder: string, program: string): void {
  const headers = dirname(dirname(process.execPath));
  if (!existsSync(join(headers, 'include', 'node', 'node_api.h'))) return;
  // What binding.gyp asks for; build/opus-binding finds the result.
  const variables = ['--module_name=opus', `--module_path=${join(folder, 'prebuild')}`, '--napi_build_version=3'];
  const { status } = spawnSync(process.execPath, [program, 'rebuild', `--nodedir=${headers}`, ...variables], {
    cwd: folder,
    stdio: 'ignore',
  });
  if (status !== 0) process.stdout.write('The native Opus codec was not compiled: Mynah uses its WebAssembly codec.\n');
}

function isCompiled(): boolean {
  try {
    return Boolean(require('@discordjs/opus'));
  } catch {
    return false;
  }
}

function find(path: string): string | undefined {
  try {
    return require.resolve(path);
  } catch {
    return undefined;
  }
}
