import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORTS } from './page-assets.ts';

/** The page itself, and what its policy must allow. */
export interface IndexPage {
  readonly html: string;
  /** The hash of its inline script, as `script-src` names it. */
  readonly scriptHash: string;
}

/** Where the import map goes: before the first module, which needs it. */
const FIRST_MODULE = '<script type="module"';

/** Reads `index.html` of the client's folder and puts the import map into it. Rejects where there is none. */
export async function buildIndexPage(clientFolder: string): Promise<IndexPage> {
  const template = await readFile(join(clientFolder, 'index.html'), 'utf8');
  const importMap = JSON.stringify({ imports: IMPORTS });
  const html = template.replace(FIRST_MODULE, `<script type="importmap">${importMap}</script>\n    ${FIRST_MODULE}`);
  return { html, scriptHash: `'sha256-${createHash('sha256').update(importMap).digest('base64')}'` };
}
