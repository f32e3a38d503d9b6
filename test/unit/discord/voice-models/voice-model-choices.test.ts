import { describe, expect, it } from 'vitest';
import { voiceChoices } from '../../../../src/discord/voice-models/voice-model-choices.ts';
import { english } from '../../../../src/messages/english.ts';
import type { KnownVoice, SuggestedVoices, VoiceModels } from '../../../../src/voice-models/voice-models-api.ts';
import { fakeVoices, knownVoice } from '../../../support/fake-voices.ts';

const { signal } = new AbortController();

function choose(known: readonly KnownVoice[], kind: SuggestedVoices = 'usable', more: Partial<VoiceModels> = {}) {
  const typing = {
    messages: english,
    userId: '1',
    place: { kind: 'elsewhere', channelId: 'dm' },
    tenant: '1',
    typed: ' ',
    signal,
  } as const;
  return voiceChoices(fakeVoices(known, more), typing, kind);
}

describe('choices of voices', () => {
  it('are titled with owner, and with the status of what is not ready', async () => {
    const known = [
      knownVoice('1', 'Mine', { ownership: 'mine', status: 'training' }),
      knownVoice('2', ' Slt '),
      knownVoice('3', ' ', { ownership: 'operator' }),
    ];
    expect(await choose(known)).toEqual([
      { name: 'Mine · yours · in training', value: '1' },
      { name: 'Slt · Ann', value: '2' },
      { name: "3 · the bot operator's", value: '3' },
    ]);
  });

  it('stay within 100 characters, whatever the titles and names', async () => {
    const author = { _id: 'a', nickname: 'name '.repeat(40), avatar: '' };
    const [choice] = await choose([knownVoice('1', 'long '.repeat(50), { status: 'training', model: { author } })]);
    expect(choice?.name.length).toBeLessThanOrEqual(100);
    expect(choice?.name).toMatch(/^long .*… · name .*… · in training$/);
    expect(await choose([knownVoice('i'.repeat(101), 'Odd')])).toEqual([]);
  });

  it('are each one line, whatever the direction of their titles', async () => {
    const [choice] = await choose([knownVoice('1', '\u202Etwo\nlines')]);
    expect(choice?.name).toBe('two lines · Ann');
  });

  it('are of the kind that is wanted', async () => {
    const failed = knownVoice('1', 'Broken', { status: 'failed', ownership: 'mine', mayEdit: true });
    const known = [failed, knownVoice('2', 'Slt')];
    expect((await choose(known, 'any')).map(({ value }) => value)).toEqual(['1', '2']);
    expect((await choose(known, 'usable')).map(({ value }) => value)).toEqual(['2']);
    expect((await choose(known, 'editable')).map(({ value }) => value)).toEqual(['1']);
  });

  it('fail with the error of the search', async () => {
    const suggest = async () => Promise.reject(new Error('refused'));
    await expect(choose([], 'usable', { suggest })).rejects.toThrow('refused');
  });
});
