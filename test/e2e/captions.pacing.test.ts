// @module-tag pocketsphinx
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CaptionsTestSession,
  openCaptionsTestSession,
  packetsOfClip,
  words,
} from '../support/captions-session.ts';
import { has, PARK } from '../support/sentences.ts';
import { patience } from '../support/test-session.ts';

const LONG_MS = 170_000;
const longPatience = () => AbortSignal.timeout(150_000);

let session: CaptionsTestSession;
beforeEach(async () => {
  session = await openCaptionsTestSession();
});
afterEach(() => session?.[Symbol.asyncDispose]());

describe('live captions', () => {
  it('show who said what, word for word, from exactly the spoken packets, with the right times', async () => {
    const notice = await session.start({ interim: false, language: 'en' });
    expect(notice.ephemeral).toBe(false);
    expect(notice.content).toMatch(/Live captions of .* are on/);
    expect(notice.content).toMatch(/opt-out/);
    expect(notice.pings).toEqual([]);
    const grace = await session.speaker('Grace');
    const said = await grace.say(PARK);
    const text = await session.untilLines('Grace', has(PARK));
    expect(words(text)).toEqual(words(PARK));
    const [request] = session.transcribed();
    expect(request?.body).toMatchObject({ language: 'en', ignore_timestamps: true });
    expect(packetsOfClip(request ?? expect.fail('nothing was transcribed'))).toEqual(said.packets);
    const [line] = await session.exportedLines();
    expect(line?.speaker).toBe('Grace');
    expect(Math.abs(Date.parse(line?.startedAt ?? '') - said.startedAtMs)).toBeLessThanOrEqual(200);
    expect(Math.abs(Date.parse(line?.endedAt ?? '') - said.soundToMs)).toBeLessThanOrEqual(200);
    expect(session.environment.discord.errors).toEqual([]);
    expect(session.environment.bot.output()).not.toContain('lunch');
  });

  it('lose nothing when the bot is killed while clips wait', { timeout: LONG_MS }, async () => {
    await session.start({ interim: false });
    session.speech.faults.add({ endpoint: 'asr', stallAfterBytes: 0 });
    const grace = await session.speaker('Grace');
    const said = await grace.say(PARK);
    await vi.waitUntil(() => session.transcribed().length > 0, { timeout: 30_000 });
    await session.environment.restartBot('crash', patience());
    session.speech.faults.clear();
    await session.untilLines('Grace', has(`late ${PARK}`), longPatience());
    const [line] = await session.exportedLines();
    expect(words(line?.text ?? '')).toEqual(words(PARK));
    expect(Math.abs(Date.parse(line?.startedAt ?? '') - said.startedAtMs)).toBeLessThanOrEqual(200);
  });
});
