import { describe, expect, it } from 'vitest';
import { createVoiceDelete } from '../../../../commands/voice/delete.ts';
import type { KnownVoice, VoiceModels } from '../../../../src/voice-models/voice-models-api.ts';
import { fakeVoices, knownVoice } from '../../../support/fake-voices.ts';
import { choiceBy, inLounge, interactionBy } from '../command-scene.ts';

const mine = knownVoice('id', 'Mine', { mayEdit: true });

function createScene(voice: KnownVoice = mine, more: Partial<VoiceModels> = {}) {
  const deleted: string[] = [];
  const voices = fakeVoices([voice], {
    delete: async (_requester, id) => {
      deleted.push(id);
      return { kind: 'deleted', title: voice.title };
    },
    usersOf: async () => 3,
    ...more,
  });
  const command = createVoiceDelete({ voices });
  const press = async (argument: string) => {
    const context = choiceBy(inLounge, [], argument);
    await command.component?.(context);
    return context;
  };
  const run = async () => {
    const context = interactionBy(inLounge, { voice: 'Mine' }, 'delete');
    await command.run(context);
    return context.answers[0];
  };
  return { deleted, run, press };
}

describe('/voice delete', () => {
  it('asks first, with the title, the id and how many people chose it', async () => {
    const { run, deleted } = createScene();
    const reply = await run();
    expect(reply?.visibility).toBe('ephemeral');
    expect(reply?.content).toContain('**Mine** (`id`)');
    expect(reply?.content).toContain('3 people have chosen it and will get the default voice.');
    expect(JSON.stringify(reply?.components)).toContain('voice:delete:yes:id');
    expect(deleted).toEqual([]);
  });

  it('asks by the button Delete, too', async () => {
    const { answers } = await createScene(mine, { usersOf: async () => 0 }).press('ask:id');
    expect(answers[0]?.content).toContain('Nobody has chosen it');
  });

  it('deletes once it is confirmed', async () => {
    const { press, deleted } = createScene();
    const { updates } = await press('yes:id');
    expect(deleted).toEqual(['id']);
    expect(updates[0]?.content).toBe('Deleted **Mine**.');
    expect(updates[0]?.components).toBeUndefined();
  });

  it('keeps the voice otherwise', async () => {
    const { press, deleted } = createScene();
    expect((await press('no:id')).updates[0]?.content).toContain('The voice is still there.');
    expect(deleted).toEqual([]);
  });

  it('counts a voice that is gone as deleted', async () => {
    const { press } = createScene(mine, { delete: async () => ({ kind: 'not-found' }) });
    expect((await press('yes:id')).updates[0]?.content).toContain('This voice was already deleted.');
  });

  it.each<[string, KnownVoice, string]>([
    ['a public voice', knownVoice('id', 'Mine'), "**Mine** is a public voice, so you can't change it."],
    [
      'a voice of this server',
      knownVoice('id', 'Mine', { ownership: 'guild' }),
      "You can't change **Mine**. Only its creator and members with Manage Server can.",
    ],
    [
      'the operator’s voice',
      knownVoice('id', 'Mine', { ownership: 'operator' }),
      "**Mine** belongs to the bot's operator",
    ],
    [
      'an unlisted voice of another server',
      knownVoice('id', 'Mine', { model: { visibility: 'unlist' } }),
      '**Mine** belongs to someone else',
    ],
  ])('does not even ask those who may not: %s', async (_what, voice, words) => {
    await expect(createScene(voice).run()).rejects.toThrow(words);
  });

  it('refuses those who may not any more', async () => {
    const { press } = createScene(mine, { delete: async () => ({ kind: 'not-yours' }) });
    await expect(press('yes:id')).rejects.toThrow(
      "You can't delete this voice. Only its creator and members with Manage Server can.",
    );
  });
});
