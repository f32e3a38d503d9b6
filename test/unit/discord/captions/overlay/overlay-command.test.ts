import { describe, expect, it } from 'vitest';
import type { CaptionStatus } from '../../../../../src/captions/captions-api.ts';
import type { CaptionSession } from '../../../../../src/captions/captions-ports.ts';
import { createOverlayCommand } from '../../../../../src/discord/captions/overlay/overlay-command.ts';
import { createOverlayNotices } from '../../../../../src/discord/captions/overlay/overlay-notices.ts';
import type { GuildPlace } from '../../../../../src/discord/interactions/command.ts';
import type { Services } from '../../../../../src/discord/services.ts';
import { memoryOverlays } from '../../../../support/memory-overlays.ts';
import { choiceBy, createScene, inLounge, interactionBy, sessionBy } from '../../../commands/command-scene.ts';

const NOTICE =
  '🔗 <@1> made a link to the captions of <#lounge>. Until they end, people with the link can read them outside Discord. To keep what you say out of captions, press **Opt out** or use `/privacy opt-out`.';

const nowhere: GuildPlace = { ...inLounge, voiceChannelId: undefined };

function statusOf(session: CaptionSession): CaptionStatus {
  return {
    ...{ session, interim: true, consent: 'opt-out', isCaptioned: () => true, hasOptedOut: () => false },
    ...{ delayMs: 1_234, lossShare: 0, waitingClips: 0, waitingBytes: 0, outage: undefined },
  };
}

/** Captions of `session` in a scene with at most three links, in memory. */
function sceneOf(session: CaptionSession = sessionBy('9'), services: Partial<Services> = {}) {
  const overlays = memoryOverlays(3);
  const scene = createScene({ services: { overlays, ...services } });
  const captions = { ...scene.captions, status: async () => statusOf(session) };
  const all = { ...scene, captions, overlayNotices: createOverlayNotices(scene) };
  const command = createOverlayCommand(all);
  const make = async (place = inLounge) => {
    const context = interactionBy(place, {}, 'overlay');
    await command.run(context);
    return context;
  };
  const press = async (argument: string, values: readonly string[] = [], place = inLounge) => {
    const context = choiceBy(place, values, argument);
    await command.press(context);
    return context;
  };
  return { ...all, overlays, command, make, press };
}

describe('/captions overlay', () => {
  it('answers its caller alone with both addresses, ready to paste, and what they mean', async () => {
    const scene = sceneOf();
    const { answers } = await scene.make();
    const address = `https://mynah.example/overlay/${scene.overlays.secrets[0]}`;
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ visibility: 'ephemeral' });
    expect(answers[0]?.content).toBe(
      [
        'Captions of <#lounge> now have a page. A form on it sets size, colors and more.',
        `\`\`\`\n${address}\n\`\`\``,
        'For OBS, add a browser source with this address. Its background is transparent.',
        `\`\`\`\n${address}?face=obs\n\`\`\``,
        'Anyone with one of these addresses can read along until the captions end. Share them only with people who may read them. **Revoke** ends them sooner.',
      ].join('\n'),
    );
    expect(answers[0]?.components?.[0]?.components).toMatchObject([
      { label: 'Open the page', url: address },
      { label: 'Revoke', custom_id: 'captions:revoke:s:link-1' },
    ]);
  });

  it('tells everyone in the text channel and in the voice channel once for each session', async () => {
    const scene = sceneOf();
    await scene.make();
    await scene.make();
    expect(scene.acts).toEqual([`post in general: ${NOTICE}`, `post in lounge: ${NOTICE}`]);
  });

  it('tells everyone once when two people make links at the same time', async () => {
    const scene = sceneOf();
    await Promise.all([scene.make(), scene.make()]);
    expect(scene.acts.filter((act) => act.startsWith('post in general'))).toHaveLength(1);
  });

  it('tells everyone again for the next session', async () => {
    let session = sessionBy('9');
    const scene = createScene({});
    const captions = { ...scene.captions, status: async () => statusOf(session) };
    const command = createOverlayCommand({ ...scene, captions, overlayNotices: createOverlayNotices(scene) });
    await command.run(interactionBy(inLounge));
    session = sessionBy('9', { sessionId: 'next' });
    await command.run(interactionBy(inLounge));
    expect(scene.acts.filter((act) => act.startsWith('post in general'))).toHaveLength(2);
  });

  it('makes no link that it cannot tell everyone about, and tries that again the next time', {
    meta: { promises: ['everyone-captioned-learns-captions'] },
  }, async () => {
    const scene = sceneOf();
    let isClosed = true;
    const directory = {
      ...scene.directory,
      postReply: async () => {
        if (isClosed) throw new Error('Missing Permissions');
        return true;
      },
    };
    const overlayNotices = createOverlayNotices({ ...scene, directory });
    const command = createOverlayCommand({ ...scene, overlayNotices });
    const refused = interactionBy(inLounge);
    await expect(command.run(refused)).rejects.toThrow(
      "I couldn't tell everyone in <#general> about the link, so I made none. Let me post there, then use `/captions overlay` again.",
    );
    expect(await scene.overlays.list('s')).toEqual([]);
    isClosed = false;
    await command.run(interactionBy(inLounge));
    expect(await scene.overlays.list('s')).toHaveLength(1);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('Discord is unreachable'))],
    ['comes too late', () => Promise.resolve(false)],
  ])('leaves no link that nobody knows when its answer %s', async (_how, tryAnswer) => {
    const scene = sceneOf();
    await scene.command.run({ ...interactionBy(inLounge), tryAnswer }).catch(() => undefined);
    expect(await scene.overlays.list('s')).toEqual([]);
  });

  it('says how to start captions while they are off', async () => {
    const off = createOverlayCommand(createScene({}));
    await expect(off.run(interactionBy(inLounge))).rejects.toThrow(
      'Captions are off here. Use `/captions start` to start them.',
    );
  });

  it('says whom to ask where there is no public address', async () => {
    await expect(sceneOf(sessionBy('9'), { publicUrl: undefined }).make()).rejects.toThrow(
      "I can't show captions outside Discord yet. Ask the bot's operator to set `PUBLIC_URL`.",
    );
  });

  it.each([
    ['someone', sessionBy('9'), 'Only <@9>, people in <#lounge>, and people who manage the server'],
    ['nobody', sessionBy(undefined), 'Only people in <#lounge> and people who manage the server'],
  ])('is only for people who may stop the captions that %s started', async (_who, session, words) => {
    const scene = sceneOf(session);
    await expect(scene.make(nowhere)).rejects.toThrow(words);
    expect(await scene.overlays.list('s')).toEqual([]);
    expect(scene.acts).toEqual([]);
  });

  it.each([
    ['hidden', "You can't see the channel of these captions, so I can't give you a link to them."],
    ['deleted', "You can't see the channel of these captions, so I can't give you a link to them."],
    ['not-in-thread', "These captions are in a private thread that you aren't in."],
    ['unknown', "I can't check right now whether you can see the channel of these captions."],
  ] as const)('is not for people whose access to the text channel is: %s', async (access, words) => {
    const { directory } = createScene({});
    const scene = sceneOf(sessionBy('1'), { directory: { ...directory, textAccess: async () => access } });
    await expect(scene.make()).rejects.toThrow(words);
    expect(await scene.overlays.list('s')).toEqual([]);
  });

  it('is not for people who cannot see the voice channel, unless readers were confirmed who cannot', async () => {
    const hidden = { voiceChannelId: 'secret' };
    await expect(sceneOf(sessionBy('1', hidden)).make()).rejects.toThrow(
      "You can't see the voice channel of these captions, so I can't give you a link to them.",
    );
    const { answers } = await sceneOf(sessionBy('1', { ...hidden, widerReaders: true })).make();
    expect(answers).toHaveLength(1);
  });

  it('shows the links to choose from when there are as many as allowed', async () => {
    const scene = sceneOf();
    for (let made = 0; made < 3; made += 1) await scene.make();
    const { answers } = await scene.make();
    expect(answers[0]?.content).toMatch(
      /^These captions have 3 links, which is the limit\. Revoke one, then use `\/captions overlay` again\.\nLinks to these captions:\n1\. <@1>, <t:\d+:R>: 0 viewers\n2\. /,
    );
    expect(JSON.stringify(answers[0]?.components)).toContain('"max_values":3');
  });

  it('has no button to an address that Discord would refuse', async () => {
    for (const publicUrl of ['http://localhost:8080', `https://mynah.example/${'x'.repeat(500)}`]) {
      const { answers } = await sceneOf(sessionBy('9'), { publicUrl }).make();
      expect(answers[0]?.content).toContain(`${publicUrl}/overlay/`);
      expect(JSON.stringify(answers[0]?.components)).not.toContain('"url"');
    }
  });
});

describe('the links of captions', () => {
  it('are listed with who made them, when, and how many look at them, without their addresses', async () => {
    const scene = sceneOf();
    await scene.make();
    await scene.overlays.create({ guildId: 'g', sessionId: 's', userId: '2' });
    scene.overlays.watch('link-2', 1);
    const { answers } = await scene.press('links:s');
    expect(answers[0]).toMatchObject({ visibility: 'ephemeral' });
    expect(answers[0]?.content).toMatch(
      /^Links to these captions:\n1\. <@1>, <t:\d+:R>: 0 viewers\n2\. <@2>, <t:\d+:R>: 1 viewer$/,
    );
    for (const secret of scene.overlays.secrets) expect(JSON.stringify(answers)).not.toContain(secret);
  });

  it('are offered below a new one when there are others', async () => {
    const scene = sceneOf();
    await scene.make();
    const { answers } = await scene.make();
    expect(answers[0]?.content).toMatch(/\nThese captions have 1 other link\.$/);
    expect(JSON.stringify(answers[0]?.components)).toContain('captions:links:s');
  });

  it('are revoked by the button below their address, which then shows it no more', async () => {
    const scene = sceneOf();
    await scene.make();
    const { updates } = await scene.press('revoke:s:link-1');
    expect(await scene.overlays.list('s')).toEqual([]);
    expect(updates[0]?.content).toBe(
      'Link revoked. Its screens get no more captions.\nThere are no links to these captions. Use `/captions overlay` to make one.',
    );
    expect(updates[0]?.components).toEqual([]);
  });

  it('are revoked by choosing some, or all', async () => {
    const scene = sceneOf();
    for (let made = 0; made < 3; made += 1) await scene.make();
    const some = await scene.press('revoke:s', ['link-1', 'link-3']);
    expect(some.updates[0]?.content).toMatch(/^2 links revoked\. Their screens get no more captions\.\nLinks to/);
    expect((await scene.overlays.list('s')).map(({ linkId }) => linkId)).toEqual(['link-2']);
    await scene.press('revoke-all:s');
    expect(await scene.overlays.list('s')).toEqual([]);
  });

  it('say so when they have ended already', async () => {
    const { updates } = await sceneOf().press('revoke:s:link-7');
    expect(updates[0]?.content).toMatch(/^This link has already ended\.\n/);
  });

  it('can be revoked by whoever made them, and those of others only with the right to stop the captions', async () => {
    const scene = sceneOf();
    await scene.make();
    await scene.overlays.create({ guildId: 'g', sessionId: 's', userId: '2' });
    const own = await scene.press('links:s', [], nowhere);
    expect(own.answers[0]?.content.split('\n')).toHaveLength(2);
    await scene.press('revoke:s', ['link-1', 'link-2'], nowhere);
    expect((await scene.overlays.list('s')).map(({ linkId }) => linkId)).toEqual(['link-2']);
    await expect(scene.press('revoke:s', ['link-2'], nowhere)).rejects.toThrow('Only <@9>, people in <#lounge>');
    await expect(scene.press('revoke-all:s', [], nowhere)).rejects.toThrow('Only <@9>, people in <#lounge>');
    await scene.press('revoke-all:s');
    expect(await scene.overlays.list('s')).toEqual([]);
  });

  it('of another server, or of other captions than those that a person may stop, stay', async () => {
    const scene = sceneOf();
    await scene.overlays.create({ guildId: 'far', sessionId: 'other', userId: '1' });
    await scene.overlays.create({ guildId: 'g', sessionId: 'earlier', userId: '2' });
    await scene.press('revoke-all:other');
    await scene.press('revoke-all:earlier');
    expect(await scene.overlays.list('other')).toHaveLength(1);
    expect(await scene.overlays.list('earlier')).toHaveLength(1);
    await scene.press('revoke-all:earlier', [], { ...nowhere, managesVoice: true });
    expect(await scene.overlays.list('earlier')).toEqual([]);
  });

  it('that a restart handed on to new captions are found by the buttons from before', async () => {
    const scene = sceneOf();
    await scene.make();
    await scene.press('revoke:before:link-1');
    expect(await scene.overlays.list('s')).toEqual([]);
  });
});
