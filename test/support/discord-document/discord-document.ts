import { existsSync, readFileSync } from 'node:fs';
import { corrected } from './exceptions.ts';
import type { OpenApiDocument } from './open-api.ts';

/** Discord's published OpenAPI document. It lies beside the project, not in it. */
const FILE = new URL('../../../../shared/specs/discord-openapi.json', import.meta.url);

/** Why nothing is held against the document; `undefined` where it is there. */
export const MISSING_DOCUMENT: string | undefined = existsSync(FILE)
  ? undefined
  : 'needs ../shared/specs/discord-openapi.json, Discord’s OpenAPI document';

/** Reads Discord's document, and corrects it. */
export function readDiscordDocument(): OpenApiDocument {
  return corrected(JSON.parse(readFileSync(FILE, 'utf8')) as OpenApiDocument);
}
