import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCaptions } from '../../../commands/captions.ts';
import type { CaptionStatus } from '../../../src/captions/captions-api.ts';
import type { CaptionLine, CaptionSession } from '../../../src/captions/captions-ports.ts';
import type { Command, GuildPlace } from '../../../src/discord/interactions/command.ts';
import type { Services } from '../../../src/discord/services.ts';
import { memorySettings } from '../../support/memory-settings.ts';
import { choiceBy, createScene, inLounge, interactionBy, sessionBy, typingBy } from './command-scene.ts';

const START_MS = Date.UTC(2026, 0, 2);
/** As in custom ids, which take only snowflakes. */
const ADA = '100000000000000001';
const LOUNGE = '200000000000000001';
const OVERTAKEN = `Captions have started in the meantime, so <@${ADA}>'s request for captions of <#${LOUNGE}> here is closed.`;

const nowhere: GuildPlace = { ...inLounge, voiceChannelId: undefined };
const manager: GuildPlace = { ...nowhere, managesVoice: true };

function statusOf(session: CaptionSession, more: Partial<CaptionStatus> = {}): CaptionStatus {
  return {
    ...{ session, interim: true, consent: 'opt-out', isCaptioned: (userId: string) => userId !== '2' },
    hasOptedOut: (userId: string) => userId === '2',
    ...{ delayMs: 1_234, lossShare: 0.0042, waitingClips: 2, waitingBytes: 4_096, outage: undefined },
    ...more,
  };
}

const line = (text: string): CaptionLine => ({
  ...{ lineId: text, sessionId: 's', userId: '2', speaker: 'Ada', text, late: false },
  ...{ startedAtMs: Date.UTC(2026, 0, 2, 3, 4, 6), endedAtMs: Date.UTC(2026, 0, 2, 3, 4, 8) },
});

/** A scene in which captions behave as given. */
function sceneWith(captions: Partial<Services['captions']> = {}, setting: Parameters<typeof createScene>[0] = {}) {
  const scene = createScene(setting);
  return { ...scene, captions: { ...scene.captions, ...captions } };
}

function running(session: CaptionSession = sessionBy('9'), setting: Parameters<typeof createScene>[0] = {}) {
  return sceneWith({ status: async () => statusOf(session) }, setting);
}

describe('/captions start', () => {
  const start = async (scene: Services, place = inLounge, options = {}) => {
    const context = interactionBy(place, options, 'start');
    await createCaptions(scene).run(context);
    return context;
  };

  it('joins the caller, starts captions and tells everyone how to opt out', async () => {
    const scene = sceneWith();
    const { answers } = await start(scene, inLounge, { language: 'de' });
    expect(scene.acts).toEqual(['join lounge', 'start lounge in general', 'notice in lounge']);
    expect(answers[0]).toMatchObject({ visibility: 'public' });
    expect(answers[0]?.content).toBe(
      [
        '💬 Live captions of <#lounge> are on, started by <@1>. Language: German.',
        'Everyone in the voice channel is captioned, except people who press **Opt out** or use `/privacy opt-out`. Opting out takes effect immediately, in every server.',
        'The transcript is deleted after 30 days. Use `/privacy erase` to delete your part sooner.',
      ].join('\n'),
    );
    expect(JSON.stringify(answers[0]?.components)).toMatch(/captions:opt-out.*captions:stop:s".*captions:export:s"/);
  });

  it('offers to opt in where only people who do are captioned, by the rule that the captions run with', async () => {
    const scene = sceneWith({
      start: async (request) => ({ kind: 'started', session: sessionBy(request.startedBy, { consent: 'opt-in' }) }),
    });
    const { answers } = await start(scene);
    expect(answers[0]?.content).toContain(
      'Only people who press **Opt in** or use `/privacy opt-in` are captioned. You can opt out again at any time. Opting out takes effect immediately, in every server.',
    );
    expect(JSON.stringify(answers[0]?.components)).toContain('captions:opt-in');
  });

  it.each([
    [
      'when its notice reaches nobody, because Discord takes no answer any more',
      'lounge',
      false,
      ['end s: cannot-post'],
    ],
    ['when its notice reaches nobody, because the answer fails', 'lounge', 'fails', ['end s: cannot-post']],
    ['unless the voice channel’s chat has the notice', 'general', false, []],
  ] as const)('ends the captions %s', async (_when, channelId, taken, ends) => {
    const scene = sceneWith();
    const context = {
      ...interactionBy({ ...inLounge, channelId }, {}, 'start'),
      tryAnswer: async () => {
        if (taken === 'fails') throw new Error('Discord is unreachable');
        return taken;
      },
    };
    const run = createCaptions(scene).run(context);
    await (taken === 'fails' ? expect(run).rejects.toThrow('unreachable') : run);
    expect(scene.acts.filter((act) => act.startsWith('end'))).toEqual(ends);
  });

  it('does not start captions whose notice it could not write', async () => {
    const known = await memorySettings().of('g');
    const of = vi
      .fn(async () => known)
      .mockResolvedValueOnce(known)
      .mockRejectedValueOnce(new Error('it is away'));
    const scene = { ...sceneWith(), settings: { ...memorySettings(), of } };
    await expect(start(scene)).rejects.toThrow('away');
    expect(scene.acts).toEqual(['join lounge']);
  });

  it('says so when captions are already on', async () => {
    await expect(start(running())).rejects.toThrow(
      'Captions of <#lounge> are already on in <#general>. Use `/captions stop` to end them.',
    );
  });

  it('names the permissions that it lacks', async () => {
    const scene = sceneWith();
    const textChannel = (channelId: string) => ({ channelId, webhookChannelId: channelId, permissions: 1n << 10n });
    const unable = { ...scene, directory: { ...scene.directory, textChannel } };
    await expect(start(unable)).rejects.toThrow(
      "I can't post captions here. Ask someone who manages the server to give me **Send Messages** in this channel.",
    );
    expect(scene.acts).toEqual([]);
  });

  it('needs a caller in a voice channel, or a manager where the bot is', async () => {
    await expect(start(sceneWith(), nowhere)).rejects.toThrow(
      'Join a voice channel first, then use `/captions start`.',
    );
    await expect(start(sceneWith({}, { at: 'studio', joining: true }), manager)).rejects.toThrow(
      'Join a voice channel first, then use `/captions start`.',
    );
    const scene = sceneWith({}, { at: 'studio' });
    await start(scene, manager);
    expect(scene.acts[0]).toBe('start studio in general');
  });

  it.each([
    ['in it', {}, { ...inLounge, voiceChannelId: 'secret' }],
    ['who manages it', { at: 'secret' }, manager],
  ])('needs a caller %s to be able to enter the voice channel', async (_who, setting, place) => {
    const scene = sceneWith({}, setting);
    await expect(start(scene, place)).rejects.toThrow(
      "You can't enter <#secret> yourself, so I won't caption it for you.",
    );
    expect(scene.acts).toEqual([]);
  });

  it('counts as manager who manages the voice channel that the bot is in', async () => {
    const scene = sceneWith({}, { at: 'studio' });
    const mayManage: Services['directory']['mayManage'] = (_guildId, channelId) => channelId === 'studio';
    await start({ ...scene, directory: { ...scene.directory, mayManage } }, nowhere);
    expect(scene.acts[0]).toBe('start studio in general');
  });

  it('does not leave people who listen elsewhere', async () => {
    const scene = sceneWith({}, { at: 'studio' });
    await expect(start(scene)).rejects.toThrow("I'm in use in <#studio>. Join that channel to caption it.");
    await expect(start(scene, { ...inLounge, managesVoice: true })).rejects.toThrow(
      "I'm in use in <#studio>. Join that channel to caption it, or use `/join` to bring me to yours.",
    );
  });

  it('rejects an unknown language', async () => {
    await expect(start(sceneWith(), inLounge, { language: 'klingonese' })).rejects.toThrow('language called');
  });

  it('suggests languages', async () => {
    const choices = await createCaptions(sceneWith()).autocomplete?.(typingBy(inLounge, 'language', 'ger'));
    expect(choices?.[0]).toEqual({ name: 'German (de)', value: 'de' });
  });
});

describe('captions for more people than can see the voice channel', () => {
  const place = { ...inLounge, voiceChannelId: LOUNGE };
  /** A scene where Ada is asked where captions go; `confirmers` may Manage Channels in the voice channel. */
  const widerScene = (confirmers: readonly string[], captions: Partial<Services['captions']> = {}) => {
    const mayManage = (_channelId: string, userId: string): boolean => confirmers.includes(userId);
    const audience = (textChannelId: string) => (textChannelId === LOUNGE ? 'within' : 'wider');
    const captionPlaces: Services['captionPlaces'] = {
      audience,
      mayManage,
      mayPost: () => true,
      missingToPost: () => [],
    };
    const scene = sceneWith(captions, { services: { captionPlaces } });
    return { ...scene, directory: { ...scene.directory, peopleIn: () => [ADA] } };
  };
  const idOf = (answer: unknown, action: string): string =>
    new RegExp(`captions:(start:${action}:[^"]*)`).exec(JSON.stringify(answer))?.[1] ?? '';
  /** Presses a button, as another person than Ada where `userId` says so. */
  const press = async (command: Command, argument: string, userId = ADA) => {
    const context = { ...choiceBy(place, [], argument), userId };
    await command.component?.(context);
    return context;
  };
  const ask = async (command: Command) => {
    const context = { ...interactionBy(place, {}, 'start'), userId: ADA };
    await command.run(context);
    return context;
  };
  /** The interaction that asked everyone, and the argument of its button. */
  const askEveryone = async (command: Command) => {
    const { answers } = await ask(command);
    const asking = await press(command, idOf(answers[0], 'ask'));
    return { asking, confirm: idOf(asking.answers[0], 'confirm') };
  };
  const others = sessionBy('7', { sessionId: 'other', voiceChannelId: 'studio' });

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START_MS }));
  afterEach(() => void vi.useRealTimers());

  it('wait for someone who may confirm, who is asked in public', async () => {
    const scene = widerScene(['5']);
    const command = createCaptions(scene);
    const { answers } = await ask(command);
    expect(answers[0]?.content).toBe(
      `<#general> can be read by people who can't see <#${LOUNGE}>. Choose where its captions go. Here, someone with **Manage Channels** in <#${LOUNGE}> must confirm.`,
    );
    const { asking, confirm } = await askEveryone(command);
    expect(scene.acts).toEqual([]);
    expect(asking.answers[0]).toMatchObject({ visibility: 'public' });
    const { updates, answers: notices } = await press(command, confirm, '5');
    expect(scene.acts).toEqual([`join ${LOUNGE}`, `start ${LOUNGE} in general`, `notice in ${LOUNGE}`]);
    expect(updates).toEqual([
      { content: `<@5> confirmed captions of <#${LOUNGE}> in this channel.`, visibility: 'public' },
    ]);
    expect(notices[0]?.content).toContain(`People who can't see <#${LOUNGE}> can read them too, as <@5> confirmed.`);
    // The question itself says that it was confirmed.
    expect(asking.answers).toHaveLength(1);
  });

  it('start at once, with their name in the notice, for someone who may confirm it', async () => {
    const scene = widerScene([ADA]);
    const command = createCaptions(scene);
    const { answers } = await ask(command);
    expect(answers[0]?.content).toContain(
      'If you choose this channel, the notice names you as the person who confirmed it.',
    );
    const here = await press(command, idOf(answers[0], 'ask'));
    expect(scene.acts).toEqual([`join ${LOUNGE}`, `start ${LOUNGE} in general`, `notice in ${LOUNGE}`]);
    expect(here.updates).toEqual([
      {
        content: `Captions of <#${LOUNGE}> are on, in this channel. The notice names you as the person who confirmed it.`,
        visibility: 'ephemeral',
      },
    ]);
    expect(here.answers).toHaveLength(1);
    expect(here.answers[0]).toMatchObject({ visibility: 'public' });
    expect(here.answers[0]?.content).toContain(
      `People who can't see <#${LOUNGE}> can read them too, as <@${ADA}> confirmed.`,
    );
  });

  it.each([
    ['were on before', { status: async () => statusOf(others) }],
    ['started at the same moment', {}],
  ])('are not said to be confirmed when others %s', async (_when, more: Partial<Services['captions']>) => {
    const scene = widerScene(['5']);
    const { confirm } = await askEveryone(createCaptions(scene));
    const busy = { ...scene.captions, start: async () => ({ kind: 'already', session: others }) as const, ...more };
    const { updates, answers } = await press(createCaptions({ ...scene, captions: busy }), confirm, '5');
    expect(updates).toEqual([{ content: OVERTAKEN, visibility: 'public' }]);
    expect(answers).toEqual([]);
  });

  it('stay confirmed when a second person confirms them', async () => {
    const scene = widerScene(['5', '6']);
    const { confirm } = await askEveryone(createCaptions(scene));
    const busy = { ...scene.captions, status: async () => statusOf(sessionBy(ADA, { voiceChannelId: LOUNGE })) };
    const second = press(createCaptions({ ...scene, captions: busy }), confirm, '6');
    await expect(second).rejects.toThrow(`Captions of <#${LOUNGE}> are already on in <#general>.`);
  });

  it('can’t be confirmed any more once captions started otherwise: the question says so, without a button', async () => {
    const command = createCaptions(widerScene(['5']));
    const { asking } = await askEveryone(command);
    await press(command, idOf((await ask(command)).answers[0], 'chat'));
    expect(asking.answers.slice(1)).toEqual([{ content: OVERTAKEN, visibility: 'public' }]);
  });

  it('can’t be confirmed after ten minutes', async () => {
    const command = createCaptions(widerScene(['5']));
    const { asking, confirm } = await askEveryone(command);
    vi.setSystemTime(START_MS + 11 * 60_000);
    await expect(press(command, confirm, '5')).rejects.toThrow(
      'This choice is out of date. Use `/captions start` again.',
    );
    await press(command, idOf((await ask(command)).answers[0], 'chat'));
    expect(asking.answers).toHaveLength(1);
  });
});

describe('/captions stop', () => {
  it.each([
    ['the person who started them', sessionBy('1'), nowhere],
    ['people in the voice channel', sessionBy('9'), inLounge],
    ['managers', sessionBy('9'), manager],
  ])('ends captions for %s', async (_who, session, place) => {
    const scene = running(session);
    const context = interactionBy(place, {}, 'stop');
    await createCaptions(scene).run(context);
    expect(scene.acts).toEqual(['stop captions']);
    expect(context.answers[0]?.content).toBe('You stopped the captions of <#lounge>. The transcript has 2 captions.');
  });

  it('leaves it to the notice for everyone that nothing was said', async () => {
    const stopped = async () => ({ kind: 'stopped', session: sessionBy('1'), lines: 0 }) as const;
    const context = interactionBy(inLounge, {}, 'stop');
    await createCaptions(sceneWith({ status: async () => statusOf(sessionBy('1')), stop: stopped })).run(context);
    expect(context.answers[0]?.content).toBe('You stopped the captions of <#lounge>.');
  });

  it('is refused to others, also by the button', async () => {
    const scene = running();
    await expect(createCaptions(scene).run(interactionBy(nowhere, {}, 'stop'))).rejects.toThrow(
      'Only <@9>, people in <#lounge>, and people who manage the server or its voice channels can stop these captions.',
    );
    await expect(createCaptions(scene).component?.(choiceBy(nowhere, [], 'stop:s'))).rejects.toThrow('Only <@9>');
    expect(scene.acts).toEqual([]);
  });

  it('ends by the button only the captions that it was posted for', async () => {
    const scene = running(sessionBy('1', { sessionId: 'later' }));
    const press = async (argument: string) => createCaptions(scene).component?.(choiceBy(inLounge, [], argument));
    await expect(press('stop:earlier')).rejects.toThrow('Those captions have already ended.');
    await expect(press('stop')).rejects.toThrow(
      "This button is out of date, so I didn't stop anything. Use `/captions stop` to end captions.",
    );
    expect(scene.acts).toEqual([]);
    await press('stop:later');
    expect(scene.acts).toEqual(['stop captions']);
  });

  it('says by the button that captions are over, though none are running', async () => {
    const run = createCaptions(sceneWith()).component?.(choiceBy(inLounge, [], 'stop:s'));
    await expect(run).rejects.toThrow('Those captions have already ended.');
  });

  it.each(['stop', 'status'])('says that captions are off: %s', async (subcommand) => {
    const run = createCaptions(sceneWith()).run(interactionBy(inLounge, {}, subcommand));
    await expect(run).rejects.toThrow('Captions are off here. Use `/captions start` to start them.');
  });
});

describe('/captions status', () => {
  it('shows who is captioned, delay, loss and pending clips, with buttons to stop and export', async () => {
    const context = interactionBy(inLounge, {}, 'status');
    await createCaptions(running()).run(context);
    const [answer] = context.answers;
    const startedAtS = Date.UTC(2026, 0, 2, 3, 4, 5) / 1_000;
    expect(answer?.content).toBe(
      [
        `Captions of <#lounge> are on in <#general>, started <t:${startedAtS}:R> by <@9>.`,
        'Language: detected automatically.',
        'Captioned: <@1> and <@3>.',
        'Not captioned: <@2>.',
        'Delay: 1.2 s · Audio lost: 0.4% · Pending: 2 (4 kB on disk) · Live text: on',
      ].join('\n'),
    );
    expect(JSON.stringify(answer?.components)).toMatch(/captions:stop:s".*captions:export:s"/);
  });

  it.each([
    ['not-in-thread', 'These captions are in a private thread that'],
    ['unknown', "I can't check right now whether you can see the channel of these captions."],
  ] as const)('is not for people whose access to the text channel is: %s', async (access, words) => {
    const scene = running();
    const textAccess = async () => access;
    const blocked = { ...scene, directory: { ...scene.directory, textAccess } };
    await expect(createCaptions(blocked).run(interactionBy(inLounge, {}, 'status'))).rejects.toThrow(words);
  });

  it('is not for people who cannot see the voice channel', async () => {
    const scene = running(sessionBy('9', { voiceChannelId: 'secret' }));
    await expect(createCaptions(scene).run(interactionBy(inLounge, {}, 'status'))).rejects.toThrow(
      "You can't see the voice channel of these captions, so I can't show you their status.",
    );
    const inside = interactionBy({ ...inLounge, voiceChannelId: 'secret' }, {}, 'status');
    await createCaptions(scene).run(inside);
    expect(inside.answers[0]?.content).toContain('Captions of <#secret> are on');
  });

  it.each([
    ['the person who started them', sessionBy('1'), nowhere, true],
    ['people in the voice channel', sessionBy('9'), inLounge, true],
    ['managers', sessionBy('9'), manager, true],
    ['nobody else', sessionBy('9'), nowhere, false],
  ])('offers to stop them to %s', async (_who, session, place, isOffered) => {
    const context = interactionBy(place, {}, 'status');
    await createCaptions(running(session)).run(context);
    const buttons = JSON.stringify(context.answers[0]?.components);
    expect(buttons.includes('captions:stop:s"')).toBe(isOffered);
    expect(buttons).toContain('captions:export:s"');
  });

  it.each([
    ['people who may stop the captions', inLounge, '9', true],
    ['the person who made one', nowhere, '1', true],
    ['nobody else', nowhere, '2', false],
  ])('says how many screens show them, and offers the links to %s', async (_who, place, userId, isOffered) => {
    const scene = running();
    for (const maker of [userId, userId]) {
      await scene.overlays.create({ guildId: 'g', sessionId: 's', userId: maker });
    }
    const context = interactionBy(place, {}, 'status');
    await createCaptions(scene).run(context);
    const [answer] = context.answers;
    expect(answer?.content).toContain('\nShown outside Discord: 2 links, 0 viewers.');
    expect(JSON.stringify(answer?.components).includes('captions:links:s')).toBe(isOffered);
  });

  it('is short while nothing is delayed, lost or pending', async () => {
    const context = interactionBy(inLounge, {}, 'status');
    const quiet = { delayMs: undefined, lossShare: 0, waitingClips: 0, waitingBytes: 0 };
    await createCaptions(sceneWith({ status: async () => statusOf(sessionBy('9'), quiet) })).run(context);
    expect(context.answers[0]?.content.split('\n').at(-1)).toBe('Audio lost: 0% · Pending: 0 · Live text: on');
  });

  it('says why text is held back', async () => {
    const context = interactionBy(inLounge, {}, 'status');
    const status = async () => statusOf(sessionBy('9'), { outage: 'SPEECH_UNAVAILABLE' });
    await createCaptions(sceneWith({ status })).run(context);
    expect(context.answers[0]?.content.split('\n').at(-1)).toBe(
      "The speech service isn't responding. I keep what is said. Its captions follow later, marked as late.",
    );
  });

  it.each([
    ['opt-out', 'Captioned: <@1>, <@2>, and <@3>.\nAudio lost'],
    ['opt-in', 'Captioned: <@1>, <@2>, and <@3>.\nOnly people who opt in are captioned.\nAudio lost'],
  ] as const)('has no line about people who are not captioned where there are none: %s', async (consent, lines) => {
    const context = interactionBy(inLounge, {}, 'status');
    const everyone = { consent, isCaptioned: () => true, delayMs: undefined };
    await createCaptions(sceneWith({ status: async () => statusOf(sessionBy('9'), everyone) })).run(context);
    expect(context.answers[0]?.content).toContain(lines);
  });

  it('shows people who opted in, where they must', async () => {
    const context = interactionBy(inLounge, {}, 'status');
    const isCaptioned = (userId: string): boolean => userId === '3';
    const status = async () => statusOf(sessionBy('9'), { consent: 'opt-in', isCaptioned });
    await createCaptions(sceneWith({ status })).run(context);
    expect(context.answers[0]?.content).toContain(
      'Captioned: <@3>.\nNot captioned: <@1> and <@2>. Only people who opt in are captioned.',
    );
  });
});

describe('/captions export', () => {
  const transcript = (session: CaptionSession, lines = [line('Good morning.')]) => ({
    transcript: async () => ({ session, lines }),
  });

  it('gives the chosen format', async () => {
    const context = { ...interactionBy(inLounge, { format: 'srt' }, 'export'), uploadLimitBytes: 10_000 };
    await createCaptions(sceneWith(transcript(sessionBy('9')))).run(context);
    const [answer] = context.answers;
    expect(answer).toMatchObject({ visibility: 'ephemeral', content: 'Transcript of <#lounge>: 1 caption so far.' });
    expect(answer?.files?.map(({ name }) => name)).toEqual(['captions-2026-01-02-0304.srt']);
    expect(new TextDecoder().decode(answer?.files?.[0]?.bytes)).toContain('Good morning.');
  });

  it.each(['export', 'export:s'])('lets people choose a format by the button: %s', async (argument) => {
    const context = choiceBy(inLounge, [], argument);
    await createCaptions(sceneWith(transcript(sessionBy('9')))).component?.(context);
    const [answer] = context.answers;
    expect(answer).toMatchObject({
      visibility: 'ephemeral',
      content: 'Choose a format for the transcript of <#lounge>.',
    });
    const buttons = (answer?.components ?? []).flatMap((row): readonly object[] => row.components);
    expect(buttons).toMatchObject([
      { custom_id: 'captions:export:s:txt', label: 'Text (txt)' },
      { custom_id: 'captions:export:s:srt', label: 'Subtitles (srt)' },
      { custom_id: 'captions:export:s:vtt', label: 'Web subtitles (vtt)' },
      { custom_id: 'captions:export:s:json', label: 'Data (json)' },
    ]);
  });

  it.each(['txt', 'srt', 'vtt', 'json'])('gives %s by the button, after the end too', async (format) => {
    const context = { ...choiceBy(inLounge, [], `export:s:${format}`), uploadLimitBytes: 10_000 };
    await createCaptions(sceneWith(transcript(sessionBy('9', { endedAtMs: 1 })))).component?.(context);
    expect(context.answers[0]?.files?.map(({ name }) => name.split('.')[1])).toEqual([format]);
    expect(context.answers[0]?.content).toBe('Transcript of <#lounge>: 1 caption.');
  });

  it('is of the session that the button belongs to', async () => {
    const sessions: (string | undefined)[] = [];
    const find = async (_guildId: string, sessionId?: string) => {
      sessions.push(sessionId);
      return undefined;
    };
    const command = createCaptions(sceneWith({ transcript: find }));
    await expect(command.component?.(choiceBy(inLounge, [], 'export:old:srt'))).rejects.toThrow(
      'This transcript has been deleted.',
    );
    await expect(command.run(interactionBy(inLounge, { format: 'srt' }, 'export'))).rejects.toThrow(
      'no transcript here yet',
    );
    expect(sessions).toEqual(['old', undefined]);
  });

  it.each([
    ['hidden', false, "You can't see the channel of these captions"],
    ['not-in-thread', true, 'Ask one of its members to add you.'],
    ['unknown', true, "If it's a private thread, add me to it, then try again."],
    ['deleted', false, "You can't see the channel of these captions"],
    ['deleted', true, undefined],
    ['visible', false, undefined],
  ] as const)('with access %s (managing the server: %s) says: %s', async (access, managesGuild, words) => {
    const scene = sceneWith(transcript(sessionBy('9')));
    const services = { ...scene, directory: { ...scene.directory, textAccess: async () => access } };
    const place = { ...inLounge, managesGuild };
    const context = { ...interactionBy(place, { format: 'txt' }, 'export'), uploadLimitBytes: 10_000 };
    const run = createCaptions(services).run(context);
    if (words === undefined) await expect(run).resolves.toBeUndefined();
    else await expect(run).rejects.toThrow(words);
    expect(context.answers).toHaveLength(words === undefined ? 1 : 0);
  });

  it.each([
    ['they can see it', 'lounge', false, 'visible', undefined],
    ['they cannot', 'secret', false, 'hidden', "You can't see the voice channel of these captions"],
    ['a manager cannot', 'secret', true, 'hidden', "You can't see the voice channel of these captions"],
    ['wider readers were confirmed', 'secret', false, 'confirmed', undefined],
    ['Discord does not say', 'secret', false, 'unknown', "I can't check right now"],
    ['it is deleted', 'secret', false, 'deleted', undefined],
  ] as const)(
    'needs a look at the voice channel as well: %s',
    { meta: { promises: ['transcript-captions-nobody-confirmed'] } },
    async (_when, voiceChannelId, managesGuild, access, words) => {
      const widerReaders = access === 'confirmed';
      const scene = sceneWith(transcript(sessionBy('9', { voiceChannelId, widerReaders })));
      const textAccess = async (_guildId: string, channelId: string) =>
        channelId !== 'secret' ? 'visible' : access === 'confirmed' ? 'hidden' : access;
      const services = { ...scene, directory: { ...scene.directory, textAccess } };
      const context = interactionBy({ ...inLounge, managesGuild }, { format: 'txt' }, 'export');
      const run = createCaptions(services).run({ ...context, uploadLimitBytes: 10_000 });
      if (words === undefined) await expect(run).resolves.toBeUndefined();
      else await expect(run).rejects.toThrow(words);
      expect(context.answers).toHaveLength(words === undefined ? 1 : 0);
    },
  );

  it.each([
    ['there was none', {}, "There's no transcript here yet. Use `/captions start` to start one."],
    [
      'nothing was said',
      transcript(sessionBy('9'), []),
      "Nothing has been captioned yet, so there's nothing to export.",
    ],
    [
      'it was in a channel that the caller cannot see',
      transcript(sessionBy('9', { textChannelId: 'secret' })),
      "You can't see the channel of these captions, so I can't give you their transcript.",
    ],
    [
      'it is too large',
      transcript(sessionBy('9'), [line('word '.repeat(1_000))]),
      'larger than Discord allows here. Try `txt` or `srt`.',
    ],
  ])('says why when %s', async (_why, captions, words) => {
    const run = createCaptions(sceneWith(captions)).run(interactionBy(inLounge, { format: 'txt' }, 'export'));
    await expect(run).rejects.toThrow(words);
  });
});

describe('the buttons under the notice', () => {
  it('opt people out, and offer to opt back in', async () => {
    const scene = sceneWith();
    const context = choiceBy(nowhere, [], 'opt-out');
    await createCaptions(scene).component?.(context);
    expect(scene.acts).toEqual(['1 opted-out']);
    expect(context.answers[0]).toMatchObject({
      visibility: 'ephemeral',
      content:
        "You're opted out: you won't be captioned in any server. Use `/privacy erase` to delete your stored captions.",
    });
    expect(JSON.stringify(context.answers[0]?.components)).toContain('captions:opt-in');
  });

  it('opt in for this server only, say so, and offer every server', {
    meta: { promises: ['button-under-notice-opts'] },
  }, async () => {
    const scene = sceneWith();
    const context = choiceBy(nowhere, [], 'opt-in');
    await createCaptions(scene).component?.(context);
    expect(scene.acts).toEqual(['1 {"guildId":"g"}']);
    expect(context.answers[0]).toMatchObject({
      visibility: 'ephemeral',
      content:
        "You're opted in for this server only. Other servers follow their own settings. Use `/privacy opt-out` to opt out everywhere.",
    });
    expect(JSON.stringify(context.answers[0]?.components)).toContain(
      '"label":"Opt in for every server","custom_id":"privacy:opt-in"',
    );
  });

  it.each([
    ['opted-out', "You're opted in for this server only, and opted out in all others."],
    ['opted-in', "You're opted in for every server: "],
  ] as const)('opt in, and say what holds elsewhere: %s', async (consent, words) => {
    const setConsent = async () => ({ consent, decidedAtMs: 1, optedInGuilds: [] });
    const context = choiceBy(nowhere, [], 'opt-in');
    await createCaptions(sceneWith({ setConsent })).component?.(context);
    expect(context.answers[0]?.content.startsWith(words)).toBe(true);
  });
});
