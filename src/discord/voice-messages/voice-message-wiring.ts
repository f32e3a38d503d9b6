import { type Client, Events } from 'discord.js';
import type { Messages } from '../../messages/messages.ts';
import type { Settings } from '../../settings/settings.ts';
import type { VoiceMessageNoticeStore } from '../../settings/settings-ports.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { receivesMessages } from '../client/intents.ts';
import { missingToReply } from '../client/permissions.ts';
import { createVoiceMessageAnswers } from './voice-message-answers.ts';
import { createVoiceMessageNotices } from './voice-message-notices.ts';

/** Voice messages that are answered with their text. */
export interface VoiceMessages {
  /** Ends what is under way, within `graceMs`. */
  close(graceMs: number): Promise<void>;
}

type Parts = Omit<Parameters<typeof createVoiceMessageAnswers>[0], 'rest' | 'notices' | 'settings'> & {
  readonly settings: Pick<Settings, 'of' | 'onChange'>;
  readonly directory: Pick<GuildDirectory, 'textChannel'>;
  readonly store: VoiceMessageNoticeStore;
};

/** Creates the answers and their notices, and follows the client's messages. The caller must close it. */
export function createVoiceMessages(client: Client, { store, ...parts }: Parts): VoiceMessages {
  const { settings, directory, publicMessages, log } = parts;
  const problemIn = (messages: Messages, channelId: string): string | undefined => {
    const { needsMessageContent, missingPermissions } = messages.voiceMessages;
    if (!receivesMessages(client)) return needsMessageContent;
    const facts = directory.textChannel(channelId);
    const isThread = facts?.webhookChannelId !== channelId;
    const missing = missingToReply(facts?.permissions ?? 0n, facts !== undefined && isThread);
    if (missing.length === 0) return undefined;
    return missingPermissions({ permissions: missing.map((key) => messages.interactions.permissions[key]) });
  };
  const { rest } = client;
  const notices = createVoiceMessageNotices({ store, rest, publicMessages, problemIn, log });
  settings.onChange((change) => void notices.onSettings(change));
  const answers = createVoiceMessageAnswers({ ...parts, notices, rest });
  client.on(Events.MessageCreate, (message) => answers.onMessage(message));
  client.on(Events.MessageDelete, ({ id }) => answers.onDeleted([id]));
  client.on(Events.MessageBulkDelete, (messages) => answers.onDeleted([...messages.keys()]));
  return { close: (graceMs) => answers.close(graceMs) };
}
