import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, launchBrowser, type TestBrowser } from '../support/browser.ts';

describe('a test of a page', { tags: ['chromium'] }, () => {
  let browser: TestBrowser;
  let server: Server;
  let address: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.writeHead(request.url === '/gone' ? 502 : 200, {
        'content-type': 'text/html',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      });
      response.end('<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1></main></html>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await launchBrowser();
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it.each([
    ['an error in a script', "setTimeout(() => { throw new Error('broken') })", 'error: Error: broken'],
    ['a rejected promise', "Promise.reject(new Error('late')); 0", 'late'],
    ['an error in the console', "console.error('oh')", 'console: oh'],
    ['a violation of the policy', "fetch('http://127.0.0.2/').catch(() => 0)", 'CSP: connect-src forbids'],
    ['an answer of 502', "fetch('/gone').then(() => 0)", '502'],
  ])('fails with %s', async (_what, script, fault) => {
    const page = await browser.newPage();
    await page.goto(address);
    await page.evaluate(script);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    await expect(browser.endTest()).rejects.toThrow(fault);
  });

  it('passes without faults, and with those that it expects', async () => {
    const page = await browser.newPage({ expectedFaults: [/status of 502/] });
    await page.goto(address);
    await page.evaluate("fetch('/gone').then(() => 0)");
    await expect(browser.endTest()).resolves.toBeUndefined();
  });

  it('reads what axe-core finds, element by element, whatever the policy', async () => {
    const page = await browser.newPage();
    await page.goto(address);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.evaluate("document.querySelector('main').append(document.createElement('input'))");
    expect(await accessibilityFaults(page)).toEqual([expect.stringMatching(/^label: .*\ninput\n/)]);
  });

  it('has a microphone', async () => {
    const page = await browser.newPage();
    await page.goto(address);
    const tracks = await page.evaluate(
      'navigator.mediaDevices.getUserMedia({ audio: true }).then((a) => a.getTracks().length)',
    );
    expect(tracks).toBe(1);
  });
});
