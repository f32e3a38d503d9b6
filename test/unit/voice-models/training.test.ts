import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KnownVoice, TrainingStep } from '../../../src/voice-models/voice-models-api.ts';
import { call, createVoiceModelsScene, failure, person, type VoiceModelsScene } from './voice-models-scene.ts';

const ada = person('ada');

describe('following a training', () => {
  let scene: VoiceModelsScene;
  let voice: KnownVoice;
  let steps: TrainingStep[];

  beforeEach(async () => {
    scene = await createVoiceModelsScene();
    const id = await scene.make(ada, 'Ada');
    scene.service.put(id, { title: 'Ada', state: 'created' });
    const found = await scene.voices.find(ada, id, call);
    if (found.kind !== 'found') throw new Error('the new voice is not found');
    voice = found.voice;
    steps = [];
    scene.service.asked.length = 0;
    vi.useFakeTimers();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await scene[Symbol.asyncDispose]();
  });

  const follow = async (signal = call.signal) => {
    for await (const step of scene.voices.follow(ada, voice, { ...call, signal })) steps.push(step);
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const kinds = () => steps.map((step) => (step.kind === 'waiting' ? step.state : step.kind));

  it('asks every 5 s until the voice is trained', async () => {
    const done = follow();
    await pass(4_999);
    expect(scene.service.asked).toEqual([]);
    await pass(1);
    scene.service.put(voice.id, { state: 'training' });
    await pass(5_000);
    scene.service.put(voice.id, { state: 'trained' });
    await pass(5_000);
    await done;
    expect(kinds()).toEqual(['created', 'created', 'training', 'trained']);
    expect(steps.at(-1)).toMatchObject({ voice: { status: 'ready' } });
  });

  it('reports that it failed, and that the voice is gone', async () => {
    scene.service.put(voice.id, { state: 'failed' });
    const failing = follow();
    await pass(5_000);
    await failing;
    scene.service.models.clear();
    const vanishing = follow();
    await pass(5_000);
    await vanishing;
    expect(kinds()).toEqual(['created', 'failed', 'created', 'gone']);
  });

  it('continues after polls that fail', async () => {
    scene.service.faults.set('get', failure('SPEECH_UNAVAILABLE'));
    const done = follow();
    await pass(10_000);
    scene.service.faults.clear();
    scene.service.put(voice.id, { state: 'trained' });
    await pass(5_000);
    await done;
    expect(kinds()).toEqual(['created', 'trained']);
  });

  it('ends polling after 300 s', async () => {
    const done = follow();
    await pass(300_000);
    await done;
    expect(steps.at(-1)).toEqual({ kind: 'gave-up', afterMs: 300_000 });
    expect(scene.service.asked).toHaveLength(60);
  });

  it('ends with the call', async () => {
    const ending = new AbortController();
    const done = follow(ending.signal);
    await pass(2_000);
    ending.abort(new Error('over'));
    await expect(done).rejects.toThrow('over');
  });
});
