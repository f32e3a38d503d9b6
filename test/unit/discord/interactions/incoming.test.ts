import { Client, type Interaction, MessageContextMenuCommandInteraction } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { toIncoming } from '../../../../src/discord/interactions/incoming.ts';

const author = { id: '3', username: 'ada', discriminator: '0', avatar: null, global_name: null };
const channel = { id: '2', type: 1, recipients: [author] };
const attachment = { filename: 'a.ogg', size: 7, url: 'https://cdn.discordapp.com/a.ogg', proxy_url: '' };

/** The menu of `message` being used, as Discord tells of it. */
function menuOn(message: object, about: object = {}): Interaction {
  const client = new Client({ intents: [] });
  const target = {
    ...{ id: '8', channel_id: '2', author, content: '', type: 0, timestamp: '2026-01-01T00:00:00Z' },
    ...{ edited_timestamp: null, attachments: [], embeds: [], mentions: [], mention_roles: [], pinned: false },
    ...{ mention_everyone: false, tts: false },
    ...message,
  };
  const data = {
    ...{ id: '1', application_id: '4', type: 2, token: 't', version: 1, user: author, channel, locale: 'en-US' },
    ...{ entitlements: [], authorizing_integration_owners: {}, context: 1, attachment_size_limit: 10 },
    ...about,
    data: { id: '5', name: 'Look', type: 3, target_id: '8', resolved: { messages: { '8': target } } },
  };
  return Reflect.construct(MessageContextMenuCommandInteraction, [client, data]) as Interaction;
}

describe('a menu used on a message', () => {
  it('has what Discord says about its attachments', () => {
    const attachments = [
      { ...attachment, id: '11', content_type: 'audio/ogg', duration_secs: 1.5, waveform: 'AAAA' },
      { ...attachment, id: '12' },
    ];
    expect(toIncoming(menuOn({ attachments }))).toMatchObject({
      ...{ kind: 'menu', name: 'Look', userId: '3', uploadLimitBytes: 10 },
      place: { kind: 'elsewhere', channelId: '2' },
      message: {
        authorId: '3',
        attachments: [
          {
            ...{ id: '11', name: 'a.ogg', url: attachment.url, sizeBytes: 7, contentType: 'audio/ogg' },
            ...{ durationS: 1.5, isVoiceMessage: true },
          },
          { id: '12', contentType: undefined, durationS: undefined, isVoiceMessage: false },
        ],
      },
    });
  });

  it('tells what was forwarded in it from its own', () => {
    const forwarded = { type: 0, content: '', attachments: [{ ...attachment, id: '13' }], embeds: [], mentions: [] };
    const message = {
      message_reference: { type: 1, channel_id: '77', message_id: '78' },
      message_snapshots: [{ message: { ...forwarded, timestamp: '2026-01-01T00:00:00Z', edited_timestamp: null } }],
    };
    expect(toIncoming(menuOn(message))).toMatchObject({
      message: { attachments: [], forwarded: [{ id: '13' }] },
    });
  });
});

describe('where an interaction comes from', () => {
  const member = { user: author, roles: [], permissions: '0', joined_at: '2026-01-01T00:00:00Z', flags: 0 };
  const guild = { guild_id: '6', guild: { id: '6', features: [] }, member };

  it.each([
    ['a direct message', { authorizing_integration_owners: { 0: '0' } }, [undefined, false, false]],
    ['a server that installed the bot', { ...guild, authorizing_integration_owners: { 0: '6' } }, ['6', true, false]],
    ['a person’s own app', { ...guild, authorizing_integration_owners: { 1: '3' } }, ['6', false, true]],
    ['both', { ...guild, authorizing_integration_owners: { 0: '6', 1: '3' } }, ['6', true, true]],
  ])('is known for %s', (_what, about, [guildId, isServerInstall, isUserInstall]) => {
    expect(toIncoming(menuOn({}, about))?.source).toEqual({ guildId, isServerInstall, isUserInstall });
  });
});
