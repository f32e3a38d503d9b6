import { Collection, MessageFlags, MessageFlagsBitField, MessageReferenceType } from 'discord.js';
import { expect, it } from 'vitest';
import { type GatewayMessage, toVoiceMessage } from '../../../../src/discord/voice-messages/incoming-voice-message.ts';

const recording = { id: '9', name: 'voice-message.ogg', url: 'u', size: 10, contentType: 'audio/ogg', duration: 2 };

/** A voice message of person `3`, as discord.js has it. */
function message(more: object = {}): GatewayMessage {
  return {
    ...{ id: '1', guildId: '2', channelId: '4', author: { id: '3', bot: false }, webhookId: null, reference: null },
    flags: new MessageFlagsBitField(MessageFlags.IsVoiceMessage),
    attachments: new Collection([['9', { ...recording, waveform: 'AAAA' }]]),
    createdTimestamp: 5,
    ...more,
  } as unknown as GatewayMessage;
}

it('is who sent which recording where, and when', () => {
  expect(toVoiceMessage(message())).toEqual({
    ...{ messageId: '1', guildId: '2', channelId: '4', userId: '3', sentAtMs: 5, roleIds: [], managesGuild: false },
    recording: {
      ...{ id: '9', name: 'voice-message.ogg', url: 'u', contentType: 'audio/ogg', sizeBytes: 10, durationS: 2 },
      isVoiceMessage: true,
    },
  });
});

it.each([
  ['a direct message', { guildId: null }],
  ['a bot', { author: { id: '3', bot: true } }],
  ['a webhook', { webhookId: '6' }],
  ['nobody known: it was forwarded', { reference: { type: MessageReferenceType.Forward } }],
  ['someone who attached an audio file', { flags: new MessageFlagsBitField() }],
  ['someone, without its recording', { attachments: new Collection() }],
])('is none from %s', (_whom, more) => {
  expect(toVoiceMessage(message(more))).toBeUndefined();
});
