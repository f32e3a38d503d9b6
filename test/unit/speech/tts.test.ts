import { TTS_FORMATS } from '@mynah/speech-wire/wire';
import { expect, test } from 'vitest';
import type { Delivery } from '../../../src/speech/delivery.ts';
import { ttsRequestBody } from '../../../src/speech/tts.ts';

test.each(TTS_FORMATS)('requests %s, with a sample rate only for formats that offer a choice', (format) => {
  const body = ttsRequestBody({ text: 'Hello', voiceId: undefined }, format, 'normal');
  const rate = format === 'wav' || format === 'pcm' ? { sample_rate: 44_100 } : {};
  expect(body).toEqual({ text: 'Hello', format, latency: 'normal', ...rate });
  expect(Object.keys(body)).not.toContain('reference_id');
});

test('includes the voice if there is one', () => {
  expect(ttsRequestBody({ text: 'Hello', voiceId: 'v1' }, 'opus', 'balanced')).toEqual({
    text: 'Hello',
    format: 'opus',
    latency: 'balanced',
    reference_id: 'v1',
  });
});

test('includes speed and volume only where they differ from what the service does anyway', () => {
  const prosodyOf = (delivery: Omit<Delivery, 'voiceId'>) =>
    ttsRequestBody({ text: 'Hello', voiceId: undefined, ...delivery }, 'opus', 'balanced').prosody;
  expect(prosodyOf({ speed: 1.5, volumeDb: -6 })).toEqual({ speed: 1.5, volume: -6 });
  expect(prosodyOf({ speed: 0.5, volumeDb: 0 })).toEqual({ speed: 0.5 });
  expect(prosodyOf({ speed: 1, volumeDb: 20 })).toEqual({ volume: 20 });
  expect(prosodyOf({ speed: 1, volumeDb: 0 })).toBeUndefined();
  expect(prosodyOf({})).toBeUndefined();
});

test('rejects a text of only white space', () => {
  expect(() => ttsRequestBody({ text: ' \n', voiceId: undefined }, 'opus', 'normal')).toThrow(
    expect.objectContaining({ code: 'SPEECH_LIMIT' }),
  );
});

test.each(['Hi <|speaker:1|>', 'half <| of one', 'half |> of one'])(
  'rejects a text with control tokens: %s',
  (text) => {
    expect(() => ttsRequestBody({ text, voiceId: undefined }, 'opus', 'normal')).toThrow(
      expect.objectContaining({ code: 'SPEECH_LIMIT' }),
    );
  },
);

test('expression markup is not a control token', () => {
  expect(ttsRequestBody({ text: '[laughing] a < b | c', voiceId: undefined }, 'opus', 'normal').text).toContain(
    '[laughing]',
  );
});
