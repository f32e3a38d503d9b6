import type { ReadingVoices } from '../../reading/reading-ports.ts';
import type { VoiceModels } from '../../voice-models/voice-models-api.ts';
import { isVoiceRefusal } from '../../voice-models/voice-refusal.ts';
import { nextVoiceId, type VoiceSources, voiceOf } from '../playback/speaking-voice.ts';

/** Longest look-up of a voice that the service refused. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** Gives each person the voice, speed and volume that they chose, else the server's, else the operator's. */
export function createReadingVoices(
  parts: Pick<VoiceSources, 'settings' | 'defaultVoiceId'> & {
    readonly voices: Pick<VoiceModels, 'voiceFor' | 'isKnownIn' | 'isKnownTo' | 'afterRefusal'>;
  },
): ReadingVoices {
  const { voices, defaultVoiceId } = parts;
  return {
    voiceOf: async (guildId, userId, identityVoiceId) => {
      const usual = await voiceOf(parts, { guildId, userId });
      if (identityVoiceId === undefined) return usual;
      // Its maker may have withdrawn it since.
      const writer = { userId, guildId, managesGuild: false };
      const isKnown = await voices.isKnownTo(writer, identityVoiceId).catch(() => false);
      return isKnown ? { ...usual, voiceId: identityVoiceId } : usual;
    },
    insteadOf: async (guildId, userId, refused, failure) => {
      const { voiceId } = refused;
      if (voiceId === undefined || voiceId === defaultVoiceId) return undefined;
      // The interface has one status for an unknown voice and for other faults: the default voice shows which it was.
      if (!isVoiceRefusal(failure) && failure.code !== 'SPEECH_BAD_REQUEST') return undefined;
      const call = { tenant: guildId, priority: 'listings', signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) } as const;
      const writer = { userId, guildId, managesGuild: false };
      // Nobody reads about it here: the writer does when they next use a command.
      await voices.afterRefusal(writer, voiceId, call, { isQuiet: true }).catch(() => undefined);
      return { ...refused, voiceId: await nextVoiceId(parts, guildId, voiceId) };
    },
  };
}
