import { fileURLToPath } from 'node:url';
import { loadPageFiles, type PageFiles } from '../../../src/web/page-files.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The folder of the page's own files. */
export const CLIENT_FOLDER = path('../client/');

/** What the page and its packages import by name, in `node_modules`. */
const MODULES = {
  preact: 'preact/dist/preact.mjs',
  'preact/hooks': 'preact/hooks/dist/hooks.mjs',
  htm: 'htm/dist/htm.mjs',
  'htm/preact': 'htm/preact/index.mjs',
  'intl-messageformat': 'intl-messageformat/index.js',
  '@formatjs/fast-memoize': '@formatjs/fast-memoize/index.js',
  '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/index.js',
  '@formatjs/icu-skeleton-parser': '@formatjs/icu-skeleton-parser/index.js',
};

/** Where imports by name lead. */
export const IMPORTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(MODULES).map(([name, file]) => [name, `/modules/${file}`]),
);

/** Everything that the page loads besides `index.html`, samples and attachments: path without a slash in front → file. */
export function loadPageAssets(): PageFiles {
  const modules = Object.values(MODULES).map((file) => [`modules/${file}`, path(`../../../node_modules/${file}`)]);
  return loadPageFiles({
    'client/': CLIENT_FOLDER,
    'locales/': path('../locales/'),
    'voice-frames.ts': path('../voice-frames.ts'),
    'icon.svg': path('./icon.svg'),
    // Paths that lead above the page end at the server's root.
    'src/messages/locales.ts': path('../../../src/messages/locales.ts'),
    'src/messages/texts.ts': path('../../../src/messages/texts.ts'),
    ...(Object.fromEntries(modules) as Record<string, string>),
  });
}
