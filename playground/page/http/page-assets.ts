import { fileURLToPath } from 'node:url';
import { loadPageFiles, type PageFiles } from '../../../src/web/page-files.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The folder of the page's own files. */
export const CLIENT_FOLDER = path('../client/');

/** Everything that the page loads besides `index.html`, samples and attachments: path without a slash in front → file. */
export function loadPageAssets(): PageFiles {
  const modules = '../../../node_modules';
  return loadPageFiles({
    'client/': CLIENT_FOLDER,
    'voice-frames.ts': path('../voice-frames.ts'),
    'icon.svg': path('./icon.svg'),
    'modules/preact.mjs': path(`${modules}/preact/dist/preact.mjs`),
    'modules/hooks.mjs': path(`${modules}/preact/hooks/dist/hooks.mjs`),
    'modules/htm.mjs': path(`${modules}/htm/dist/htm.mjs`),
    'modules/htm-preact.mjs': path(`${modules}/htm/preact/index.mjs`),
  });
}
