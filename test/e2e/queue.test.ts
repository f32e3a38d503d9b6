import type { Person } from '@mynah/local-discord/people/person';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packetsOf, toHex } from '../support/sent-speech.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';
import { listenFor } from '../support/voiced-packets.ts';

const ONE = 'The weather is nice today.';
const TWO = 'How are you doing this morning?';
const LONG = 'My brother lives in the big city. '.repeat(4).trim();

let session: TestSession;
let grace: Person;
beforeAll(async () => {
  session = await openTestSession();
  grace = session.environment.discord.addPerson({ name: 'Grace' });
  grace.enterVoice(session.loungeId);
});
afterAll(async () => {
  await session[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await answer('/join');
});

async function answer(command: string, options = {}, person = session.ada) {
  return (await person.type(command, options)).reply(patience());
}

async function heardFrom(from: number): Promise<string[]> {
  const { packets } = await session.voice.heard.utterance(session.environment.discord.botId, {
    from,
    signal: patience(),
  });
  return packets.map(({ opus }) => toHex(opus));
}

describe('the queue', () => {
  it('speaks one text after another, each whole', async () => {
    const from = session.voice.heard.mark();
    await answer('/say', { text: ONE });
    const second = await answer('/say', { text: TWO });
    expect(second.content).toMatch(/^Queued: 1 text is ahead of yours\./);
    const first = await packetsOf(session.speech, ONE);
    const both = [...first, ...(await packetsOf(session.speech, TWO))];
    expect(await listenFor(session.voice.heard, from).through(both)).toEqual(both);
    const audible = session.voice.heard.audible(from).map(({ opus }) => toHex(opus));
    expect(audible.filter((packet) => packet !== 'f8fffe')).toEqual(both);
  });

  it('shows the caller alone who requested what, without a ping, and lets people remove their own texts', async () => {
    await answer('/say', { text: LONG });
    await answer('/say', { text: TWO }, grace);
    const shown = await answer('/queue', {}, grace);
    expect(shown.ephemeral).toBe(true);
    expect(shown.pings).toEqual([]);
    expect(shown.content).toContain(`<@${session.ada.id}>`);
    expect(shown.content).toContain(TWO);
    const [row] = shown.components;
    const select = row !== undefined && 'components' in row ? row.components?.[0] : undefined;
    const options =
      select !== undefined && 'options' in select ? (select.options as { label: string; value: string }[]) : [];
    expect(options.map(({ label }) => label)).toEqual([TWO]);
    const removal = await grace.select(shown, 'queue:remove', [options[0]?.value ?? '']);
    const after = await removal.until(({ content }) => content.startsWith('Removed from the queue.'), patience());
    expect(after.content).not.toContain(TWO);
    await answer('/stop');
  });

  it('continues with the next text after /skip', async () => {
    const voiced = listenFor(session.voice.heard);
    await answer('/say', { text: LONG });
    await answer('/say', { text: ONE });
    expect((await answer('/skip')).ephemeral).toBe(true);
    const next = await packetsOf(session.speech, ONE);
    const heard = await voiced.through(next);
    expect(heard.slice(-next.length)).toEqual(next);
    const heardOfLong = heard.length - next.length;
    expect(heardOfLong).toBeLessThan((await packetsOf(session.speech, LONG)).length);
  });

  it('is silent between /pause and /resume, then continues with the next packet', async () => {
    const from = session.voice.heard.mark();
    await answer('/say', { text: LONG });
    await answer('/pause');
    const before = await heardFrom(from);
    const paused = await answer('/pause');
    expect(paused.content).toMatch(/already|paused/i);
    const at = session.voice.heard.mark();
    await answer('/resume');
    const after = await heardFrom(at);
    const whole = await packetsOf(session.speech, LONG);
    expect(before.length).toBeLessThan(whole.length);
    expect([...before, ...after]).toEqual(whole);
  });

  it('is empty after /stop', async () => {
    const spoken = await session.ada.type('/say', { text: LONG });
    await spoken.until(({ content }) => content === 'Speaking…', patience());
    const queued = await session.ada.type('/say', { text: LONG });
    await queued.reply(patience());
    expect((await answer('/stop')).content).toBe('Stopped. Removed 1 text from the queue.');
    await spoken.until(({ content }) => content === 'Stopped.', patience());
    await queued.until(({ content }) => content === 'Removed from the queue.', patience());
    expect((await answer('/queue')).content).toMatch(/^The queue is empty\./);
  });
});
