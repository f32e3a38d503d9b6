import type { PersonFile } from '@mynah/local-discord/people/option-values';
import { toVoiceRecording } from '../../src/audio/voice-recording.ts';
import { type SpeechAccess, spokenFile } from '../spoken-packets.ts';

/** Rate of sound without a header, in Hz. The service is asked for Ogg Opus, which has one. */
const PCM_RATE_HZ = 44_100;

/**
 * Has the speech service say the words, as the file of a voice message like Discord's client records it: mono Ogg Opus with
 * its duration and its waveform. Rejects when the service does not answer with sound.
 */
export async function spokenVoiceMessage(
  access: SpeechAccess,
  words: string,
  signal?: AbortSignal,
): Promise<PersonFile> {
  const sound = await spokenFile(access, { text: words, format: 'opus', signal });
  const { bytes, durationS, waveform } = await toVoiceRecording(sound, { pcmSampleRateHz: PCM_RATE_HZ });
  return { file: bytes, name: 'voice-message.ogg', contentType: 'audio/ogg', durationSecs: durationS, waveform };
}
