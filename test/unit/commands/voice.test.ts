import { writeWav } from '@mynah/pcm/wav';
import { describe, expect, it } from 'vitest';
import { createVoice } from '../../../commands/voice.ts';
import { SpeechError, type SpeechErrorCode } from '../../../src/speech/speech-error.ts';
import { subcommandsOf } from '../../support/command-names.ts';
import { attachmentOf, downloadOf } from '../../support/fake-attachments.ts';
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

  it('suggests the voice that one speaks with first, then the default', async () => {
    const choicesOf = async () => ({
      ...{ here: undefined, lastSaid: undefined },
      everywhere: { voice: { id: '3', title: 'Theirs' }, speed: 2 },
    });
    const speaking = createVoice(createScene({ services: { voices: { ...voices, choicesOf } } }));
    const choices = await speaking.autocomplete?.(typingBy(inLounge, 'voice', '', 'use'));
    expect(choices?.map(({ name }) => name)).toEqual(['Theirs · your voice now', 'Default voice', 'Mine · yours']);
    expect(choices?.map(({ value }) => value)).toEqual(['3', 'default', '1']);
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

  it.each<[SpeechErrorCode, string]>([
    ['SPEECH_BAD_REQUEST', 'VOICE_MODEL_REJECTED'],
    ['SPEECH_NOT_FOUND', 'VOICE_MODEL_REJECTED'],
    ['SPEECH_FORBIDDEN', 'VOICE_MODEL_FORBIDDEN'],
    ['SPEECH_OUT_OF_CREDITS', 'SPEECH_OUT_OF_CREDITS'],
  ])('reports %s as %s, which blames no option for speaking', async (code, reported) => {
    const fail = () => Promise.reject(new SpeechError(code, 'for operators', { serviceMessage: 'bad file' }));
    const failing = createVoice(createScene({ services: { voices: fakeVoices([], { find: fail, page: fail }) } }));
    const expected = { code: reported, serviceMessage: 'bad file' };
    // A creation begins with recordings, not with a voice.
    const looking = subcommandsOf(failing).filter(({ name }) => name !== 'create');
    const editing = { ...choiceBy(inLounge, [], 'edit:1'), field: () => '' };
    for (const work of [
      ...looking.map(({ name }) => failing.run(interactionBy(inLounge, { voice: 'Mine', title: 'New' }, name))),
      ...['info:show:1', 'info:sample:1', 'edit:1', 'delete:ask:1', 'use:1'].map((id) =>
        failing.component?.(choiceBy(inLounge, [], id)),
      ),
      failing.submit?.(editing),
    ]) {
      await expect(work).rejects.toMatchObject(expected);
    }
  });

  it('reports a refused creation in the same way', async () => {
    const attachments = downloadOf({ 'one.wav': writeWav(new Int16Array(16_000), 8_000, 1) });
    const refused = new SpeechError('SPEECH_BAD_REQUEST', 'no', { serviceMessage: 'bad file' });
    const create = () => Promise.reject(refused);
    const failing = createVoice(createScene({ services: { attachments, voices: fakeVoices([], { create }) } }));
    const asked = interactionBy(
      inLounge,
      { title: 'New', audio: attachmentOf('one.wav', new Uint8Array(9)) },
      'create',
    );
    await failing.run(asked);
    const [, argument = ''] = /voice:(create:yes:[\w-]+)/.exec(JSON.stringify(asked.answers)) ?? [];
    await expect(failing.component?.(choiceBy(inLounge, [], argument))).rejects.toMatchObject({
      code: 'VOICE_MODEL_REJECTED',
      serviceMessage: 'bad file',
    });
  });

  it.each(['', 'list', 'nothing:x'])('rejects a button that it did not make: “%s”', (argument) => {
    expect(() => voice.component?.(choiceBy(inLounge, [], argument))).toThrow('out of date');
  });
});
