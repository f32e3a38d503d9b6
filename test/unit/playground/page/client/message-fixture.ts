import type { MessageView } from '../../../../../playground/page/protocol.ts';

/** A plain message of somebody else; ids grow with `number`. */
export function message(number: number, more: Partial<MessageView> = {}): MessageView {
  return {
    id: String(1_400_000_000_000_000_000n + BigInt(number)),
    channelId: 'general',
    author: { id: 'ada', name: 'Ada', isApp: false },
    content: `message ${number}`,
    embeds: [],
    components: [],
    attachments: [],
    isEphemeral: false,
    isLoading: false,
    isEdited: false,
    isVoiceMessage: false,
    isOwn: false,
    pingsMe: false,
    replyTo: undefined,
    command: undefined,
    revision: 1,
    createdAtMs: number * 1000,
    markdown: {},
    ...more,
  };
}
