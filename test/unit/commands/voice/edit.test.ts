import type { VoiceModel } from '@mynah/speech-wire/wire';
import { describe, expect, it } from 'vitest';
import { createVoiceEdit } from '../../../../commands/voice/edit.ts';
import type { SubmitContext } from '../../../../src/discord/interactions/command.ts';
import { UserError } from '../../../../src/errors.ts';
import type { KnownVoice, VoiceEdit, VoiceModels } from '../../../../src/voice-models/voice-models-api.ts';
import { attachmentOf, downloadOf } from '../../../support/fake-attachments.ts';
import { fakeVoices, knownVoice } from '../../../support/fake-voices.ts';
import { choiceBy, inLounge, interactionBy, type Options, type Seen } from '../command-scene.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1A\n and the rest', 'latin1');
const mine = knownVoice('id', 'Mine', {
  mayEdit: true,
  model: { description: 'warm', tags: ['slow', 'low'], visibility: 'private' },
});

function createScene(voice: KnownVoice = mine, more: Partial<VoiceModels> = {}) {
  const changes: VoiceEdit[] = [];
  const voices = fakeVoices([voice], {
    edit: async (_requester, _id, edit) => {
      changes.push(edit);
      const { visibility = voice.model.visibility } = edit;
      return { kind: 'edited', voice: { ...voice, model: { ...voice.model, visibility } } };
    },
    ...more,
  });
  const command = createVoiceEdit({ voices, attachments: downloadOf({ 'c.png': PNG }) });
  const run = async (options: Options = {}) => {
    const context = interactionBy(inLounge, { voice: 'Mine', ...options }, 'edit');
    await command.run(context);
    return context;
  };
  const submit = async (fields: Readonly<Record<string, string>>) => {
    const context = submissionBy('id', {
      ...{ title: 'Mine', description: 'warm', tags: 'slow, low', visibility: 'private' },
      ...fields,
    });
    await command.submit?.(context);
    return context;
  };
  return { command, changes, run, submit };
}

function submissionBy(argument: string, fields: Readonly<Record<string, string>>): SubmitContext & Seen {
  const { updates, ...context } = interactionBy(inLounge);
  const update: SubmitContext['update'] = async (reply) => void updates.push(reply);
  return { ...context, updates, argument, field: (id) => fields[id] ?? '', update };
}

describe('/voice edit by options', () => {
  it('sends only what differs, and shows the new details', async () => {
    const { run, changes } = createScene();
    const { answers } = await run({ title: 'New', description: 'warm', tags: 'slow, low', visibility: 'unlist' });
    expect(changes).toEqual([{ title: 'New', visibility: 'unlist' }]);
    expect(answers[0]?.visibility).toBe('ephemeral');
    expect(answers[0]?.content).toContain('**Who can find it:** anyone who has its ID');
  });

  it('accepts the line breaks of a description as the service returns them', async () => {
    const { submit, changes } = createScene(
      knownVoice('id', 'Mine', { mayEdit: true, model: { ...mine.model, description: 'a\r\nb' } }),
    );
    await submit({ title: 'Mine', description: 'a\nb' });
    expect(changes).toEqual([]);
  });

  it('sends nothing when nothing differs', async () => {
    const { run, changes } = createScene();
    const { answers } = await run({ title: 'Mine' });
    expect(answers[0]?.content).toContain('Nothing to change: **Mine** is already like this.');
    expect(changes).toEqual([]);
  });

  it('sends a cover that is really an image', async () => {
    const { run, changes } = createScene();
    const { answers } = await run({ cover: attachmentOf('c.png', PNG) });
    expect(changes).toEqual([{ cover: { filename: 'cover.png', contentType: 'image/png', bytes: PNG } }]);
    expect(answers[0]?.content).toContain('**Cover image:** new');
  });

  it.each<[VoiceModel['visibility'], VoiceModel['visibility'], string]>([
    [
      'public',
      'private',
      "You asked for **public**, but the speech service made it **private**. Only the bot's operator can change that, on the service's own page: ask them to make it **public** there. Its ID is `id`.",
    ],
    [
      'unlist',
      'public',
      'You asked for **unlisted**, but the speech service made it **public**. Try again with `/voice edit`, or delete it with `/voice delete`.',
    ],
  ])('says what came of a visibility that the service did not give: %s, %s', async (asked, came, words) => {
    const edited = { ...mine, model: { ...mine.model, visibility: came } };
    const { run } = createScene(
      { ...mine, model: { ...mine.model, visibility: 'private' } },
      {
        edit: async () => ({ kind: 'edited', voice: edited }),
      },
    );
    const { answers } = await run({ visibility: asked });
    const found = came === 'private' ? 'only people in this server' : 'anyone, also outside Discord';
    expect(answers[0]?.content).toContain(`**Who can find it:** ${found}`);
    expect(answers[0]?.content).toContain(words);
  });

  it('says how to make a voice public that has no cover', async () => {
    const { run } = createScene(mine, { edit: async () => ({ kind: 'needs-cover' }) });
    await expect(run({ visibility: 'public' })).rejects.toThrow('with `visibility` and `cover` together');
  });

  it('tells a manager that only its maker may show a voice to more people', async () => {
    const { run } = createScene(mine, { edit: async () => ({ kind: 'makers-choice' }) });
    await expect(run({ visibility: 'unlist' })).rejects.toThrow(
      'Only the person who made **Mine** can make it visible to more people. You can make it less visible, or delete it.',
    );
  });

  it.each<[string, KnownVoice, string]>([
    [
      'somebody else’s voice',
      knownVoice('id', 'Mine'),
      "**Mine** is a public voice, so you can't change or delete it.",
    ],
    ['a voice that is gone', { ...mine, status: 'gone' }, '**Mine** was deleted from the speech service.'],
  ])('refuses %s', async (_what, voice, words) => {
    const { run, changes } = createScene(voice);
    await expect(run({ title: 'New' })).rejects.toThrow(words);
    expect(changes).toEqual([]);
  });

  it('finds no other voice', async () => {
    await expect(createScene().run({ voice: 'Yours', title: 'New' })).rejects.toThrow(
      "I can't find the voice “Yours” here.",
    );
  });
});

describe('the form of /voice edit', () => {
  it('opens with the current details when the options change nothing', async () => {
    const { modals } = await createScene().run();
    expect(modals[0]?.customId).toBe('voice:edit:id');
    expect(modals[0]?.fields.map(({ id, value }) => [id, value])).toEqual([
      ['title', 'Mine'],
      ['description', 'warm'],
      ['tags', 'slow, low'],
      ['visibility', 'private'],
    ]);
  });

  it('calls an unlisted voice “unlisted”, as people do', async () => {
    const { modals } = await createScene({ ...mine, model: { ...mine.model, visibility: 'unlist' } }).run();
    expect(modals[0]?.fields[3]).toMatchObject({ id: 'visibility', value: 'unlisted' });
  });

  it('offers a manager only visibilities that show the voice to no more people', {
    meta: { promises: ['manager-hide-delete-members'] },
  }, async () => {
    const visibilityField = async (visibilities: KnownVoice['visibilities']) => {
      const { modals } = await createScene({ ...mine, visibilities }).run();
      return modals[0]?.fields.find(({ id }) => id === 'visibility')?.label;
    };
    expect(await visibilityField(['public', 'unlist', 'private'])).toBe('Visibility: public, unlisted, or private');
    expect(await visibilityField(['unlist', 'private'])).toBe('Visibility: unlisted or private');
    expect(await visibilityField(['private'])).toBeUndefined();
  });

  it('changes the rest where it has no visibility', async () => {
    const { command, changes } = createScene({ ...mine, visibilities: ['private'] });
    await command.submit?.(submissionBy('id', { title: 'New', description: 'warm', tags: 'slow, low' }));
    expect(changes).toEqual([{ title: 'New' }]);
  });

  it('opens by the button Edit', async () => {
    const context = choiceBy(inLounge, [], 'id');
    await createScene().command.component?.(context);
    expect(context.modals).toHaveLength(1);
  });

  it('has room for a title that is longer than people may enter', async () => {
    const { modals } = await createScene({ ...mine, model: { ...mine.model, title: 'a'.repeat(300) } }).run();
    expect(modals[0]?.fields[0]).toMatchObject({ value: 'a'.repeat(300), maxLength: 300 });
  });

  it('opens by a button when it is too late for Discord, as often as it is pressed', async () => {
    const { command } = createScene();
    const late = interactionBy(inLounge, { voice: 'Mine' }, 'edit');
    await command.run({ ...late, openModal: () => Promise.reject(new UserError('too late')) });
    expect(late.answers[0]?.content).toBe('Press **Open the form** to edit **Mine**.');
    const [, argument = ''] = /voice:edit:(late:[\w-]+)/.exec(JSON.stringify(late.answers[0]?.components)) ?? [];
    for (const _press of [1, 2]) {
      const context = choiceBy(inLounge, [], argument);
      await command.component?.(context);
      expect(context.modals[0]?.fields[0]?.value).toBe('Mine');
    }
    const another = { ...choiceBy(inLounge, [], argument), userId: '2' };
    await expect(command.component?.(another)).rejects.toThrow('out of date');
    expect(another.modals).toEqual([]);
  });

  it('changes what differs in it, and removes tags and description', async () => {
    const { submit, changes } = createScene();
    const { answers } = await submit({ description: ' ', tags: '' });
    expect(changes).toEqual([{ description: '', tags: [] }]);
    expect(answers[0]?.content).toContain('**Description:** none\n**Tags:** none');
  });

  it.each<[Record<string, string>, string]>([
    [{ title: ' ' }, 'A voice needs a title.'],
    [{ visibility: 'secret' }, 'Choose `public`, `unlisted`, or `private`'],
  ])('refuses %j', async (fields, words) => {
    await expect(createScene().submit(fields)).rejects.toThrow(words);
  });
});
