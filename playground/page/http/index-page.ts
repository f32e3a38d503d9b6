import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';

/** Where bare imports of the page lead; see `page-assets.ts`. */
const IMPORTS = {
  preact: '/modules/preact.mjs',
  'preact/hooks': '/modules/hooks.mjs',
  htm: '/modules/htm.mjs',
  'htm/preact': '/modules/htm-preact.mjs',
};

/** The page itself, and what its policy must allow. */
export interface IndexPage {
  readonly html: string;
  /** The hash of its inline script, as `script-src` names it. */
  readonly scriptHash: string;
}

/** Builds `index.html`: it links all style sheets of the client's folder, in the order of their paths. */
export async function buildIndexPage(clientFolder: string): Promise<IndexPage> {
  const files = (await readdir(clientFolder, { recursive: true })).map((file) => file.replaceAll(sep, '/'));
  const styles = files.filter((file) => file.endsWith('.css')).toSorted();
  const importMap = JSON.stringify({ imports: IMPORTS });
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>Mynah’s playground</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${styles.map((file) => `<link rel="stylesheet" href="/client/${file}">`).join('\n')}
<script type="importmap">${importMap}</script>
<script type="module" src="/client/main.ts"></script>
</head>
<body>
<div id="page"></div>
<noscript>The playground’s page needs JavaScript. The terminal works without it.</noscript>
</body>
</html>
`;
  return { html, scriptHash: `'sha256-${createHash('sha256').update(importMap).digest('base64')}'` };
}
