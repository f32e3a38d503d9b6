import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecognition } from '../support/recognition.ts';
import { packetsOf, packetsSent, spokenRequests, toHex } from '../support/sent-speech.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';

const SENTENCE = 'We are going to the park after lunch.';
const FRAME_MS = 20;
const recognition = openRecognition();

/** Types `/say` as Ada and waits until the channel has heard it. */
async function sayAndHear(session: TestSession, text: string, options: Record<string, string> = {}) {
  const from = session.voice.heard.mark();
  const invocation = await session.ada.type('/say', { text, ...options });
  const reply = await invocation.reply(patience());
  const utterance = await session.voice.heard.utterance(session.environment.discord.botId, {
    from,
    signal: patience(),
  });
  return { invocation, reply, utterance, heard: utterance.packets.map(({ opus }) => toHex(opus)) };
}

describe('/say under end-to-end encryption', () => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openTestSession();
  });
  afterAll(async () => {
    await session[Symbol.asyncDispose]();
  });

  it('speaks the very packets that the service sent, in order and none lost, and confirms it to the caller alone', async () => {
    const { reply, utterance, heard, invocation } = await sayAndHear(session, SENTENCE);
    const [request] = spokenRequests(session.speech).slice(-1);
    expect(request?.endpoint).toBe('live');
    expect(heard).toEqual(packetsSent(request ?? expect.fail('nothing was asked of the service')));
    expect(heard.length).toBeGreaterThan(50);
    expect(utterance.lost).toBe(0);
    expect(utterance.endedBy).toBe('silence');
    expect(session.voice.heard.decryptFailures).toBe(0);
    expect(session.voice.groupMembers()).toContain(session.environment.discord.botId);
    expect(reply.ephemeral).toBe(true);
    expect(invocation.acknowledgedAfterMs).toBeLessThan(3_000);
    expect(session.environment.discord.errors).toEqual([]);
  });

  it('paces them at one packet in 20 ms on the RTP clock and on the wire', async () => {
    const { utterance } = await sayAndHear(session, SENTENCE);
    const { packets } = utterance;
    const steps = packets.slice(1).map((packet, index) => (packet.timestamp - (packets[index]?.timestamp ?? 0)) >>> 0);
    expect(new Set(steps)).toEqual(new Set([960]));
    const spanMs = (packets.at(-1)?.receivedAtMs ?? 0) - (packets[0]?.receivedAtMs ?? 0);
    const meanStepMs = spanMs / (packets.length - 1);
    expect(meanStepMs / FRAME_MS).toBeGreaterThan(0.9);
    expect(meanStepMs / FRAME_MS).toBeLessThan(1.1);
  });

  it('ends with five frames of silence', async () => {
    const from = session.voice.heard.mark();
    await sayAndHear(session, SENTENCE);
    const silence = () => session.voice.heard.packets.slice(from).filter(({ opus }) => toHex(opus) === 'f8fffe');
    while (silence().length < 5) await session.voice.heard.next(() => true, patience());
    expect(silence()).toHaveLength(5);
  });

  it('speaks in the voice that was asked for', async () => {
    const [choice] = await session.ada.autocomplete('/say', 'voice', 'Rob');
    expect(choice?.value).toBe(session.speech.voices.rms);
    const other = await sayAndHear(session, SENTENCE, { voice: String(choice?.value) });
    expect(spokenRequests(session.speech).at(-1)?.body).toMatchObject({ reference_id: session.speech.voices.rms });
    expect(other.heard).not.toEqual(await packetsOf(session.speech, SENTENCE));
  });

  it('speaks a text of several pieces whole, without a gap between them', async () => {
    const text = 'The weather is nice today. '.repeat(10).trim();
    const before = spokenRequests(session.speech).length;
    const { heard, utterance } = await sayAndHear(session, text);
    const requests = spokenRequests(session.speech).slice(before);
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.map(({ body }) => (body as { text: string }).text).join(' ')).toBe(text);
    expect(heard).toEqual(requests.flatMap(packetsSent));
    const { packets } = utterance;
    const steps = packets.slice(1).map((packet, index) => (packet.timestamp - (packets[index]?.timestamp ?? 0)) >>> 0);
    expect(new Set(steps)).toEqual(new Set([960]));
  });

  it('says the names of people and channels in place of their ids', async () => {
    const grace = session.environment.discord.addPerson({ name: 'Grace' });
    const text = `Hello <@${grace.id}>, come to <#${session.loungeId}>.`;
    await sayAndHear(session, text);
    expect(spokenRequests(session.speech).at(-1)?.body).toMatchObject({ text: 'Hello Grace, come to Lounge.' });
  });

  it('takes 6,000 characters', async () => {
    const text = 'The weather is nice today. '.repeat(230).slice(0, 6_000);
    const reply = await (await session.ada.type('/say', { text })).reply(patience());
    expect(reply.content).toBe('Speaking…');
    const stopped = await (await session.ada.type('/stop')).reply(patience());
    expect(stopped.ephemeral).toBe(true);
  });

  it('is understood word for word', async ({ skip }) => {
    if (recognition.kind === 'missing') return skip(recognition.why);
    const { utterance } = await sayAndHear(session, SENTENCE);
    expect(await recognition.recognize(utterance.packets)).toBe('we are going to the park after lunch');
  });
});

describe.each(['mp3', 'wav', 'pcm'] as const)('/say with %s from the service', (format) => {
  it('is converted once, heard whole and understood', async ({ skip }) => {
    await using session = await openTestSession({ environment: { SPEECH_TTS_FORMAT: format } });
    const { utterance } = await sayAndHear(session, SENTENCE);
    expect(spokenRequests(session.speech).at(-1)?.body).toMatchObject({ format });
    const usual = await packetsOf(session.speech, SENTENCE);
    expect(utterance.lost).toBe(0);
    expect(Math.abs(utterance.packets.length - usual.length)).toBeLessThanOrEqual(8);
    if (recognition.kind === 'missing') return skip(recognition.why);
    expect(await recognition.recognize(utterance.packets)).toBe('we are going to the park after lunch');
  });
});

describe('/say without end-to-end encryption', () => {
  it('is heard bit for bit too', async () => {
    await using session = await openTestSession({ dave: false });
    const { heard } = await sayAndHear(session, SENTENCE);
    expect(heard).toEqual(await packetsOf(session.speech, SENTENCE));
  });
});
