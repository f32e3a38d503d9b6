import { randomBytes } from 'node:crypto';
import { GatewayIntentBits, WebhookType } from 'discord-api-types/v10';
import { refusal } from './discord-error.ts';
import type { Listeners } from './listeners.ts';
import type { DispatchEvent, Payload } from './payloads.ts';

/** Limit on a channel's webhooks. */
const MAX_PER_CHANNEL = 15;

/** A webhook of a text channel. */
export interface Webhook {
  readonly id: string;
  readonly token: string;
  readonly guildId: string;
  channelId: string;
  name: string;
}

/** The channels' webhooks, all created by the bot. */
export class Webhooks {
  readonly #webhooks = new Map<string, Webhook>();
  readonly #makeId: () => string;
  readonly #events: Listeners<DispatchEvent>;

  constructor(makeId: () => string, events: Listeners<DispatchEvent>) {
    this.#makeId = makeId;
    this.#events = events;
  }

  get all(): Iterable<Webhook> {
    return this.#webhooks.values();
  }

  /** Puts a webhook of an earlier visit back. */
  restore(webhook: Webhook): void {
    this.#webhooks.set(webhook.id, { ...webhook });
  }

  /** @throws {DiscordError} 30007 above the limit of a channel's webhooks */
  create(guildId: string, channelId: string, name: string): Webhook {
    if (this.inChannel(channelId).length >= MAX_PER_CHANNEL) throw refusal('maximumWebhooks');
    const webhook = { id: this.#makeId(), token: randomBytes(48).toString('base64url'), guildId, channelId, name };
    this.#webhooks.set(webhook.id, webhook);
    this.#tell(webhook);
    return webhook;
  }

  /**
   * Finds a webhook by its id and, if given, its token.
   * @throws {DiscordError} 10015, 50027
   */
  find(id: string, token?: string): Webhook {
    const webhook = this.#webhooks.get(id);
    if (webhook === undefined) throw refusal('unknownWebhook');
    if (token !== undefined && token !== webhook.token) throw refusal('invalidWebhookToken');
    return webhook;
  }

  inChannel(channelId: string): Webhook[] {
    return [...this.#webhooks.values()].filter((webhook) => webhook.channelId === channelId);
  }

  delete(webhook: Webhook): void {
    this.#webhooks.delete(webhook.id);
    this.#tell(webhook);
  }

  #tell({ guildId, channelId }: Webhook): void {
    this.#events.emit({
      name: 'WEBHOOKS_UPDATE',
      guildId,
      intent: GatewayIntentBits.GuildWebhooks,
      data: () => ({ guild_id: guildId, channel_id: channelId }),
    });
  }
}

/** A webhook as returned by the API; `maker` is omitted if the webhook's own token authorized the request. */
export function webhookPayload(webhook: Webhook, applicationId: string, maker?: Payload): Payload {
  return {
    id: webhook.id,
    type: WebhookType.Incoming,
    guild_id: webhook.guildId,
    channel_id: webhook.channelId,
    name: webhook.name,
    avatar: null,
    token: webhook.token,
    application_id: applicationId,
    ...(maker === undefined ? {} : { user: maker }),
  };
}
