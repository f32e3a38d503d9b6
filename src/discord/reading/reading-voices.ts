import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { PublicMessages, ReadingVoices } from '../../reading/reading-ports.ts';
import type { FellBack } from '../../voice-models/voice-models-api.ts';
import { isVoiceRefusal } from '../../voice-models/voice-refusal.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { sanitizeWithin } from '../interactions/replies.ts';
import type { VoiceSources } from '../playback/speaking-voice.ts';

/** Longest look-up of a voice that the service refused. */
const LOOKUP_TIMEOUT_MS = 5_000;
/** Titles are quoted up to this length, in UTF-16 units. */
const MAX_TITLE_LENGTH = 80;

/** Gives each person the voice that they chose for `/say`, else the default. A choice that was lost is told in the channel, once. */
export function createReadingVoices(
  parts: VoiceSources & {
    readonly directory: Pick<GuildDirectory, 'post'>;
    readonly publicMessages: PublicMessages;
    readonly log: Logger;
  },
): ReadingVoices {
  const { voices, defaultVoiceId, directory, publicMessages, log } = parts;
  const tellLost = async (guildId: string, userId: string, channelId: string, lost: FellBack): Promise<void> => {
    const { playback, reading } = await publicMessages(guildId);
    const why = playback.voice.lost[lost.reason]({ title: sanitizeWithin(lost.title, MAX_TITLE_LENGTH) });
    await directory.post(channelId, reading.lostVoice({ userId, why }));
  };
  return {
    voiceOf: async (guildId, userId, channelId) => {
      try {
        const { voiceId, fellBack } = await voices.voiceFor({ userId, guildId, managesGuild: false });
        if (fellBack !== undefined) {
          tellLost(guildId, userId, channelId, fellBack).catch((err: unknown) =>
            log.info({ err }, 'could not tell that a voice is lost'),
          );
        }
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
