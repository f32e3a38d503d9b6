import { describe, expect, it } from 'vitest';
import { createVoiceInfo } from '../../../../commands/voice/info.ts';
import type { Budgets } from '../../../../src/budgets/budgets-api.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import type { KnownVoice, VoiceStatus } from '../../../../src/voice-models/voice-models-api.ts';
import { fakeVoices, knownVoice } from '../../../support/fake-voices.ts';
import { memoryBudgets } from '../../../support/memory-budgets.ts';
import { choiceBy, inLounge, interactionBy } from '../command-scene.ts';

/** `/voice info` about one voice; the service fails with `failure`, and the voice then turns out to be `status`. */
function createScene(
  voice: KnownVoice,
  {
    failure,
    status = 'gone',
    budgets = memoryBudgets(),
  }: { failure?: Error; status?: VoiceStatus; budgets?: Budgets } = {},
) {
  const asked: unknown[] = [];
  const tts = async function* (request: unknown) {
    asked.push(request);
    if (failure !== undefined) throw failure;
    yield new TextEncoder().encode('OggS and more');
  };
  const info = createVoiceInfo({
    voices: fakeVoices([voice], { afterRefusal: async () => ({ status, wasChosen: false }) }),
    speech: { pcmSampleRateHz: 44_100, tts },
    budgets,
    fileFormat: 'opus',
  });
  return { info, asked };
}

async function press(info: ReturnType<typeof createVoiceInfo>, argument: string) {
  const context = choiceBy(inLounge, [], argument);
  await info.component?.(context);
  return context;
}

describe('/voice info', () => {
  it('shows the voice to the caller alone, with what they may do', async () => {
    const labels = async (voice: KnownVoice): Promise<unknown> => {
      const context = interactionBy(inLounge, { voice: 'Lady' });
      await createScene(voice).info.run(context);
      expect(context.answers[0]?.visibility).toBe('ephemeral');
      expect(context.answers[0]?.embeds?.[0]?.title).toBe('Lady');
      const parts = (context.answers[0]?.components ?? []).flatMap((row): readonly object[] => row.components);
      return parts.map((part) => Reflect.get(part, 'label'));
    };
    expect(await labels(knownVoice('1', 'Lady', { mayEdit: true }))).toEqual(['Use', 'Sample', 'Edit', 'Delete']);
    expect(await labels(knownVoice('1', 'Lady'))).toEqual(['Use', 'Sample']);
    expect(await labels(knownVoice('1', 'Lady', { status: 'failed', mayEdit: true }))).toEqual(['Edit', 'Delete']);
    expect(await labels(knownVoice('1', 'Lady', { status: 'training' }))).toEqual(['Sample']);
    expect(await labels(knownVoice('1', 'Lady', { status: 'gone', mayEdit: true }))).toEqual(['Delete']);
  });

  it('shows the same by the button of a list, in an answer of its own', async () => {
    const { answers, updates } = await press(createScene(knownVoice('1', 'Lady')).info, 'show:1');
    expect([answers.length, updates.length]).toEqual([1, 0]);
  });

  it('finds none that may not be known', async () => {
    const { info } = createScene(knownVoice('1', 'Lady'));
    await expect(info.run(interactionBy(inLounge, { voice: '2' }))).rejects.toThrow("I can't find the voice “2” here.");
    await expect(press(info, 'show:2')).rejects.toThrow("I can't find the voice “2” here.");
    await expect(press(info, 'sample:2')).rejects.toThrow("I can't find the voice “2” here.");
    await expect(press(info, 'other')).rejects.toThrow('out of date');
  });
});

describe('the sample of a voice', () => {
  it('is a short file for the caller alone', async () => {
    const { info, asked } = createScene(knownVoice('1', 'Lady', { model: { default_text: 'Good day.' } }));
    const { answers, deferred } = await press(info, 'sample:1');
    expect(deferred).toEqual(['ephemeral']);
    expect(answers[0]).toMatchObject({ visibility: 'ephemeral', files: [{ name: 'sample.ogg' }] });
    expect(asked).toEqual([{ text: 'Good day.', voiceId: '1', format: 'opus' }]);
  });

  it('counts as spoken characters, and is refused when too few are left', async () => {
    const noLimit = Number.POSITIVE_INFINITY;
    const budgets = memoryBudgets({ limits: { characters: { person: 15, guild: noLimit, account: noLimit } } });
    const voice = knownVoice('1', 'Lady', { model: { default_text: 'Good day.' } });
    const { info, asked } = createScene(voice, { budgets });
    await press(info, 'sample:1');
    await expect(press(info, 'sample:1')).rejects.toMatchObject({ code: 'BUDGET_USED_UP', usedUp: { left: 6 } });
    expect(asked).toHaveLength(1);
  });

  it('does not count when the service refuses it', async () => {
    const budgets = memoryBudgets();
    const failure = new SpeechError('SPEECH_OUT_OF_CREDITS', 'refused', { status: 402 });
    await expect(press(createScene(knownVoice('1', 'Lady'), { failure, budgets }).info, 'sample:1')).rejects.toBe(
      failure,
    );
    const { characters } = await budgets.figures();
    expect(characters.used).toBe(0);
  });

  it('is not asked for when the voice cannot be used', async () => {
    const { info, asked } = createScene(knownVoice('1', 'Lady', { status: 'taken-down' }));
    await expect(press(info, 'sample:1')).rejects.toThrow('taken down');
    expect(asked).toEqual([]);
  });

  it('says the status of the voice when the service refuses it', async () => {
    const details = { status: 400, serviceMessage: 'Reference not found' };
    const failure = new SpeechError('SPEECH_BAD_REQUEST', 'refused', details);
    const voice = knownVoice('1', 'Lady', { status: 'training' });
    await expect(press(createScene(voice, { failure, status: 'training' }).info, 'sample:1')).rejects.toThrow(
      'still in training',
    );
    await expect(press(createScene(voice, { failure, status: 'ready' }).info, 'sample:1')).rejects.toBe(failure);
  });

  it('fails with any other error', async () => {
    const failure = new SpeechError('SPEECH_OUT_OF_CREDITS', 'refused', { status: 402 });
    const { info } = createScene(knownVoice('1', 'Lady'), { failure });
    await expect(press(info, 'sample:1')).rejects.toBe(failure);
  });
});
