import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recognizeHeard } from '../support/recognition.ts';
import { sayAndHear } from '../support/say-and-hear.ts';
import { packetsOf, packetsSent, spokenRequests, toHex } from '../support/sent-speech.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';

const SENTENCE = 'We are going to the park after lunch.';
const SILENCE = 'f8fffe';

/** Waits until the bot has sent nothing for so long that clients give their decoders up. */
async function quiet({ heard }: PersonVoice): Promise<void> {
  const lastAtMs = () => heard.packets.at(-1)?.receivedAtMs ?? 0;
  await vi.waitFor(() => expect(performance.now() - lastAtMs()).toBeGreaterThan(600), { timeout: 10_000 });
}

describe('/say under end-to-end encryption', () => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openTestSession();
  });
  afterAll(async () => {
    await session[Symbol.asyncDispose]();
  });

  it('speaks exactly the packets that the service sent, in order and without loss, and confirms it to the caller alone', async () => {
    const { reply, utterance, heard, invocation } = await sayAndHear(session, SENTENCE);
    const [request] = spokenRequests(session.speech).slice(-1);
    expect(request?.endpoint).toBe('live');
    expect(heard).toEqual(packetsSent(request ?? expect.fail('nothing was asked of the service')));
    expect(heard.length).toBeGreaterThan(50);
    expect(utterance.lost).toBe(0);
    expect(utterance.endedBy).toBe('silence');
    const audible = session.voice.heard.audible().map(({ opus }) => toHex(opus));
    expect(audible.filter((packet) => packet !== SILENCE)).toEqual(heard);
    expect(session.voice.heard.decryptFailures).toBe(0);
    expect(session.voice.groupMembers()).toContain(session.environment.discord.botId);
    expect(reply.ephemeral).toBe(true);
    expect(invocation.acknowledgedAfterMs).toBeLessThan(3_000);
    expect(session.environment.discord.errors).toEqual([]);
  });

  it('ends with five frames of silence at least', async () => {
    const from = session.voice.heard.mark();
    await sayAndHear(session, SENTENCE);
    const packets = () => session.voice.heard.packets.slice(from).map(({ opus }) => toHex(opus));
    const closing = () => packets().slice(packets().findLastIndex((packet) => packet !== SILENCE) + 1);
    await quiet(session.voice);
    expect(closing().length).toBeGreaterThanOrEqual(5);
  });

  it('is heard whole by a client that loses its first 200 ms after a pause, also without a wait for the service', async () => {
    const before = session.voice.heard.packets.at(-1);
    await quiet(session.voice);
    const from = session.voice.heard.mark();
    const { heard } = await sayAndHear(session, SENTENCE);
    const audible = session.voice.heard.audible(from).filter(({ opus }) => toHex(opus) !== SILENCE);
    expect(audible.map(({ opus }) => toHex(opus))).toEqual(heard);
    expect(heard).toEqual(await packetsOf(session.speech, SENTENCE));
    const first = session.voice.heard.packets[from];
    expect(first?.sequence).toBe(((before?.sequence ?? 0) + 1) % 65_536);
  });

  it('sends no more than 600 ms of silence while the service hangs, and 200 ms when it answers', async () => {
    session.speech.faults.add({ endpoint: 'live', delayMs: 2_000, times: 1 });
    const from = session.voice.heard.mark();
    const { heard } = await sayAndHear(session, SENTENCE);
    const packets = session.voice.heard.packets.slice(from);
    const sound = packets.findIndex(({ opus }) => toHex(opus) !== SILENCE);
    // 30 frames at most, and 10 more when the service answers; a busy machine may have to begin those again.
    expect(sound).toBeGreaterThan(10);
    expect(sound).toBeLessThan(75);
    const audible = session.voice.heard.audible(from).map(({ opus }) => toHex(opus));
    expect(audible.filter((packet) => packet !== SILENCE)).toEqual(heard);
    expect(heard).toEqual(await packetsOf(session.speech, SENTENCE));
  });

  it('speaks with the requested voice', async () => {
    const [choice] = await session.ada.autocomplete('/say', 'voice', 'Rob');
    expect(choice?.value).toBe(session.speech.voices.rms);
    const other = await sayAndHear(session, SENTENCE, { voice: String(choice?.value) });
    expect(spokenRequests(session.speech).at(-1)?.body).toMatchObject({ reference_id: session.speech.voices.rms });
    expect(other.heard).not.toEqual(await packetsOf(session.speech, SENTENCE));
  });

  it('speaks the names of people and channels in place of their ids', async () => {
    const grace = session.environment.discord.addPerson({ name: 'Grace' });
    const text = `Hello <@${grace.id}>, come to <#${session.loungeId}>.`;
    await sayAndHear(session, text);
    expect(spokenRequests(session.speech).at(-1)?.body).toMatchObject({
      text: 'Hello Grace, come to the Lounge channel.',
    });
  });

  it('accepts 6,000 characters', async () => {
    const text = 'The weather is nice today. '.repeat(230).slice(0, 6_000);
    const reply = await (await session.ada.type('/say', { text })).reply(patience());
    expect(reply.content).toBe('Speaking…');
    const stopped = await (await session.ada.type('/stop')).reply(patience());
    expect(stopped.ephemeral).toBe(true);
  });
});

describe.concurrent.each(['mp3', 'wav', 'pcm'] as const)('/say with %s from the service', (format) => {
  let session: TestSession;
  let said: Awaited<ReturnType<typeof sayAndHear>>;
  beforeAll(async () => {
    session = await openTestSession({ environment: { SPEECH_TTS_FORMAT: format } });
    // Three bots convert at once: a hole is not the end.
    said = await sayAndHear(session, SENTENCE, {}, 5_000);
  });
  afterAll(async () => {
    await session[Symbol.asyncDispose]();
  });

  it('is converted once and heard whole', async ({ expect }) => {
    const { utterance } = said;
    expect(spokenRequests(session.speech).at(-1)?.body).toMatchObject({ format });
    const usual = await packetsOf(session.speech, SENTENCE);
    expect(utterance.lost).toBe(0);
    expect(Math.abs(utterance.packets.length - usual.length)).toBeLessThanOrEqual(8);
  });

  it('is understood', { tags: ['pocketsphinx'] }, async ({ expect }) => {
    expect(await recognizeHeard(said.utterance.packets)).toBe('we are going to the park after lunch');
  });
});

describe('/say without end-to-end encryption', () => {
  it('is heard bit for bit', async () => {
    await using session = await openTestSession({ dave: false });
    const { heard } = await sayAndHear(session, SENTENCE);
    expect(heard).toEqual(await packetsOf(session.speech, SENTENCE));
  });
});
