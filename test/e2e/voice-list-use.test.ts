import type { LocalGuild } from '@mynah/local-discord/guild';
import type { Person, Where } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import type { OptionValues } from '@mynah/local-discord/people/typed-command';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spokenRequests } from '../support/sent-speech.ts';
import { Panel, shown } from '../support/settings-panel.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';
import { labelsOf, makeVoice, PICTURE, pressLabel, recordingOf, typeVoice } from '../support/voice-commands.ts';

const MANAGE_GUILD = 1n << 5n;

/** A list's select menu. */
function selectOf({ components }: SeenMessage) {
  const parts = components.flatMap((row) => ('components' in row ? (row.components ?? []) : []));
  return parts.find((part) => 'options' in part);
}

/** Presses a button by its label, and waits for the reply. */
async function press(person: Person, message: SeenMessage, label: string): Promise<SeenMessage> {
  return (await pressLabel(person, message, label)).reply(patience());
}

/** Chooses from a list's select menu. */
async function choose(person: Person, list: SeenMessage, value: string): Promise<SeenMessage> {
  return (await person.select(list, selectOf(list)?.custom_id ?? '', [value])).reply(patience());
}

function linesOf(message: SeenMessage): string[] {
  return message.embeds[0]?.description?.split('\n') ?? [];
}

/** Types `/say` and waits until it is spoken; gives the replies and the `reference_id` of the request. */
async function say({ speech }: TestSession, person: Person, options: OptionValues = {}, where: Where = {}) {
  const before = spokenRequests(speech).length;
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
    text: invocation.messages.map(({ content }) => content).join('\n'),
    voiceId: (request.body as { reference_id?: string }).reference_id,
  };
}

describe('/voice list, info and use', () => {
  let session: TestSession;
  let ada: Person;
  beforeAll(async () => {
    session = await openTestSession();
    ({ ada } = session);
    const { voiceSwitches } = session.speech;
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
    expect(session.environment.discord.errors).toEqual([]);
    await session[Symbol.asyncDispose]();
  });

  it('suggest a next step for an empty list', async () => {
    const mine = await typeVoice(ada, 'list');
    expect(mine.content).toMatch(
      /^No voices here yet\. .*`\/voice create`, or find public voices with `scope: Public`\.$/,
    );
    const none = await typeVoice(ada, 'list', { scope: 'public', query: 'nobody at all' });
    expect(none.content).toMatch(/^No voices match\. Change or leave out a filter\.$/);
    expect([mine.ephemeral, none.ephemeral]).toEqual([true, true]);
  });

  it('show ten voices a page, requested page by page', async () => {
    const before = session.speech.requests.length;
    const first = await typeVoice(ada, 'list', { scope: 'public', query: 'choir' });
    expect(linesOf(first)).toHaveLength(10);
    expect(linesOf(first)[0]).toBe('**Choir 1** · Cantor · French · 0 likes');
    expect(first.embeds[0]?.footer?.text).toBe('Page 1 of 3 · 25 voices');
    const second = await press(ada, first, 'Next');
    expect(second.id).toBe(first.id);
    const third = await press(ada, second, 'Next');
    expect(linesOf(third).map((line) => line.split(' · ')[0])).toEqual(
      [21, 22, 23, 24, 25].map((number) => `**Choir ${number}**`),
    );
    expect(labelsOf(third)).toEqual(['Previous']);
    expect(linesOf(await press(ada, third, 'Previous'))[0]).toMatch('Choir 11');
    const asked = session.speech.requests.slice(before).map(({ path }) => new URL(path, 'http://speech').searchParams);
    expect(asked.map((query) => [query.get('page_size'), query.get('page_number'), query.get('title')])).toEqual(
      ['1', '2', '3', '2'].map((page) => ['10', page, 'choir']),
    );
  });

  it('show what the service decided about a voice: licensed, to be removed, taken down', async () => {
    const { voiceSwitches } = session.speech;
    const signed = voiceSwitches.addOthers({ title: 'Signed', isLicensed: true });
    const date = { pvc_release_state: 'retiring', pvc_retire_effective_at: '2027-02-01T00:00:00Z' };
    voiceSwitches.reshape(signed, date);
    const odd = voiceSwitches.addOthers({ title: 'Signed and odd', isLicensed: true });
    voiceSwitches.reshape(odd, { state: 'queued' });
    const list = await typeVoice(ada, 'list', { licensed: true });
    expect(list.embeds[0]?.title).toBe('Public voices · licensed');
    expect(linesOf(list)).toEqual([
      '**Signed** · *will be removed on <t:1801440000:D>* · Somebody else · English · 0 likes',
    ]);
    expect(new URL(session.speech.requests.at(-1)?.path ?? '', 'http://speech').searchParams.get('licensed')).toBe(
      'true',
    );
    const refused = await typeVoice(ada, 'list', { scope: 'mine', licensed: true });
    expect(refused.content).toMatch(/^Only public voices can be licensed\./);
    const [embed] = (await typeVoice(ada, 'info', { voice: signed })).embeds;
    expect(embed?.description).toContain('The speech service will remove **Signed** on <t:1801440000:D>');
    expect(embed?.fields).toEqual(
      expect.arrayContaining([
        { name: 'Licensed', value: 'yes, by its owner', inline: true },
        { name: 'Release', value: 'to be removed', inline: true },
      ]),
    );
    const used = await typeVoice(ada, 'use', { voice: signed });
    expect(used.content).toContain('The speech service will remove **Signed** on <t:1801440000:D>');
    await typeVoice(ada, 'use', { voice: 'default' });
    voiceSwitches.takeDown(signed, true, 'policy');
    const down = (await typeVoice(ada, 'info', { voice: signed })).embeds[0]?.fields ?? [];
    expect(down.find(({ name }) => name === 'Taken down')?.value).toBe("because it broke the service's rules");
  });

  it('keep language, tag and query from page to page', async () => {
    const german = await typeVoice(ada, 'list', { scope: 'public', language: 'German' });
    expect(linesOf(german)).toEqual(['**Choir 7** · Cantor · German, English · 0 likes']);
    const tagged = await typeVoice(ada, 'list', { scope: 'public', tag: 'a|b:c', query: 'choir' });
    expect(linesOf(tagged)).toHaveLength(2);
    const select = selectOf(tagged);
    const chosen = await choose(ada, tagged, select?.options[1]?.value ?? '');
    expect(linesOf(chosen)).toEqual(linesOf(tagged));
  });

  it('offer to inspect, play and use a chosen voice', async () => {
    const list = await typeVoice(ada, 'list', { scope: 'public', query: 'robert' });
    const chosen = await choose(ada, list, session.speech.voices.rms);
    const info = await press(ada, chosen, 'Info');
    expect(info.embeds[0]?.title).toBe('Robert');
    const sample = await press(ada, chosen, 'Sample');
    expect(sample.attachments[0]?.filename).toBe('sample.ogg');
    expect(spokenRequests(session.speech).at(-1)?.body).toMatchObject({
      reference_id: session.speech.voices.rms,
      text: 'Hello, this is how I sound.',
    });
    const used = await press(ada, chosen, 'Use');
    expect(used.content).toContain('Your voice in this server is now **Robert**.');
    expect((await say(session, ada)).voiceId).toBe(session.speech.voices.rms);
    await typeVoice(ada, 'use', { voice: 'default' });
  });

  it('show everything about one’s own voice, with its creator’s actions', async () => {
    const described = { description: 'Mine, @everyone', tags: 'calm, warm' };
    const options = { ...described, visibility: 'public', cover: PICTURE, sample: true };
    const id = await makeVoice(session.speech, ada, 'My own', options);
    await session.speech.voiceSwitches.publish(id);
    const info = await typeVoice(ada, 'info', { voice: id });
    const [embed] = info.embeds;
    const fields = Object.fromEntries((embed?.fields ?? []).map(({ name, value }) => [name, value]));
    expect(embed?.title).toBe('My own');
    expect(embed?.description).not.toContain('@everyone');
    expect(embed?.image?.url).toContain(id);
    expect(fields).toMatchObject({
      ID: `\`${id}\``,
      Status: 'ready',
      Visibility: "public: in the speech service's list",
      Languages: 'English',
      Tags: 'calm, warm',
      Owner: 'you',
      Created: expect.stringMatching(/^<t:\d+:R>$/),
      Updated: expect.stringMatching(/^<t:\d+:R>$/),
      Likes: '0',
      Uses: '0',
      Recordings: 'me.wav · 2 s · English · ✅ passed',
    });
    expect(fields['Samples']).toContain('Default sample: “');
    expect(info.pings).toEqual([]);
    expect(labelsOf(info)).toEqual(['Use', 'Sample', 'Edit', 'Delete']);
    const grace = session.environment.discord.addPerson({ name: 'Grace' });
    const others = await typeVoice(grace, 'info', { voice: 'my own' });
    expect(labelsOf(others)).toEqual(['Use', 'Sample']);
    expect((await typeVoice(ada, 'list')).embeds[0]?.description).toContain('**My own** · yours');
    expect((await typeVoice(grace, 'list')).embeds[0]?.description).toContain("**My own** · this server's");
  });

  it('set a voice for one server, then everywhere, then the default again', async () => {
    const { slt, rms, awb } = session.speech.voices;
    const here = await typeVoice(ada, 'use', { voice: 'Robert' });
    expect(here.ephemeral).toBe(true);
    const dm = { channelId: ada.dmChannelId };
    expect((await say(session, ada, {}, dm)).voiceId).toBeUndefined();
    expect((await say(session, ada)).voiceId).toBe(rms);
    const everywhere = await press(ada, here, 'Use everywhere');
    expect(everywhere.content).toContain('Your voice everywhere is now **Robert**.');
    expect((await say(session, ada, {}, dm)).voiceId).toBe(rms);
    expect((await say(session, ada, { voice: slt }, dm)).voiceId).toBe(slt);
    await typeVoice(ada, 'use', { voice: awb }, dm);
    expect((await say(session, ada)).voiceId).toBe(awb);
    expect((await typeVoice(ada, 'use', { voice: 'Default' })).content).toContain(
      'Your voice in this server is now the default voice.',
    );
    expect((await say(session, ada)).voiceId).toBeUndefined();
    expect((await say(session, ada, {}, dm)).voiceId).toBe(awb);
    await press(ada, await typeVoice(ada, 'use', { voice: 'default' }), 'Use everywhere');
    expect((await say(session, ada, {}, dm)).voiceId).toBeUndefined();
    const [first] = await ada.autocomplete('/voice use', 'voice', 'def');
    expect(first).toMatchObject({ name: 'Default voice', value: 'default' });
  });

  it('fall back when the chosen voice is deleted, and report it once', async () => {
    const id = await makeVoice(session.speech, ada, 'Soon gone');
    await typeVoice(ada, 'use', { voice: id });
    expect((await say(session, ada)).voiceId).toBe(id);
    const question = await press(ada, await typeVoice(ada, 'info', { voice: id }), 'Delete');
    await press(ada, question, 'Delete');
    const notified = await say(session, ada);
    expect(notified).toMatchObject({
      voiceId: undefined,
      text: expect.stringMatching(/\*\*Soon gone\*\*.*was deleted/),
    });
    expect((await say(session, ada)).text).toBe('Spoken.');
    expect((await typeVoice(ada, 'use', { voice: id })).content).toContain(`I can't find the voice “${id}” here.`);
  });

  it.each([
    [
      'vanished',
      async (id: string) => session.speech.voiceSwitches.vanish(id),
      /^The voice you wanted was deleted from the speech service\./,
      /was deleted from the speech service\./,
    ],
    ['was taken down', async (id: string) => session.speech.voiceSwitches.takeDown(id), /taken down/, /taken down/],
  ])('speak with the default voice in place of one that %s', async (how, happen, message, statusMessage) => {
    const id = await makeVoice(session.speech, ada, `It ${how}`);
    await typeVoice(ada, 'use', { voice: id });
    await happen(id);
    expect(await say(session, ada)).toMatchObject({ voiceId: undefined, text: expect.stringMatching(message) });
    expect((await say(session, ada)).text).toBe('Spoken.');
    const info = await typeVoice(ada, 'info', { voice: id });
    expect(info.embeds[0]?.description).toMatch(statusMessage);
    expect((await typeVoice(ada, 'use', { voice: id })).content).toMatch(statusMessage);
    const named = await (await ada.type('/say', { text: 'Hello.', voice: id })).reply(patience());
    expect(named.content).toMatch(statusMessage);
    const list = await typeVoice(ada, 'list');
    expect(linesOf(list).find((line) => line.includes(`It ${how}`))).toMatch(/\*(deleted|taken down)\*/);
  });

  it('refuse a voice that is in training or failed', async () => {
    session.speech.faults.add({ endpoint: 'model', times: 1, trainingMs: 60_000 });
    const offer = await typeVoice(ada, 'create', { title: 'Slow one', audio: recordingOf(2) });
    const confirmed = await pressLabel(ada, offer, 'Confirm');
    await confirmed.until(({ content }) => content.includes('training'), patience());
    const [made] = await ada.autocomplete('/voice info', 'voice', 'slow one');
    const id = String(made?.value);
    expect((await typeVoice(ada, 'use', { voice: id })).content).toContain('still in training');
    const [choice] = await ada.autocomplete('/say', 'voice', 'slow', { text: 'x' });
    expect(choice?.name).toBe('Slow one · yours · in training');
    const early = await say(session, ada, { voice: id });
    expect(early).toMatchObject({ voiceId: undefined, text: expect.stringContaining('still in training') });
    await session.speech.voiceSwitches.endTraining(id, 'Too noisy');
    expect((await typeVoice(ada, 'use', { voice: id })).content).toContain('failed');
    expect(await ada.autocomplete('/say', 'voice', 'slow o', { text: 'x' })).toEqual([]);
    expect((await ada.autocomplete('/voice delete', 'voice', 'slow o'))[0]?.name).toContain('training failed');
    const fields = (await typeVoice(ada, 'info', { voice: id })).embeds[0]?.fields ?? [];
    expect(fields.find(({ name }) => name === 'Recordings')?.value).toContain('⚠️ Too noisy');
    expect((await say(session, ada)).voiceId).toBeUndefined();
  });

  it('hide a server’s private voice from other servers', async () => {
    const id = await makeVoice(session.speech, ada, 'Secret');
    const { discord } = session.environment;
    const second: LocalGuild = discord.addGuild({ name: 'Second' });
    const bob = discord.addPerson({ name: 'Bob', guild: second, permissions: MANAGE_GUILD });
    for (const typed of ['', 'secret', id]) {
      for (const command of ['/say', '/voice info', '/voice use', '/voice edit', '/voice delete']) {
        const others = command === '/say' ? { text: 'x' } : {};
        const choices = await bob.autocomplete(command, 'voice', typed, others);
        expect(choices.map(({ value }) => value)).not.toContain(id);
      }
    }
    for (const named of [id, 'Secret']) {
      const unknown = `I can't find the voice “${named}” here.`;
      for (const subcommand of ['info', 'use', 'edit', 'delete']) {
        const options = subcommand === 'edit' ? { voice: named, title: 'Mine now' } : { voice: named };
        expect((await typeVoice(bob, subcommand, options)).content).toContain(unknown);
      }
      const said = await bob.type('/say', { text: 'Hello.', voice: named });
      await said.until(({ content }) => content.includes(unknown), patience());
    }
    for (const scope of ['mine', 'public']) {
      expect(JSON.stringify(await typeVoice(bob, 'list', { scope, query: 'secret' }))).not.toContain(id);
    }
    expect((await ada.autocomplete('/voice info', 'voice', 'secret')).map(({ value }) => value)).toEqual([id]);
  });

  it('obey the limits of /settings', async () => {
    const boss = session.environment.discord.addPerson({ name: 'Boss', permissions: MANAGE_GUILD });
    const panel = new Panel(boss, session.environment.discord.guild);
    expect(shown(await panel.page('limits'))).toContain('**Voices per person**: 5');
    const limits = { 'voices.maxPerPerson': '0', 'voices.maxPerGuild': '50' };
    expect(shown(await panel.fill('limits', 'voices', limits))).toContain('**Voices per person**: 0');
    const refused = await typeVoice(boss, 'create', { title: 'One too many', audio: recordingOf(2) });
    expect(refused.content).toContain('`/settings`');
  });
});
