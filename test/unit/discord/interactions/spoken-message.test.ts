import { MessageFlags, MessageFlagsBitField, MessageType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
  namesForListeners,
  type ReadableMessage,
  toSpokenMessage,
} from '../../../../src/discord/interactions/spoken-message.ts';
import type { Mention } from '../../../../src/text/mentions.ts';

const ADA = '100000000000000001';
const SECRET = '100000000000000002';
const nameOf = async ({ kind, id }: Mention) => `${kind} ${id.slice(-1)}`;

/** A message with these fields, as discord.js has it. */
function messageWith(fields: object): ReadableMessage {
  const empty = {
    ...{ type: MessageType.Default, content: '', webhookId: null, poll: null, embeds: [], components: [] },
    ...{ attachments: new Map(), stickers: [], messageSnapshots: [], author: { bot: false } },
    ...{ flags: new MessageFlagsBitField(), mentions: { repliedUser: null } },
  };
  return { ...empty, ...fields } as unknown as ReadableMessage;
}

const attachment = (contentType: string | null, name = 'x', description: string | null = null) => ({
  ...{ contentType, name, description },
});

describe('a message as it is read', () => {
  it('has its text with the names of what it mentions', async () => {
    const spoken = await toSpokenMessage(messageWith({ content: `hi <@${ADA}>` }), nameOf);
    expect(spoken).toMatchObject({ content: `hi <@${ADA}>`, names: new Map([[`user ${ADA}`, 'user 1']]) });
  });

  it('has its files by their kinds, and stickers and polls', async () => {
    const attachments = new Map(
      [
        attachment('image/png', 'a.png', 'a cat'),
        attachment('image/gif'),
        attachment('video/mp4'),
        attachment('audio/ogg'),
        attachment('text/plain; charset=utf-8'),
        attachment(null, 'b.GIF'),
      ].map((file, index) => [String(index), file]),
    );
    const poll = { question: { text: 'When?' }, answers: [{ text: 'Now' }, { text: null }] };
    const spoken = await toSpokenMessage(messageWith({ attachments, stickers: [{ name: 'Wave' }], poll }), nameOf);
    expect(spoken?.attachments?.map(({ kind }) => kind)).toEqual(['picture', 'gif', 'video', 'audio', 'file', 'gif']);
    expect(spoken?.attachments?.[0]?.description).toBe('a cat');
    expect(spoken).toMatchObject({ stickers: ['Wave'], poll: { question: 'When?', answers: ['Now', ''] } });
  });

  it('is a voice message without files where Discord says so', async () => {
    const flags = new MessageFlagsBitField(MessageFlags.IsVoiceMessage);
    const attachments = new Map([['1', attachment('audio/ogg')]]);
    const spoken = await toSpokenMessage(messageWith({ flags, attachments }), nameOf);
    expect(spoken?.voiceMessage).toEqual({});
    expect(spoken?.attachments).toBeUndefined();
  });

  it('names whom it replies to as the server does', async () => {
    const mentions = { repliedUser: { id: ADA, displayName: 'ada' } };
    const reply = messageWith({ type: MessageType.Reply, content: 'yes', mentions });
    expect((await toSpokenMessage(reply, nameOf))?.replyTo).toBe('user 1');
    expect((await toSpokenMessage(reply, async () => undefined))?.replyTo).toBe('ada');
  });

  it('has what it forwards, with names', async () => {
    const messageSnapshots = [messageWith({ content: `see <#${SECRET}>` })];
    const spoken = await toSpokenMessage(messageWith({ messageSnapshots }), nameOf);
    expect(spoken?.forwarded).toMatchObject([
      { content: `see <#${SECRET}>`, names: new Map([[`channel ${SECRET}`, 'channel 2']]) },
    ]);
  });

  it('has embeds and components of webhooks and bots, not the previews of people’s links', async () => {
    const embeds = [{ author: null, title: 'Build', description: `by <@${ADA}>`, fields: [], image: null }];
    const components = [{ components: [{ content: 'one' }, { components: [{ content: 'two' }] }] }, { customId: 'x' }];
    const ofWebhook = await toSpokenMessage(messageWith({ webhookId: '1', embeds, components }), nameOf);
    expect(ofWebhook).toMatchObject({ content: 'one\ntwo', embeds: [{ title: 'Build' }] });
    expect(ofWebhook?.names?.get(`user ${ADA}`)).toBe('user 1');
    expect((await toSpokenMessage(messageWith({ embeds }), nameOf))?.embeds).toEqual([]);
  });

  it('gives no spoiler away: neither what describes a hidden file nor what a hidden container says', async () => {
    const attachments = new Map([['1', { ...attachment('image/png', 'SPOILER_a.png', 'she dies'), spoiler: true }]]);
    const components = [{ spoiler: true, components: [{ content: 'the end' }] }, { content: 'shown' }];
    const spoken = await toSpokenMessage(messageWith({ attachments, components, webhookId: '1' }), nameOf);
    expect(spoken?.attachments).toEqual([{ kind: 'picture' }]);
    expect(spoken?.content).toBe('||hidden||\nshown');
  });

  it('is nothing for notices that nobody wrote', async () => {
    expect(await toSpokenMessage(messageWith({ type: MessageType.ChannelPinnedMessage }), nameOf)).toBeUndefined();
    expect(await toSpokenMessage(messageWith({ type: MessageType.UserJoin }), nameOf)).toBeUndefined();
  });
});

describe('the names that several people hear', () => {
  const namesOfText =
    ({ userId }: { readonly userId: string }) =>
    async ({ kind, id }: Mention) =>
      kind === 'channel' && id === SECRET && userId !== 'mod' ? undefined : `${kind} of ${userId}`;
  const channel = { kind: 'channel', id: SECRET } as const;

  it('have a channel only if every one of them may see it', async () => {
    expect(await namesForListeners(namesOfText, 'g', ['mod'])(channel)).toBe('channel of mod');
    expect(await namesForListeners(namesOfText, 'g', ['mod', 'guest'])(channel)).toBeUndefined();
  });

  it('have no channel where nobody listens, or too many to ask for', async () => {
    expect(await namesForListeners(namesOfText, 'g', [])(channel)).toBeUndefined();
    const many = Array.from({ length: 51 }, () => 'mod');
    expect(await namesForListeners(namesOfText, 'g', many)(channel)).toBeUndefined();
  });

  it('have people and roles as the first of them sees them', async () => {
    expect(await namesForListeners(namesOfText, 'g', ['guest', 'mod'])({ kind: 'user', id: ADA })).toBe(
      'user of guest',
    );
  });
});
