import type { ReadingVoices } from '../../reading/reading-ports.ts';
import type { VoiceModels } from '../../voice-models/voice-models-api.ts';
import { isVoiceRefusal } from '../../voice-models/voice-refusal.ts';
import { type VoiceSources, voiceOf } from '../playback/speaking-voice.ts';

/** Longest look-up of a voice that the service refused. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** Gives each person the voice, speed and volume that they chose, else the server's. */
export function createReadingVoices(
  parts: Pick<VoiceSources, 'settings' | 'defaultVoiceId'> & {
    readonly voices: Pick<VoiceModels, 'voiceFor' | 'afterRefusal'>;
  },
): ReadingVoices {
  const { voices, defaultVoiceId } = parts;
  return {
    voiceOf: (guildId, userId) => voiceOf(parts, { guildId, userId }),
    insteadOf: async (guildId, userId, refused, failure) => {
      const { voiceId } = refused;
      if (voiceId === undefined || voiceId === defaultVoiceId) return undefined;
      // The interface has one status for an unknown voice and for other faults: the default voice shows which it was.
      if (!isVoiceRefusal(failure) && failure.code !== 'SPEECH_BAD_REQUEST') return undefined;
      const call = { tenant: guildId, priority: 'listings', signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) } as const;
      await voices.afterRefusal({ userId, guildId, managesGuild: false }, voiceId, call).catch(() => undefined);
      return { ...refused, voiceId: defaultVoiceId };
    },
  };
}
