import type { VoiceModel } from '@mynah/speech-wire/wire';
import { describe, expect, it } from 'vitest';
import { voiceEmbed } from '../../../../src/discord/voice-models/voice-model-embed.ts';
import { english } from '../../../../src/messages/english.ts';
import type { KnownVoice } from '../../../../src/voice-models/voice-models-api.ts';
import { knownVoice } from '../../../support/fake-voices.ts';

type More = Partial<Omit<KnownVoice, 'model'>> & { model?: Partial<VoiceModel> };

function fieldsOf(more: More = {}): Record<string, string> {
  const fields = voiceEmbed(english, knownVoice('id1', 'Lady', more)).fields ?? [];
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

const AUDIO = { filename: 'a.wav', duration_ms: 4_210, language: 'de' };

describe('what is shown of a voice', () => {
  it('is every field that means something to people, and none that only the service understands', () => {
    const times = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00.5' };
    const counts = { like_count: 1, task_count: 4 };
    const model: Partial<VoiceModel> = {
      ...times,
      ...counts,
      visibility: 'unlist',
      lock_visibility: true,
      languages: ['en', 'de'],
      tags: ['calm', 'warm'],
      default_text: 'Good day.',
      samples: [
        { title: 'First', text: 'Hello.' },
        { title: '', text: 'Bye.' },
      ],
      quality: {
        audios: [
          { ...AUDIO, quality_passed: true, quality_reason: '' },
          { ...AUDIO, filename: 'b.wav', language: 'unknown', quality_passed: false, quality_reason: 'too noisy' },
          { ...AUDIO, filename: 'c.wav', quality_passed: false, quality_reason: '' },
        ],
      },
    };
    expect(fieldsOf({ ownership: 'guild', makerId: '77', model })).toEqual({
      ID: '`id1`',
      Status: 'ready',
      Visibility: 'unlisted: for anyone who has its ID (locked)',
      Languages: 'English, German',
      Tags: 'calm, warm',
      Owner: "this server's, created by <@77>",
      Created: '<t:1767225600:R>',
      Updated: '<t:1767312000:R>',
      Likes: '1',
      Uses: '4',
      Samples: 'First: “Hello.”\n“Bye.”',
      'Default text': 'Good day.',
      Recordings: [
        'a.wav · 4.2 s · German · ✅ passed',
        'b.wav · 4.2 s · language unknown · ⚠️ too noisy',
        'c.wav · 4.2 s · German · ⚠️ not good enough',
      ].join('\n'),
    });
  });

  it.each<[Partial<VoiceModel>, Record<string, string>]>([
    [{ licensed: true }, { Licensed: 'yes, by its owner' }],
    [{ pvc_release_state: 'released' }, { Release: 'released' }],
    [{ pvc_release_state: 'retiring' }, { Release: 'to be removed' }],
    [{ pvc_release_state: '@everyone' }, { Release: '“@\u200beveryone”' }],
    [{ takedown_category: 'policy' }, { 'Taken down': "because it broke the service's rules" }],
    [{ takedown_category: 'dmca', dmca_taken_down: true }, { 'Taken down': 'because of a rights complaint' }],
    [{ dmca_taken_down: true }, { 'Taken down': 'because of a rights complaint' }],
    [{ takedown_category: 'toString' }, { 'Taken down': '“toString”' }],
  ])('has what the service decided about it: %o', (model, fields) => {
    const all = fieldsOf({ model });
    const { Licensed, Release, 'Taken down': takenDown } = all;
    const shown = {
      ...(Licensed && { Licensed }),
      ...(Release && { Release }),
      ...(takenDown && { 'Taken down': takenDown }),
    };
    expect(shown).toEqual(fields);
  });

  it('warns of a voice that the service will remove, with the day where it names one', () => {
    const described = (model: Partial<VoiceModel>) =>
      voiceEmbed(english, knownVoice('1', 'Lady', { model })).description;
    expect(described({ pvc_release_state: 'retiring', pvc_retire_effective_at: '2027-02-01T00:00:00Z' })).toBe(
      "⚠️ The speech service will remove **Lady** on <t:1801440000:D> (<t:1801440000:R>). After that, I can't speak with it.\n\n",
    );
    expect(described({ pvc_release_state: 'retiring', description: 'Warm' })).toBe(
      "⚠️ The speech service is going to remove **Lady**. After that, I can't speak with it.\n\nWarm",
    );
    expect(described({ pvc_release_state: 'released' })).toBeUndefined();
  });

  it('leaves out times that the service does not say', () => {
    const fields = fieldsOf({ model: { created_at: undefined, updated_at: undefined } });
    expect(Object.keys(fields)).not.toEqual(expect.arrayContaining(['Created', 'Updated']));
  });

  it('leaves out what the voice does not have', () => {
    const fields = fieldsOf();
    expect(fields).toMatchObject({ Tags: 'none', Languages: 'none', Owner: 'Ann' });
    expect(Object.keys(fields)).not.toContain('Samples');
    expect(Object.keys(fields)).not.toContain('Recordings');
    expect(voiceEmbed(english, knownVoice('1', 'Lady')).description).toBeUndefined();
  });

  it('names the maker only where the voice belongs', () => {
    expect(fieldsOf({ ownership: 'public', makerId: '77' })['Owner']).toBe('Ann');
    expect(fieldsOf({ ownership: 'mine', makerId: '77' })['Owner']).toBe('you');
  });

  it('warns of a voice that nobody can speak with', () => {
    const down = voiceEmbed(
      english,
      knownVoice('1', 'Lady', { status: 'taken-down', model: { dmca_taken_down: true } }),
    );
    expect(down.description).toMatch(/^⚠️ \*\*Lady\*\* was taken down [^*]*$/);
    expect(down.color).toBeDefined();
    const training = voiceEmbed(english, knownVoice('1', 'Lady', { status: 'training', model: { state: 'training' } }));
    expect(training.description).toMatch(/still in training/);
    expect(training.color).toBeUndefined();
    expect(fieldsOf({ status: 'training', model: { state: 'created' } })['Status']).toBe('in training');
  });

  it.each([
    ['https://x.example/a.png', 'https://x.example/a.png'],
    ['http://x.example/a.png', 'http://x.example/a.png'],
    ['', undefined],
    ['coverimage/1', undefined],
    [`https://x.example/${'a'.repeat(4_000)}`, undefined],
    ['data:image/png;base64,AAAA', undefined],
  ])('has the cover as its picture where Discord can show it: %s', (cover_image, url) => {
    expect(voiceEmbed(english, knownVoice('1', 'Lady', { model: { cover_image } })).image?.url).toBe(url);
  });

  it('sanitizes what others wrote', () => {
    const description = '@everyone\n# big\nhttps://x.example discord.gg/x';
    const model = { description, tags: ['<@1>'], author: { _id: 'a', nickname: '@here' } };
    const shown = JSON.stringify(voiceEmbed(english, knownVoice('1', '**@everyone**', { model })));
    expect(shown).not.toMatch(/@everyone|@here|<@1>|:\/\/|discord\.gg/);
  });

  it('stays within Discord’s limits, whatever the service sends', () => {
    const long = '*_`~|>#\\'.repeat(1_000);
    const audio = { ...AUDIO, filename: long, quality_passed: false, quality_reason: long };
    const model: Partial<VoiceModel> = {
      description: long,
      default_text: long,
      tags: [long, long],
      languages: [long],
      author: { _id: 'a', nickname: long },
      samples: Array.from({ length: 20 }, () => ({ title: long, text: long })),
      quality: { audios: Array.from({ length: 20 }, () => audio) },
    };
    const voice = knownVoice('i'.repeat(128), long, { status: 'taken-down', makerId: '1'.repeat(19), model });
    const { title = '', description = '', fields = [] } = voiceEmbed(english, voice);
    expect(title.length).toBeLessThanOrEqual(256);
    expect(description.length).toBeLessThanOrEqual(4_096);
    for (const { value } of fields) expect(value.length).toBeLessThanOrEqual(1_024);
    const parts = [title, description, ...fields.flatMap(({ name, value }) => [name, value])];
    expect(parts.reduce((sum, part) => sum + part.length, 0)).toBeLessThanOrEqual(6_000);
    expect(fields.find(({ name }) => name === 'Recordings')?.value).toMatch(/and \d+ more$/);
  });
});
