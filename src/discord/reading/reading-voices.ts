import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { ReadingVoices } from '../../reading/reading-ports.ts';
import { isVoiceRefusal } from '../../voice-models/voice-refusal.ts';
import type { VoiceSources } from '../playback/speaking-voice.ts';

/** Longest look-up of a voice that the service refused. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** Gives each person the voice that they chose for `/say`, else the default. */
export function createReadingVoices({ voices, defaultVoiceId }: VoiceSources, log: Logger): ReadingVoices {
  return {
    voiceOf: async (guildId, userId) => {
      try {
        const { voiceId } = await voices.voiceFor({ userId, guildId, managesGuild: false });
        return { voiceId: voiceId ?? defaultVoiceId };
      } catch (err) {
        if (!(err instanceof MynahError) || !err.code.startsWith('STORE_')) throw err;
        log.warn({ err, guildId }, 'could not look up the voice of somebody who is read aloud');
        return { voiceId: defaultVoiceId };
      }
    },
    insteadOf: async (guildId, userId, { voiceId }, failure) => {
      if (voiceId === undefined || voiceId === defaultVoiceId) return undefined;
      // The interface has one status for an unknown voice and for other faults: the default voice shows which it was.
      if (!isVoiceRefusal(failure) && failure.code !== 'SPEECH_BAD_REQUEST') return undefined;
      const call = { tenant: guildId, priority: 'listings', signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) } as const;
      await voices.afterRefusal({ userId, guildId, managesGuild: false }, voiceId, call).catch(() => undefined);
      return { voiceId: defaultVoiceId };
    },
  };
}
