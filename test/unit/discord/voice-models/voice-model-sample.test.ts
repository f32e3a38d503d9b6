import { expect, it } from 'vitest';
import { speakSample } from '../../../../src/discord/voice-models/voice-model-sample.ts';
import { english } from '../../../../src/messages/english.ts';
import type { VoiceModel } from '../../../../src/speech/wire.ts';
import { modelOf } from '../../../support/fake-voices.ts';

const sample = { title: 'First', text: 'From a sample.', task_id: '', audio: 'https://elsewhere.example/1' };

/** What a voice is asked to say as its sample. */
async function saidBy(more: Partial<VoiceModel>): Promise<string> {
  let said = '';
  const tts = async function* ({ text, voiceId }: { text: string; voiceId: string | undefined }) {
    said = text;
    yield new TextEncoder().encode(voiceId === '1' ? 'OggS and more' : 'another voice');
  };
  const call = { tenant: 'g', priority: 'files', signal: new AbortController().signal } as const;
  const options = { messages: english, format: 'opus', maxBytes: 100 } as const;
  const file = await speakSample({ pcmSampleRateHz: 44_100, tts }, modelOf('1', 'Lady', more), options, call);
  expect(file.name).toBe('sample.ogg');
  return said;
}

it('is the voice’s default text, else that of its first sample, else a greeting', async () => {
  expect(await saidBy({ default_text: 'By default.', samples: [sample] })).toBe('By default.');
  expect(await saidBy({ default_text: ' ', samples: [sample] })).toBe('From a sample.');
  expect(await saidBy({})).toBe('Hello! This is how I sound.');
});

it('is short, and holds no control tokens that others wrote', async () => {
  expect((await saidBy({ default_text: 'word '.repeat(100) })).length).toBeLessThanOrEqual(150);
  expect(await saidBy({ default_text: '<|speaker:1|>Hello.' })).not.toContain('<|');
});
