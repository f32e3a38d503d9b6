import { beforeEach, describe, expect, it } from 'vitest';
import type { StagePlace } from '../../../../src/discord/client/stage-place.ts';
import { createStageVoice, type StageVoice } from '../../../../src/discord/playback/stage-voice.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';

const GUILD = 'g';
const AUDIENCE: StagePlace = { channelId: '7', isSpeaker: false, mayBecomeSpeaker: false, mayAsk: true };

let place: StagePlace | undefined;
let items: number;
let acts: string[];
let posted: string[];
let isRefused: boolean;
let stage: StageVoice;

beforeEach(() => {
  place = AUDIENCE;
  items = 0;
  acts = [];
  posted = [];
  isRefused = false;
  const act = async (what: string): Promise<void> => {
    acts.push(what);
    if (isRefused) throw new Error('refused');
  };
  stage = createStageVoice({
    engine: {
      session: async () => ({
        ...{ guildId: GUILD, channelId: '7', joining: true, paused: false },
        items: Array.from({ length: items }, () => ({
          ...{ textId: '1', userId: '1', text: 'Hello.', voiceId: undefined, state: 'preparing' },
        })),
      }),
    },
    stages: {
      place: () => place,
      becomeSpeaker: () => act('become a speaker'),
      askToSpeak: () => act('ask'),
    },
    announce: (_guildId, notice) => posted.push(notice(english)),
    log: createLogger('silent'),
  });
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function enter(): Promise<void> {
  stage.onOwnVoiceState(GUILD, true);
  await settled();
}

async function change(to: Partial<StagePlace>): Promise<void> {
  place = { ...AUDIENCE, ...to };
  stage.onOwnVoiceState(GUILD, false);
  await settled();
}

async function wait(): Promise<void> {
  stage.onVoiceEvent({ type: 'item-waiting', guildId: GUILD, textId: '1', waitsFor: 'permission' });
  await settled();
}

describe('in the audience of a stage', () => {
  it('captions ask for nothing', async () => {
    await enter();
    expect(acts).toEqual([]);
  });

  it('a text asks to speak at once, and what is needed is posted once', async () => {
    items = 1;
    await enter();
    expect(acts).toEqual(['ask']);
    await wait();
    await wait();
    expect(acts).toEqual(['ask']);
    expect(posted).toEqual([english.playback.stage.waits.asked({ channelId: '7' })]);
  });

  it('a text that comes later asks to speak then', async () => {
    await enter();
    await wait();
    expect(acts).toEqual(['ask']);
    expect(posted).toHaveLength(1);
  });

  it('with Mute Members a text becomes a speaker itself, and nothing is posted', async () => {
    place = { ...AUDIENCE, mayBecomeSpeaker: true };
    await enter();
    await wait();
    await change({ mayBecomeSpeaker: true, isSpeaker: true });
    expect(acts).toEqual(['become a speaker']);
    expect(posted).toEqual([]);
  });

  it.each(['missing', 'refused'])('says what it needs when asking is %s', async (why) => {
    place = { ...AUDIENCE, mayAsk: why === 'refused' };
    isRefused = true;
    await enter();
    await wait();
    expect(posted).toEqual([english.playback.stage.waits.mayNotAsk({ channelId: '7' })]);
    expect(posted[0]).toMatch(/Request to Speak/);
  });

  it('does not fight a moderator who sends it back: says so once, and asks again only when somebody wants it', async () => {
    place = { ...AUDIENCE, mayBecomeSpeaker: true };
    items = 1;
    await enter();
    await change({ mayBecomeSpeaker: true, isSpeaker: true });
    await change({ mayBecomeSpeaker: true });
    await wait();
    await wait();
    expect(acts).toEqual(['become a speaker']);
    expect(posted).toEqual([english.playback.stage.waits.movedToAudience({ channelId: '7' })]);
    await expect(stage.ask(GUILD)).resolves.toBe('speaker');
    expect(acts).toEqual(['become a speaker', 'become a speaker']);
  });

  it('asks again after a crash of its voice thread, without another notice', async () => {
    items = 1;
    await enter();
    await wait();
    await enter();
    await wait();
    expect(acts).toEqual(['ask', 'ask']);
    expect(posted).toHaveLength(1);
  });

  it('posts it again in the next session', async () => {
    items = 1;
    await enter();
    await wait();
    stage.onVoiceEvent({ type: 'session-ended', guildId: GUILD, channelId: '7', reason: 'left' });
    await enter();
    await wait();
    expect(posted).toHaveLength(2);
  });
});

describe('somebody who wants the bot to speak', () => {
  it.each([
    ['asked', AUDIENCE],
    ['speaker', { ...AUDIENCE, mayBecomeSpeaker: true }],
    ['speaker', { ...AUDIENCE, isSpeaker: true }],
    ['may-not-ask', { ...AUDIENCE, mayAsk: false }],
    [undefined, undefined],
  ] as const)('is told how it went: %s', async (standing, at) => {
    place = at;
    await expect(stage.ask(GUILD)).resolves.toBe(standing);
  });

  it('is told when Discord refuses', async () => {
    isRefused = true;
    await expect(stage.ask(GUILD)).resolves.toBe('failed');
  });
});
