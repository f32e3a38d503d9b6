import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { OverlaySource } from '../../src/captions/overlay/overlay-api.ts';
import { OverlayFeed } from '../../src/captions/overlay/overlay-feed.ts';
import { createLogger } from '../../src/log/log.ts';
import { startHttpServer } from '../../src/web/http-server.ts';
import { createOverlayRoute, type OverlayRoute } from '../../src/web/overlay/overlay-route.ts';
import type { ViewerLimits } from '../../src/web/overlay/viewer-streams.ts';
import { openScene, type Scene } from '../unit/captions/captions-scene.ts';
import { ADA, BOB, GUILD, settle } from '../unit/captions/fakes.ts';
import { makeLink } from '../unit/captions/overlay/overlay-scene.ts';
import { WireViewer } from './overlay-viewer.ts';

const viewers: WireViewer[] = [];
afterEach(() => {
  for (const viewer of viewers.splice(0)) viewer.close();
});

/** A viewer who is closed after the test. */
function watch(...[url, options]: ConstructorParameters<typeof WireViewer>): WireViewer {
  const viewer = new WireViewer(url, options);
  viewers.push(viewer);
  return viewer;
}

interface Site {
  readonly route: OverlayRoute;
  readonly port: number;
  /** The address of a link's page. */
  at(secret: string): string;
  close(): Promise<void>;
}

async function serve(source: () => OverlaySource | undefined, limits: Partial<ViewerLimits> = {}): Promise<Site> {
  const route = createOverlayRoute({ source, limits });
  const address = { host: '127.0.0.1', port: 0 };
  const server = await startHttpServer(address, { routes: [route], log: createLogger('silent') });
  onTestFinished(() => server.close());
  return {
    route,
    port: server.port,
    at: (secret) => `http://127.0.0.1:${server.port}/overlay/${secret}`,
    close: () => server.close(),
  };
}

/** Captions that are on, their link, and the server that shows them. The timers are fake, the sockets are not. */
async function open(
  limits: Partial<ViewerLimits> = {},
): Promise<{ scene: Scene; site: Site; secret: string; events: string }> {
  const scene = openScene();
  await scene.captions.recover();
  await scene.begin();
  const { secret } = await makeLink(scene);
  const site = await serve(() => scene.captions.overlays, limits);
  return { scene, site, secret, events: `${site.at(secret)}/events` };
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function ask(url: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest(url, { method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.once('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    asking.once('error', reject).end();
  });
}

describe('captions on a screen', () => {
  it('come as they are said, whatever the words contain', {
    meta: { promises: ['names-words-break-neither'] },
  }, async () => {
    const { scene, events } = await open();
    const viewer = watch(events);
    await expect.poll(() => viewer.state).toBe('live');
    const nasty = 'data: x id: 9 event: reset </script> \u2028 “quoted”';
    await scene.speak(ADA, nasty);
    await expect.poll(() => viewer.texts).toEqual([nasty.replaceAll(/\s+/gu, ' ')]);
    expect(viewer.events.at(-1)?.data).toMatchObject({ speaker: 'Ada', final: true });
    expect(viewer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'referrer-policy': 'no-referrer',
    });
    expect(viewer.headers['content-encoding']).toBeUndefined();
  });

  it.each(['header', 'query'])('are caught up on by id, named in the %s, after a connection was cut', async (where) => {
    const { scene, events } = await open();
    const before = watch(events);
    await scene.speak(ADA, 'Seen.');
    await expect.poll(() => before.texts).toEqual(['Seen.']);
    before.close();
    await scene.speak(BOB, 'Missed.');
    const { lastId = '' } = before;
    const after =
      where === 'header' ? watch(events, { headers: { 'last-event-id': lastId } }) : watch(`${events}?after=${lastId}`);
    await expect.poll(() => after.state).toBe('live');
    expect(after.kinds).toEqual(['line', 'state']);
    expect(after.texts).toEqual(['Missed.']);
    const stranger = watch(`${events}?after=AAAAAAAA-1`);
    await expect.poll(() => stranger.texts).toEqual(['Seen.', 'Missed.']);
    expect(stranger.kinds[0]).toBe('reset');
  });

  it('of a person who opts out or is erased leave every screen at once', {
    meta: { promises: ['opting-out-erasing-take'] },
  }, async () => {
    const { scene, events } = await open();
    const screens = [watch(events), watch(events)];
    await scene.speak(ADA, 'First.');
    await scene.speak(BOB, 'Second.');
    await expect
      .poll(() => screens.map(({ texts }) => texts))
      .toEqual([
        ['First.', 'Second.'],
        ['First.', 'Second.'],
      ]);
    await scene.captions.setConsent(ADA, 'opted-out');
    await expect.poll(() => screens.map(({ texts }) => texts)).toEqual([['Second.'], ['Second.']]);
    await scene.captions.erasePerson(BOB, { messages: false });
    await expect.poll(() => screens.map(({ texts }) => texts)).toEqual([[], []]);
    expect(screens.every(({ isOpen }) => isOpen)).toBe(true);
  });

  it('end for its viewers when a link is revoked, and for all when the captions end', {
    meta: { promises: ['address-ends-once-revoked'] },
  }, async () => {
    const { scene, events, site } = await open();
    const other = await makeLink(scene);
    const [revoked, ended] = [watch(`${site.at(other.secret)}/events`), watch(events)];
    await expect.poll(() => [revoked.state, ended.state]).toEqual(['live', 'live']);
    await scene.captions.overlays.revoke(other.linkId);
    await expect.poll(() => [revoked.state, revoked.isOpen]).toEqual(['ended', false]);
    expect(ended.isOpen).toBe(true);
    void scene.captions.stop(GUILD);
    await expect.poll(() => [ended.state, ended.isOpen]).toEqual(['ended', false]);
    expect(site.route.viewers).toBe(0);
  });

  it('come back after a restart, with what was said and transcribed meanwhile', async () => {
    let source: OverlaySource | undefined;
    const scene = openScene();
    await scene.captions.recover();
    await scene.begin();
    const { secret } = await makeLink(scene);
    source = scene.captions.overlays;
    const site = await serve(() => source);
    const before = watch(`${site.at(secret)}/events`);
    await scene.speak(ADA, 'Before.');
    await expect.poll(() => before.texts).toEqual(['Before.']);
    scene.service.mode = 'waits';
    await scene.speak(BOB, 'Late.');
    before.close();
    source = undefined;
    expect(await ask(`${site.at(secret)}/events`)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', refresh: '5' },
    });
    const after = openScene({ lasting: scene });
    source = after.captions.overlays;
    expect(await ask(`${site.at(secret)}/events`)).toMatchObject({ status: 503 });
    await after.captions.recover();
    const viewer = watch(`${site.at(secret)}/events?after=${before.lastId}`);
    await expect.poll(() => viewer.state).toBe('waiting');
    expect(viewer.kinds[0]).toBe('reset');
    await settle();
    await expect.poll(() => viewer.texts).toEqual(['Before.', 'Late.']);
    await after.begin();
    await after.speak(ADA, 'Again.');
    await expect.poll(() => [viewer.state, viewer.texts.at(-1)]).toEqual(['live', 'Again.']);
  });

  it('reach others without delay while one viewer reads nothing, who is cut off and catches up', {
    meta: { promises: ['viewer-reads-too-slowly'] },
  }, async () => {
    const feed = new OverlayFeed('live', 'session');
    const source: OverlaySource = {
      isLoaded: true,
      guildOf: () => 'guild',
      open: async (_secret, after, listener) => feed.subscribe(after, listener),
    };
    const site = await serve(() => source, { maxWaitingBytes: 64 * 1024 });
    const events = `${site.at('s'.repeat(32))}/events`;
    const quick = watch(events);
    await expect.poll(() => quick.state).toBe('live');
    const slow = watch(events, { reads: false });
    await expect.poll(() => slow.status).toBe(200);
    const text = 'word '.repeat(700);
    let count = 0;
    // Until the system's own buffers are full as well.
    while (site.route.viewers === 2 && count < 20_000) {
      count += 1;
      feed.show({ lineId: `${count}`, userId: ADA, speaker: 'Ada', text, isFinal: true, startedAtMs: count });
      await expect.poll(() => quick.lines.has(`${count}`), { interval: 1 }).toBe(true);
    }
    expect(site.route.viewers).toBe(1);
    expect(quick.isOpen).toBe(true);
    slow.resume();
    await expect.poll(() => slow.isOpen).toBe(false);
    const back = watch(`${events}?after=${slow.lastId ?? ''}`);
    await expect.poll(() => back.lines.has(`${count}`)).toBe(true);
    await expect.poll(() => back.state).toBe('live');
  });

  it('stop at once when the server closes, with viewers and with requests that wait', async () => {
    const { site, events } = await open();
    const viewer = watch(events);
    await expect.poll(() => viewer.state).toBe('live');
    const wrong = ask(site.at('w'.repeat(32))).catch(() => 'cut');
    await site.close();
    await expect.poll(() => viewer.isOpen).toBe(false);
    expect(await wrong).toBe('cut');
  });

  it('have at most so many viewers, who leave room when they go', {
    meta: { promises: ['viewer-reads-too-slowly'] },
  }, async () => {
    const { events, site } = await open({ perLink: 2, inAll: 3 });
    const [one, two] = [watch(events), watch(events)];
    await expect.poll(() => [one.state, two.state]).toEqual(['live', 'live']);
    expect(await ask(events)).toMatchObject({ status: 503 });
    one.close();
    await expect.poll(() => site.route.viewers).toBe(1);
    const three = watch(events);
    await expect.poll(() => three.state).toBe('live');
  });
});

describe('a secret address', () => {
  it('that is wrong, malformed, revoked or ended is answered slowly and exactly alike, by GET and by HEAD', {
    meta: { promises: ['addresses-wrong-malformed-revoked'] },
  }, async () => {
    const { scene, site, secret } = await open();
    const other = await makeLink(scene);
    await scene.captions.overlays.revoke(other.linkId);
    const paths = [
      ...['w'.repeat(32), other.secret, 'short', `${secret}x`, secret.slice(1), '%00', '..%2f..%2fetc', `${secret}%20`],
      ...[`${secret}/`, `${secret}/events/`, `${secret}/other`, `${secret}/events/x`, `${secret.toUpperCase()}-`, ''],
    ];
    const urls = paths.flatMap((path) => [site.at(path), `${site.at(path)}?after=1`, `${site.at(path)}/events`]);
    for (const method of ['GET', 'HEAD']) {
      const wrong = urls.filter((url) => url !== `${site.at(secret)}/events` && !url.includes(`${secret}/events?`));
      let answered = 0;
      const asking = wrong.map(async (url) => {
        const answer = await ask(url, method);
        answered += 1;
        return answer;
      });
      // Under fake timers, each try lets as much time pass.
      await expect.poll(() => site.route.refused, { interval: 1 }).toBe(wrong.length);
      await scene.pass(700);
      expect(answered).toBe(0);
      await scene.pass(600);
      const answers = await Promise.all(asking);
      const seen = new Set(
        answers.map(({ status, headers: { date: _date, ...headers }, body }) =>
          JSON.stringify([status, headers, body]),
        ),
      );
      expect([...seen]).toHaveLength(1);
      const [answer] = answers;
      expect(answer).toMatchObject({ status: 404, headers: { 'x-robots-tag': 'noindex, nofollow' } });
      expect(answer?.body).toMatch(method === 'GET' ? /<h1>No captions at this address</ : /^$/);
    }
  });

  it.each([
    ['', { 'accept-language': 'de-AT, en;q=0.5' }, 'de', 'Lass dir eine neue geben'],
    ['?lang=ja', { 'accept-language': 'de' }, 'ja', '新しいアドレス'],
    ['?face=obs&lang="><b>', {}, 'en-US', 'for a new one'],
  ])('that is wrong says so, and what to do, in the reader’s language: %s', async (query, headers, locale, text) => {
    const { scene, site } = await open();
    const other = await makeLink(scene);
    await scene.captions.overlays.revoke(other.linkId);
    const asking = ['w'.repeat(32), other.secret, 'a/b/c'].map((path) => ask(site.at(path) + query, 'GET', headers));
    await expect.poll(() => site.route.refused).toBe(3);
    await scene.pass(1_300);
    const answers = await Promise.all(asking);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const [answer] = answers;
    expect(answer).toMatchObject({ status: 404, headers: { vary: 'accept-language', 'cache-control': 'no-store' } });
    expect(answer?.body).toContain(`<html lang="${locale}"`);
    expect(answer?.body).toContain(text);
    expect(answer?.body).not.toMatch(/<b>|<script|\sstyle=/);
    expect(answer?.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  });

  it('does not let refusals pile up: beyond a bound, connections are cut, and right ones still work', {
    meta: { promises: ['addresses-wrong-malformed-revoked'] },
  }, async () => {
    const { scene, site, secret } = await open();
    const outcomes: string[] = [];
    const asking = Array.from({ length: 230 }, () =>
      ask(site.at('w'.repeat(32))).then(
        () => outcomes.push('answered'),
        () => outcomes.push('cut'),
      ),
    );
    await expect.poll(() => outcomes.length).toBe(30);
    expect(site.route.refused).toBe(200);
    expect(await ask(site.at(secret))).toMatchObject({ status: 200 });
    await scene.pass(1_300);
    await Promise.all(asking);
    expect(outcomes.filter((outcome) => outcome === 'cut')).toHaveLength(30);
    expect(site.route.refused).toBe(0);
  });

  it('has strict headers', { meta: { promises: ['pages-have-strict-headers'] } }, async () => {
    const { site, secret } = await open();
    const page = await ask(site.at(secret));
    expect(page).toMatchObject({ status: 200, body: expect.stringMatching(/^<!doctype html>/i) });
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self';/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
    expect(await ask(site.at(secret), 'HEAD')).toMatchObject({ status: 200, body: '' });
    expect(await ask(`${site.at(secret)}/events`, 'HEAD')).toMatchObject({ status: 200, body: '' });
    expect(await ask(site.at(secret), 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('has files that are asked for again, and none outside their folders', {
    meta: { promises: ['pages-have-strict-headers'] },
  }, async () => {
    const { site } = await open();
    const file = await ask(site.at('assets/main.ts'));
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' } });
    const etag = file.headers.etag ?? '';
    expect(await ask(site.at('assets/main.ts'), 'GET', { 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: '',
    });
    expect(await ask(site.at('assets/nothing.ts'))).toMatchObject({ status: 404 });
    const raw = await new Promise<string>((resolve) => {
      const socket = connect(site.port, '127.0.0.1', () =>
        socket.write('GET /overlay/assets/../../package.json HTTP/1.0\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (data) => (text += data.toString())).on('close', () => resolve(text));
    });
    expect(raw).toMatch(/^HTTP\/1\.1 404 /);
  });
});
