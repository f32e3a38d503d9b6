import { describe, expect, it } from 'vitest';
import { createAutoread } from '../../../commands/autoread.ts';
import type { ComponentContext, GuildPlace, SubmitContext } from '../../../src/discord/interactions/command.ts';
import type { Services } from '../../../src/discord/services.ts';
import { fakeVoices, knownVoice } from '../../support/fake-voices.ts';
import { choiceBy, createScene, inLounge, interactionBy, type Options } from './command-scene.ts';

const manager: GuildPlace = { ...inLounge, managesGuild: true };

async function run(services: Services, subcommand: string, options: Options = {}, place: GuildPlace = manager) {
  const context = interactionBy(place, options, subcommand);
  await createAutoread(services).run(context);
  return context.answers.at(-1);
}

async function press(services: Services, argument: string, place: GuildPlace = manager) {
  const context = choiceBy(place, [], argument);
  await createAutoread(services).component?.(context satisfies ComponentContext);
  return context;
}

describe('/autoread', () => {
  it('binds the channel where it is typed, after it posted the notice', async () => {
    const scene = createScene({});
    const answer = await run(scene, 'on', { auto_join: true });
    expect(scene.acts).toEqual([expect.stringContaining('post in general: New messages'), 'bind general']);
    expect(answer).toMatchObject({
      visibility: 'ephemeral',
      content: expect.stringContaining('I read <#general> aloud'),
    });
  });

  it('says in the notice what is left out and whether it joins, and in another one that it is over', async () => {
    const scene = createScene({});
    const posted = async (prefix: string, auto_join: boolean): Promise<string> => {
      await scene.settings.change('g', '1', (present) => ({
        ...present,
        reading: { ...present.reading, skipPrefix: prefix },
      }));
      scene.acts.length = 0;
      await run(scene, 'on', { auto_join });
      await run(scene, 'off');
      return scene.acts.join('\n');
    };
    const first = await posted(';', true);
    expect(first).toContain('except those sent with `@silent` or beginning with `;`. I join the voice channel');
    expect(first).toContain('unbind general\npost in general: I no longer read <#general> aloud.');
    expect(await posted('`', false)).toContain('or beginning with `ˋ`.');
    expect(await posted('', false)).toContain('except those sent with `@silent`. `/autoread status` shows more.');
  });

  it('posts a second notice before it begins to join people, and changes nothing where it can’t', async () => {
    const scene = createScene({});
    await run(scene, 'on');
    const directory = { ...scene.directory, postReply: async () => false };
    await expect(run({ ...scene, directory }, 'on', { auto_join: true })).rejects.toThrow("couldn't post the notice");
    expect(scene.reading.bindingOf('g', 'general')).toMatchObject({ autoJoin: false });
    scene.acts.length = 0;
    await run(scene, 'on', { auto_join: true });
    expect(scene.acts).toEqual([expect.stringContaining('I join the voice channel of people'), 'bind general']);
  });

  it('posts no second notice when it changes a binding, and keeps what is not named', async () => {
    const scene = createScene({});
    await run(scene, 'on', { auto_join: true });
    scene.acts.length = 0;
    await run(scene, 'on');
    expect(scene.acts).toEqual(['bind general']);
    expect(scene.reading.bindingOf('g', 'general')).toMatchObject({ autoJoin: true });
  });

  it('binds nothing where the notice cannot be posted', {
    meta: { promises: ['channel-read-aloud-after'] },
  }, async () => {
    const scene = createScene({});
    const directory = { ...scene.directory, postReply: async () => false };
    await expect(run({ ...scene, directory }, 'on')).rejects.toThrow("couldn't post the notice");
    expect(scene.acts).toEqual([]);
  });

  it('tells the channel that it is not read when it cannot be bound after the notice', async () => {
    const scene = createScene({});
    const bind = () => Promise.reject(new Error('no database'));
    await expect(run({ ...scene, reading: { ...scene.reading, bind } }, 'on')).rejects.toThrow('no database');
    expect(scene.acts).toEqual([
      expect.stringContaining('post in general: New messages'),
      'unbind general',
      expect.stringContaining('I no longer read <#general> aloud.'),
    ]);
  });

  it('lets the notice stand when nobody knows whether the channel is bound', async () => {
    const scene = createScene({});
    const fail = () => Promise.reject(new Error('no database'));
    const reading = { ...scene.reading, bind: fail, unbind: fail };
    await expect(run({ ...scene, reading }, 'on')).rejects.toThrow('no database');
    expect(scene.acts).toEqual([expect.stringContaining('post in general: New messages')]);
  });

  it('names the permissions that are missing', async () => {
    const scene = createScene({});
    const textChannel = (channelId: string) => ({ channelId, webhookChannelId: channelId, permissions: 0n });
    const directory = { ...scene.directory, textChannel };
    await expect(run({ ...scene, directory }, 'on')).rejects.toThrow('View Channel and Send Messages');
  });

  it('is not for channels that the member cannot see or does not manage', async () => {
    const scene = createScene({});
    await expect(run(scene, 'on', { channel: 'secret' })).rejects.toThrow("can't see that channel");
    await expect(run(scene, 'on', {}, inLounge)).rejects.toThrow('Only people who can manage');
    await expect(run(scene, 'off', {}, inLounge)).rejects.toThrow('Only people who can manage');
  });

  it('says what to switch on where without the Message Content intent', async () => {
    const scene = { ...createScene({}), receivesMessages: () => false };
    await expect(run(scene, 'on')).rejects.toThrow('Bot → Message Content Intent, and restart me');
    expect((await run(scene, 'status'))?.content).toContain('Message Content Intent');
  });

  it('asks before a channel is read to people who cannot see it, and names who allowed it', async () => {
    const scene = createScene({});
    const services = { ...scene, readingPlaces: { ...scene.readingPlaces, closedTo: () => ['lounge'] } };
    const answer = await run(services, 'on');
    expect(answer?.content).toContain("don't read it there unless you allow it");
    expect(JSON.stringify(answer?.components)).toContain('autoread:wider:general');
    await expect(press(services, 'wider:general', inLounge)).rejects.toThrow('Only people who can manage');
    expect(scene.reading.bindingOf('g', 'general')).toMatchObject({ widerListeners: false });
    await press(services, 'wider:general');
    expect(scene.reading.bindingOf('g', 'general')).toMatchObject({ widerListeners: true });
    expect(scene.acts).toContainEqual(expect.stringContaining('post in general: <@1> allowed'));
  });

  it('shows everyone what is bound, but no channels that they cannot see', async () => {
    const scene = createScene({});
    for (const channelId of ['general', 'secret']) {
      await scene.reading.bind({ guildId: 'g', channelId, autoJoin: false, widerListeners: false });
    }
    const answer = await run(scene, 'status', {}, inLounge);
    expect(answer?.content).toContain('<#general>: read once');
    expect(answer?.content).not.toContain('secret');
    expect(answer?.content).toContain('Your messages are read aloud.');
    expect(answer?.visibility).toBe('ephemeral');
  });

  it('does not say of people that they are read where no channel is', async () => {
    const answer = await run(createScene({}), 'status', {}, inLounge);
    expect(answer?.content).toContain('No channel that you can see is read aloud.');
    expect(answer?.content).not.toContain('Your messages');
  });

  it('lets everyone mute themselves, and be read again, without a limit', {
    meta: { promises: ['people-mute-themselves-any'] },
  }, async () => {
    const scene = createScene({});
    expect(createAutoread(scene).componentLimit?.('mute')).toBe('unlimited');
    expect((await press(scene, 'mute', inLounge)).answers[0]?.content).toContain("don't read your messages");
    expect((await run(scene, 'status', {}, inLounge))?.content).toContain("aren't read aloud");
    expect((await press(scene, 'unmute', inLounge)).answers[0]?.content).toContain('I read your messages');
    expect(await scene.reading.choiceOf('g', '1')).toEqual({ isMuted: false, nickname: undefined });
  });

  it('takes a name in a form, which shows the present one, and forgets it when it is left empty', async () => {
    const scene = createScene({});
    const submit = async (name: string) => {
      const context = { ...choiceBy(inLounge, []), argument: 'name', field: () => name };
      await createAutoread(scene).submit?.(context satisfies SubmitContext);
    };
    for (const name of ['Bob', 'Bo']) {
      await scene.reading.choose('g', '2', { isMuted: false, nickname: 'B.o.' });
      await expect(submit(name)).rejects.toThrow('That sounds like a name that is taken here');
    }
    await submit(' Captain ');
    expect(await scene.reading.choiceOf('g', '1')).toMatchObject({ nickname: 'Captain' });
    expect((await press(scene, 'name', inLounge)).modals[0]?.fields).toMatchObject([{ value: 'Captain' }]);
    await scene.reading.bind({ guildId: 'g', channelId: 'general', autoJoin: false, widerListeners: false });
    expect((await run(scene, 'status', {}, inLounge))?.content).toContain('I say “Captain” before them.');
    await scene.settings.change('g', '1', (all) => ({ ...all, reading: { ...all.reading, announceWriters: false } }));
    expect((await run(scene, 'status', {}, inLounge))?.content).not.toContain('Captain');
    await scene.settings.change('g', '1', (all) => ({ ...all, reading: { ...all.reading, announceWriters: true } }));
    await submit('Rocket');
    expect((await run(scene, 'status', {}, inLounge))?.content).toContain(
      'someone listening now has a name like “Rocket”',
    );
    await submit(' ');
    expect(await scene.reading.choiceOf('g', '1')).toMatchObject({ nickname: undefined });
  });

  it('binds 25 channels of a server at most', async () => {
    const scene = createScene({});
    for (let at = 0; at < 25; at += 1) await run(scene, 'on', { channel: `c${at}` });
    await expect(run(scene, 'on', { channel: 'c25' })).rejects.toThrow('at most 25 channels');
  });

  it('lists the names under which PluralKit or Tupperbox posts for somebody, and sets their voices', async () => {
    const scene = createScene({ services: { voices: fakeVoices([knownVoice('m', 'Moon')]) } });
    const { answers } = await press(scene, 'identities');
    const [row] = answers[0]?.components ?? [];
    const [select] = row?.components ?? [];
    if (select === undefined || !('options' in select)) throw new Error('there is no select');
    const [luna] = select.options;
    expect(select.options.map(({ label, description }) => [label, description])).toEqual([
      ['Luna', 'your own voice'],
      ['Sol', 'your own voice'],
    ]);
    const form = choiceBy(manager, [luna?.value ?? ''], 'identity');
    await createAutoread(scene).component?.(form satisfies ComponentContext);
    const [modal] = form.modals;
    expect(modal).toMatchObject({ title: 'The voice of a proxy', customId: `autoread:identity:${luna?.value}` });
    const submit = async (voice: string, argument = modal?.customId.slice('autoread:'.length) ?? '') => {
      const context = { ...choiceBy(manager, []), argument, field: () => voice };
      await createAutoread(scene).submit?.(context satisfies SubmitContext);
      return context.answers.at(-1)?.content;
    };
    expect(await submit('Moon')).toBe('I read what you write as “Luna” with the voice “Moon”.');
    expect((await scene.reading.identitiesOf('g', 'u')).map(({ voice }) => voice?.title)).toEqual(['Moon', undefined]);
    expect(await submit('')).toBe('I read what you write as “Luna” with your own voice.');
    await expect(submit('Sun')).rejects.toThrow('Enter a title or an ID that `/voice list` or `/voice info` shows.');
    await expect(submit('Moon', 'identity:another')).rejects.toThrow("I don't know that proxy of yours any more");
  });
});
