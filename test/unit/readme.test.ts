import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BOT_PERMISSIONS } from '../../playground/discord/permissions.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  it('has an invitation link that asks for exactly what the text beside it names', () => {
    const [, permissions = ''] = /&permissions=(\d+)/.exec(README) ?? [];
    expect(BigInt(permissions)).toBe(DEFAULT_BOT_PERMISSIONS);
    const [, asked = ''] = /asks for (.*); and nothing else/.exec(README) ?? [];
    for (const name of ['View Channels', 'Send Messages', 'Attach Files', 'Manage Webhooks', 'Connect', 'Speak']) {
      expect(asked).toContain(name);
    }
    expect(asked).toMatch(/Use Voice Activity.*Set Voice Channel Status/);
  });

  it('runs only scripts that the project has', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...README.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, name]) => name ?? '');
    for (const name of new Set(named.filter((name) => name !== 'ci'))) {
      expect(Object.keys(scripts), name).toContain(name);
    }
  });
});
