import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalDiscord, startLocalDiscord } from '@mynah/local-discord/local-discord';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Cast } from '../../playground/cast/cast.ts';
import { forgetKept, openKeptFolder } from '../../playground/keep/kept-folder.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';

const START = join(import.meta.dirname, '..', '..', 'playground', 'start.mjs');

let parent: string;
let folder: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'mynah-keep-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));
beforeEach(async () => {
  folder = join(await mkdtemp(join(parent, 'visit-')), 'kept');
});

/** Visits a local Discord that continues from the folder, and keeps it. */
async function visit<T>(act: (discord: LocalDiscord, cast: Cast) => T | Promise<T>): Promise<T> {
  await using kept = await openKeptFolder(folder);
  await using discord = await startLocalDiscord({ voice: false, ...(kept.discord && { kept: kept.discord }) });
  const cast = new Cast({ discord, speech: { kind: 'remote', access: { url: '', apiKey: '' } } });
  const result = await act(discord, cast);
  kept.save(discord.snapshot());
  return result;
}

const asBot = (discord: LocalDiscord, path: string, init: RequestInit = {}) =>
  fetch(`${discord.apiUrl}/v10${path}`, {
    ...init,
    headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
  });

describe('what is kept', () => {
  it('is servers, channels, threads, people, roles, messages with files, and webhooks, with their ids', async () => {
    const before = await visit(async (discord, cast) => {
      const workshop = cast.server('Workshop');
      const thread = workshop.addThread('general', 'a thread');
      const ada = cast.person('Ada', workshop, { manages: true });
      ada.useLanguage('de');
      workshop.setPermissions('captions', { targetId: ada.id, deny: 1n << 11n });
      const file = { file: new Uint8Array([1, 2, 3]), name: 'a.bin', contentType: 'application/x-test' };
      const general = workshop.channel('general').id;
      const sent = ada.send(`hello </say:${workshop.id}>`, { channelId: general, files: [file] });
      ada.send('in the thread', { channelId: thread.id });
      ada.send('secret', { channelId: ada.dmChannelId });
      const hook = await asBot(discord, `/channels/${general}/webhooks`, {
        method: 'POST',
        body: '{"name":"Captions"}',
      });
      const webhook = (await hook.json()) as { id: string; token: string };
      const execute = { method: 'POST', body: '{"content":"said","username":"Grace"}' };
      const said = await asBot(discord, `/webhooks/${webhook.id}/${webhook.token}?wait=true`, execute);
      expect(said.status).toBe(200);
      const { token, botId } = discord;
      return {
        token,
        botId,
        sent,
        webhook,
        guildId: workshop.id,
        thread: thread.id,
        ada: ada.id,
        direct: ada.dmChannelId,
      };
    });
    await visit(async (discord, cast) => {
      expect(discord.botId).toBe(before.botId);
      expect(discord.token).not.toBe(before.token);
      expect(cast.servers.map(({ name }) => name)).toEqual(['Local Guild', 'Workshop']);
      const workshop = cast.server('workshop');
      expect(workshop.id).toBe(before.guildId);
      expect(workshop.channel('a thread').messages.map(({ content }) => content)).toEqual(['in the thread']);
      expect(workshop.roles.map(({ name }) => name)).toEqual(['Mynah', 'Moderators', 'Ada']);
      const ada = cast.person('Ada', workshop);
      expect([ada.id, ada.locale, ada.dmChannelId]).toEqual([before.ada, 'de', before.direct]);
      expect(() => ada.send('no', { channelId: workshop.channel('captions').id })).toThrow('cannot write');
      expect(ada.messages(ada.dmChannelId).map(({ content }) => content)).toEqual(['secret']);
      const [sent, said] = workshop.channel('general').messages;
      expect(sent).toMatchObject({ id: before.sent.id, content: before.sent.content, author: { name: 'Ada' } });
      expect(said).toMatchObject({
        content: 'said',
        author: { kind: 'webhook', name: 'Grace', id: before.webhook.id },
      });
      const answer = await fetch(sent?.attachments[0]?.url ?? '');
      expect(answer.headers.get('content-type')).toBe('application/x-test');
      expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1, 2, 3]);
      const hook = await asBot(discord, `/webhooks/${before.webhook.id}/${before.webhook.token}`);
      expect(hook.status).toBe(200);
      if (sent !== undefined) ada.delete(sent);
    });
    await visit(() => undefined);
    expect(await readdir(join(folder, 'files'))).toEqual([]);
  });

  it('is not what Discord’s client forgets either: who is in voice', async () => {
    await visit((discord, cast) => {
      cast.person('Ada', discord.guild).enterVoice(discord.guild.channel('Lounge').id);
    });
    await visit((_discord, cast) => expect(cast.inVoice('Ada')).toBeUndefined());
  });
});

describe('the folder', () => {
  it.each([
    ['damaged', '{"version":1,', 'What you kept is damaged and can’t be read.'],
    ['damaged in its meaning', '{"version":1,"guilds":[]}', 'What you kept is damaged and can’t be read.'],
    ['newer', '{"version":7}', 'What you kept was written by a newer playground (format 7; this one reads 1).'],
  ])('is moved aside as a whole when it is %s', async (_how, content, why) => {
    await visit((discord, cast) => void cast.person('Ada', discord.guild));
    await writeFile(join(folder, 'discord.json'), content);
    await writeFile(join(folder, 'bot', 'mynah.db'), 'the bot’s');
    await using kept = await openKeptFolder(folder);
    const aside = (await readdir(folder)).find((name) => name.startsWith('aside-')) ?? '';
    expect(kept.discord).toBeUndefined();
    expect(kept.notice).toBe(`${why} Nothing is lost: it’s all in ${join(folder, aside)}, and this visit starts anew.`);
    expect(await readFile(join(folder, aside, 'discord.json'), 'utf8')).toBe(content);
    expect(await readFile(join(folder, aside, 'bot', 'mynah.db'), 'utf8')).toBe('the bot’s');
    expect(existsSync(join(folder, 'bot', 'mynah.db'))).toBe(false);
  });

  it('is for one playground at a time, and is not deleted meanwhile', async () => {
    await using _kept = await openKeptFolder(folder);
    const line = `another playground is using ${folder}. End that one first, or start this one without --keep.`;
    await Promise.all([
      expect(openKeptFolder(folder)).rejects.toThrow(line),
      expect(forgetKept(folder)).rejects.toThrow('another playground is using'),
    ]);
  });

  it('is deleted with all that is kept, and nothing else', async () => {
    await visit(() => undefined);
    await writeFile(join(folder, 'discord.json'), '');
    await using kept = await openKeptFolder(folder);
    await kept[Symbol.asyncDispose]();
    expect(await forgetKept(folder)).toBe(true);
    expect(existsSync(folder)).toBe(false);
    expect(await forgetKept(folder)).toBe(false);
    await visit(() => undefined);
    await writeFile(join(folder, 'mine.txt'), 'mine');
    expect(await forgetKept(folder)).toBe(true);
    expect(await readdir(folder)).toEqual(['mine.txt']);
  });
});

/** Runs the playground in the parent of the folder `.playground`. */
async function run(cwd: string, args: readonly string[], input: string): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE };
  const child = spawn(process.execPath, [START, ...args], { cwd, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  }
  child.stdin.end(input);
  await once(child, 'close');
  return output;
}

it('a second visit with --keep continues the first, the bot’s settings included; --forget ends that', async () => {
  const cwd = await mkdtemp(join(parent, 'run-'));
  const first = await run(cwd, ['--keep'], 'server Workshop\n/pronounce add word:Mynah as:minah\nexit\n');
  expect(first).toContain('Everything is kept in .playground/kept');
  const second = await run(cwd, ['--keep'], 'server\nserver Workshop\n/pronounce list\nexit\n');
  expect(second).toContain('Other servers: Workshop');
  expect(second).toContain('minah');
  expect(await run(cwd, ['--forget'], '')).toBe('Deleted what was kept in .playground/kept.\n');
  expect(await readdir(join(cwd, '.playground'))).toEqual([]);
}, 60_000);
