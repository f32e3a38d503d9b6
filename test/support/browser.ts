import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core';
import { inject } from 'vitest';
import { declaredProgram } from './needs.ts';

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** How long an action or a wait of a page may take on a busy machine. */
const PATIENCE_MS = 15_000;

/** Policies that only report don't write to the console. In a string, as all code for pages: tests have no DOM types. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  console.error('CSP: ' + effectiveDirective + ' forbids ' + blockedURI);
})`;

/** What a page of a test is like, besides Playwright's own options. */
export interface PageOptions extends BrowserContextOptions {
  /** What the browser's console may complain of in this test, such as the 502 that it provokes. */
  readonly expectedFaults?: readonly RegExp[];
}

/**
 * Starts Chromium. Its microphone plays `microphone`, a WAV file, from start to end and again; without one, it beeps. The
 * caller must close it.
 */
export async function launchBrowser({ microphone }: { readonly microphone?: string } = {}): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: realpathSync(declaredProgram('chromium', 'chromium')),
    // Debian's is a script, which calls further programs.
    env: { ...process.env, PATH: inject('programs').path },
    // Chromium's sandbox refuses to run for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      ...(microphone === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone}`]),
    ],
  });
  return new TestBrowser(browser);
}

/** One browser for a test file. Every page, or group of tabs, has a context of its own: cookies and storage are its alone. */
export class TestBrowser implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #contexts = new Set<BrowserContext>();
  readonly #faults: string[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A context whose pages are watched for faults; closed by `endTest`. */
  async newContext({ expectedFaults = [], ...options }: PageOptions = {}): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options);
    this.#contexts.add(context);
    context.setDefaultTimeout(PATIENCE_MS);
    const note = (fault: string): void => {
      if (!expectedFaults.some((expected) => expected.test(fault))) this.#faults.push(fault);
    };
    context.on('weberror', (failure) => note(`error: ${failure.error().stack ?? failure.error().message}`));
    context.on('console', (message) => {
      if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
    });
    await context.addInitScript(REPORT_VIOLATIONS);
    return context;
  }

  /** A page in a context of its own, watched for faults; closed by `endTest`. */
  async newPage(options?: PageOptions): Promise<Page> {
    return (await this.newContext(options)).newPage();
  }

  /**
   * Closes the pages of a test: call it in `afterEach`.
   * @throws {Error} with what went wrong in them: errors in scripts, errors in the console, violations of the
   * Content-Security-Policy.
   */
  async endTest(): Promise<void> {
    const contexts = [...this.#contexts];
    this.#contexts.clear();
    await Promise.all(contexts.map((context) => context.close()));
    this.checkFaults();
  }

  /** Like `endTest`, but the pages stay open: for tests that share one. */
  checkFaults(): void {
    const faults = this.#faults.splice(0);
    if (faults.length > 0) throw new Error(`The page had faults:\n${faults.join('\n')}`);
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

/** What axe-core looks at; default: everything. */
interface AccessibilityScope {
  /** A selector, such as that of the only part that changed since the last look. */
  readonly within?: string;
  /** Its rules, such as `color-contrast`. */
  readonly rules?: readonly string[];
}

/**
 * What axe-core finds wrong with a page as it is now, frames included, one string for each element:
 * `expect(await accessibilityFaults(page)).toEqual([])`.
 */
export async function accessibilityFaults(page: Page, { within, rules }: AccessibilityScope = {}): Promise<string[]> {
  const source = readFileSync(AXE, 'utf8');
  const inject = async (frame: Frame): Promise<void> => {
    if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(source);
  };
  await Promise.all(page.frames().map(inject));
  const options = { preload: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const scope = within === undefined ? 'document' : JSON.stringify(within);
  const results: AxeResults = await page.evaluate(`axe.run(${scope}, ${JSON.stringify(options)})`);
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${target.join(' ')}\n${failureSummary ?? ''}`),
  );
}
