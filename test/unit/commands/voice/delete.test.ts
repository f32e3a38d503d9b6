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
  const run = async (entered = 'Mine') => {
    const context = interactionBy(inLounge, { voice: entered }, 'delete');
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
    expect(reply?.content).toContain(
      '3 people use it; without it they get the voice they chose elsewhere, or the default voice.',
    );
    expect(JSON.stringify(reply?.components)).toContain('voice:delete:yes:id');
    expect(deleted).toEqual([]);
  });

  it('asks by the button Delete, too', async () => {
    const { answers } = await createScene(mine, { usersOf: async () => 0 }).press('ask:id');
    expect(answers[0]?.content).toContain('(`id`)? Nobody uses it. ');
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
    expect((await press('no:Mine')).updates[0]?.content).toBe('Kept **Mine**.');
    expect(deleted).toEqual([]);
  });

  it.each([
    ['Mine', 'Kept **Mine**.'],
    ['', 'Kept **Untitled**.'],
    ['yes: a\nb', 'Kept **yes: a b**.'],
    ['@everyone', 'Kept **@\u200beveryone**.'],
    ['x'.repeat(200), `Kept **${'x'.repeat(79)}…**.`],
  ])('names the voice “%s” that is kept', async (title, words) => {
    const { run, press } = createScene({ ...mine, title });
    const [row] = (await run('id'))?.components ?? [];
    const keep = row?.components[1] ?? expect.fail('no button');
    const customId = 'custom_id' in keep ? keep.custom_id : '';
    expect(customId.length).toBeLessThanOrEqual(100);
    expect((await press(customId.slice('voice:delete:'.length))).updates[0]?.content).toBe(words);
  });

  it('counts a voice that is gone as deleted', async () => {
    const { press } = createScene(mine, { delete: async () => ({ kind: 'not-found' }) });
    expect((await press('yes:id')).updates[0]?.content).toContain('This voice was already deleted.');
  });

  it.each<[string, KnownVoice, string]>([
    ['a public voice', knownVoice('id', 'Mine'), "**Mine** is a public voice, so you can't change or delete it."],
    [
      'a voice of this server',
      knownVoice('id', 'Mine', { ownership: 'guild' }),
      "You can't change or delete **Mine**. Only its creator and members with Manage Server can.",
    ],
    [
      'the operator’s voice',
      knownVoice('id', 'Mine', { ownership: 'operator' }),
      "**Mine** belongs to the bot's operator, so you can't change or delete it.",
    ],
    [
      'an unlisted voice of another server',
      knownVoice('id', 'Mine', { model: { visibility: 'unlist' } }),
      "**Mine** belongs to someone else, so you can't change or delete it.",
    ],
  ])('does not even ask those who may not: %s', async (_what, voice, words) => {
    await expect(createScene(voice).run()).rejects.toThrow(words);
  });

  it('refuses those who may not any more', async () => {
    const { press } = createScene(mine, { delete: async () => ({ kind: 'not-yours' }) });
    await expect(press('yes:id')).rejects.toThrow(
      "You can't change or delete this voice. Only its creator and members with Manage Server can.",
    );
  });
});
