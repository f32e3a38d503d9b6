import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const UNIT = join(ROOT, 'deploy/systemd/mynah.service');

/** systemd's own judgement, from 0 (safe) to 10. A service without any of its protections has 9.6. */
const MAX_EXPOSURE = 1.5;

describe('the systemd unit', () => {
  const unit = readFileSync(UNIT, 'utf8');

  it('starts the program with its data in the folder that systemd gives it', () => {
    const [, file = ''] = /^ExecStart=.* DATA_DIR=%S\/mynah .*node (\S+)$/m.exec(unit) ?? [];
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(unit).toMatch(/^StateDirectory=mynah$/m);
  });

  it('keeps compiled code in the other folder that systemd gives it', () => {
    expect(unit).toMatch(/^ExecStart=.* NODE_COMPILE_CACHE=%C\/mynah /m);
    expect(unit).toMatch(/^CacheDirectory=mynah$/m);
  });

  it('waits for the end of a shutdown, and starts again after a failure', () => {
    expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1])).toBeGreaterThan(10);
    expect(unit).toMatch(/^Restart=on-failure$/m);
  });

  it("keeps trying while a database is away, within Discord's 1,000 logins a day", () => {
    const [, burst] = /^StartLimitIntervalSec=1d\nStartLimitBurst=(\d+)$/m.exec(unit) ?? [];
    const [, seconds] = /^RestartSec=(\d+)s$/m.exec(unit) ?? [];
    expect(Number(burst)).toBeLessThan(1_000);
    expect(Number(burst) * Number(seconds)).toBeGreaterThan(2 * 3_600);
  });

  it('is one that systemd accepts', { tags: ['systemd'] }, () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('takes away what Mynah does not need', { tags: ['systemd'] }, () => {
    const report = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', UNIT], {
      encoding: 'utf8',
    });
    expect(Number(/exposure level for mynah.service: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(MAX_EXPOSURE);
  });
});
