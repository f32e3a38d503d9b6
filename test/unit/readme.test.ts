import { readFileSync } from 'node:fs';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BOT_PERMISSIONS } from '../../playground/discord/permissions.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The permissions that the link requests, with the names that Discord's settings show. */
const REQUESTED = {
  'View Channels': P.ViewChannel,
  'Send Messages': P.SendMessages,
  'Send Messages in Threads': P.SendMessagesInThreads,
  'Attach Files': P.AttachFiles,
  'Send Voice Messages': P.SendVoiceMessages,
  Connect: P.Connect,
  Speak: P.Speak,
  'Use Voice Activity': P.UseVAD,
  'Manage Webhooks': P.ManageWebhooks,
  'Set Voice Channel Status': P.SetVoiceChannelStatus,
} as const;

describe('the README', () => {
  it('has an invitation link that requests exactly the permissions named beside it', () => {
    const [, permissions = ''] = /&permissions=(\d+)/.exec(README) ?? [];
    const [, named = ''] = /The link requests (.*)\./.exec(README) ?? [];
    for (const [name, bit] of Object.entries(REQUESTED)) {
      expect(named, name).toMatch(new RegExp(`\\b${name}(,|;|\\.|$| and )`));
      expect(BigInt(permissions) & bit, name).toBe(bit);
    }
    expect(BigInt(permissions)).toBe(Object.values(REQUESTED).reduce((all, bit) => all | bit, 0n));
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
