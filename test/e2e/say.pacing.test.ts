import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sayAndHear } from '../support/say-and-hear.ts';
import { packetsSent, spokenRequests, toHex } from '../support/sent-speech.ts';
import { PARK } from '../support/sentences.ts';
import { openTestSession, type TestSession } from '../support/test-session.ts';

const FRAME_MS = 20;
const FRAME_SAMPLES = 960;

let session: TestSession;
beforeAll(async () => {
  session = await openTestSession();
});
afterAll(() => session[Symbol.asyncDispose]());

describe('the first /say of a new process', () => {
  it('has no hole, though the service pauses after its first chunk', async () => {
    const text = `${PARK} Bring something to eat, and tell the others.`;
    const { heard, utterance } = await sayAndHear(session, text);
    const [request, ...further] = spokenRequests(session.speech);
    expect(further).toEqual([]);
    if (request === undefined) throw new Error('nothing was spoken');
    expect(heard).toEqual(packetsSent(request));
    // The silence frames of a hole take RTP time, too.
    expect(new Set(rtpSteps(utterance.packets))).toEqual(new Set([FRAME_SAMPLES]));
  });
});

describe('/say under end-to-end encryption', () => {
  it('sends one packet every 20 ms, by the RTP clock and on the wire', async () => {
    const from = session.voice.heard.mark();
    await sayAndHear(session, PARK);
    // With the silence frames of a hole: where the machine stalls, the service may be late by more than it has been so far.
    const packets = session.voice.heard.packets.slice(from);
    expect(new Set(rtpSteps(packets))).toEqual(new Set([FRAME_SAMPLES]));
    const spanMs = (packets.at(-1)?.receivedAtMs ?? 0) - (packets[0]?.receivedAtMs ?? 0);
    const meanStepMs = spanMs / (packets.length - 1);
    expect(meanStepMs / FRAME_MS).toBeGreaterThan(0.9);
    expect(meanStepMs / FRAME_MS).toBeLessThan(1.1);
    // Packets that are encrypted together leave one by one.
    const steps = stepsMs(packets.filter(({ opus }) => toHex(opus) !== 'f8fffe'));
    const inStep = steps.filter((stepMs) => stepMs > FRAME_MS / 2 && stepMs < FRAME_MS * 1.5);
    expect(inStep.length / steps.length).toBeGreaterThan(0.7);
  });

  it('sends silence while the service works, at the same pace up to the first sound and on one RTP clock', async () => {
    // Long enough for a median that a stall of the machine does not change.
    session.speech.faults.add({ endpoint: 'live', delayMs: 1_000, times: 1 });
    const from = session.voice.heard.mark();
    await sayAndHear(session, PARK);
    const packets = session.voice.heard.packets.slice(from);
    const sound = packets.findIndex(({ opus }) => toHex(opus) !== 'f8fffe');
    const lead = packets.slice(0, sound + 1).map(({ sequence, timestamp }) => [sequence, timestamp]);
    const [[sequence = 0, timestamp = 0] = []] = lead;
    expect(lead).toEqual(
      lead.map((_, index) => [(sequence + index) % 2 ** 16, (timestamp + index * FRAME_SAMPLES) % 2 ** 32]),
    );
    const steps = stepsMs(packets.slice(0, sound));
    const medianStepMs = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
    expect(steps.length).toBeGreaterThan(40);
    expect(medianStepMs / FRAME_MS).toBeGreaterThan(0.9);
    expect(medianStepMs / FRAME_MS).toBeLessThan(1.1);
  });

  it('speaks a text of several pieces whole, without a gap between them', async () => {
    const text = 'The weather is nice today. '.repeat(6).trim();
    const before = spokenRequests(session.speech).length;
    const { heard, utterance } = await sayAndHear(session, text);
    const requests = spokenRequests(session.speech).slice(before);
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.map(({ body }) => (body as { text: string }).text).join(' ')).toBe(text);
    expect(heard).toEqual(requests.flatMap(packetsSent));
    const steps = rtpSteps(utterance.packets);
    const lengths = requests.map((request) => packetsSent(request).length);
    const boundaries = lengths
      .slice(1)
      .map((_, index) => lengths.slice(0, index + 1).reduce((sum, length) => sum + length));
    expect(boundaries.map((index) => steps[index - 1])).toEqual(boundaries.map(() => FRAME_SAMPLES));
  });
});

/** Time from the arrival of each packet to that of the next. */
function stepsMs(packets: readonly { readonly receivedAtMs: number }[]): number[] {
  return packets.slice(1).map((packet, index) => packet.receivedAtMs - (packets[index]?.receivedAtMs ?? 0));
}

/** RTP time from each packet to the next, in samples. */
function rtpSteps(packets: readonly { readonly timestamp: number }[]): number[] {
  return packets.slice(1).map(({ timestamp }, index) => (timestamp - (packets[index]?.timestamp ?? 0)) >>> 0);
}
