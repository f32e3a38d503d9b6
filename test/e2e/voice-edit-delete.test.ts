import type { Person } from '@mynah/local-discord/people/person';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { spokenRequests } from '../support/sent-speech.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';
import {
  labelsOf,
  makeVoice,
  modelRequests,
  PICTURE,
  pressLabel,
  recordingOf,
  typeVoice,
} from '../support/voice-commands.ts';

const MANAGE_GUILD = 1n << 5n;

let session: TestSession;
let maker: Person;
let other: Person;
let manager: Person;
let strangersManager: Person;
beforeAll(async () => {
  session = await openTestSession();
  const { discord } = session.environment;
  maker = discord.addPerson({ name: 'Maker' });
  other = discord.addPerson({ name: 'Other' });
  manager = discord.addPerson({ name: 'Manager', permissions: MANAGE_GUILD });
  const guild = discord.addGuild({ name: 'Elsewhere' });
  strangersManager = discord.addPerson({ name: 'Stranger', guild, permissions: MANAGE_GUILD });
});
afterEach(() => {
  session.speech.faults.clear();
});
afterAll(async () => {
  await session[Symbol.asyncDispose]();
});

let made = 0;
/** Creates a voice of a new person; gives its id and title. */
async function newVoice(options: Parameters<typeof makeVoice>[3] = {}): Promise<{ id: string; title: string }> {
  made += 1;
  const title = `Voice ${made}`;
  maker = session.environment.discord.addPerson({ name: `Maker ${made}` });
  return { id: await makeVoice(session.speech, maker, title, options), title };
}

function patches(): unknown[] {
  return modelRequests(session.speech, 'PATCH').map(({ body }) => body);
}

async function openForm(person: Person, voice: string) {
  const invocation = await person.type('/voice edit', { voice });
  const modal = await invocation.opened(patience());
  const values = modal.components.flatMap((part) =>
    'component' in part && 'value' in part.component
      ? [part.component.value]
      : 'components' in part
        ? part.components.map(({ value }) => value)
        : [],
  );
  return { invocation, values };
}

describe('/voice edit', () => {
  it('changes options, and sends only the differences', async () => {
    const { title } = await newVoice({ description: 'warm', tags: 'a, b' });
    const before = patches().length;
    const edited = await typeVoice(maker, 'edit', {
      ...{ voice: title, title: 'New name', description: 'warm', tags: 'c', visibility: 'unlist' },
    });
    expect(edited.ephemeral).toBe(true);
    expect(edited.content).toContain('Updated **New name**.');
    expect(patches().slice(before)).toEqual([{ title: 'New name', tags: ['c'], visibility: 'unlist' }]);
    expect((await typeVoice(maker, 'edit', { voice: 'New name', tags: 'c' })).content).toContain('Nothing to change');
    expect(patches()).toHaveLength(before + 1);
  });

  it('changes fields in a form with the current values', async () => {
    const { id, title } = await newVoice({ description: 'warm', tags: 'a, b' });
    const { invocation, values } = await openForm(maker, id);
    expect(values).toEqual([title, 'warm', 'a, b', 'private']);
    const before = patches().length;
    const submitted = await maker.submitModal(invocation, { description: 'cold', tags: '' });
    expect((await submitted.reply(patience())).content).toContain('**Description:** cold');
    expect(patches().slice(before)).toEqual([{ description: 'cold', tags: [] }]);
    expect((await openForm(maker, id)).values).toEqual([title, 'cold', 'private']);
  });

  it('opens the form from the Edit button of /voice info', async () => {
    const { id } = await newVoice();
    const info = await typeVoice(maker, 'info', { voice: id });
    const invocation = await pressLabel(maker, info, 'Edit');
    const submitted = await maker.submitModal(invocation, { visibility: 'nonsense' });
    expect((await submitted.reply(patience())).content).toContain('Choose `public`, `unlisted`, or `private`');
  });

  it('offers a button for the form when the service is too slow for Discord', async () => {
    const { id } = await newVoice();
    session.speech.faults.add({ endpoint: 'model', times: 1, delayMs: 2_000 });
    const late = await typeVoice(maker, 'edit', { voice: id });
    const invocation = await pressLabel(maker, late, 'Open the form');
    const submitted = await maker.submitModal(invocation, { title: 'In the end' });
    expect((await submitted.reply(patience())).content).toContain('Updated **In the end**.');
  });

  it('requires a cover for a public voice', async () => {
    const { id, title } = await newVoice();
    const refused = await typeVoice(maker, 'edit', { voice: id, visibility: 'public' });
    expect(refused.content).toContain(`A public voice needs a cover image, and **${title}** has none.`);
    const noImage = await typeVoice(maker, 'edit', { voice: id, visibility: 'public', cover: recordingOf(1) });
    expect(noImage.content).toContain("isn't an image that I can use");
    const edited = await typeVoice(maker, 'edit', { voice: id, visibility: 'public', cover: PICTURE });
    expect(edited.content).toContain('**Cover image:** new');
    expect(patches().at(-1)).toMatchObject({ visibility: 'public', cover_image: { contentType: 'image/png' } });
  });

  it('says what came of a voice that was to be public: only the service’s own page publishes', async () => {
    const { id } = await newVoice({ visibility: 'unlist' });
    const kept = await typeVoice(maker, 'edit', { voice: id, visibility: 'public', cover: PICTURE });
    expect(kept.content).toContain('**Who can find it:** only people in this server');
    expect(kept.content).toContain('You asked for **public**, but the speech service made it **private**.');
    expect(kept.content).toContain(`Its ID is \`${id}\`.`);
    await session.speech.voiceSwitches.publish(id);
    const info = await typeVoice(maker, 'info', { voice: id });
    expect(info.embeds[0]?.fields?.find(({ name }) => name === 'Visibility')?.value).toMatch(/^public/);
  });

  it.each<[number, RegExp]>([
    [400, /rejected this request/],
    [402, /out of credits/],
    [403, /account isn't allowed to do this.*Ask the bot's operator to check the account\./],
    [500, /is having problems right now/],
  ])('explains a response of %i from the service', async (status, message) => {
    const { id } = await newVoice();
    session.speech.faults.add({ endpoint: 'model', status });
    const refused = await typeVoice(maker, 'edit', { voice: id, title: 'No' });
    expect(refused.content).toMatch(message);
    expect(refused.content).not.toMatch(/suggestions|another voice/);
  });
});

describe('permission to edit and delete', () => {
  it('have the voice’s creator and managers of the server where it was created', async () => {
    const { id, title } = await newVoice({ visibility: 'unlist' });
    for (const [subcommand, more] of [['edit', { title: 'Mine now' }] as const, ['delete', {}] as const]) {
      for (const [person, why] of [
        [other, `You can't change or delete **${title}**. Only its creator and members with Manage Server can.`],
        [strangersManager, `**${title}** belongs to someone else, so you can't change or delete it.`],
      ] as const) {
        const refused = await typeVoice(person, subcommand, { voice: id, ...more });
        expect(refused.content).toContain(why);
        expect(refused.ephemeral).toBe(true);
      }
    }
    expect((await typeVoice(manager, 'edit', { voice: id, title: 'Managed' })).content).toContain('**Managed**');
    const question = await typeVoice(manager, 'delete', { voice: id });
    expect((await (await pressLabel(manager, question, 'Delete')).reply(patience())).content).toContain(
      'Deleted **Managed**.',
    );
  });

  it('does not reveal a private voice of another server', async () => {
    const { id, title } = await newVoice();
    for (const voice of [id, title]) {
      const refused = await typeVoice(strangersManager, 'delete', { voice });
      expect(refused.content).toContain(`I can't find the voice “${voice}” here.`);
      expect(refused.content).toContain('Choose one from the suggestions');
    }
  });
});

describe('/voice delete', () => {
  it('asks with title, id and number of users, deletes everywhere, and notifies users of the voice', async () => {
    const { id, title } = await newVoice();
    await typeVoice(other, 'use', { voice: id });
    await typeVoice(maker, 'use', { voice: id });
    const question = await typeVoice(maker, 'delete', { voice: title });
    expect(question.ephemeral).toBe(true);
    expect(question.content).toContain(`**${title}** (\`${id}\`)`);
    expect(question.content).toContain(
      '2 people use it; without it they get the voice they chose elsewhere, or the default voice.',
    );
    expect(labelsOf(question)).toEqual(['Delete', 'Keep it']);
    const deleted = await (await pressLabel(maker, question, 'Delete')).reply(patience());
    expect(deleted.id).toBe(question.id);
    expect(deleted.content).toContain(`Deleted **${title}**.`);
    expect(modelRequests(session.speech, 'DELETE').at(-1)).toMatchObject({ path: `/model/${id}`, status: 200 });
    expect(await maker.autocomplete('/voice delete', 'voice', title)).toEqual([]);

    const said = await other.type('/say', { text: 'Hello there.', file: true });
    const told = await said.until(({ content }) => content.includes(title), patience());
    expect(told.content).toContain('default voice');
    expect(spokenRequests(session.speech).at(-1)?.body).not.toHaveProperty('reference_id');
  });

  it('keeps the voice on Keep it', async () => {
    const { id, title } = await newVoice();
    const before = modelRequests(session.speech, 'DELETE').length;
    const question = await typeVoice(maker, 'delete', { voice: id });
    const kept = await (await pressLabel(maker, question, 'Keep it')).reply(patience());
    expect(kept.content).toBe(`Kept **${title}**.`);
    expect(modelRequests(session.speech, 'DELETE')).toHaveLength(before);
  });

  it('deletes from the button of /voice info, where a second press changes nothing', async () => {
    const { id, title } = await newVoice();
    const info = await typeVoice(maker, 'info', { voice: id });
    const question = await (await pressLabel(maker, info, 'Delete')).reply(patience());
    const presses = await Promise.all([pressLabel(maker, question, 'Delete'), pressLabel(maker, question, 'Delete')]);
    for (const press of presses) {
      expect([`Deleted **${title}**.`, 'This voice was already deleted.']).toContain(
        (await press.reply(patience())).content,
      );
    }
  });

  it('treats a voice that vanished at the service as deleted', async () => {
    const { id, title } = await newVoice();
    const question = await typeVoice(maker, 'delete', { voice: id });
    await session.speech.voiceSwitches.vanish(id);
    const deleted = await (await pressLabel(maker, question, 'Delete')).reply(patience());
    expect(deleted.content).toContain(`Deleted **${title}**.`);
    expect((await typeVoice(maker, 'edit', { voice: id, title: 'No' })).content).toContain(
      `I can't find the voice “${id}” here.`,
    );
  });

  it('reports that a vanished voice can’t be edited, and allows to delete it', async () => {
    const { id, title } = await newVoice();
    await session.speech.voiceSwitches.vanish(id);
    const refused = await typeVoice(maker, 'edit', { voice: id, title: 'No' });
    expect(refused.content).toContain(`**${title}** was deleted from the speech service.`);
    const question = await typeVoice(maker, 'delete', { voice: id });
    expect((await (await pressLabel(maker, question, 'Delete')).reply(patience())).content).toContain(
      `Deleted **${title}**.`,
    );
  });

  it.each<[string, object, RegExp]>([
    ['refuses', { status: 402 }, /out of credits/],
    ['rejects it', { status: 400 }, /rejected this request/],
    ['forbids it', { status: 403 }, /account isn't allowed to do this.*Ask the bot's operator/],
    ['fails', { status: 500 }, /is having problems right now/],
    ['breaks off', { dropAfterBytes: 0 }, /can't reach the speech service/],
  ])('keeps the voice, with the reason, when the service %s', async (_what, fault, message) => {
    const { id, title } = await newVoice();
    const question = await typeVoice(maker, 'delete', { voice: id });
    session.speech.faults.add({ endpoint: 'model', ...fault });
    const pressed = await pressLabel(maker, question, 'Delete');
    await pressed.until(({ content }) => message.test(content), patience());
    session.speech.faults.clear();
    const again = await pressLabel(maker, question, 'Delete');
    await again.until(({ content }) => content.includes(`Deleted **${title}**.`), patience());
  });
});
