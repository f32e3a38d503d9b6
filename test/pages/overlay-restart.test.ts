import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { type CaptionsTestSession, openCaptionsTestSession } from '../support/captions-session.ts';
import { PARK, TEA } from '../support/sentences.ts';
import { patience } from '../support/test-session.ts';

const WORDS = 'What was said.';

describe('the page of captions of the real bot', { tags: ['chromium'] }, () => {
  let session: CaptionsTestSession;
  let browser: TestBrowser;

  beforeAll(async () => {
    session = await openCaptionsTestSession({
      hasPublicUrl: true,
      recognizer: { recognize: async () => ({ text: WORDS, duration: 2, segments: [] }) },
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await session?.[Symbol.asyncDispose]();
  });

  it('shows what is said, through a restart and a crash, and nothing of who opts out, until captions end', async () => {
    const channelId = session.guild.channel('captions').id;
    await session.start();
    const grace = await session.speaker('<b>Grace</b>');
    const linus = await session.speaker('Linus \u202e שלום');
    const made = await (await session.ada.type('/captions overlay', {}, { channelId })).reply(patience());
    const address = /http:\/\/127\S*?\/overlay\/[\w-]{32}/.exec(made.content)?.[0] ?? expect.fail(made.content);
    const expectedFaults = [/net::ERR_/, /status of 404/, /status of 503/];
    const page = await browser.newPage({ locale: 'de-DE', expectedFaults });
    await page.goto(address);
    const lines = async () => {
      const texts = async (part: string) => page.locator(`#captions .${part}`).allTextContents();
      return { speakers: await texts('speaker'), words: await texts('words') };
    };
    const status = expect.poll(() => page.locator('#status').textContent(), { timeout: 25_000 });
    /** A line of each of them. */
    const shows = (names: readonly string[]) =>
      expect
        .poll(lines, { timeout: 25_000 })
        .toEqual({ speakers: names.map((name) => expect.stringContaining(name)), words: names.map(() => WORDS) });

    await grace.say(PARK);
    await shows(['Grace']);
    expect(await page.locator('#captions .speaker').textContent()).toBe('<b>Grace</b>');
    await session.environment.restartBot('stop', patience());
    await session.start();
    await status.toBe('Live');
    await linus.say(TEA);
    await shows(['Grace', 'Linus']);
    await session.environment.restartBot('crash', patience());
    await expect.poll(() => page.locator('#notice').textContent(), { timeout: 25_000 }).toContain('startet neu');
    await shows(['Grace', 'Linus']);
    await session.start();
    await expect.poll(() => page.locator('#notice').isVisible(), { timeout: 25_000 }).toBe(false);

    await (await grace.person.type('/privacy opt-out')).reply(patience());
    await shows(['Linus']);
    await (await session.ada.type('/captions stop', {}, { channelId })).reply(patience());
    await expect.poll(() => page.locator('#status').getAttribute('data-status')).toBe('ended');
    await shows(['Linus']);
    await page.goto(address);
    expect(await page.locator('h1').textContent()).toBe('Unter dieser Adresse gibt es keine Untertitel');
    expect(await page.locator('main').evaluate('(e) => getComputedStyle(e.parentElement).maxWidth')).not.toBe('none');
    await browser.endTest();
  });
});
