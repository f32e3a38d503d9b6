import { describe, expect, it } from 'vitest';
import { createJoin } from '../../../commands/join.ts';
import { createLeave } from '../../../commands/leave.ts';
import { createPause } from '../../../commands/pause.ts';
import { createResume } from '../../../commands/resume.ts';
import { createSkip } from '../../../commands/skip.ts';
import { createStop } from '../../../commands/stop.ts';
import type { GuildPlace } from '../../../src/discord/interactions/command.ts';
import { english } from '../../../src/messages/english.ts';
import { createScene, inLounge, interactionBy, itemBy } from './command-scene.ts';

const elsewhere: GuildPlace = { ...inLounge, voiceChannelId: 'studio' };
const nowhere: GuildPlace = { ...inLounge, voiceChannelId: undefined };
const manager: GuildPlace = { ...nowhere, managesVoice: true };

describe('/join', () => {
  it('comes to the caller', async () => {
    const scene = createScene({});
    const context = interactionBy(inLounge);
    await createJoin(scene).run(context);
    expect(scene.acts).toEqual(['join lounge']);
    expect(context.answers).toEqual([
      { content: 'I joined <#lounge>. Use `/say` to have me speak.', visibility: 'ephemeral' },
    ]);
  });

  it('goes to the channel that is named', async () => {
    const scene = createScene({});
    await createJoin(scene).run(interactionBy(nowhere, { channel: 'studio' }));
    expect(scene.acts).toEqual(['join studio']);
  });

  it('needs to know where to', async () => {
    await expect(createJoin(createScene({})).run(interactionBy(nowhere))).rejects.toThrow('Join a voice channel first');
  });

  it('does not go where the caller may not go', async () => {
    const run = createJoin(createScene({})).run(interactionBy(inLounge, { channel: 'secret' }));
    await expect(run).rejects.toThrow("You can't enter <#secret>");
  });

  it('does not leave listeners for somebody who is not among them', async () => {
    const scene = createScene({ at: 'lounge', listeners: 1 });
    await expect(createJoin(scene).run(interactionBy(elsewhere))).rejects.toThrow(
      'People are listening to me in <#lounge>. Join them there, or ask them to use `/leave`.',
    );
    expect(scene.acts).toEqual([]);
  });

  it.each([
    ['nobody listens', createScene({ at: 'lounge', listeners: 0 }), elsewhere, {}],
    ['a manager asks', createScene({ at: 'lounge' }), { ...elsewhere, managesVoice: true }, {}],
    ['a listener asks', createScene({ at: 'lounge' }), inLounge, { channel: 'studio' }],
  ])('moves when %s', async (_when, scene, place, options) => {
    const context = interactionBy(place, options);
    await createJoin(scene).run(context);
    expect(context.answers[0]?.content).toBe('I moved to <#studio>. Use `/say` to have me speak.');
  });
});

describe('/leave', () => {
  it('leaves for those who listen', async () => {
    const context = interactionBy(inLounge);
    await createLeave(createScene({ at: 'lounge' })).run(context);
    expect(context.answers[0]?.content).toBe('I left <#lounge>.');
  });

  it('says that it will not come when it was still joining', async () => {
    const context = interactionBy(inLounge);
    await createLeave(createScene({ at: 'lounge', joining: true })).run(context);
    expect(context.answers[0]?.content).toBe("Cancelled: I won't join <#lounge>.");
  });

  it('leaves for everyone where nobody listens', async () => {
    const scene = createScene({ at: 'lounge', listeners: 0 });
    await createLeave(scene).run(interactionBy(nowhere));
    expect(scene.acts).toEqual(['leave']);
  });
});

describe('/skip', () => {
  it('skips for those who listen', async () => {
    const context = interactionBy(inLounge);
    await createSkip(createScene({ at: 'lounge', items: [itemBy('2')] })).run(context);
    expect(context.answers[0]?.content).toBe("Skipped <@2>'s text.");
  });

  it('skips for the member who asked for the text, wherever they are', async () => {
    const scene = createScene({ at: 'lounge', items: [itemBy('1')] });
    const context = interactionBy(nowhere);
    await createSkip(scene).run(context);
    expect(scene.acts).toEqual(['skip']);
    expect(context.answers[0]?.content).toBe('Skipped your text.');
  });

  it('says so when nothing is spoken', async () => {
    const context = interactionBy(inLounge);
    await createSkip(createScene({ at: 'lounge' })).run(context);
    expect(context.answers[0]?.content).toMatch(/nothing to skip/);
  });
});

describe('/stop', () => {
  it.each([
    [0, "There's nothing to stop: I'm not speaking."],
    [1, 'Stopped.'],
    [2, 'Stopped. Removed 1 text from the queue.'],
    [3, 'Stopped. Removed 2 texts from the queue.'],
  ])('says what happened to %i texts', async (count, message) => {
    const items = Array.from({ length: count }, (_, index) => itemBy('2', `${index + 1}`));
    const context = interactionBy(inLounge);
    await createStop(createScene({ at: 'lounge', items })).run(context);
    expect(context.answers[0]?.content).toBe(message);
  });

  const ofOther = { guildId: 'g', channelId: 'lounge', userId: '2' };

  it.each<[string, Parameters<typeof createScene>[0], GuildPlace, string[]]>([
    ['where the bot is nowhere yet', {}, inLounge, []],
    ['of the caller, who is in no channel', {}, nowhere, []],
    ['while the bot is still alone elsewhere', { at: 'studio', items: [itemBy('2')] }, inLounge, []],
    ['and the queue with it', { at: 'lounge' }, inLounge, ['stop']],
  ])('takes back a text that is not queued yet %s', async (_where, setting, place, acts) => {
    const scene = createScene(setting);
    const userId = place === nowhere ? '1' : '2';
    const text = scene.textsOnTheWay.add({ ...ofOther, userId }, english);
    const context = interactionBy(place);
    await createStop(scene).run(context);
    expect(context.answers[0]?.content).toBe('Stopped. Removed 1 text from the queue.');
    expect([text.signal.aborted, scene.acts]).toEqual([true, acts]);
  });

  it.each<[string, string | undefined, string]>([
    ['elsewhere', 'studio', 'Only people in <#studio>'],
    ['nowhere', undefined, "I'm not in a voice channel."],
  ])('leaves the texts of others to those in their channel, where the bot is %s', async (_where, at, refusal) => {
    const scene = createScene(at === undefined ? {} : { at });
    const text = scene.textsOnTheWay.add(ofOther, english);
    await expect(createStop(scene).run(interactionBy(nowhere))).rejects.toThrow(refusal);
    expect([text.signal.aborted, scene.acts]).toEqual([false, []]);
  });

  it('stops what is taken over of the process before it, and chat that waits', async () => {
    const scene = createScene({ at: 'lounge' });
    const context = interactionBy(inLounge);
    const takeover = { stop: () => 2 };
    await createStop({ ...scene, takeover, reading: { ...scene.reading, clear: () => 3 } }).run(context);
    expect(context.answers[0]?.content).toBe('Stopped. Removed 5 texts from the queue.');
  });

  it('counts a text once that was queued as it was taken back', async () => {
    const scene = createScene({ at: 'lounge', items: [itemBy('2', '1'), itemBy('2', '2')] });
    const text = scene.textsOnTheWay.add(ofOther, english);
    text.signal.addEventListener('abort', () => text.markQueued());
    const context = interactionBy(inLounge);
    await createStop(scene).run(context);
    expect(context.answers[0]?.content).toBe('Stopped. Removed 1 text from the queue.');
  });
});

describe('/pause and /resume', () => {
  it.each([
    [createPause, false, 'Paused. Use `/resume` to continue.'],
    [createPause, true, "I'm already paused. Use `/resume` to continue."],
    [createResume, true, 'Resumed.'],
    [createResume, false, "I'm not paused."],
  ])('say what they did', async (create, paused, message) => {
    const context = interactionBy(inLounge);
    await create(createScene({ at: 'lounge', paused })).run(context);
    expect(context.answers[0]?.content).toBe(message);
  });
});

const controlling = [
  ['/leave', createLeave],
  ['/skip', createSkip],
  ['/stop', createStop],
  ['/pause', createPause],
  ['/resume', createResume],
] as const;

describe.each(controlling)('%s', (_name, create) => {
  it('is refused to those who do not listen', async () => {
    const scene = createScene({ at: 'lounge', items: [itemBy('2')] });
    await expect(create(scene).run(interactionBy(elsewhere))).rejects.toThrow('Only people in <#lounge>');
    expect(scene.acts).toEqual([]);
  });

  it('has the same rules while the bot is joining', async () => {
    const scene = createScene({ at: 'lounge', joining: true, items: [itemBy('2')] });
    await expect(create(scene).run(interactionBy(elsewhere))).rejects.toThrow('Only people in <#lounge>');
    await create(scene).run(interactionBy(inLounge));
    expect(scene.acts).toHaveLength(1);
  });

  it('works for a manager from anywhere', async () => {
    const scene = createScene({ at: 'lounge', items: [itemBy('2')] });
    await create(scene).run(interactionBy(manager));
    expect(scene.acts).toHaveLength(1);
  });

  it('says so when the bot is in no voice channel', async () => {
    const run = create(createScene({})).run(interactionBy(inLounge));
    await expect(run).rejects.toThrow(/^I'm not in a voice channel\.$/);
  });

  it('says so in a direct message', async () => {
    const run = create(createScene({ at: 'lounge' })).run(interactionBy({ kind: 'elsewhere', channelId: 'dm' }));
    await expect(run).rejects.toThrow('only in a server');
  });
});
