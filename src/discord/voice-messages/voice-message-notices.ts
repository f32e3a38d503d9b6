import { type REST, Routes, SnowflakeUtil } from 'discord.js';
import { createOrder } from '../../concurrency/async.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { SettingsChange } from '../../settings/settings.ts';
import type { VoiceMessageNoticeStore } from '../../settings/settings-ports.ts';
import { toMessageRequest } from '../client/replies.ts';

/** The notices that tell a channel that its voice messages are answered with their text. */
export interface VoiceMessageNotices {
  /**
   * When the notice was posted in a channel, by Discord's clock in milliseconds since 1970. Without one it is posted now,
   * and the result is `undefined`: what was sent before is not answered. Rejects like the store, and when Discord refuses.
   */
  postedAtMs(guildId: string, channelId: string): Promise<number | undefined>;
  /** Tells channels that the answers were switched on or off there. Never rejects: a failure is logged. */
  onSettings(change: Pick<SettingsChange, 'guildId' | 'before' | 'after'>): Promise<void>;
}

/** What notices are posted with. */
interface NoticeParts {
  readonly store: VoiceMessageNoticeStore;
  readonly rest: Pick<REST, 'post'>;
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  /** Why voice messages of a channel can't be answered, as a sentence; `undefined` when they can. */
  readonly problemIn: (messages: Messages, channelId: string) => string | undefined;
  readonly log: Logger;
}

/** Creates the notices of all guilds. They last, so that a restart posts none again. */
export function createVoiceMessageNotices(parts: NoticeParts): VoiceMessageNotices {
  const { store, rest, publicMessages, problemIn, log } = parts;
  const inOrderOfChannel = createOrder();

  /** Resolves with the time of the message. */
  const post = async (channelId: string, content: string): Promise<number> => {
    const request = toMessageRequest({ content, visibility: 'public' });
    const posted = await rest.post(Routes.channelMessages(channelId), request);
    const id = typeof posted === 'object' && posted !== null ? String(Reflect.get(posted, 'id')) : '';
    return SnowflakeUtil.timestampFrom(id);
  };

  const switchOn = async (guildId: string, channelId: string): Promise<void> => {
    const { voiceMessages } = await publicMessages(guildId);
    await store.setPostedAtMs(guildId, channelId, await post(channelId, voiceMessages.switchedOn));
  };

  const switchOff = async (guildId: string, channelId: string): Promise<void> => {
    if ((await store.postedAtMs(guildId, channelId)) === undefined) return;
    // First, so that switching on again posts a notice, even if this one fails.
    await store.setPostedAtMs(guildId, channelId, undefined);
    const { voiceMessages } = await publicMessages(guildId);
    await post(channelId, voiceMessages.switchedOff);
  };

  return {
    postedAtMs: async (guildId, channelId) => {
      const postedAtMs = await store.postedAtMs(guildId, channelId);
      if (postedAtMs !== undefined) return postedAtMs;
      return inOrderOfChannel(channelId, async () => {
        // It may have been posted meanwhile.
        const known = await store.postedAtMs(guildId, channelId);
        if (known === undefined) await switchOn(guildId, channelId);
        return known;
      });
    },
    onSettings: async ({ guildId, before, after }) => {
      const [old, now] = [before.voiceMessages.transcribedIn, after.voiceMessages.transcribedIn];
      const added = now.filter((id) => !old.includes(id));
      const removed = old.filter((id) => !now.includes(id));
      const tell = async (channelId: string, work: () => Promise<unknown>): Promise<void> => {
        await inOrderOfChannel(channelId, work).catch((error: unknown) => {
          log.warn({ err: error, guildId, channelId }, 'could not post a notice about voice messages');
        });
      };
      // With a problem nobody is answered yet: the notice comes with the first voice message once it is solved.
      const on = async (channelId: string): Promise<void> => {
        const problem = problemIn(await publicMessages(guildId), channelId);
        await (problem === undefined ? switchOn(guildId, channelId) : post(channelId, problem));
      };
      await Promise.all([
        ...added.map((channelId) => tell(channelId, () => on(channelId))),
        ...removed.map((channelId) => tell(channelId, () => switchOff(guildId, channelId))),
      ]);
    },
  };
}
