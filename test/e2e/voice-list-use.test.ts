import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalGuild } from '../../playground/discord/guild.ts';
import type { Person } from '../../playground/discord/people/person.ts';
import type { SeenMessage } from '../../playground/discord/people/seen-message.ts';
import type { OptionValues } from '../../playground/discord/people/typed-command.ts';
import { writeWav } from '../../src/audio/wav.ts';
import { spokenRequests } from '../support/sent-speech.ts';
import { openVisit, patience, type Visit } from '../support/visit.ts';

const RATE_HZ = 16_000;
const MANAGE_GUILD = 1n << 5n;

/** A picture of one pixel, as PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Two seconds of a tone: a recording as short as they come. */
function tone(name = 'me.wav') {
  const samples = Int16Array.from({ length: 2 * RATE_HZ }, (_, index) => Math.round(9_000 * Math.sin(index / 12)));
  return { file: writeWav(samples, RATE_HZ, 1), name, contentType: 'audio/wav' };
}

/** Types a subcommand of `/voice` and waits for the answer. */
async function voice(person: Person, subcommand: string, options: OptionValues = {}, channelId?: string) {
  const where = channelId === undefined ? {} : { channelId };
  return (await person.type(`/voice ${subcommand}`, options, where)).reply(patience());
}

/** The custom id of a message's component: a button by its label, the select without one. */
function componentOf(message: SeenMessage, label?: string): string {
  const parts = message.components.flatMap((row) => ('components' in row ? (row.components ?? []) : []));
  const found = parts.find((part) =>
    label === undefined ? 'options' in part : 'label' in part && part.label === label,
  );
  if (found === undefined || !('custom_id' in found)) throw new Error(`no component ${label ?? 'to choose from'}`);
  return found.custom_id ?? '';
}

/** The values that a message's select offers. */
function valuesOf(message: SeenMessage): string[] {
  const parts = message.components.flatMap((row) => ('components' in row ? (row.components ?? []) : []));
  return parts.flatMap((part) => ('options' in part ? part.options.map(({ value }) => value) : []));
}

/** Presses a button by its label, and waits for what it changes or answers. */
async function press(person: Person, message: SeenMessage, label: string): Promise<SeenMessage> {
  const invocation = await person.click(message, componentOf(message, label));
  return invocation.reply(patience());
}

function linesOf(message: SeenMessage): string[] {
  return message.embeds[0]?.description?.split('\n') ?? [];
}

/** Makes a voice through `/voice create`, and gives its id. */
async function make(visit: Visit, person: Person, title: string, options: OptionValues = {}): Promise<string> {
  const offer = await voice(person, 'create', { title, audio: tone(), ...options });
  const made = await person.click(offer, componentOf(offer, 'Confirm'));
  await made.until(({ content }) => /ready|training|trained/.test(content), patience());
  const requests = visit.speech.requests.filter(({ endpoint, method }) => endpoint === 'model' && method === 'POST');
  expect(requests.at(-1)?.status).toBe(201);
  const [found] = await person.autocomplete('/voice info', 'voice', title);
  return String(found?.value);
}

/** Types `/say` and waits until it is over; gives the notices and the `reference_id` that sound came from. */
async function say({ speech }: Visit, person: Person, options: OptionValues = {}, channelId?: string) {
  const before = spokenRequests(speech).length;
  const where = channelId === undefined ? {} : { channelId };
  const invocation = await person.type('/say', { text: 'Good morning.', ...options }, where);
  await invocation.until(
    ({ content, attachments }) => content.includes('Spoken.') || attachments.length > 0,
    patience(),
  );
  const spoken = spokenRequests(speech).slice(before);
  expect(spoken).toHaveLength(1);
  const [request] = spoken;
  if (request === undefined) throw new Error('nothing was spoken');
  return {
    words: invocation.messages.map(({ content }) => content).join('\n'),
    voiceId: (request.body as { reference_id?: string }).reference_id,
  };
}

describe('/voice list, info and use', () => {
  let visit: Visit;
  let ada: Person;
  beforeAll(async () => {
    visit = await openVisit();
    ({ ada } = visit);
    const { voiceSwitches } = visit.speech;
    for (let number = 1; number <= 25; number += 1) {
      voiceSwitches.addOthers({
        title: `Choir ${number}`,
        nickname: 'Cantor',
        taskCount: 1_000 - number,
        languages: number === 7 ? ['de', 'en'] : ['fr'],
        tags: number % 10 === 0 ? ['a|b:c'] : [],
      });
    }
  });
  afterAll(async () => {
    expect(visit.house.discord.errors).toEqual([]);
    await visit[Symbol.asyncDispose]();
  });

  it('say what to do where there is nothing yet', async () => {
    const mine = await voice(ada, 'list');
    expect(mine.content).toMatch(/no voice of yours.*`\/voice create`/);
    const none = await voice(ada, 'list', { scope: 'public', query: 'nobody at all' });
    expect(none.content).toMatch(/No voice is like that.*leave out/i);
    expect([mine.ephemeral, none.ephemeral]).toEqual([true, true]);
  });

  it('page ten at a time, asked of the service page by page', async () => {
    const before = visit.speech.requests.length;
    const first = await voice(ada, 'list', { scope: 'public', query: 'choir' });
    expect(linesOf(first)).toHaveLength(10);
    expect(linesOf(first)[0]).toBe('**Choir 1** · Cantor · French · ♥ 0');
    expect(first.embeds[0]?.footer?.text).toBe('Page 1 of 3 · 25 voices');
    const second = await press(ada, first, 'Next');
    expect(second.id).toBe(first.id);
    const third = await press(ada, second, 'Next');
    expect(linesOf(third).map((line) => line.split(' · ')[0])).toEqual(
      [21, 22, 23, 24, 25].map((number) => `**Choir ${number}**`),
    );
    expect(() => componentOf(third, 'Next')).toThrow('no component');
    expect(linesOf(await press(ada, third, 'Previous'))[0]).toMatch('Choir 11');
    const asked = visit.speech.requests.slice(before).map(({ path }) => new URL(path, 'http://speech').searchParams);
    expect(asked.map((query) => [query.get('page_size'), query.get('page_number'), query.get('title')])).toEqual(
      ['1', '2', '3', '2'].map((page) => ['10', page, 'choir']),
    );
  });

  it('keep language, tag and query from page to page', async () => {
    const german = await voice(ada, 'list', { scope: 'public', language: 'German' });
    expect(linesOf(german)).toEqual(['**Choir 7** · Cantor · German, English · ♥ 0']);
    const tagged = await voice(ada, 'list', { scope: 'public', tag: 'a|b:c', query: 'choir' });
    expect(linesOf(tagged)).toHaveLength(2);
    const chosen = await ada.select(tagged, componentOf(tagged), [valuesOf(tagged)[1] ?? '']);
    expect(linesOf(await chosen.reply(patience()))).toEqual(linesOf(tagged));
  });

  it('let one be chosen, to look at, hear and use', async () => {
    const list = await voice(ada, 'list', { scope: 'public', query: 'robert' });
    const chosen = await (await ada.select(list, componentOf(list), [visit.speech.voices.rms])).reply(patience());
    const info = await press(ada, chosen, 'Info');
    expect(info.embeds[0]?.title).toBe('Robert');
    const sample = await press(ada, chosen, 'Sample');
    expect(sample.attachments[0]?.filename).toBe('sample.ogg');
    expect(spokenRequests(visit.speech).at(-1)?.body).toMatchObject({
      reference_id: visit.speech.voices.rms,
      text: 'Hello, this is how I sound.',
    });
    const used = await press(ada, chosen, 'Use');
    expect(used.content).toContain('**Robert** in this server');
    expect((await say(visit, ada)).voiceId).toBe(visit.speech.voices.rms);
    await voice(ada, 'use', { voice: 'default' });
  });

  it('tell all about one’s own voice, with what its maker may do', async () => {
    const cover = { file: PIXEL, name: 'cover.png', contentType: 'image/png' };
    const options = { visibility: 'public', description: 'Mine, @everyone', tags: 'calm, warm', cover, sample: true };
    const id = await make(visit, ada, 'My own', options);
    const info = await voice(ada, 'info', { voice: id });
    const [embed] = info.embeds;
    const fields = Object.fromEntries((embed?.fields ?? []).map(({ name, value }) => [name, value]));
    expect(embed?.title).toBe('My own');
    expect(embed?.description).not.toContain('@everyone');
    expect(embed?.image?.url).toContain(id);
    expect(fields).toMatchObject({
      Id: `\`${id}\``,
      State: 'trained',
      Visibility: 'public: in the service’s list',
      Languages: 'English',
      Tags: 'calm, warm',
      Owner: `yours, made by <@${ada.id}>`,
      Made: expect.stringMatching(/^<t:\d+:R>$/),
      Changed: expect.stringMatching(/^<t:\d+:R>$/),
      Training: 'fast',
      Figures: '♥ 0 · marked 0 · shared 0 · used 0',
      Recordings: 'me.wav · 2.0 s · English · ✅ passed',
    });
    expect(fields['Samples']).toContain('Default sample: “');
    expect(info.pings).toEqual([]);
    for (const label of ['Use', 'Sample', 'Edit', 'Delete']) componentOf(info, label);
    const grace = visit.house.discord.addPerson({ name: 'Grace' });
    const others = await voice(grace, 'info', { voice: 'my own' });
    expect(() => componentOf(others, 'Delete')).toThrow('no component');
    expect((await voice(ada, 'list')).embeds[0]?.description).toContain('**My own** · yours');
    expect((await voice(grace, 'list')).embeds[0]?.description).toContain('**My own** · this server’s');
  });

  it('use a voice here, then everywhere, then the default again, as /say shows', async () => {
    const { slt, rms, awb } = visit.speech.voices;
    const here = await voice(ada, 'use', { voice: 'Robert' });
    expect(here.ephemeral).toBe(true);
    const dm = ada.dmChannelId;
    expect((await say(visit, ada, {}, dm)).voiceId).toBeUndefined();
    expect((await say(visit, ada)).voiceId).toBe(rms);
    const everywhere = await press(ada, here, 'Everywhere');
    expect(everywhere.content).toContain('**Robert** everywhere');
    expect((await say(visit, ada, {}, dm)).voiceId).toBe(rms);
    expect((await say(visit, ada, { voice: slt }, dm)).voiceId).toBe(slt);
    await voice(ada, 'use', { voice: awb }, dm);
    expect((await say(visit, ada)).voiceId).toBe(awb);
    expect((await voice(ada, 'use', { voice: 'Default' })).content).toContain('the default voice in this server');
    expect((await say(visit, ada)).voiceId).toBeUndefined();
    expect((await say(visit, ada, {}, dm)).voiceId).toBe(awb);
    await press(ada, await voice(ada, 'use', { voice: 'default' }), 'Everywhere');
    expect((await say(visit, ada, {}, dm)).voiceId).toBeUndefined();
    const [first] = await ada.autocomplete('/voice use', 'voice', 'def');
    expect(first).toMatchObject({ name: 'Default voice', value: 'default' });
  });

  it('fall back when the chosen voice is deleted, and say so once', async () => {
    const id = await make(visit, ada, 'Soon gone');
    await voice(ada, 'use', { voice: id });
    expect((await say(visit, ada)).voiceId).toBe(id);
    const question = await press(ada, await voice(ada, 'info', { voice: id }), 'Delete');
    await press(ada, question, 'Delete');
    const told = await say(visit, ada);
    expect(told).toMatchObject({ voiceId: undefined, words: expect.stringMatching(/\*\*Soon gone\*\*.*was deleted/) });
    expect((await say(visit, ada)).words).toBe('Spoken.');
    expect((await voice(ada, 'use', { voice: id })).content).toContain('I know no voice called');
  });

  it.each([
    [
      'vanished',
      async (id: string) => visit.speech.voiceSwitches.vanish(id),
      /gone: it was deleted at the/,
      /does not exist any more/,
    ],
    ['was taken down', async (id: string) => visit.speech.voiceSwitches.takeDown(id), /taken down/, /taken down/],
  ])('say with the default voice what a voice cannot say that %s', async (how, happen, words, standing) => {
    const id = await make(visit, ada, `It ${how}`);
    await voice(ada, 'use', { voice: id });
    await happen(id);
    expect(await say(visit, ada)).toMatchObject({ voiceId: undefined, words: expect.stringMatching(words) });
    expect((await say(visit, ada)).words).toBe('Spoken.');
    const info = await voice(ada, 'info', { voice: id });
    expect(info.embeds[0]?.description).toMatch(standing);
    expect((await voice(ada, 'use', { voice: id })).content).toMatch(standing);
    const named = await (await ada.type('/say', { text: 'Hello.', voice: id })).reply(patience());
    expect(named.content).toMatch(standing);
    const list = await voice(ada, 'list');
    expect(linesOf(list).find((line) => line.includes(`It ${how}`))).toMatch(/\*(gone|taken down)\*/);
  });

  it('choose none that is in training or failed', async () => {
    visit.speech.faults.add({ endpoint: 'model', times: 1, trainingMs: 60_000 });
    const id = await make(visit, ada, 'Slow one');
    expect((await voice(ada, 'use', { voice: id })).content).toContain('still in training');
    const [choice] = await ada.autocomplete('/say', 'voice', 'slow', { text: 'x' });
    expect(choice?.name).toBe('Slow one · yours · in training');
    const early = await say(visit, ada, { voice: id });
    expect(early).toMatchObject({ voiceId: undefined, words: expect.stringContaining('still in training') });
    await visit.speech.voiceSwitches.endTraining(id, 'Too noisy');
    expect((await voice(ada, 'use', { voice: id })).content).toContain('failed');
    expect(await ada.autocomplete('/say', 'voice', 'slow', { text: 'x' })).toEqual([]);
    expect((await ada.autocomplete('/voice delete', 'voice', 'slow'))[0]?.name).toContain('training failed');
    const fields = (await voice(ada, 'info', { voice: id })).embeds[0]?.fields ?? [];
    expect(fields.find(({ name }) => name === 'Recordings')?.value).toContain('⚠️ Too noisy');
    expect((await say(visit, ada)).voiceId).toBeUndefined();
  });

  it('show a voice private to one server in no other one', async () => {
    const id = await make(visit, ada, 'Secret');
    const { discord } = visit.house;
    const second: LocalGuild = discord.addGuild({ name: 'Second' });
    const bob = discord.addPerson({ name: 'Bob', guild: second, permissions: MANAGE_GUILD });
    const known = 'I know no voice called';
    for (const typed of ['', 'secret', id]) {
      for (const command of ['/say', '/voice info', '/voice use', '/voice edit', '/voice delete']) {
        const others = command === '/say' ? { text: 'x' } : {};
        const choices = await bob.autocomplete(command, 'voice', typed, others);
        expect(choices.map(({ value }) => value)).not.toContain(id);
      }
    }
    for (const named of [id, 'Secret']) {
      for (const subcommand of ['info', 'use', 'edit', 'delete']) {
        const options = subcommand === 'edit' ? { voice: named, title: 'Mine now' } : { voice: named };
        expect((await voice(bob, subcommand, options)).content).toContain(known);
      }
      const said = await bob.type('/say', { text: 'Hello.', voice: named });
      await said.until(({ content }) => content.includes(known), patience());
    }
    for (const scope of ['mine', 'public']) {
      expect(JSON.stringify(await voice(bob, 'list', { scope, query: 'secret' }))).not.toContain(id);
    }
    expect((await ada.autocomplete('/voice info', 'voice', 'secret')).map(({ value }) => value)).toEqual([id]);
  });
});
