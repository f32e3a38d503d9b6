import { createFormat } from '../format.ts';
import { command } from './names.ts';

const format = createFormat('en');
const optOut = command('privacy opt-out');

/** English: voice messages that are answered with their text. All of it is public. */
export const voiceMessageMessages = {
  /** Posted in a channel before its voice messages are answered. */
  switchedOn: `From now on, I answer voice messages in this channel with their text. If you opt out with ${optOut}, I don't transcribe yours.`,
  switchedOff: 'I no longer answer voice messages in this channel with their text.',
  /** Without the privileged intent, Discord sends no messages. */
  needsMessageContent:
    "I can't answer voice messages here yet: Discord doesn't send me messages. Ask the bot's operator to open the Discord Developer Portal, switch on **Message Content Intent** on the **Bot** page, and restart me.",
  /** For managers: names of permissions. */
  missingPermissions: ({ permissions }: { readonly permissions: readonly string[] }) =>
    `I can't answer voice messages here. Give me ${format.list(permissions)} in this channel.`,
};
