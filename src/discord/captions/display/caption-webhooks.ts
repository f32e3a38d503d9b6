import { type APIWebhook, DiscordAPIError, type REST, Routes } from 'discord.js';
import type { Logger } from '../../../log/log.ts';

/** Discord's codes: maximum number of webhooks reached; missing access; missing permissions. */
const REFUSED_CODES: ReadonlySet<unknown> = new Set([30_007, 50_001, 50_013]);
/** How long a channel that refused a webhook is not asked again. */
const REFUSED_FOR_MS = 5 * 60_000;

/** What is needed to post through a webhook. */
export interface CaptionWebhook {
  readonly id: string;
  readonly token: string;
}

/** The bot's own webhooks: at most one per channel, created when first needed. */
export interface CaptionWebhooks {
  /** One that has to be created gets the name. `undefined` if the channel refuses one. Rejects if Discord is unreachable. */
  of(channelId: string, name: string): Promise<CaptionWebhook | undefined>;
  /** Drops a webhook that Discord no longer knows. */
  forget(channelId: string, webhook: CaptionWebhook): void;
}

/** Finds and creates webhooks. `applicationId` is available after login. */
export function createCaptionWebhooks(options: {
  readonly rest: Pick<REST, 'get' | 'post'>;
  readonly applicationId: () => string | undefined;
  readonly log: Logger;
}): CaptionWebhooks {
  const { rest, applicationId, log } = options;
  /** By channel id, like the two below. */
  const found = new Map<string, Promise<CaptionWebhook | undefined>>();
  const idOf = new Map<string, string>();
  const refusedAtMs = new Map<string, number>();

  const findOrCreate = async (channelId: string, name: string): Promise<CaptionWebhook | undefined> => {
    const route = Routes.channelWebhooks(channelId);
    const existing = (await rest.get(route)) as APIWebhook[];
    const ours = existing.find(({ application_id: id, token }) => id === applicationId() && token !== undefined);
    const { id, token = '' } = ours ?? ((await rest.post(route, { body: { name } })) as APIWebhook);
    idOf.set(channelId, id);
    return { id, token };
  };

  const look = async (channelId: string, name: string): Promise<CaptionWebhook | undefined> => {
    try {
      return await findOrCreate(channelId, name);
    } catch (error) {
      found.delete(channelId);
      if (!(error instanceof DiscordAPIError) || !REFUSED_CODES.has(error.code)) throw error;
      refusedAtMs.set(channelId, performance.now());
      log.info({ err: error }, 'a channel refused a webhook');
      return undefined;
    }
  };

  return {
    of: async (channelId, name) => {
      const refused = refusedAtMs.get(channelId);
      if (refused !== undefined && performance.now() - refused < REFUSED_FOR_MS) return undefined;
      refusedAtMs.delete(channelId);
      const known = found.get(channelId) ?? look(channelId, name);
      found.set(channelId, known);
      return known;
    },
    forget: (channelId, webhook) => {
      if (idOf.get(channelId) === webhook.id) found.delete(channelId);
    },
  };
}
