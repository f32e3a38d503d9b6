import { randomUUID } from 'node:crypto';
import type { CaptionSettings } from './caption-settings.ts';
import type { StartRequest } from './captions-api.ts';
import type { CaptionSession } from './captions-ports.ts';

/** A session that starts now, with an id of its own. */
export function createSession(request: StartRequest, settings: CaptionSettings, startedAtMs: number): CaptionSession {
  const { guildId, voiceChannelId, textChannelId, startedBy, widerReaders = false } = request;
  const { language = settings.language } = request;
  const sessionId = randomUUID();
  const { consent } = settings;
  const where = { guildId, voiceChannelId, textChannelId };
  return { sessionId, ...where, startedBy, language, consent, widerReaders, startedAtMs, endedAtMs: undefined };
}
