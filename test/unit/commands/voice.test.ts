import { describe, expect, it } from 'vitest';
import { createVoice } from '../../../commands/voice.ts';
import { fakeVoices, knownVoice } from '../../support/fake-voices.ts';
import { choiceBy, createScene, inLounge, interactionBy, typingBy } from './command-scene.ts';

const voices = fakeVoices([
  knownVoice('1', 'Mine', { ownership: 'mine', mayEdit: true }),
  knownVoice('2', 'Broken', { ownership: 'mine', mayEdit: true, status: 'failed' }),
  knownVoice('3', 'Theirs'),
]);
const voice = createVoice(createScene({ services: { voices } }));

async function suggested(subcommand: string, typed = ''): Promise<unknown> {
  return (await voice.autocomplete?.(typingBy(inLounge, 'voice', typed, subcommand)))?.map(({ value }) => value);
}

describe('/voice', () => {
  it('suggests for each subcommand what can be done with it', async () => {
    expect(await suggested('info')).toEqual(['1', '2', '3']);
    expect(await suggested('edit')).toEqual(['1', '2']);
    expect(await suggested('delete')).toEqual(['1', '2']);
    expect(await suggested('use')).toEqual(['default', '1', '3']);
    expect(await suggested('use', 'Def')).toEqual(['default']);
    expect(await suggested('use', 'theirs')).toEqual(['3']);
  });

  it('suggests languages for a list', async () => {
    const choices = await voice.autocomplete?.(typingBy(inLounge, 'language', 'ger', 'list'));
    expect(choices?.[0]?.value).toBe('de');
  });

  it('offers at most 25 choices', async () => {
    const many = Array.from({ length: 25 }, (_, index) => knownVoice(`${index}`, `Voice ${index}`));
    const full = createVoice(createScene({ services: { voices: fakeVoices(many) } }));
    expect(await full.autocomplete?.(typingBy(inLounge, 'voice', '', 'use'))).toHaveLength(25);
  });

  it('routes subcommands and buttons to their files', async () => {
    const asked = interactionBy(inLounge, { voice: 'Mine' }, 'info');
    await voice.run(asked);
    expect(asked.answers[0]?.embeds?.[0]?.title).toBe('Mine');
    const pressed = choiceBy(inLounge, [], 'use:3');
    await voice.component?.(pressed);
    expect(pressed.answers[0]?.content).toContain('**Theirs**');
  });

  it.each(['', 'list', 'nothing:x'])('rejects a button that it did not make: “%s”', (argument) => {
    expect(() => voice.component?.(choiceBy(inLounge, [], argument))).toThrow('out of date');
  });
});
