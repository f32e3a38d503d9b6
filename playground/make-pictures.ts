/** Takes the pictures of the README: `npm run pictures`. They need Chromium, PocketSphinx and ffmpeg. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findProgram } from '@mynah/local-speech/recognition/find-program';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { Cast } from './cast/cast.ts';
import { startEnvironment } from './environment.ts';
import { createPageParts } from './page/faults/page-parts.ts';
import { startPage } from './page/start-page.ts';

const FOLDER = new URL('../docs/pictures/', import.meta.url);
const START_DEADLINE_MS = 60_000;
const WINDOW = { width: 1200, height: 750 };
/** Sentences that the local recognizer understands when the local voices say them. */
const TALK = [
  ['Grace', 'How are you doing this morning?'],
  ['Linus', 'We are going to the park after lunch.'],
  ['Grace', 'My brother lives in the big city and he likes it there very much.'],
] as const;
const INTERIM =
  'The weather is nice today and we are going to the park after lunch and my brother lives in the big city.';

const executablePath = process.env['CHROMIUM_PATH'] ?? findProgram('chromium', process.env['PATH']);
if (executablePath === undefined) throw new Error('Install Chromium, or set CHROMIUM_PATH to its program.');
await mkdir(FOLDER, { recursive: true });
await using stack = new AsyncDisposableStack();
const environment = await startEnvironment({ hasPublicUrl: true, signal: AbortSignal.timeout(START_DEADLINE_MS) });
stack.defer(async () => {
  await environment.close();
});
const cast = new Cast(environment);
const served = await startPage({ environment, cast, parts: createPageParts(environment), keeps: false, port: 0 });
stack.defer(() => served.close());
const browser = await chromium.launch({
  executablePath,
  args: [
    ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
});
stack.defer(() => browser.close());
await takeConversation(await openPage(browser, served.url));

/** Captions of a conversation, on the page and on a screen of their own; the last sentence is still being said. */
async function takeConversation(page: Page): Promise<void> {
  const loungeId = environment.discord.guild.channel('Lounge').id;
  await page
    .getByRole('button', { name: /^Join.*Lounge|^Join$/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Leave' }).first().waitFor();
  await run(page, '/captions start');
  await messages(page).getByText('Live captions of').first().waitFor();
  const overlay = await openOverlay(page);
  for (const [name, text] of TALK) {
    await cast.letSpeak(name, text, loungeId);
    await messages(page).getByText(text.split(' ').slice(-3, -1).join(' ')).last().waitFor();
  }
  await page.mouse.move(0, 0);
  const speaking = cast.letSpeak('Linus', INTERIM, loungeId);
  await messages(page).locator('em').filter({ hasText: 'weather' }).last().waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: fileURLToPath(new URL(`page-${colorScheme}.png`, FOLDER)) });
    await overlay.emulateMedia({ colorScheme });
    await overlay.screenshot({ path: fileURLToPath(new URL(`overlay-${colorScheme}.png`, FOLDER)) });
  }
  await speaking;
}

/** Asks for an address of the captions, and opens it. */
async function openOverlay(page: Page): Promise<Page> {
  await run(page, '/captions overlay');
  await messages(page)
    .getByText(/\/overlay\//)
    .first()
    .waitFor();
  const [address = ''] = /http:\S+\/overlay\/[\w-]+/.exec((await messages(page).textContent()) ?? '') ?? [];
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  return await openPage(browser, address);
}

/** Opens a page as a visitor who needs no tour. */
async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: WINDOW,
    deviceScaleFactor: 1.5,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript("try { localStorage.setItem('mynah-playground-tour', 'seen') } catch {}");
  await page.goto(url);
  return page;
}

/** The list of messages. */
function messages(page: Page): Locator {
  return page.locator('#messages');
}

/** Types a command into the page's box, and runs it. */
async function run(page: Page, command: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message #/ }).click();
  await page.keyboard.type(`${command} `);
  await page.keyboard.press('Enter');
}
