import type { VoiceModel } from '@mynah/speech-wire/wire';
import { expect, it } from 'vitest';
import { sampleTextOf, speakSample } from '../../../../commands/voice/sample.ts';
import { english } from '../../../../src/messages/english.ts';
import { modelOf } from '../../../support/fake-voices.ts';

const sample = { title: 'First', text: 'From a sample.', task_id: '', audio: 'https://elsewhere.example/1' };

/** What a voice is asked to say as its sample. */
function saidBy(more: Partial<VoiceModel>): string {
  return sampleTextOf(modelOf('1', 'Lady', more), english);
}

it('is a file of its own name, in that voice', async () => {
  const asked: unknown[] = [];
  const tts = async function* (request: unknown) {
    asked.push(request);
    yield new TextEncoder().encode('OggS and more');
  };
  const call = { tenant: 'g', priority: 'files', signal: new AbortController().signal } as const;
  const options = { format: 'opus', maxBytes: 100, send: (_piece, sending) => sending() } as const satisfies Parameters<
    typeof speakSample
  >[2];
  const file = await speakSample({ pcmSampleRateHz: 44_100, tts }, { text: 'Hello.', voiceId: '1' }, options, call);
  expect(file.name).toBe('sample.ogg');
  expect(asked).toEqual([{ text: 'Hello.', voiceId: '1', format: 'opus' }]);
});

it('is the voice’s default text, else that of its first sample, else a greeting', () => {
  expect(saidBy({ default_text: 'By default.', samples: [sample] })).toBe('By default.');
  expect(saidBy({ default_text: ' ', samples: [sample] })).toBe('From a sample.');
  expect(saidBy({})).toBe('Hello! This is how I sound.');
});

it('is short, and holds no control tokens that others wrote', () => {
  expect(saidBy({ default_text: 'word '.repeat(100) }).length).toBeLessThanOrEqual(150);
  expect(saidBy({ default_text: '<|speaker:1|>Hello.' })).not.toContain('<|');
});
