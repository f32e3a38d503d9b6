import type { GateSettings, SpeechMode } from './speech-gate.ts';

/** How the browser treats the microphone's sound. */
export interface MicrophoneOptions {
  readonly echoCancellation: boolean;
  readonly noiseSuppression: boolean;
}

/** What the visitor has set; kept in the browser. */
export interface VoiceSettings extends MicrophoneOptions, Pick<GateSettings, 'mode' | 'thresholdDb'> {
  /** 0 to 1. */
  readonly volume: number;
}

const KEY = 'mynah-voice';
const MODES: readonly SpeechMode[] = ['voice-activity', 'push-to-talk'];

/** Louder than a quiet room, quieter than someone who speaks softly. */
const DEFAULTS: VoiceSettings = {
  volume: 1,
  mode: 'voice-activity',
  thresholdDb: -45,
  echoCancellation: true,
  noiseSuppression: true,
};

/** Reads what was kept; anything else than settings is ignored. */
export function readVoiceSettings(storage: { getItem(key: string): string | null }): VoiceSettings {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<Record<keyof VoiceSettings, unknown>>;
    const number = (value: unknown, least: number, most: number, usual: number): number =>
      typeof value === 'number' && value >= least && value <= most ? value : usual;
    const flag = (value: unknown, usual: boolean): boolean => (typeof value === 'boolean' ? value : usual);
    return {
      volume: number(kept.volume, 0, 1, DEFAULTS.volume),
      mode: MODES.find((mode) => mode === kept.mode) ?? DEFAULTS.mode,
      thresholdDb: number(kept.thresholdDb, -80, 0, DEFAULTS.thresholdDb),
      echoCancellation: flag(kept.echoCancellation, DEFAULTS.echoCancellation),
      noiseSuppression: flag(kept.noiseSuppression, DEFAULTS.noiseSuppression),
    };
  } catch {
    return DEFAULTS;
  }
}

/** Keeps the settings; a browser that keeps nothing forgets them with the page. */
export function keepVoiceSettings(
  storage: { setItem(key: string, value: string): void },
  settings: VoiceSettings,
): void {
  try {
    storage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Full, or forbidden by the visitor.
  }
}
