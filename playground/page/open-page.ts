import { Cast } from '../cast/cast.ts';
import type { Environment } from '../environment.ts';
import { createPageParts } from './faults/page-parts.ts';
import { type PlaygroundPage, startPage } from './start-page.ts';

/** How the page of a playground is opened. */
export interface OpenPageOptions {
  /** Whether it may be opened in a browser. */
  readonly opensBrowser: boolean;
  /** Whether everything is kept for the next start. */
  readonly keeps: boolean;
  readonly print: (line: string) => void;
}

/** Where a program runs, as far as it decides whether a browser can be opened. */
export interface Desktop {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
}

/** Starts the page, prints its address on a line of its own, and opens it in a browser on a desktop. The caller must dispose of it. */
export async function openPage(
  environment: Environment,
  { opensBrowser, keeps, print }: OpenPageOptions,
): Promise<PlaygroundPage & AsyncDisposable> {
  const page = await startPage({
    environment,
    cast: new Cast(environment),
    parts: createPageParts(environment),
    keeps,
  });
  print(`page: ${page.url}`);
  const desktop = { platform: process.platform, environment: process.env, isTerminal: process.stdout.isTTY };
  if (opensBrowser && isDesktop(desktop)) await openBrowser(page.url);
  const watching = environment.watchBot((news) => {
    // That the bot is away, tabs see by themselves.
    if (news !== 'reviving') page.tell(news === 'restarted' ? 'bot-restarted' : 'bot-ended');
  });
  return {
    ...page,
    [Symbol.asyncDispose]: async () => {
      watching[Symbol.dispose]();
      await page.close();
    },
  };
}

/** Whether somebody sits there who would see a browser: not in CI, not over SSH, not without a screen. */
export function isDesktop({ platform, environment, isTerminal }: Desktop): boolean {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== '';
  if (!isTerminal || isSet('CI') || isSet('SSH_CONNECTION') || isSet('SSH_TTY')) return false;
  return platform === 'win32' || platform === 'darwin' || isSet('DISPLAY') || isSet('WAYLAND_DISPLAY');
}

/** Without a browser, the printed address is enough. */
async function openBrowser(url: string): Promise<void> {
  try {
    const { default: open } = await import('open');
    const browser = await open(url);
    browser.once('error', () => undefined);
  } catch {
    // As above.
  }
}
