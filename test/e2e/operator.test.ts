import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBotProcess } from '../../playground/bot-process.ts';
import type { Environment } from '../../playground/environment.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { patience, startTestEnvironment } from '../support/test-session.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
let environment: Environment;
/** What the bot was started with. */
let variables: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mynah-operator-'));
  environment = await startTestEnvironment({ dataDir: join(folder, 'data') });
  const { discord, speech } = environment;
  variables = {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    NODE_EXTRA_CA_CERTS: discord.caFile,
    SPEECH_API_URL: speech.access.url,
    SPEECH_API_KEY: speech.access.apiKey,
    DATA_DIR: join(folder, 'data'),
    HTTP_PORT: '0',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  };
});

afterAll(async () => {
  await environment.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs one of the project's scripts with the bot's environment. */
async function npm(args: readonly string[], changes: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'] ?? '', ...variables, ...changes };
  // No socket for its input: bash, which may run npm's scripts, would take that for a login from another machine.
  const child = spawn('npm', ['--silent', ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => {
    output.stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    output.stderr += data.toString();
  });
  const [code] = (await once(child, 'close', { signal: patience() })) as [number | null];
  // What Node says without a `.env`.
  return { code, stdout: output.stdout, stderr: output.stderr.replace(/^\.env not found.*\n/, '') };
}

describe('an operator', () => {
  it('checks a bot that runs with npm start -- --check, which disturbs nothing and shows no secret', async () => {
    const { discord, bot } = environment;
    const before = await readdir(join(folder, 'data'), { recursive: true });
    const { code, stdout, stderr } = await npm(['start', '--', '--check']);
    expect(stderr).toBe('');
    expect(stdout).not.toMatch(/^(failed|skipped)/m);
    expect(stdout).toContain(`is writable and has file locks; in use by process ${bot.pid} on the host`);
    expect(stdout).toMatch(/^ok {6}database .*migrations applied$/m);
    expect(stdout).toMatch(/^\d+ ok, \d+ to look at, 0 failed, 0 skipped$/m);
    for (const line of stdout.trim().split('\n')) expect(line).toMatch(/^[\x20-\x7e]+$/);
    for (const secret of [variables['DISCORD_TOKEN'] ?? '', variables['SPEECH_API_KEY'] ?? '']) {
      expect(stdout).not.toContain(secret);
    }
    expect(code).toBe(0);
    expect(discord.figures).toMatchObject({ identified: 1, commandOverwrites: 1 });
    expect(await readdir(join(folder, 'data'), { recursive: true })).toEqual(before);
  });

  it('gets exit code 1 and every other check when the token is wrong, and reads which variable has no effect', async () => {
    const { code, stdout } = await npm(['start', '--', '--check'], {
      ...{ DISCORD_TOKEN: 'wrong.token.here', SPEECH_VOICE: 'some voice' },
    });
    expect(stdout).toMatch(/^warning configuration .*without effect: SPEECH_VOICE -> correct the name/m);
    expect(stdout).toMatch(/^failed {2}Discord token .* -> copy the token again/m);
    expect(stdout).toMatch(/^skipped Discord gateway/m);
    expect(stdout).toMatch(/^ok {6}speech key/m);
    expect(code).toBe(1);
  });

  it('backs up a bot that runs, and restores once it has stopped; the bot goes on with it', async () => {
    const backups = join(folder, 'backups');
    expect(await npm(['run', 'backup', '--', backups])).toMatchObject({ code: 0, stderr: '' });
    const [name = ''] = await readdir(backups);
    const backup = join(backups, name);
    const refused = await npm(['run', 'restore', '--', backup]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`in use by process ${environment.bot.pid}`);
    await environment.bot.stop();
    expect(await npm(['run', 'restore', '--', backup])).toMatchObject({ code: 0, stderr: '' });
    await environment.restartBot('stop', patience());
    expect((await fetch(`${environment.bot.httpUrl}/readyz`)).status).toBe(200);
  });

  it('reads the invitation when the bot is in no server, at the start and in the check', async () => {
    const { discord } = environment;
    await environment.bot.stop();
    await fetch(`${discord.apiUrl}/v10/users/@me/guilds/${discord.guild.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bot ${discord.token}` },
    });
    const invitation = `https://discord.com/oauth2/authorize?client_id=${discord.applicationId}&scope=bot+applications.commands&permissions=352123467369472`;
    const { stdout } = await npm(['start', '--', '--check']);
    expect(stdout).toContain(`in no server -> open ${invitation}\n`);
    const bot = await startBotProcess({ environment: variables, signal: patience() });
    expect(bot.log).toContainEqual(
      expect.objectContaining({
        level: 'info',
        msg: 'in no server yet: open the invitation to add the bot',
        invitation,
        userInstall: `https://discord.com/oauth2/authorize?client_id=${discord.applicationId}&scope=applications.commands&integration_type=1`,
      }),
    );
    expect(await bot.stop()).toBe(0);
  });
});
