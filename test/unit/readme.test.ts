import { readFileSync } from 'node:fs';
import { DEFAULT_BOT_PERMISSIONS } from '@mynah/local-discord/permissions';
import { describe, expect, it } from 'vitest';
import { INVITED_PERMISSIONS, invitationLink } from '../../src/discord/client/invitation.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  it('has an invitation link that requests exactly the permissions named beside it', () => {
    const [, permissions = ''] = /&permissions=(\d+)/.exec(README) ?? [];
    const [, named = ''] = /The link requests (.*)\./.exec(README) ?? [];
    for (const [name, bit] of Object.entries(INVITED_PERMISSIONS)) {
      expect(named, name).toMatch(new RegExp(`\\b${name}(,|;|\\.|$| and )`));
      expect(BigInt(permissions) & bit, name).toBe(bit);
    }
    expect(BigInt(permissions)).toBe(Object.values(INVITED_PERMISSIONS).reduce((all, bit) => all | bit, 0n));
  });

  it('has the invitation link that the bot prints', () => {
    expect(README).toContain(`\n   ${invitationLink('YOUR_APPLICATION_ID')}\n`);
  });

  it('has an invitation link with the permissions that the playground gives the bot', () => {
    const [, permissions = ''] = /&permissions=(\d+)/.exec(README) ?? [];
    expect(BigInt(permissions)).toBe(DEFAULT_BOT_PERMISSIONS);
  });

  it('runs only scripts that the project has', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...README.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, name]) => name ?? '');
    expect(named).toContain('playground');
    for (const name of new Set(named.filter((name) => name !== 'ci'))) {
      expect(Object.keys(scripts), name).toContain(name);
    }
  });
});
