import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { LocalGuild } from '@mynah/local-discord/guild';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import type { PersonVoice, VoiceServer } from '@mynah/local-discord/voice/person-voice-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { untilAborted } from '../../src/concurrency/async.ts';
import { createLogger } from '../../src/log/log.ts';
import { createVoiceEngine } from '../../src/voice/voice-engine.ts';
import type { VoiceModels } from '../../src/voice-models/voice-models-api.ts';
import { fakeVoices } from '../support/fake-voices.ts';
import { createFakeSpeech, type FakeCall, numberOf, range } from '../unit/voice/fake-speech.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

/** Longer than any test holds a join that it lets succeed. */
const READY_TIMEOUT_MS = 1_500;

const trustedBefore = getCACertificates('default');
let discord: LocalDiscord;
let voiceServer: VoiceServer;
let speech: ReturnType<typeof createFakeSpeech>;
let made: Awaited<ReturnType<typeof createTestBot>>;
let guild: LocalGuild;
let ada: Person;
let voice: PersonVoice;
/** How the voice that a member chose, or named, is looked up. */
let lookUp: VoiceModels['voiceFor'];
let find: (call: Parameters<VoiceModels['find']>[2]) => ReturnType<VoiceModels['find']>;

beforeAll(async () => {
  discord = await startTestDiscord();
  setDefaultCACertificates([...trustedBefore, readFileSync(discord.caFile, 'utf8')]);
  if (discord.voiceServer === undefined) throw new Error('the local Discord has no voice server');
  voiceServer = discord.voiceServer;
  speech = createFakeSpeech();
  const limits = { readyTimeoutMs: READY_TIMEOUT_MS };
  made = await createTestBot(discord, {
    voices: fakeVoices([], {
      voiceFor: (requester) => lookUp(requester),
      find: (_requester, _entered, call) => find(call),
    }),
    createEngine: (onEvent) => createVoiceEngine({ speech, limits, onEvent, log: createLogger('silent') }),
  });
  await made.bot.start(soon());
});

afterAll(async () => {
  await made.close();
  await discord.close();
  setDefaultCACertificates(trustedBefore);
});

beforeEach(async () => {
  guild = discord.addGuild({ name: 'Test Server' });
  ada = discord.addPerson({ name: 'Ada', guild });
  voice = await ada.joinVoice(guild.channel('Lounge').id, soon());
  speech.calls.length = 0;
  lookUp = async () => ({ voiceId: undefined, from: 'default', fellBack: undefined });
  find = async () => ({ kind: 'not-found' });
});

/** The next request to the speech service, counted from 0. */
async function requested(index = 0): Promise<FakeCall> {
  await expect.poll(() => speech.calls.length, { timeout: 10_000 }).toBeGreaterThan(index);
  return speech.calls[index] as FakeCall;
}

function isConnected(channel = 'Lounge'): boolean {
  const { id } = guild.channel(channel);
  return voiceServer.figures().users.some((user) => user.userId === discord.botId && user.channelId === id);
}

async function used(): Promise<number> {
  return (await made.budgets.figures()).characters.used;
}

/** The numbers of the bot's voiced packets that a person received. */
function heardBy({ heard }: PersonVoice): (number | 'silence')[] {
  return heard.packets
    .filter(({ userId }) => userId === discord.botId)
    .map(({ opus }) => numberOf(opus))
    .filter((number) => number !== 'silence');
}

async function answer(command: string, options = {}, person = ada): Promise<string> {
  return (await (await person.type(command, options)).reply(soon())).content;
}

describe('a cold /say', () => {
  it('asks for its audio while the join is under way, and is heard whole', async () => {
    const held = voiceServer.holdAdmission();
    const invocation = await ada.type('/say', { text: 'Hello.' });
    (await requested()).send(0, 50).end();
    expect(isConnected()).toBe(false);
    held[Symbol.dispose]();
    await invocation.until(({ content }) => content === 'Spoken.', soon());
    await expect.poll(() => heardBy(voice)).toEqual(range(0, 50));
    expect(voice.heard.decryptFailures).toBe(0);
    expect(speech.calls).toHaveLength(1);
  });

  it('is dropped by /stop while it is joining; the bot comes and is silent', async () => {
    using held = voiceServer.holdAdmission();
    const invocation = await ada.type('/say', { text: 'Hello.' });
    (await requested()).send(0, 50);
    expect(await answer('/queue')).toMatch(/^Joining <#\d+>:\n1\\. <@\d+> \(preparing\): Hello\.$/);
    expect(await answer('/stop')).toBe('Stopped. Removed 1 text from the queue.');
    await invocation.until(({ content }) => content === 'Removed from the queue.', soon());
    held[Symbol.dispose]();
    await expect.poll(() => isConnected(), { timeout: 10_000 }).toBe(true);
    expect(await answer('/queue')).toMatch(/^The queue is empty\./);
    const next = ada.type('/say', { text: 'Bye.' });
    (await requested(1)).send(100, 120).end();
    await (await next).until(({ content }) => content === 'Spoken.', soon());
    await expect.poll(() => heardBy(voice)).toEqual(range(100, 120));
  });

  it('of somebody else queues behind the first one while the bot is joining', async () => {
    using held = voiceServer.holdAdmission();
    const bob = discord.addPerson({ name: 'Bob', guild });
    bob.enterVoice(guild.channel('Lounge').id);
    await ada.type('/say', { text: 'Hello.' });
    (await requested()).send(0, 20).end();
    expect(await answer('/say', { text: 'Me too.' }, bob)).toBe(
      'Queued: 1 text is ahead of yours. `/queue` shows all.',
    );
    held[Symbol.dispose]();
    (await requested(1)).send(20, 40).end();
    await expect.poll(() => heardBy(voice), { timeout: 10_000 }).toEqual(range(0, 40));
  });

  it('is cancelled by /leave', async () => {
    using _held = voiceServer.holdAdmission();
    const invocation = await ada.type('/say', { text: 'Hello.' });
    const { signal } = await requested();
    expect(await answer('/leave')).toMatch(/^Cancelled: I won't join <#\d+>\.$/);
    await invocation.until(({ content }) => content === 'I was asked to leave before I joined.', soon());
    expect(signal.aborted).toBe(true);
    await guild.waitForVoice(discord.botId, undefined, soon());
  });

  it('whose join fails is answered with why, and what was not spoken does not count', async () => {
    using _held = voiceServer.holdAdmission();
    const before = await used();
    const first = await ada.type('/say', { text: 'Hello.' });
    await requested();
    const second = await ada.type('/say', { text: 'Hello again.' });
    const why = 'Discord let me in, but the voice connection failed. Try again in a moment.';
    for (const invocation of [first, second]) await invocation.until(({ content }) => content === why, soon());
    expect(speech.calls.map(({ text }) => text)).toEqual(['Hello.']);
    await expect.poll(used).toBe(before + 'Hello.'.length);
    expect(await answer('/queue')).toMatch(/^I'm not in a voice channel here\./);
  });
});

describe('/stop before a text is queued', () => {
  const STOPPED = 'Stopped. Removed 1 text from the queue.';
  const REMOVED = 'Removed from the queue.';

  /** The bot is alone in the lounge, and Ada is in the studio. */
  async function leaveBotBehind(): Promise<PersonVoice> {
    const studio = guild.addChannel('Studio', 'voice');
    await answer('/join');
    await ada.leaveVoice();
    return await ada.joinVoice(studio.id, soon());
  }

  /** Nothing of the text was sent or counts, and the next one is heard. */
  async function isAsIfNeverSaid(before: number, person = voice): Promise<void> {
    expect(speech.calls).toEqual([]);
    await expect.poll(used).toBe(before);
    const next = await ada.type('/say', { text: 'Bye.' });
    (await requested()).send(100, 120).end();
    await next.until(({ content }) => content === 'Spoken.', soon());
    expect(speech.calls.map(({ text }) => text)).toEqual(['Bye.']);
    await expect.poll(() => heardBy(person)).toEqual(range(100, 120));
  }

  it('drops a /say that moves the bot: it comes and is silent', async () => {
    const there = await leaveBotBehind();
    const before = await used();
    using held = voiceServer.holdAdmission();
    const invocation = await ada.type('/say', { text: 'Hello.' });
    await guild.waitForVoice(discord.botId, guild.channel('Studio').id, soon());
    expect(await answer('/stop')).toBe(STOPPED);
    await invocation.until(({ content }) => content === REMOVED, soon());
    held[Symbol.dispose]();
    await expect.poll(() => isConnected('Studio'), { timeout: 10_000 }).toBe(true);
    await isAsIfNeverSaid(before, there);
  });

  it('leaves a /say that moves the bot to people elsewhere who have no say in its channel', async () => {
    const there = await leaveBotBehind();
    const bob = discord.addPerson({ name: 'Bob', guild });
    using held = voiceServer.holdAdmission();
    await ada.type('/say', { text: 'Hello.' });
    await guild.waitForVoice(discord.botId, guild.channel('Studio').id, soon());
    expect(await answer('/stop', {}, bob)).toMatch(/^Only people in <#\d+>/);
    held[Symbol.dispose]();
    (await requested()).send(0, 20).end();
    await expect.poll(() => heardBy(there)).toEqual(range(0, 20));
  });

  it('drops a /say whose chosen voice is being looked up', async () => {
    const before = await used();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: found, resolve: answerLookUp } = Promise.withResolvers<void>();
    lookUp = async () => {
      ask();
      await found;
      return { voiceId: undefined, from: 'default', fellBack: undefined };
    };
    const invocation = await ada.type('/say', { text: 'Hello.' });
    await asked;
    expect(await answer('/stop')).toBe(STOPPED);
    answerLookUp();
    await invocation.until(({ content }) => content === REMOVED, soon());
    await isAsIfNeverSaid(before);
  });

  it('drops a /say whose named voice is being looked up, before the bot has a session', async () => {
    const before = await used();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    find = async ({ signal }) => {
      ask();
      return await untilAborted(new Promise<never>(() => {}), signal);
    };
    const invocation = await ada.type('/say', { text: 'Hello.', voice: 'Somebody' });
    await asked;
    expect(await answer('/stop')).toBe(STOPPED);
    await invocation.until(({ content }) => content === REMOVED, soon());
    expect(await answer('/stop')).toBe("I'm not in a voice channel.");
    await isAsIfNeverSaid(before);
  });

  it('is not needed where /leave cancels the move', async () => {
    await leaveBotBehind();
    const before = await used();
    using _held = voiceServer.holdAdmission();
    const invocation = await ada.type('/say', { text: 'Hello.' });
    await guild.waitForVoice(discord.botId, guild.channel('Studio').id, soon());
    await answer('/leave');
    await invocation.until(({ content }) => content === 'I was asked to leave before I joined.', soon());
    expect(speech.calls).toEqual([]);
    await expect.poll(used).toBe(before);
  });
});

describe('a text in a channel where nobody is', () => {
  it('says in its reply and in the queue that it waits for somebody to come, and is heard whole by who comes', async () => {
    const held = voiceServer.holdAdmission();
    const invocation = await ada.type('/say', { text: 'Hello.' });
    (await requested()).send(0, 50).end();
    await ada.leaveVoice();
    held[Symbol.dispose]();
    const waiting = "Nobody is in the voice channel to hear this. I'll speak when someone joins.";
    await invocation.until(({ content }) => content === waiting, soon());
    expect(await answer('/queue')).toContain(' (waiting for listeners): Hello.');
    const back = await ada.joinVoice(guild.channel('Lounge').id, soon());
    await invocation.until(({ content }) => content === 'Spoken.', soon());
    await expect.poll(() => heardBy(back)).toEqual(range(0, 50));
  });
});
