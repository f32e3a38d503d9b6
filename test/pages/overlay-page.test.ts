import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, launchBrowser, type PageOptions, type TestBrowser } from '../support/browser.ts';
import { ScriptedOverlay } from './scripted-overlay.ts';

/** What the browser says of connections that the tests break. */
const BROKEN = [/net::ERR_/, /status of 502/, /status of 404/];

/** Code for a page: how opaque the left upper corner of a picture is, from 0 to 255. */
function alphaAbove(picture: Buffer): string {
  return `(async () => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (character) => character.charCodeAt(0));
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0);
    return context.getImageData(0, 0, 1, 1).data[3];
  })()`;
}

describe('the page of captions', { tags: ['chromium'] }, () => {
  let browser: TestBrowser;
  let overlay: ScriptedOverlay;

  /** The page of the tests that need no context of their own: starting one costs as much as most tests. */
  let shared: Page | undefined;
  /** Those of the test that have one. */
  const own: Page[] = [];

  beforeAll(async () => {
    overlay = await ScriptedOverlay.start();
    browser = await launchBrowser();
  });
  afterEach(async ({ task }) => {
    for (const page of own.splice(0)) await page.context().close();
    await shared?.evaluate('localStorage.clear()');
    overlay.renew();
    if (shared !== undefined && task.result?.state !== 'fail') {
      browser.checkFaults();
      return;
    }
    shared = undefined;
    await browser.endTest();
  });
  afterAll(async () => {
    await browser?.close();
    await overlay?.[Symbol.asyncDispose]();
  });

  const USUAL = { locale: 'en-US', timezoneId: 'UTC', permissions: ['clipboard-read', 'clipboard-write'] };
  /** With options: in a context of its own. */
  const open = async (query = '', options?: PageOptions): Promise<Page> => {
    const isUsual = options === undefined;
    const page = (isUsual ? shared : undefined) ?? (await browser.newPage({ ...USUAL, ...options }));
    if (isUsual) shared = page;
    else own.push(page);
    await page.goto(overlay.address(query));
    await expect.poll(() => overlay.viewers).toBeGreaterThan(0);
    return page;
  };
  const captions = (page: Page): Promise<string[]> => page.locator('#captions .words').allTextContents();
  const shows = (page: Page, texts: readonly string[]) => expect.poll(() => captions(page)).toEqual(texts);
  const say = (count: number, from = 1): void => {
    for (let number = from; number < from + count; number += 1)
      overlay.line({ id: `${number}`, text: `Line ${number}` });
  };
  /** The value of an expression with `e`, the first element of this selector. */
  const ask = (page: Page, selector: string, expression: string): Promise<unknown> =>
    page.evaluate(`((e) => ${expression})(document.querySelector(${JSON.stringify(selector)}))`);
  const isAtEnd = (page: Page): Promise<unknown> =>
    ask(page, '#scroller', 'e.scrollHeight - e.scrollTop - e.clientHeight < 2');

  describe('shows what is said', () => {
    it('as it grows, each line once, in the order in which it was said', async () => {
      const page = await open();
      expect(await page.locator('#empty').isVisible()).toBe(true);
      overlay.state('live');
      overlay.line({ id: '1', speaker: 'Ada', text: 'I thi', final: false });
      await shows(page, ['I thi']);
      overlay.line({ id: '2', speaker: 'Grace', text: 'Hello.' });
      overlay.line({ id: '1', speaker: 'Ada', text: 'I think so.' });
      await shows(page, ['I think so.', 'Hello.']);
      expect(await page.locator('#captions .speaker').allTextContents()).toEqual(['Ada', 'Grace']);
      expect(await page.locator('#empty').isVisible()).toBe(false);
      expect(await page.locator('#status').textContent()).toBe('Live');
    });

    it('without moving what is below when interim text becomes final', async () => {
      const page = await open();
      overlay.line({ id: '1', text: 'These words stay where they are, and so does all below', final: false });
      overlay.line({ id: '2', text: 'Below' });
      await shows(page, ['These words stay where they are, and so does all below', 'Below']);
      await page.evaluate("first = document.querySelector('#captions .caption'), 0");
      const before = await page.locator('#captions .caption').last().boundingBox();
      overlay.line({ id: '1', text: 'These words stay where they are, and so does all below' });
      await page.locator('#captions .caption[data-final="true"]').nth(1).waitFor();
      expect(await page.locator('#captions .caption').last().boundingBox()).toEqual(before);
      expect(await ask(page, '#captions .caption', 'e === first')).toBe(true);
    });

    it('as text, whatever names and words look like', async () => {
      const page = await open();
      const written = '<img src=x onerror=alert(1)> & <b>{limit}</b> $& \u202e';
      overlay.line({ id: '1', speaker: '<script>Ada</script>', text: written });
      await shows(page, [written]);
      expect(await page.locator('#captions .speaker').textContent()).toBe('<script>Ada</script>');
      expect(await page.locator('#captions img, #captions script, #spoken b').count()).toBe(0);
    });

    it('to screen readers once it is final, and only then', async () => {
      const page = await open();
      overlay.line({ id: '1', text: 'I thi', final: false });
      await shows(page, ['I thi']);
      overlay.line({ id: '1', text: 'I think so.' });
      await page.locator('#spoken p').waitFor({ state: 'attached' });
      expect(await page.locator('#spoken').textContent()).toBe('Ada: I think so.');
      overlay.remove('1');
      await expect.poll(() => page.locator('#spoken p').count()).toBe(0);
    });

    it('no longer once it is removed, also while the page is paused', async () => {
      const page = await open();
      say(3);
      await shows(page, ['Line 1', 'Line 2', 'Line 3']);
      overlay.remove('2');
      await shows(page, ['Line 1', 'Line 3']);
      await page.locator('#pause').click();
      overlay.remove('3');
      await shows(page, ['Line 1']);
      overlay.reset();
      await shows(page, []);
    });

    it('as before after a reset: nothing moves, nobody hears it again, a pause and a delay stay', async () => {
      const page = await open('?delay=1');
      const at = new Date().toISOString();
      const sayAll = (): void => {
        for (const id of ['1', '2']) overlay.line({ id, text: `Line ${id}`, at });
      };
      sayAll();
      await shows(page, ['Line 1', 'Line 2']);
      await expect.poll(() => page.locator('#spoken p').count()).toBe(2);
      await page.keyboard.press('p');
      await page.evaluate(`(seen = [], new MutationObserver((changes) => seen.push(...changes))
        .observe(document.querySelector('.reading'), { childList: true, subtree: true }),
        new MutationObserver((changes) => seen.push(...changes)).observe(document.querySelector('#spoken'), { childList: true }), 0)`);
      overlay.reset();
      sayAll();
      overlay.state('live');
      overlay.line({ id: '3', text: 'Line 3', at: new Date(0).toISOString() });
      await expect.poll(() => page.locator('#newest').textContent()).toBe('Paused · 1 new');
      expect(await captions(page)).toEqual(['Line 1', 'Line 2']);
      expect(await page.evaluate("seen.filter(({ target }) => target.closest('#newest') === null).length")).toBe(0);
    });

    it('anew after a reset', async () => {
      const page = await open();
      say(2);
      await shows(page, ['Line 1', 'Line 2']);
      overlay.reset();
      overlay.line({ id: '7', text: 'Another' });
      await shows(page, ['Another']);
    });
  });

  describe('stays connected', () => {
    it('through a broken connection and a proxy’s 502, and catches up without a line lost or doubled', async () => {
      const page = await open('', { expectedFaults: BROKEN });
      say(2);
      await shows(page, ['Line 1', 'Line 2']);
      overlay.cut(2);
      await expect.poll(() => page.locator('#status').textContent()).toBe('Reconnecting…');
      overlay.remove('1');
      say(2, 3);
      await shows(page, ['Line 2', 'Line 3', 'Line 4']);
      expect(overlay.requests).toEqual(['', '?after=2', '?after=2', '?after=2']);
      expect(await page.locator('#status').textContent()).toBe('Live');
    });

    it('while the bot restarts, and says so', async () => {
      const page = await open();
      say(1);
      overlay.state('waiting');
      await expect.poll(() => page.locator('#status').textContent()).toBe('Waiting');
      expect(await page.locator('#notice').textContent()).toContain('Captions continue here by themselves');
      overlay.state('live');
      await expect.poll(() => page.locator('#notice').isVisible()).toBe(false);
    });

    it('until captions end: what was said can still be read, and nothing is asked for any more', async () => {
      const page = await open();
      say(1);
      overlay.state('ended');
      await expect.poll(() => page.locator('#notice').textContent()).toContain('Captions have ended.');
      await shows(page, ['Line 1']);
      const requests = overlay.requests.length;
      // What makes a page connect anew; the request after it is answered later.
      await page.evaluate("dispatchEvent(new Event('online')), fetch('assets/looks/page.css').then(() => 0)");
      expect(overlay.requests).toHaveLength(requests);
    });

    it('until its address is no longer valid, and says so', async () => {
      const page = await open('', { expectedFaults: BROKEN });
      overlay.revoke();
      await expect.poll(() => page.locator('#notice').textContent()).toContain('This address is no longer valid.');
      expect(await page.locator('#status').textContent()).toBe('Ended');
    });
  });

  describe('lets one read at one’s own pace', () => {
    it('follows the newest line, but not while somebody reads further up', async () => {
      const page = await open();
      say(40);
      await expect.poll(() => page.locator('#captions .caption').count()).toBe(40);
      expect(await isAtEnd(page)).toBe(true);
      await page.locator('#scroller').hover();
      await page.mouse.wheel(0, -600);
      await page.locator('#newest').waitFor();
      const top = await ask(page, '#scroller', 'e.scrollTop');
      say(2, 41);
      await expect.poll(() => page.locator('#newest').textContent()).toBe('2 new');
      expect(await ask(page, '#scroller', 'e.scrollTop')).toBe(top);
      await page.locator('#newest').click();
      await expect.poll(() => isAtEnd(page)).toBe(true);
      expect(await page.locator('#newest').isVisible()).toBe(false);
    });

    it('pauses, counts what is new, and goes on at the end', async () => {
      const page = await open();
      say(1);
      overlay.line({ id: '2', text: 'Not yet', final: false });
      await shows(page, ['Line 1', 'Not yet']);
      await page.keyboard.press('p');
      await expect.poll(() => page.locator('#pause').textContent()).toBe('Resume');
      overlay.line({ id: '2', text: 'Now it is.' });
      say(3, 3);
      await expect.poll(() => page.locator('#newest').textContent()).toBe('Paused · 3 new');
      expect(await captions(page)).toEqual(['Line 1', 'Not yet']);
      await page.keyboard.press('p');
      await shows(page, ['Line 1', 'Now it is.', 'Line 3', 'Line 4', 'Line 5']);
      expect(await page.locator('#pause').textContent()).toBe('Pause');
    });

    it('searches: marks and counts what it finds, and goes from one to the next', async () => {
      const page = await open();
      say(30);
      await expect.poll(() => page.locator('#captions .caption').count()).toBe(30);
      await page.keyboard.press('/');
      await page.keyboard.type('line 1');
      const position = () => page.locator('#matches').textContent();
      await expect.poll(position).toBe('11 of 11');
      const marked = "[...CSS.highlights.get('current-match')].map(String).concat(CSS.highlights.get('match').size)";
      expect(await page.evaluate(marked)).toEqual(['Line 1', 10]);
      await page.keyboard.press('Enter');
      await expect.poll(position).toBe('1 of 11');
      expect(await page.locator('.has-current-match .words').textContent()).toBe('Line 1');
      expect(await page.locator('.has-current-match').isVisible()).toBe(true);
      await page.keyboard.press('Shift+Enter');
      await expect.poll(position).toBe('11 of 11');
      overlay.line({ id: '100', text: 'Another line 1' });
      await expect.poll(position).toBe('11 of 12');
      await page.locator('#search-words').fill('nowhere');
      await expect.poll(position).toBe('No matches');
      await page.keyboard.press('Escape');
      expect(await page.locator('#search-bar').isVisible()).toBe(false);
      expect(await page.evaluate('document.activeElement.id')).toBe('search');
    });

    it('keeps colours, font and size', async () => {
      const page = await open('?theme=light');
      say(1);
      await page.locator('#captions .caption').waitFor();
      const size = () => ask(page, '#captions', 'parseFloat(getComputedStyle(e).fontSize)');
      const before = Number(await size());
      await page.locator('#larger').click();
      const larger = Number(await size());
      expect(larger).toBeGreaterThan(before);
      await page.locator('#display').click();
      await page.getByRole('radio', { name: 'OpenDyslexic' }).check();
      await page.getByRole('radio', { name: 'Dark' }).check();
      expect(new URL(page.url()).search).toBe('?theme=dark');
      await page.reload();
      await page.locator('#captions .caption').waitFor();
      expect(await size()).toBe(larger);
      await page.evaluate('document.fonts.ready.then(() => 0)');
      expect(await page.evaluate("document.fonts.check('16px OpenDyslexic')")).toBe(true);
      expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toMatch(/^OpenDyslexic/);
      expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(16, 18, 22)');
    });

    it('copies what was said, or what is selected of it', async () => {
      const page = await open();
      say(2);
      overlay.line({ id: '3', text: 'unfinished', final: false });
      await shows(page, ['Line 1', 'Line 2', 'unfinished']);
      const clipboard = () => page.evaluate('navigator.clipboard.readText()');
      await page.locator('#copy').click();
      await expect.poll(() => page.locator('#toast').textContent()).toBe('Copied');
      expect(await clipboard()).toBe('[14:00:07] Ada: Line 1\n[14:00:14] Ada: Line 2');
      await page.evaluate(`(() => {
        const [first, second] = [...document.querySelectorAll('#captions .words')].map((e) => e.firstChild);
        getSelection().setBaseAndExtent(first, 5, second, 4);
      })()`);
      await page.locator('#copy').click();
      await expect.poll(clipboard).toBe('[14:00:07] Ada: 1\n[14:00:14] Ada: Line');
      await page.evaluate("navigator.clipboard.writeText('').then(() => 0)");
      await page.keyboard.press('Control+c');
      await expect.poll(clipboard).toBe('[14:00:07] Ada: 1\n[14:00:14] Ada: Line');
    });

    it('downloads what was said as text', async () => {
      const page = await open();
      say(2);
      await shows(page, ['Line 1', 'Line 2']);
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download').click()]);
      expect(download.suggestedFilename()).toMatch(/^captions \d{4}-\d\d-\d\d \d\d\.\d\d\.txt$/);
      expect(await readFile(await download.path(), 'utf8')).toBe('[14:00:07] Ada: Line 1\n[14:00:14] Ada: Line 2\n');
    });

    it('is used by the keyboard alone, and its keys can be switched off', async () => {
      const page = await open();
      say(1);
      await page.locator('#captions .caption').waitFor();
      const reached: unknown[] = [];
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press('Tab');
        reached.push(await page.evaluate('document.activeElement.id || document.activeElement.tagName'));
      }
      expect(reached.slice(0, 10)).toEqual([
        ...['pause', 'search', 'smaller', 'larger', 'display', 'copy', 'download', 'address', 'shortcuts', 'scroller'],
      ]);
      await page.keyboard.press('?');
      await page.locator('#shortcuts-dialog[open]').waitFor();
      await page.locator('#shortcuts-enabled').press('Space');
      await page.keyboard.press('Escape');
      await page.locator('#shortcuts-dialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('p');
      expect(await page.locator('#pause').textContent()).toBe('Pause');
    });

    it('keeps a bounded number of lines, and says so', async () => {
      const page = await open();
      say(5_010);
      await expect.poll(() => page.locator('#captions .caption').count(), { timeout: 30_000 }).toBe(5_000);
      await expect.poll(() => page.locator('#captions .words').first().textContent()).toBe('Line 11');
      expect(await page.locator('#older').textContent()).toContain('the newest 5,000 captions');
      expect(await isAtEnd(page)).toBe(true);
    });
  });

  describe('follows the options of its address', () => {
    it('in the face for OBS: transparent, the newest captions and nothing else', async () => {
      const page = await open('?face=obs', { colorScheme: 'dark', viewport: { width: 1_280, height: 720 } });
      say(8);
      await shows(page, ['Line 6', 'Line 7', 'Line 8']);
      expect(await page.locator('button, input, dialog').count()).toBe(0);
      const picture = await page.screenshot({ omitBackground: true });
      expect(await page.evaluate(alphaAbove(picture))).toBe(0);
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('normal');
      const overflow =
        'document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth';
      overlay.line({ id: '9', text: 'long '.repeat(400) });
      await expect.poll(() => page.locator('#captions .caption').count()).toBe(3);
      expect(await page.evaluate(overflow)).toBe(false);
      const last = await page.locator('#captions .caption').last().boundingBox();
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(720);
    });

    it('lines, size, colours, alignment and font', async () => {
      const page = await open('?face=obs&lines=1&size=60&color=ff0&background=00f8&align=right&font=hyperlegible');
      say(3);
      await shows(page, ['Line 3']);
      const style = (name: string, selector: string) =>
        ask(page, selector, `getComputedStyle(e).getPropertyValue('${name}')`);
      expect(await style('font-size', '.words')).toBe('60px');
      expect(await style('color', '.words')).toBe('rgb(255, 255, 0)');
      expect(await style('background-color', '.caption')).toBe('rgba(0, 0, 255, 0.533)');
      expect(await style('font-family', '.words')).toContain('Atkinson Hyperlegible Next');
      const box = await page.locator('#captions .caption').boundingBox();
      expect(box?.x).toBeGreaterThan(800);
    });

    it.each(['?background=000&theme=light', '?background=fff&theme=dark', '?background=003&color=ff0&align=center'])(
      'colours of one’s own, with everything else still readable: %s',
      async (query) => {
        const page = await open(query);
        for (const speaker of ['Ada', 'Grace', 'Linus']) {
          overlay.line({ id: speaker, speaker, text: 'Can you read this?', final: speaker !== 'Linus' });
        }
        await page.locator('#captions .caption').nth(2).waitFor();
        expect(await accessibilityFaults(page, { rules: ['color-contrast'] })).toEqual([]);
      },
    );

    it('who: only these people, whatever they and others are called', {
      meta: { promises: ['screens-go-by-speaker-ids'] },
    }, async () => {
      const page = await open('?who=id+of+Grace&who=id+of+Linus');
      for (const [index, speaker] of ['Ada', 'Grace', 'Linus'].entries()) {
        overlay.line({ id: `${index + 1}`, speaker, text: speaker });
      }
      overlay.line({ id: '4', speaker: 'Grace', speakerId: 'id of Eve', text: 'I am Grace.' });
      overlay.line({ id: '5', speaker: 'Grace Hopper', speakerId: 'id of Grace', text: 'It is still me.' });
      await shows(page, ['Grace', 'Linus', 'It is still me.']);
      expect(await page.locator('#only-people').textContent()).toBe('Showing only: Grace Hopper and Linus');
    });

    it('delay: lines are shown later, and removed at once', async () => {
      const page = await open('?delay=2');
      const at = new Date().toISOString();
      overlay.line({ id: '1', text: 'One', at });
      overlay.line({ id: '2', text: 'Two', at });
      overlay.remove('1');
      overlay.state('live');
      await expect.poll(() => page.locator('#status').textContent()).toBe('Live');
      expect(await captions(page)).toEqual([]);
      await shows(page, ['Two']);
      overlay.remove('2');
      await shows(page, []);
    });

    it('in a low source for OBS: whole captions only, and none once captions have ended', async () => {
      const page = await open('?face=obs', { viewport: { width: 800, height: 200 } });
      await page.clock.install();
      await page.reload();
      for (const id of ['1', '2', '3']) overlay.line({ id, text: `These words of line ${id} take more than one line` });
      await expect.poll(() => page.locator('.caption').count()).toBe(3);
      await page.clock.runFor(100);
      expect(await page.locator('.caption:visible .words').allTextContents()).toEqual([
        expect.stringContaining('line 3'),
      ]);
      overlay.state('ended');
      await expect.poll(() => overlay.viewers).toBe(0);
      const afterOneSecond = async (): Promise<string[]> => {
        await page.clock.runFor(1_000);
        return captions(page);
      };
      await expect.poll(afterOneSecond).toEqual([]);
    });

    it('fade: captions for OBS go after a while', async () => {
      const page = await open('?face=obs&fade=30');
      await page.clock.install();
      await page.reload();
      overlay.line({ id: '1', text: 'Soon gone', at: new Date().toISOString() });
      await shows(page, ['Soon gone']);
      await page.clock.pauseAt(Date.now() + 10_000);
      const fading = page.locator('.is-fading');
      expect(await fading.count()).toBe(0);
      const afterHalfASecond = async (): Promise<number> => {
        await page.clock.runFor(500);
        return fading.count();
      };
      await expect.poll(afterHalfASecond, { interval: 1 }).toBe(1);
      await page.clock.runFor(1_500);
      await shows(page, []);
    });

    it('and names those that are not valid', async () => {
      const page = await open('?lines=none&size=5000&theme=dark');
      expect(await page.locator('#ignored-options').textContent()).toBe(
        "Some options in the address aren't valid and are ignored: lines and size.",
      );
    });

    it('builds an address in a form, with a preview', async () => {
      const page = await open();
      await page.keyboard.press('a');
      const address = () => page.locator('#address-result').inputValue();
      expect(await address()).toBe(overlay.address());
      await page.getByRole('radio', { name: 'Captions only, for OBS' }).check();
      await page.locator('#lines').fill('2');
      await page.locator('#size').fill('64');
      expect(await page.locator('#who-empty').isVisible()).toBe(true);
      for (const [index, speaker] of ['Ada', 'Grace', 'Linus'].entries()) {
        overlay.line({ id: `${index + 1}`, speaker, text: speaker });
      }
      await page.getByRole('checkbox', { name: 'Ada' }).check();
      await page.getByRole('checkbox', { name: 'Linus' }).check();
      expect(await page.locator('#who-empty').isVisible()).toBe(false);
      overlay.remove('2');
      await expect.poll(() => page.getByRole('checkbox', { name: 'Grace' }).count()).toBe(0);
      await page.getByLabel('Choose colors').check();
      await page.locator('[name=background]').fill('#ffee00');
      expect(await page.locator('#low-contrast').textContent()).toContain('hard to tell apart');
      await page.locator('#lang').selectOption('de');
      const built = overlay.address(
        '?face=obs&lines=2&size=64&lang=de&color=ffffff&background=ffee00&who=id+of+Ada&who=id+of+Linus',
      );
      expect(await address()).toBe(built);
      expect(await page.locator('#preview-captions .words').allTextContents()).toHaveLength(2);
      await page.getByLabel('Transparent background').check();
      expect(await address()).toContain('background=transparent');
      await page.locator('#size').fill('9999');
      expect(await address()).not.toContain('size');
      await page.locator('#copy-address').click();
      await expect.poll(() => page.locator('#toast').textContent()).toBe('Copied');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await address());
    });
  });

  describe.each([
    {
      language: 'German',
      locale: 'de-DE',
      title: 'Live-Untertitel',
      text: 'Guten Morgen! Könnt ihr mich alle hören?',
      looks: [
        { width: 360, colorScheme: 'light' },
        { width: 1_440, colorScheme: 'dark' },
      ],
      // What axe-core looks at is the same in each language.
      isChecked: true,
    },
    {
      language: 'Japanese',
      locale: 'ja-JP',
      title: 'ライブ字幕',
      text: 'おはようございます。聞こえますか？',
      looks: [
        { width: 360, colorScheme: 'dark' },
        { width: 1_440, colorScheme: 'light' },
      ],
      isChecked: false,
    },
  ] as const)('in $language', ({ locale, title, text, looks, isChecked }) => {
    it(`fits the screen${isChecked ? ' and has no fault for axe-core' : ''}, at 360 and 1440 px, light and dark`, async () => {
      const page = await open('', { locale, reducedMotion: 'reduce' });
      expect(await page.title()).toBe(title);
      const check = async (view: string, within?: string, seen: readonly (typeof looks)[number][] = looks) => {
        for (const { width, colorScheme } of seen) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          const isWide = 'document.documentElement.scrollWidth > innerWidth';
          expect(await page.evaluate(isWide), `${view}, ${width} px`).toBe(false);
          if (!isChecked) continue;
          const faults = await accessibilityFaults(page, within === undefined ? {} : { within });
          expect(faults, `${view}, ${colorScheme}, ${width} px`).toEqual([]);
        }
      };
      await check('empty', 'main');
      for (let number = 1; number <= 8; number += 1) {
        overlay.line({ id: `${number}`, speaker: `Person ${number}`, text, final: number < 8 });
      }
      overlay.state('waiting');
      await page.locator('#captions .caption').nth(7).waitFor();
      await page.keyboard.press('p');
      await page.keyboard.press('s');
      await page.keyboard.type(text.slice(0, 3));
      await page.locator('.has-current-match').waitFor();
      await check('captions and search');
      await page.keyboard.press('Escape');
      for (const [key, id] of [
        ['v', 'display'],
        ['a', 'address'],
        ['?', 'shortcuts'],
      ] as const) {
        await page.keyboard.press(key);
        await page.locator(`#${id}-dialog[open]`).waitFor();
        if (id === 'address') await page.locator('[name=ownColors]').check();
        await check(id, `#${id}-dialog`);
        await page.keyboard.press('Escape');
      }
      for (const look of looks) {
        await page.goto(overlay.address(`?face=obs&theme=${look.colorScheme}`));
        await page.locator('#captions .caption').nth(2).waitFor();
        await check('OBS', undefined, [look]);
      }
    });
  });
});
