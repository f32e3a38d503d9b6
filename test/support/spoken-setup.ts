import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lets all processes of a run share the sentences that flite spoke: most of the tests say the same ones. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'mynah-spoken-'));
  process.env['FLITE_CACHE'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
