import type { Person } from '@mynah/local-discord/people/person';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cast } from '../../playground/cast/cast.ts';
import type { Environment } from '../../playground/environment.ts';
import { createPageParts } from '../../playground/page/faults/page-parts.ts';
import { type PlaygroundPage, startPage } from '../../playground/page/start-page.ts';
import { accessibilityFaults, launchBrowser, type PageOptions, type TestBrowser } from '../support/browser.ts';
import { startTestEnvironment } from '../support/test-session.ts';

/** More than the page asks for at once. */
const MANY = 80;
/** Drawing all of them again with each that comes takes minutes. */
const FLOOD = 600;
const FLOOD_STEP = 50;
const FLOOD_MS = 40_000;
const PHONE = { width: 360, height: 740 };
const LIST = "document.querySelector('#messages')";
/** The line of the day, which moves to the oldest message, and the note at the start. */
const TOLERANCE_PX = 120;
/** How much of the list is below the view. */
const BELOW = `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(${LIST})`;

describe('messages on the page', { tags: ['chromium'] }, () => {
  let environment: Environment;
  let cast: Cast;
  let served: PlaygroundPage;
  let browser: TestBrowser;
  let grace: Person;
  let servers = 0;

  beforeAll(async () => {
    environment = await startTestEnvironment({ environment: { VOICE_WORKERS: '0' } });
    cast = new Cast(environment);
    served = await startPage({ environment, cast, parts: createPageParts(environment), keeps: false, port: 0 });
    browser = await launchBrowser();
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await environment?.close();
  });

  /** A tab in a server of the test's own, in which Grace can write. */
  async function openServer(options: PageOptions = {}): Promise<Page> {
    servers += 1;
    const name = `Server ${servers}`;
    const guild = cast.server(name);
    grace = cast.person('Grace', guild);
    const page = await browser.newPage(options);
    await page.goto(served.url);
    await page.getByRole('button', { name: 'Skip the tour' }).click();
    if (options.viewport === PHONE) await page.getByRole('button', { name: 'Show channels' }).click();
    await page.getByRole('navigation', { name: 'Servers' }).getByRole('button', { name, exact: true }).click();
    await page.locator('[data-channel]', { hasText: 'general' }).click();
    await page.getByText('This is the start of general.').waitFor();
    return page;
  }

  const say = (content: string) =>
    grace.send(content, { channelId: cast.server(`Server ${servers}`).channel('general').id });

  it('draws Markdown as formatting and everything else as text', async () => {
    const page = await openServer();
    say('**bold** <img src=x onerror=alert(1)> ||the **secret**||\n- one\n- two\n<t:1700000000:R>');
    const message = page.getByRole('article').last();
    await message.locator('strong', { hasText: 'bold' }).waitFor();
    expect(await message.locator('.markdown').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await message.locator('.markdown img').count()).toBe(0);
    expect(await message.getByRole('listitem').allInnerTexts()).toEqual(['one', 'two']);
    expect(await message.locator('time.timestamp').textContent()).toMatch(/years ago/);
    await message.getByRole('button', { name: 'Spoiler' }).click();
    await message.locator('.is-shown').getByText('secret').waitFor();
  });

  it('stays at the newest message, and on its place when older ones load above', async () => {
    const page = await openServer();
    for (let number = 1; number <= MANY; number += 1) say(`Message number ${number}.`);
    await page.getByText(`Message number ${MANY}.`).waitFor();
    await page.reload();
    await page.getByText(`Message number ${MANY}.`).waitFor();
    await expect.poll(() => page.evaluate<number>(BELOW)).toBeLessThan(2);
    await page.getByRole('article').last().hover();
    await page.mouse.wheel(0, -400);
    await page.getByRole('button', { name: 'Go to the newest message' }).waitFor();
    say('Something new.');
    await page.getByRole('button', { name: '1 new message' }).waitFor();
    const before = await page.evaluate<number>(`${LIST}.scrollHeight`);
    await page.evaluate(`${LIST}.scrollTop = 0`);
    await page.getByText('Message number 1.', { exact: true }).waitFor({ state: 'attached' });
    const [after, top] = await page.evaluate<[number, number]>(`[${LIST}.scrollHeight, ${LIST}.scrollTop]`);
    expect(Math.abs(after - before - top)).toBeLessThan(TOLERANCE_PX);
    await page.getByRole('button', { name: '1 new message' }).click();
    await expect.poll(() => page.getByText('Something new.').isVisible()).toBe(true);
  });

  it(
    'follows hundreds of messages that come at once',
    async () => {
      const page = await openServer();
      for (let number = 1; number <= FLOOD; number += 1) {
        say(`**Message** ${number} of \`many\` for <@${grace.id}>, ||hidden||`);
        // Each is drawn: those that come together are drawn once.
        if (number % FLOOD_STEP === 0) await page.getByText(`${number} of`, { exact: false }).last().waitFor();
      }
      await page.getByText(`${FLOOD} of`).waitFor();
      expect(await page.getByRole('article').count()).toBe(FLOOD);
    },
    FLOOD_MS,
  );

  it('can be read, answered, edited and deleted by keyboard alone', async () => {
    const page = await openServer();
    say('Good morning.');
    await page.getByText('Good morning.').waitFor();
    await page.getByRole('textbox', { name: 'general' }).fill('My first words.');
    await page.keyboard.press('Enter');
    await page.getByText('My first words.').waitFor();
    await page.keyboard.press('Shift+Tab');
    for (let tabs = 0; tabs < 5 && (await page.locator('li:focus').count()) === 0; tabs += 1)
      await page.keyboard.press('Shift+Tab');
    await page.locator('li:focus', { hasText: 'My first words.' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.locator('li:focus', { hasText: 'Good morning.' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Edit' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Edit your message' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' And more.');
    await page.keyboard.press('Enter');
    await page.getByText('My first words. And more.').waitFor();
    await page.locator('li:focus').getByText('(edited)').waitFor();
    for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Delete this message?' }).waitFor();
    for (let tabs = 0; tabs < 2; tabs += 1) await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('My first words.').count()).toBe(0);
  });

  it('makes a server that the visitor manages, and changes its settings by selects and buttons', async () => {
    const page = await openServer();
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('textbox', { name: 'Server name' }).fill('Workshop');
    await page.getByRole('button', { name: 'Add server' }).click();
    await page.getByText('You manage this server').waitFor();
    await page.getByRole('textbox', { name: 'general' }).fill('/settings');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Only you can see this.').waitFor();
    await page.getByRole('article').last().getByRole('button', { name: 'General' }).click();
    const select = page.getByRole('article').last().locator('.listbox-opener').first();
    await select.click();
    await page.getByRole('listbox').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await expect.poll(() => select.textContent()).toContain('Deutsch');
    await page.getByRole('button', { name: 'Dismiss message' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
  });

  it.each([
    ['desktop', 'light', { width: 1440, height: 900 }],
    ['phone', 'dark', PHONE],
  ] as const)(
    'has no faults of accessibility on a %s in %s colours, and nothing is wider than it',
    async (_size, colorScheme, viewport) => {
      const page = await openServer({ viewport, colorScheme });
      say('# Head\n> quote\n```\ncode that is a good deal wider than a phone, and has to be scrolled sideways\n```');
      await page.getByText('quote').waitFor();
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(viewport.width);
      expect(await accessibilityFaults(page)).toEqual([]);
      if (viewport !== PHONE) return;
      await page.getByRole('button', { name: 'Show channels' }).click();
      await page.getByRole('navigation', { name: 'Channels' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    },
  );
});
