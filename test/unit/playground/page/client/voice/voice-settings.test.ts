import { expect, test } from 'vitest';
import { keepVoiceSettings, readVoiceSettings } from '../../../../../../playground/page/client/voice/voice-settings.ts';

const stored = (value: string | null) => readVoiceSettings({ getItem: () => value });

test('settings are read as they were kept', () => {
  let kept = '';
  const settings = { ...stored(null), volume: 0.5, mode: 'push-to-talk' as const, thresholdDb: -30 };
  const setItem = (_key: string, value: string): void => {
    kept = value;
  };
  keepVoiceSettings({ setItem }, settings);
  expect(stored(kept)).toEqual(settings);
});

test('what is no setting is ignored', () => {
  expect(stored('no JSON')).toEqual(stored(null));
  expect(stored('{"volume":7,"mode":"shout","thresholdDb":"x","echoCancellation":1}')).toEqual(stored(null));
});

test('a browser that keeps nothing does no harm', () => {
  const full = () => {
    throw new Error('QuotaExceededError');
  };
  expect(() => keepVoiceSettings({ setItem: full }, stored(null))).not.toThrow();
});
