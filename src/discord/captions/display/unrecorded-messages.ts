import { type APIMessage, DiscordAPIError, type REST, Routes, SnowflakeUtil } from 'discord.js';
import type { FindUnrecorded } from '../../../captions/captions-ports.ts';
import { parseMessage } from './caption-message-text.ts';
import { isRefusal } from './webhook-finder.ts';

/** Most messages that are looked through: Discord's limit of a page. What people write in between counts too. */
const PAGE = 100;
/** How far this machine's clock may be ahead of Discord's, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** What unrecorded messages are found with. */
export interface UnrecordedMessagesOptions {
  readonly rest: Pick<REST, 'get'>;
  /** Whether Discord has told this process of the guild, so far as it will. */
  readonly isKnown: (guildId: string) => boolean;
  /** Whether the bot may list the messages there. */
  readonly mayReadHistory: (channelId: string) => boolean;
  /** The bot's own ids; `undefined` before login. */
  readonly identity: () => { readonly botId: string; readonly applicationId: string } | undefined;
  /** A time by Discord's clock before any caption that this process posted: milliseconds since 1970. */
  readonly startedAtMs: () => number;
}

/**
 * Creates what finds captions that were posted, but whose ids were not stored before the process ended: messages of the
 * bot's webhooks, and its own with a name before each line, with interim text where the bot may read them. From before
 * this process: later messages are its own.
 */
export function createUnrecordedFinder(options: UnrecordedMessagesOptions): FindUnrecorded {
  const { rest, isKnown, mayReadHistory, identity } = options;
  return async ({ guildId, textChannelId: channelId, startedAtMs: sessionStartedAtMs }, recorded) => {
    const self = identity();
    if (self === undefined || !isKnown(guildId)) return 'unavailable';
    if (!mayReadHistory(channelId)) return [];
    const after = newestOf([...recorded, idAt(sessionStartedAtMs - CLOCK_SKEW_MS)]);
    const query = new URLSearchParams({ after, limit: String(PAGE) });
    try {
      const listed = (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
      return listed
        .filter((message) => isOurs(message, self) && BigInt(message.id) < BigInt(idAt(options.startedAtMs())))
        .map(({ id: messageId, webhook_id: webhookId }) => ({ messageId, channelId, webhookId }));
    } catch (error) {
      if (error instanceof DiscordAPIError && isRefusal(error)) return [];
      throw error;
    }
  };
}

/** Answers to interactions come through a webhook as well: that of the application. */
function isOurs(message: APIMessage, { botId, applicationId }: { botId: string; applicationId: string }): boolean {
  const { webhook_id: webhookId, application_id: owner, author, content } = message;
  if (webhookId !== undefined) return owner === applicationId && webhookId !== applicationId;
  return author.id === botId && parseMessage(content).every(({ lead }) => lead !== '');
}

function idAt(timestampMs: number): string {
  return SnowflakeUtil.generate({ timestamp: timestampMs, increment: 0n, workerId: 0n, processId: 0n }).toString();
}

function newestOf(ids: readonly string[]): string {
  return ids.reduce((newest, id) => (BigInt(id) > BigInt(newest) ? id : newest));
}
