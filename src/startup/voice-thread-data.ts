import type { Config } from '../config.ts';
import type { SpeechServiceOptions } from '../speech/speech-service.ts';
import type { VoiceThreadData } from '../voice-thread.ts';

/** The speech service's options, as plain data that can be handed to another thread. */
export function speechOptions({ speech }: Config): Omit<SpeechServiceOptions, 'log' | 'observe'> {
  return {
    baseUrl: speech.apiUrl,
    wsUrl: speech.wsUrl,
    apiKey: speech.apiKey.reveal(),
    model: speech.model,
    format: speech.format,
    concurrency: speech.concurrency,
  };
}

/** What a voice thread needs to know. */
export function voiceThreadData(config: Config): VoiceThreadData {
  return {
    speech: speechOptions(config),
    logLevel: config.logLevel,
    secrets: secretsOf(config),
    isTraced: config.isTraced,
    mainTimeOriginMs: performance.timeOrigin,
  };
}

/** What must not be written to a log. */
export function secretsOf({ discord, speech }: Config): string[] {
  return [discord.token.reveal(), speech.apiKey.reveal()];
}
