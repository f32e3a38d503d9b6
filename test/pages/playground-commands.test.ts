import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cast } from '../../playground/cast/cast.ts';
import type { Environment } from '../../playground/environment.ts';
import { createPageParts } from '../../playground/page/faults/page-parts.ts';
import { type PlaygroundPage, startPage } from '../../playground/page/start-page.ts';
import { spokenFile } from '../../playground/spoken-packets.ts';
import { accessibilityFaults, launchBrowser, type TestBrowser } from '../support/browser.ts';
import { PARK } from '../support/sentences.ts';
import { startTestEnvironment } from '../support/test-session.ts';

const PHONE = { width: 360, height: 740 };

describe('commands on the page', { tags: ['chromium'] }, () => {
  let environment: Environment;
  let served: PlaygroundPage;
  let browser: TestBrowser;

  beforeAll(async () => {
    environment = await startTestEnvironment({
      hasPublicUrl: true,
      // What the tour lets Grace say.
      recognizer: { recognize: async () => ({ text: PARK, duration: 2, segments: [] }) },
      environment: { VOICE_WORKERS: '1' },
    });
    const parts = createPageParts(environment);
    served = await startPage({ environment, cast: new Cast(environment), parts, keeps: false, port: 0 });
    browser = await launchBrowser();
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await environment?.close();
  });

  /** A tab whose visitor has been here before, unless they take the tour. */
  async function openTab({ takesTour = false, viewport = { width: 1440, height: 900 } } = {}): Promise<Page> {
    const page = await browser.newPage({ viewport, expectedFaults: [/cdn\.discordapp\.com/] });
    if (!takesTour) await page.addInitScript("localStorage.setItem('mynah-playground-tour', 'seen')");
    await page.goto(served.url);
    await box(page).waitFor();
    return page;
  }

  function box(page: Page) {
    return page.getByRole('textbox', { name: 'Message #general' });
  }

  function option(page: Page, name: string) {
    return page.locator('.command-box').getByLabel(name, { exact: true });
  }

  /** The latest answer to a command, once it has this text. */
  function answer(page: Page, text: string | RegExp) {
    return page.getByRole('log').getByText(text).last();
  }

  async function type(page: Page, ...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      if (/^(?:Enter|Tab|Escape|Backspace|Arrow\w+|Shift\+\w+|Control\+\w+)$/.test(key)) await page.keyboard.press(key);
      else await page.keyboard.type(key);
    }
  }

  it('are found, filled in, mended and run with the keyboard alone', async () => {
    const page = await openTab();
    await box(page).focus();
    await type(page, '/sk');
    await page.getByRole('option', { name: '/skip' }).waitFor();
    await type(page, 'Backspace', 'Backspace', 'sa', 'Tab');
    await option(page, 'text').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // A named option opens its field; a number out of its bounds is said and stays.
    await type(page, 'hello there speed:', '9', 'Enter');
    await page.getByRole('alert').getByText('speed: Enter 2 or less.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await type(page, 'Backspace', '1.5', 'Tab', 'file', 'Enter', 'tr', 'Enter', 'Enter');
    await page.getByRole('button', { name: 'Play voice message' }).waitFor();
    // The box has the focus again, and arrow up the command.
    await type(page, 'ArrowUp');
    await option(page, 'text').waitFor();
    expect(await option(page, 'speed').inputValue()).toBe('1.5');
    await type(page, 'Escape', 'still a message', 'Enter');
    await page.getByRole('log').getByText('still a message').waitFor();
  });

  it('ask for options of every kind, and the bot for suggestions', async () => {
    const page = await openTab();
    await box(page).focus();
    await type(page, '/captions auto ');
    const channel = option(page, 'voice_channel');
    await channel.waitFor();
    // Voice and stage channels only.
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Lounge', 'Studio', 'Booth', 'Stage']);
    await type(page, 'stu', 'Tab', 'Enter', 'Tab', 'lang', 'Enter');
    await type(page, 'ger');
    await page.getByRole('option', { name: 'German' }).click();
    expect(await option(page, 'voice_channel').inputValue()).toBe('Studio');
    expect(await option(page, 'language').inputValue()).toBe('German (de)');
    await type(page, 'Escape');
    await type(page, '/transcribe ');
    const file = { name: 'note.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') };
    await option(page, 'file').setInputFiles(file);
    await page.locator('.command-box').getByText('note.wav').waitFor();
    // By key: what is shown of the file may move the button under a pointer.
    await page.getByRole('button', { name: 'Run' }).press('Enter');
    await answer(page, '/transcribe').waitFor({ timeout: 30_000 });
  });

  it('open forms, which keep what was typed', async () => {
    const page = await openTab();
    const form = page.getByRole('dialog');
    await box(page).focus();
    await type(page, '/say ', 'Enter');
    await form.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('Fill this in.').waitFor();
    await type(page, 'kept words', 'Escape');
    await form.waitFor({ state: 'detached' });
    await type(page, '/say ', 'Enter');
    await form.waitFor();
    expect(await form.getByRole('textbox').inputValue()).toBe('kept words');
    await form.getByRole('button', { name: 'Submit' }).click();
    await answer(page, 'You aren').waitFor();
    await form.waitFor({ state: 'detached' });
    await type(page, 'focus is back');
    expect(await box(page).inputValue()).toBe('focus is back');
  });

  it('are in the menu of a message, with its file', async () => {
    const page = await openTab();
    const sound = await spokenFile(environment.speech.access, { text: PARK, format: 'mp3' });
    await page
      .getByLabel('Add files')
      .setInputFiles({ name: 'park.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from(sound) });
    await page.getByRole('list', { name: 'Files to send' }).getByText('park.mp3').waitFor();
    await box(page).fill('Listen');
    await box(page).press('Enter');
    const message = page.getByRole('log').getByRole('article').filter({ hasText: 'park.mp3' });
    await message.hover();
    await message.getByRole('button', { name: 'More actions' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Transcribe' }).click();
    await answer(page, PARK).waitFor();
  });

  it('have their names in the language that is chosen, and answer to the English ones', async () => {
    const page = await openTab();
    // Names that don't change with the language.
    const choose = async (label: string): Promise<void> => {
      await page.locator('.visitor .icon-button').last().click();
      await page.locator('dialog select').selectOption({ label });
      await page.keyboard.press('Escape');
      // Closing gives the focus back to the button.
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    };
    await choose('Deutsch');
    await page.locator('html[lang="de"]').waitFor();
    await page.locator('#composer-text').focus();
    await type(page, '/say');
    await page.getByRole('option').getByText('Spricht einen Text').first().waitFor();
    // The next tab may be the same person.
    await page.locator('#composer-text').fill('');
    await choose('English');
    await page.locator('html[lang="en-US"]').waitFor();
  });

  it('are tried one after the other in the tour, to its end', async () => {
    const page = await openTab({ takesTour: true });
    const tour = page.getByRole('complementary', { name: 'Tour' });
    const act = (name: string | RegExp) => tour.getByRole('button', { name }).click();
    const isDone = (step: number) =>
      tour.getByRole('button', { name: new RegExp(`^${step}\\. .*\\(done\\)$`) }).waitFor();
    const next = () => tour.getByRole('button', { name: 'Next' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await act('Join Lounge');
    await isDone(1);
    for (const [step, command] of [
      [2, '/join'],
      [3, '/say'],
      [4, '/captions start'],
    ] as const) {
      await next();
      await act(`Put ${command} into the box`);
      await page.keyboard.press('Enter');
      await isDone(step);
    }
    await next();
    await act('Have Grace speak');
    await isDone(5);
    await next();
    await act('Put /captions overlay into the box');
    await page.keyboard.press('Enter');
    await isDone(6);
    await next();
    await act('Put /transcribe with a sample into the box');
    await page.locator('.command-box').getByText('sentence.mp3').waitFor();
    await page.keyboard.press('Enter');
    await isDone(7);
    await next();
    await act('Show the faults');
    const fault = page.getByRole('switch', { name: 'Speech service slow' });
    await fault.check();
    await isDone(8);
    await fault.uncheck();
    await next();
    const [second] = await Promise.all([page.context().waitForEvent('page'), act('Open a second tab')]);
    await isDone(9);
    await tour.getByText('That was the tour.').waitFor();
    await page.getByRole('complementary', { name: 'Members' }).getByText('Sam').waitFor();
    await tour.getByRole('button', { name: 'Finish' }).click();
    expect(await tour.count()).toBe(0);
    // It was seen: the second tab doesn't begin with it, and Help brings it back.
    await box(second).waitFor();
    expect(await second.getByRole('complementary', { name: 'Tour' }).count()).toBe(0);
    await second.getByRole('button', { name: 'Help' }).click();
    await second.getByRole('complementary', { name: 'Tour' }).waitFor();
  });

  it('fit on a phone', async () => {
    const page = await openTab({ takesTour: true, viewport: PHONE });
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close the tour' }).click();
    await box(page).focus();
    await type(page, '/captions auto ');
    await option(page, 'voice_channel').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  });
});
