import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestPage, type TestPage, type TestTab } from './playground-page-fixture.ts';

let scene: TestPage;
let robin: TestTab;
let sam: TestTab;
let general: string;

beforeAll(async () => {
  scene = await startTestPage();
  robin = await scene.open();
  sam = await scene.open();
  general = robin.channel('general');
});

afterAll(async () => {
  await scene[Symbol.asyncDispose]();
});

/** Uploads as the page does; gives the status and the answer. */
async function upload(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${scene.page.url}files`, {
    method: 'POST',
    headers: { origin: new URL(scene.page.url).origin, 'x-file-name': 'tea%20time.mp3', ...headers },
    body: bytes,
  });
  return { status: response.status, answer: (await response.json()) as { id?: string; problem?: string } };
}

/** A GET with headers that `fetch` does not let anyone set, and a path as it is. */
async function get(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(scene.page.url);
  return await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject).end();
  });
}

/** The status by which a WebSocket was refused, or 101. */
async function openSocket(path: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${scene.page.url.replace('http', 'ws')}${path}`, { headers });
  return await new Promise((resolve) => {
    socket.once('open', () => {
      socket.close();
      resolve(101);
    });
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.once('error', () => undefined);
  });
}

describe('the people of the page', () => {
  test('two tabs are two people, and the first manages the first server', () => {
    expect([robin.name, sam.name]).toEqual(['Robin', 'Sam']);
    expect([robin.servers[0]?.isManager, sam.servers[0]?.isManager]).toEqual([true, false]);
    const commands = (tab: TestTab) => {
      const inServer = tab.of('commands').filter(({ serverId }) => serverId !== undefined);
      return inServer.flatMap(({ commands: offered }) => offered.map(({ name }) => name));
    };
    expect(commands(robin)).toContain('settings');
    expect(commands(sam)).not.toContain('settings');
  });

  test('they see each other, the bot and the scripted speakers', async () => {
    const members = await robin.until(() => {
      const all = robin.servers[0]?.members;
      return all?.some(({ name }) => name === 'Sam') === true ? all : undefined;
    });
    expect(members.filter(({ isBot }) => isBot).map(({ name }) => name)).toEqual(['Mynah']);
    expect(members.filter(({ isScripted }) => isScripted).map(({ name }) => name)).toEqual(['Grace', 'Linus']);
  });

  test('a tab that connects again is the same person', async () => {
    const tab = await scene.open();
    const { tab: key, visitor } = tab.welcome;
    await tab.close();
    const again = await scene.open(key);
    expect(again.welcome.visitor.id).toBe(visitor.id);
    await again.close();
  });

  test('use Discord in the first language of their browser that Mynah speaks', async () => {
    const tab = await scene.open(undefined, 'nl,pt-PT,de');
    expect(tab.welcome.visitor.locale).toBe('pt-BR');
    const { tab: key } = tab.welcome;
    await tab.close();
    const again = await scene.open(key, 'tlh');
    expect(again.welcome.visitor.locale).toBe('pt-BR');
    await again.close();
    const other = await scene.open(key, 'en-GB');
    expect(other.welcome.visitor.locale).toBe('en-US');
    await other.close();
  });

  test('a duplicated tab, with the key of an open one, is somebody else', async () => {
    const twin = await scene.open(robin.welcome.tab);
    expect(twin.welcome.visitor.id).not.toBe(robin.welcome.visitor.id);
    expect(twin.welcome.tab).not.toBe(robin.welcome.tab);
    await twin.close();
  });
});

describe('messages', () => {
  test('reach everybody with their Markdown parsed, and only their author owns them', async () => {
    await robin.request({ kind: 'send', channelId: general, content: 'Good **morning**', files: [] });
    const seen = await sam.says('Good **morning**');
    expect(seen).toMatchObject({ author: { name: 'Robin', isApp: false }, isOwn: false });
    expect(seen.markdown['Good **morning**']?.map(({ type }) => type)).toEqual(['text', 'strong']);
    expect((await robin.says('Good **morning**')).isOwn).toBe(true);
  });

  test('are answered, edited and deleted', async () => {
    await robin.request({ kind: 'send', channelId: general, content: 'Tea?', files: [] });
    const { id: replyTo } = await sam.says('Tea?');
    await sam.request({ kind: 'send', channelId: general, content: 'Yes', files: [], replyTo });
    const reply = await robin.says('Yes');
    expect(reply).toMatchObject({ replyTo, pingsMe: true });
    expect(await robin.request({ kind: 'edit', channelId: general, messageId: reply.id, content: 'No' })).toMatchObject(
      {
        kind: 'failed',
        reason: 'refused',
      },
    );
    await sam.request({ kind: 'edit', channelId: general, messageId: reply.id, content: 'Yes, please' });
    expect(await robin.says('Yes, please')).toMatchObject({ id: reply.id, isEdited: true });
    await sam.request({ kind: 'delete', channelId: general, messageId: reply.id });
    await robin.next('message-deleted', ({ id }) => id === reply.id);
  });

  test('carry files, whose bytes come from the local Discord', async () => {
    const { answer } = await upload(Uint8Array.of(1, 2, 3), { 'content-type': 'audio/mpeg' });
    await robin.request({ kind: 'send', channelId: general, content: 'Listen', files: [answer.id ?? ''] });
    const [file] = (await sam.says('Listen')).attachments;
    expect(file).toMatchObject({ filename: 'tea_time.mp3', contentType: 'audio/mpeg', size: 3 });
    const bytes = await (await fetch(file?.url ?? '')).bytes();
    expect([...bytes]).toEqual([1, 2, 3]);
  });

  test('of before come page by page', async () => {
    const captions = robin.channel('captions');
    for (const content of ['one', 'two', 'three']) {
      await robin.request({ kind: 'send', channelId: captions, content, files: [] });
    }
    const late = await scene.open();
    expect(await late.request({ kind: 'history', channelId: captions, limit: 2 })).toMatchObject({ value: true });
    expect(late.messages.map(({ content }) => content)).toEqual(['two', 'three']);
    const before = late.messages[0]?.id ?? '';
    expect(await late.request({ kind: 'history', channelId: captions, before, limit: 2 })).toMatchObject({
      value: false,
    });
    expect(late.messages.map(({ content }) => content).toSorted()).toEqual(['one', 'three', 'two']);
    await late.close();
  });

  test('between the bot and one person are seen by nobody else', async () => {
    const { directChannelId } = robin.welcome.visitor;
    await robin.request({ kind: 'send', channelId: directChannelId, content: 'Between us', files: [] });
    await robin.says('Between us');
    expect(await sam.request({ kind: 'send', channelId: directChannelId, content: 'Hello', files: [] })).toMatchObject({
      reason: 'refused',
    });
    await sam.request({ kind: 'history', channelId: directChannelId, limit: 50 });
    expect(sam.messages.some(({ content }) => content === 'Between us')).toBe(false);
  });
});

describe('the bot', () => {
  test('answers a command with all that one can do with it', async () => {
    const options = { text: 'good morning' };
    expect(await robin.request({ kind: 'command', channelId: general, path: 'say', options })).toMatchObject({
      kind: 'done',
    });
    const answer = await sam.says('good morning');
    expect(answer).toMatchObject({ author: { isApp: true }, command: { userName: 'Robin', name: 'say' } });
    const of = { channelId: general, messageId: answer.id };
    await sam.request({ kind: 'press', ...of, customId: 'again' });
    await robin.says('again was pressed');
    await sam.request({ kind: 'select', ...of, customId: 'word', values: ['tea'] });
    await robin.says('chosen: tea');
    await sam.request({ kind: 'select', ...of, customId: 'person', values: [robin.welcome.visitor.id] });
    await robin.says(`chosen: ${robin.welcome.visitor.id}`);
    expect(await sam.request({ kind: 'press', ...of, customId: 'gone' })).toMatchObject({ reason: 'refused' });
    await sam.request({ kind: 'menu', channelId: general, messageId: answer.id, name: 'Read it' });
    await robin.says('Read: Saying');
  });

  test('takes an uploaded file as an option', async () => {
    const { answer } = await upload(new Uint8Array(10));
    const options = { text: 'words', file: { files: [answer.id ?? ''] } };
    await robin.request({ kind: 'command', channelId: general, path: 'say', options });
    await robin.says('of tea_time.mp3');
  });

  test('answers only one person with an ephemeral message', async () => {
    await robin.request({ kind: 'command', channelId: general, path: 'secret', options: {} });
    expect(await robin.says('Only for you')).toMatchObject({ isEphemeral: true });
    // What is sent later arrives later.
    await robin.request({ kind: 'send', channelId: general, content: 'Did you see that?', files: [] });
    await sam.says('Did you see that?');
    await sam.request({ kind: 'history', channelId: general, limit: 100 });
    expect(sam.messages.some(({ content }) => content === 'Only for you')).toBe(false);
  });

  test('suggests values while one types', async () => {
    const about = { channelId: general, path: 'say', option: 'voice', others: { text: 'hello' } };
    expect(await robin.request({ kind: 'autocomplete', ...about, typed: 'Sa' })).toMatchObject({
      value: { choices: [{ name: 'Sally', value: 'sally' }] },
    });
  });

  test('opens a form, which is submitted with a file', async () => {
    await robin.request({ kind: 'command', channelId: general, path: 'form', options: {} });
    const { interactionId, form } = await robin.next('form');
    expect(form.title).toBe('A form');
    const { answer } = await upload(new Uint8Array(7));
    const fields = { title: 'Mine', recording: { files: [answer.id ?? ''] } };
    expect(await sam.request({ kind: 'submit', interactionId, fields })).toMatchObject({ reason: 'refused' });
    expect(await robin.request({ kind: 'submit', interactionId, fields: { title: 'Mine' } })).toMatchObject({
      problem: 'Field “recording” takes 1 to 1 values.',
    });
    await robin.request({ kind: 'submit', interactionId, fields });
    await robin.says('Mine with tea_time.mp3, 7 bytes');
  });

  test('keeps a form over a lost connection', async () => {
    const tab = await scene.open();
    await tab.request({ kind: 'command', channelId: general, path: 'form', options: {} });
    const { interactionId } = await tab.next('form');
    await tab.close();
    const again = await scene.open(tab.welcome.tab);
    const { answer } = await upload(new Uint8Array(5));
    const fields = { title: 'Still mine', recording: { files: [answer.id ?? ''] } };
    expect(await again.request({ kind: 'submit', interactionId, fields })).toMatchObject({ kind: 'done' });
    await again.says('Still mine with tea_time.mp3, 5 bytes');
    await again.close();
  });

  test('that does not answer is given up after Discord’s time', async () => {
    expect(await robin.request({ kind: 'command', channelId: general, path: 'silence', options: {} })).toMatchObject({
      kind: 'failed',
      reason: 'no-answer',
      problem: 'The application did not respond',
    });
  });

  test('is used in the visitor’s language, and its answers are shown again in it', async () => {
    const tab = await scene.open();
    await tab.request({ kind: 'command', channelId: general, path: 'say', options: { text: 'in English' } });
    expect((await tab.says('in English')).command?.name).toBe('say');
    await tab.request({ kind: 'language', locale: 'de' });
    await tab.until(() =>
      tab.messages.find(({ content, command }) => content.includes('in English') && command?.name === 'sagen'),
    );
    await tab.request({ kind: 'command', channelId: general, path: 'sagen', options: { text: 'auf Deutsch' } });
    expect((await tab.says('auf Deutsch')).command?.name).toBe('sagen');
    expect(await tab.request({ kind: 'language', locale: 'tlh' })).toMatchObject({ reason: 'refused' });
    await tab.request({ kind: 'language', locale: 'en-US' });
    await tab.close();
  });
});

describe('servers', () => {
  test('that a visitor makes are managed by them, and everybody is a member', async () => {
    const made = await sam.request({ kind: 'new-server', name: 'Workshop' });
    const own = await sam.until(() => sam.servers.find(({ name }) => name === 'Workshop'));
    expect(made).toMatchObject({ kind: 'done', value: own.id });
    expect(own.isManager).toBe(true);
    const seen = await robin.until(() => robin.servers.find(({ name }) => name === 'Workshop'));
    expect(seen.isManager).toBe(false);
    expect(seen.channels.map(({ name }) => name)).toEqual(['general', 'Lounge', 'captions', 'Studio']);
    expect(await robin.request({ kind: 'new-server', name: 'workshop' })).toMatchObject({ reason: 'refused' });
  });

  test('show threads, statuses and who is in voice as they change', async () => {
    const { guild } = scene.discord;
    guild.addThread('general', 'Side talk');
    guild.setStatus('Studio', 'Recording');
    const channels = await robin.until(() => {
      const all = robin.servers[0]?.channels;
      return all?.some(({ name }) => name === 'Side talk') === true ? all : undefined;
    });
    expect(channels.find(({ name }) => name === 'Side talk')).toMatchObject({ parentId: general, canWrite: true });
    expect(channels.find(({ name }) => name === 'Studio')?.status).toBe('Recording');
    const tab = await scene.open();
    expect(await tab.request({ kind: 'join-voice', channelId: tab.channel('Booth') })).toMatchObject({ kind: 'done' });
    const isInBooth = () =>
      robin.servers[0]?.channels.some(({ voiceMembers }) => voiceMembers.includes(tab.welcome.visitor.id));
    await robin.until(() => isInBooth() || undefined);
    await tab.request({ kind: 'leave-voice' });
    await robin.until(() => isInBooth() === false || undefined);
    await tab.close();
  });

  test('are left alone by a voice that is not in any', async () => {
    expect(await sam.request({ kind: 'begin-speech' })).toMatchObject({ reason: 'refused' });
    expect(await sam.request({ kind: 'let-speak', personId: '1', text: 'Hello' })).toMatchObject({
      problem: 'Join a voice channel first.',
    });
    expect(await sam.request({ kind: 'join-voice', channelId: general })).toMatchObject({ reason: 'refused' });
  });
});

describe('the page’s server', () => {
  test('serves the page with a strict policy, and its files as JavaScript', async () => {
    const response = await fetch(scene.page.url);
    const html = await response.text();
    expect(html).toContain('<script type="importmap">');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self' 'sha256-");
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const main = await fetch(`${scene.page.url}client/main.ts`);
    expect(main.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const etag = main.headers.get('etag') ?? '';
    await main.bytes();
    const again = await fetch(`${scene.page.url}client/main.ts`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test('serves every module that the page imports by name', async () => {
    const html = await (await fetch(scene.page.url)).text();
    const map = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
    const { imports } = JSON.parse(map) as { imports: Record<string, string> };
    const found = await Promise.all(Object.values(imports).map((path) => get(path)));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('serves the samples of the tour', async () => {
    const [sample] = robin.welcome.samples.files;
    const response = await fetch(new URL(sample?.url ?? '', scene.page.url));
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    expect((await response.bytes()).length).toBeGreaterThan(10_000);
  });

  test.each([
    '/client/../protocol.ts',
    '/client/%2e%2e/start-page.ts',
    '/../package.json',
    '/client/..%2f..%2f..%2fpackage.json',
    '//etc/passwd',
    '/modules/../../package.json',
    '/%',
    '/client/tsconfig.json',
  ])('gives nothing outside of the page: %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('answers no other host', async () => {
    const { port } = new URL(scene.page.url);
    expect((await get('/', { host: `evil.example:${port}` })).status).toBe(403);
    expect((await get('/', { host: `localhost:${port}` })).status).toBe(200);
  });

  test('lets no other site upload or connect', async () => {
    const { host, origin } = new URL(scene.page.url);
    expect((await upload(new Uint8Array(1), { origin: 'http://evil.example' })).status).toBe(403);
    const path = `live?tab=${crypto.randomUUID()}`;
    expect(await openSocket(path, { origin: 'http://evil.example' })).toBe(403);
    expect(await openSocket(path, { host: 'evil.example', origin: 'http://evil.example' })).toBe(403);
    expect(await openSocket(path, { host })).toBe(403);
    expect(await openSocket('live?tab=x', { origin })).toBe(403);
    expect(await openSocket(path.replace('live', 'other'), { origin })).toBe(403);
  });

  test('survives addresses that are none, and strangers who hang up', async () => {
    const { port, origin } = new URL(scene.page.url);
    for (const path of ['/', '/[', '/:0', `live?tab=%`]) expect(await openSocket(path, { origin })).toBe(403);
    for (let times = 0; times < 20; times += 1) {
      const stranger = connect(Number(port), '127.0.0.1');
      await once(stranger, 'connect');
      stranger.write(`GET /live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://evil.example\r\n`);
      stranger.write('Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      if (times % 2 === 0) await setImmediate();
      stranger.resetAndDestroy();
    }
    expect((await get('/')).status).toBe(200);
  });

  test('refuses files that are too large or have no name', async () => {
    expect(await upload(new Uint8Array(10 * 1024 * 1024 + 1))).toMatchObject({ status: 413 });
    expect(await upload(new Uint8Array(1), { 'x-file-name': '' })).toMatchObject({ status: 400 });
    expect(await upload(new Uint8Array(1), { 'x-file-name': '%' })).toMatchObject({ status: 400 });
    const files = ['00000000-0000-0000-0000-000000000000'];
    expect(await robin.request({ kind: 'send', channelId: general, content: '', files })).toMatchObject({
      reason: 'refused',
    });
  });

  test('answers what it can’t read, and goes on', async () => {
    const tab = await scene.open();
    for (const raw of [
      '{',
      'null',
      '[]',
      '{"request":71}',
      '{"request":72,"kind":"fly"}',
      '{"request":"x","kind":"leave-voice"}',
    ]) {
      tab.sendRaw(raw);
    }
    await tab.until(() => tab.of('failed').length === 6 || undefined);
    expect(tab.of('failed').map(({ request: number, reason }) => [number, reason])).toEqual(
      [0, 0, 0, 71, 72, 0].map((number) => [number, 'unreadable']),
    );
    expect(await tab.request({ kind: 'leave-voice' })).toMatchObject({ kind: 'done' });
    await tab.close();
  });

  test('closes a tab that sends a huge frame, and only that', async () => {
    const tab = await scene.open();
    const closed = tab.closed();
    tab.sendRaw('x'.repeat(300 * 1024));
    expect(await closed).toBe(1009);
    expect(await robin.request({ kind: 'leave-voice' })).toMatchObject({ kind: 'done' });
  });

  test('drops packets of speech that are none', async () => {
    robin.socket.send(Buffer.alloc(5_000));
    expect(await robin.request({ kind: 'leave-voice' })).toMatchObject({ kind: 'done' });
  });
});
