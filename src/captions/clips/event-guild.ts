import type { VoiceEvent } from '../../voice/voice-api.ts';

/** The guild in which something happened. */
export function guildIdOf(event: VoiceEvent): string {
  if (event.type === 'clip') return event.clip.guildId;
  return event.type === 'clip-grown' ? event.growth.guildId : event.guildId;
}
