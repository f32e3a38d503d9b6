/**
 * Writes the names of emoji in the languages that Mynah speaks, src/text/spoken/emoji-names, from the package emojibase-data,
 * which has those of Unicode's CLDR in 28 languages and much besides: `npm run emoji`, when a new version of it is out.
 */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = 'emojibase-data@17.0.0';
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ko', 'zh'] as const;
const FOLDER = fileURLToPath(new URL('../src/text/spoken/emoji-names/', import.meta.url));
/** Skin tones and variation selectors: emoji-names.ts looks up emoji without them. */
const VARIANTS = /[\u{1f3fb}-\u{1f3ff}]|[\ufe0e\ufe0f]/gu;

const folder = await mkdtemp(join(tmpdir(), 'mynah-emoji-'));
try {
  const [archive = ''] = execFileSync('npm', ['pack', SOURCE], { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(-1);
  execFileSync('tar', ['-xzf', archive], { cwd: folder });
  for (const language of LANGUAGES) {
    const file = join(folder, 'package', language, 'compact.json');
    const entries: readonly { unicode: string; label: string }[] = JSON.parse(await readFile(file, 'utf8'));
    const names = Object.fromEntries(entries.map(({ unicode, label }) => [unicode.replace(VARIANTS, ''), label]));
    // Skin tones alone.
    delete names[''];
    await writeFile(join(FOLDER, `${language}.json`), `${JSON.stringify(names, undefined, 2)}\n`);
  }
  await copyFile(join(folder, 'package', 'LICENSE'), join(FOLDER, 'LICENSE'));
} finally {
  await rm(folder, { recursive: true, force: true });
}
