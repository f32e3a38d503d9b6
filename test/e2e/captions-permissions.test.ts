import { DEFAULT_BOT_PERMISSIONS } from '@mynah/local-discord/permissions';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { openCaptionsTestSession } from '../support/captions-session.ts';
import { PARK } from '../support/sentences.ts';

describe('captions without Manage Webhooks', () => {
  it('are plain messages with the speaker’s name, and name the missing permission once', {
    tags: ['pocketsphinx'],
  }, async () => {
    await using session = await openCaptionsTestSession({
      discord: { botPermissions: DEFAULT_BOT_PERMISSIONS & ~PermissionFlagsBits.ManageWebhooks },
    });
    await session.start({ interim: false });
    const grace = await session.speaker('Grace');
    await grace.say(PARK);
    const isWhole = (lines: string) => lines.includes('lunch') && lines.includes('Manage Webhooks');
    const text = await session.untilLines('Mynah', isWhole);
    expect(text).toContain('**Grace:**');
    expect(text.match(/Manage Webhooks/g)).toHaveLength(1);
    expect(session.environment.discord.errors).toEqual([]);
  });
});
