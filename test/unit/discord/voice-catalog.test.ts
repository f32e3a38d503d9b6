import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVoiceCatalog, type ListVoices } from '../../../src/discord/voice-catalog.ts';
import { createLogger } from '../../../src/log.ts';
import { type VoiceModel, voiceModelSchema } from '../../../src/speech/wire.ts';

function voice(id: string, title: string, more: Partial<VoiceModel> = {}): VoiceModel {
  const at = '2026-01-01T00:00:00Z';
  const base = { _id: id, type: 'tts', title, state: 'trained', tags: [], created_at: at, updated_at: at };
  const counts = { visibility: 'public', like_count: 0, mark_count: 0, shared_count: 0, task_count: 0 };
  const author = { _id: 'a', nickname: 'Ann', avatar: '' };
  return { ...voiceModelSchema.parse({ ...base, ...counts, author }), ...more };
}

/** A catalog over these voices; `asked` keeps the titles that the service was asked for. */
function createScene(voices: { own?: VoiceModel[]; others?: VoiceModel[]; failing?: 'own' | 'all' } = {}) {
  const asked: string[] = [];
  const list: ListVoices = async ({ title = '', self = false }) => {
    asked.push(`${self ? 'own' : 'all'}: ${title}`);
    if (voices.failing === 'all' || (self && voices.failing === 'own')) throw new Error('refused');
    return { items: (self ? voices.own : voices.others) ?? [] };
  };
  const catalog = createVoiceCatalog(list, createLogger('silent'));
  const { signal } = new AbortController();
  return {
    asked,
    choices: (typed: string) => catalog.choices(typed, 'g', signal),
    resolve: (entered: string) => catalog.resolve(entered, 'g', signal),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('choices', () => {
  it("are titled with author and state, the account's own first and each once", async () => {
    const own = voice('1', 'Mine', { state: 'training' });
    const scene = createScene({ own: [own], others: [voice('2', 'Slt'), own] });
    expect(await scene.choices('')).toEqual([
      { name: 'Mine · Ann · training', value: '1' },
      { name: 'Slt · Ann', value: '2' },
    ]);
  });

  it('leave out what cannot be spoken with', async () => {
    const others = [
      voice('1', 'Failed', { state: 'failed' }),
      voice('2', 'Taken down', { dmca_taken_down: true }),
      voice('3', 'Singing', { type: 'svc' }),
      voice('4', 'Good'),
    ];
    expect(await createScene({ others }).choices('')).toMatchObject([{ value: '4' }]);
  });

  it('keep to 25 and to 100 characters', async () => {
    const others = Array.from({ length: 40 }, (_, index) => voice(`${index}`, 'long '.repeat(50)));
    const choices = await createScene({ others }).choices('');
    expect(choices).toHaveLength(25);
    expect(Math.max(...choices.map((choice) => choice.name.length))).toBeLessThanOrEqual(100);
  });

  it('ask the service once for what was typed a moment ago', async () => {
    const scene = createScene({ others: [voice('1', 'Slt')] });
    await scene.choices('sl');
    await scene.choices('SL ');
    expect(scene.asked).toEqual(['own: sl', 'all: sl']);
    await vi.advanceTimersByTimeAsync(30_000);
    await scene.choices('sl');
    expect(scene.asked).toHaveLength(4);
  });

  it('are what one list gives when the other fails, and fail when both do', async () => {
    const scene = createScene({ others: [voice('1', 'Slt')], failing: 'own' });
    expect(await scene.choices('')).toHaveLength(1);
    await expect(createScene({ failing: 'all' }).choices('')).rejects.toThrow('refused');
  });
});

describe('what somebody enters', () => {
  it('is an id when it looks like one, without a question to the service', async () => {
    const scene = createScene();
    const id = '0123456789abcdef0123456789abcdef';
    expect(await scene.resolve(` ${id} `)).toBe(id);
    expect(scene.asked).toEqual([]);
  });

  it('is an id when it was just suggested', async () => {
    const scene = createScene({ others: [voice('slt', 'Lady')] });
    await scene.choices('');
    const askedBefore = scene.asked.length;
    expect(await scene.resolve('slt')).toBe('slt');
    expect(scene.asked).toHaveLength(askedBefore);
  });

  it('is a title when one matches in full, in any case of letters', async () => {
    const scene = createScene({ others: [voice('1', 'Lady Jane Grey'), voice('2', 'Lady Jane')] });
    expect(await scene.resolve('lady jane')).toBe('2');
  });

  it('may still be an id when no title matches or the list fails', async () => {
    expect(await createScene().resolve('some-voice_1')).toBe('some-voice_1');
    expect(await createScene({ failing: 'all' }).resolve('some-voice_1')).toBe('some-voice_1');
  });

  it('is refused when it can be neither', async () => {
    await expect(createScene().resolve('no such voice')).rejects.toThrow('I know no voice called “no such voice”');
  });
});
