import { readFileSync } from 'node:fs';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  it('has an invitation link that asks for exactly what the text beside it names', () => {
    const [, permissions = ''] = /&permissions=(\d+)/.exec(README) ?? [];
    expect(BigInt(permissions)).toBe(P.ViewChannel | P.SendMessages | P.AttachFiles | P.Connect | P.Speak | P.UseVAD);
    expect(README).toContain('View Channels, Send Messages, Attach Files, Connect, Speak and Use Voice Activity');
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
