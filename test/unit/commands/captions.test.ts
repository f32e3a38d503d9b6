import { describe, expect, it } from 'vitest';
import { createCaptions } from '../../../commands/captions.ts';
import type { CaptionStatus } from '../../../src/captions/captions-api.ts';
import {
  type CaptionLine,
  type CaptionSession,
  DEFAULT_CAPTION_SETTINGS,
} from '../../../src/captions/captions-ports.ts';
import type { GuildPlace } from '../../../src/discord/interactions/command.ts';
import type { Services } from '../../../src/discord/services.ts';
import { choiceBy, createScene, inLounge, interactionBy, sessionBy, typingBy } from './command-scene.ts';

const nowhere: GuildPlace = { ...inLounge, voiceChannelId: undefined };
const manager: GuildPlace = { ...nowhere, isManager: true };

function statusOf(session: CaptionSession, more: Partial<CaptionStatus> = {}): CaptionStatus {
  return {
    ...{ session, interim: true, consent: 'opt-out', speakers: [], optedOut: new Set(['2']), optedIn: new Set(['3']) },
    ...{ delayMs: 1_234, lossShare: 0.0042, waitingClips: 2, waitingBytes: 4_096 },
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

  it('comes to the caller, begins and tells everybody how to get out of it', async () => {
    const scene = sceneWith();
    const { answers } = await start(scene, inLounge, { language: 'de' });
    expect(scene.acts).toEqual(['join lounge', 'start lounge in general', 'raise lounge']);
    expect(answers[0]).toMatchObject({ visibility: 'public' });
    expect(answers[0]?.content).toMatch(
      /<#lounge> are on, started by <@1>\. Language: German\.\n.*Opt out.*\n.*30 days/,
    );
    expect(JSON.stringify(answers[0]?.components)).toMatch(/captions:opt-out.*captions:stop.*captions:export/);
  });

  it('offers to opt in where only those who do are captioned', async () => {
    const settings = async () => ({ ...DEFAULT_CAPTION_SETTINGS, consent: 'opt-in' as const });
    const { answers } = await start(sceneWith({ settings }));
    expect(answers[0]?.content).toContain('Only those who press **Opt in**');
    expect(JSON.stringify(answers[0]?.components)).toContain('captions:opt-in');
  });

  it('says so when captions are on already', async () => {
    const { answers } = await start(running());
    expect(answers[0]?.content).toContain('are on already, in <#general>');
  });

  it('names what it lacks to write there', async () => {
    const scene = sceneWith();
    const textChannel = (channelId: string) => ({ channelId, webhookChannelId: channelId, permissions: 1n << 10n });
    const unable = { ...scene, directory: { ...scene.directory, textChannel } };
    await expect(start(unable)).rejects.toThrow('give me in this channel: Send Messages.');
    expect(scene.acts).toEqual([]);
  });

  it('needs a caller in a voice channel, or a manager where the bot is', async () => {
    await expect(start(sceneWith(), nowhere)).rejects.toThrow('Join the voice channel');
    const scene = sceneWith({}, { at: 'studio' });
    await start(scene, manager);
    expect(scene.acts[0]).toBe('start studio in general');
  });

  it('does not leave those who listen elsewhere', async () => {
    await expect(start(sceneWith({}, { at: 'studio' }))).rejects.toThrow('People are listening to me in <#studio>');
  });

  it('refuses a language that there is not', async () => {
    await expect(start(sceneWith(), inLounge, { language: 'klingonese' })).rejects.toThrow('language called');
  });

  it('suggests languages', async () => {
    const choices = await createCaptions(sceneWith()).autocomplete?.(typingBy(inLounge, 'language', 'ger'));
    expect(choices?.[0]).toEqual({ name: 'German (de)', value: 'de' });
  });
});

describe('/captions stop', () => {
  it.each([
    ['whoever started them', sessionBy('1'), nowhere],
    ['those in the voice channel', sessionBy('9'), inLounge],
    ['managers', sessionBy('9'), manager],
  ])('ends captions for %s', async (_who, session, place) => {
    const scene = running(session);
    const context = interactionBy(place, {}, 'stop');
    await createCaptions(scene).run(context);
    expect(scene.acts).toEqual(['stop captions']);
    expect(context.answers[0]?.content).toBe('Captions of <#lounge> are off, with 2 lines.');
  });

  it('is refused to others, by the button too', async () => {
    const scene = running();
    await expect(createCaptions(scene).run(interactionBy(nowhere, {}, 'stop'))).rejects.toThrow('Only <@9>');
    await expect(createCaptions(scene).component?.(choiceBy(nowhere, [], 'stop'))).rejects.toThrow('Only <@9>');
    expect(scene.acts).toEqual([]);
  });

  it.each(['stop', 'status'])('says that captions are off: %s', async (subcommand) => {
    const run = createCaptions(sceneWith()).run(interactionBy(inLounge, {}, subcommand));
    await expect(run).rejects.toThrow('Captions are off here.');
  });
});

describe('/captions status', () => {
  it('shows who is captioned, delay, loss and what waits', async () => {
    const context = interactionBy(inLounge, {}, 'status');
    await createCaptions(running()).run(context);
    const words = context.answers[0]?.content;
    expect(words).toContain('Captioned: <@1>, <@3>.\nNot captioned: <@2>.');
    expect(words).toContain(
      'Delay: 1.2 s.\nLost on the way to me: 0.4 %.\nWaiting for text: 2 clips (4 KiB on disk in all).',
    );
  });

  it('shows those who opted in where that is asked for', async () => {
    const context = interactionBy(inLounge, {}, 'status');
    const status = async () => statusOf(sessionBy('9'), { consent: 'opt-in' });
    await createCaptions(sceneWith({ status })).run(context);
    expect(context.answers[0]?.content).toContain('Captioned: <@3>.\nNot captioned: <@1>, <@2> (only');
  });
});

describe('/captions export', () => {
  const transcript = (session: CaptionSession, lines = [line('Good morning.')]) => ({
    transcript: async () => ({ session, lines }),
  });

  it('gives the form that was asked for', async () => {
    const context = { ...interactionBy(inLounge, { format: 'srt' }, 'export'), uploadLimitBytes: 10_000 };
    await createCaptions(sceneWith(transcript(sessionBy('9')))).run(context);
    const [answer] = context.answers;
    expect(answer).toMatchObject({ visibility: 'ephemeral', content: 'Captions of <#lounge>: 1 line so far.' });
    expect(answer?.files?.map(({ name }) => name)).toEqual(['captions-2026-01-02-0304.srt']);
    expect(new TextDecoder().decode(answer?.files?.[0]?.bytes)).toContain('Good morning.');
  });

  it('gives all forms by the button, after the end too', async () => {
    const context = { ...choiceBy(inLounge, [], 'export'), uploadLimitBytes: 10_000 };
    await createCaptions(sceneWith(transcript(sessionBy('9', { endedAtMs: 1 })))).component?.(context);
    expect(context.answers[0]?.files?.map(({ name }) => name.split('.')[1])).toEqual(['txt', 'srt', 'vtt', 'json']);
    expect(context.answers[0]?.content).toBe('Captions of <#lounge>: 1 line.');
  });

  it.each([
    ['there was none', {}, 'no transcript here yet'],
    ['nothing was said', transcript(sessionBy('9'), []), 'Nothing has been captioned'],
    [
      'it was in a channel that the caller cannot see',
      transcript(sessionBy('9', { textChannelId: 'secret' })),
      'cannot see',
    ],
    ['it is too large', transcript(sessionBy('9'), [line('word '.repeat(1_000))]), 'larger than Discord takes'],
  ])('says why when %s', async (_why, captions, words) => {
    const run = createCaptions(sceneWith(captions)).run(interactionBy(inLounge, { format: 'txt' }, 'export'));
    await expect(run).rejects.toThrow(words);
  });
});

describe('the buttons under the notice', () => {
  it('opt out whoever presses them, and offer the way back', async () => {
    const scene = sceneWith();
    const context = choiceBy(nowhere, [], 'opt-out');
    await createCaptions(scene).component?.(context);
    expect(scene.acts).toEqual(['1 opted-out']);
    expect(context.answers[0]).toMatchObject({ visibility: 'ephemeral' });
    expect(JSON.stringify(context.answers[0]?.components)).toContain('captions:opt-in');
  });

  it('opt in', async () => {
    const scene = sceneWith();
    await createCaptions(scene).component?.(choiceBy(nowhere, [], 'opt-in'));
    expect(scene.acts).toEqual(['1 opted-in']);
  });
});
