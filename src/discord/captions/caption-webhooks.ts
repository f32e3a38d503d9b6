import { type APIWebhook, DiscordAPIError, type REST, Routes } from 'discord.js';
import type { Logger } from '../../log.ts';

/** Name of the webhook in the channel's settings, and over messages that hold several people's lines. */
export const WEBHOOK_NAME = 'Mynah Captions';

/** Discord's codes: this channel has all the webhooks it may have; missing access; missing permissions. */
const HOPELESS_CODES: ReadonlySet<unknown> = new Set([30_007, 50_001, 50_013]);
/** A channel that gave no webhook is asked again after this. */
const ASK_AGAIN_AFTER_MS = 5 * 60_000;

/** What it takes to post through a webhook. */
export interface CaptionWebhook {
  readonly id: string;
  readonly token: string;
}

/** The bot's own webhooks, at most one in a channel, made when first needed. */
export interface CaptionWebhooks {
  /** `undefined` when this channel gives none; rejects when Discord cannot be reached. */
  of(channelId: string): Promise<CaptionWebhook | undefined>;
  /** Stops using a webhook that Discord no longer knows. */
  forget(channelId: string, webhook: CaptionWebhook): void;
}

/** Looks up and makes webhooks; `applicationId` is asked once logged in. */
export function createCaptionWebhooks(options: {
  readonly rest: Pick<REST, 'get' | 'post'>;
  readonly applicationId: () => string | undefined;
  readonly log: Logger;
}): CaptionWebhooks {
  const { rest, applicationId, log } = options;
  /** By channel id, as are the two below. */
  const found = new Map<string, Promise<CaptionWebhook | undefined>>();
  const idOf = new Map<string, string>();
  const refusedAtMs = new Map<string, number>();

  const findOrMake = async (channelId: string): Promise<CaptionWebhook | undefined> => {
    const route = Routes.channelWebhooks(channelId);
    const existing = (await rest.get(route)) as APIWebhook[];
    const ours = existing.find(({ application_id: id, token }) => id === applicationId() && token !== undefined);
    const { id, token = '' } = ours ?? ((await rest.post(route, { body: { name: WEBHOOK_NAME } })) as APIWebhook);
    idOf.set(channelId, id);
    return { id, token };
  };

  const look = async (channelId: string): Promise<CaptionWebhook | undefined> => {
    try {
      return await findOrMake(channelId);
    } catch (error) {
      found.delete(channelId);
      if (!(error instanceof DiscordAPIError) || !HOPELESS_CODES.has(error.code)) throw error;
      refusedAtMs.set(channelId, Date.now());
      log.info({ err: error }, 'a channel gives no webhook');
      return undefined;
    }
  };

  return {
    of: async (channelId) => {
      const refused = refusedAtMs.get(channelId);
      if (refused !== undefined && Date.now() - refused < ASK_AGAIN_AFTER_MS) return undefined;
      refusedAtMs.delete(channelId);
      const known = found.get(channelId) ?? look(channelId);
      found.set(channelId, known);
      return known;
    },
    forget: (channelId, webhook) => {
      if (idOf.get(channelId) === webhook.id) found.delete(channelId);
    },
  };
}
