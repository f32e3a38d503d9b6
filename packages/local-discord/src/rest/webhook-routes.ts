import { MessageFlags, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal } from '../discord-error.ts';
import { parseForm } from '../form.ts';
import { messagePayload, userPayload } from '../payloads.ts';
import type { RouteLimit } from '../rate-limits.ts';
import { webhookAuthorSchema, webhookChangeSchema } from '../rules/webhook-rules.ts';
import { botChannel, type Services } from '../services.ts';
import { type Webhook, webhookPayload } from '../webhooks.ts';
import type { StoredMessage } from '../world.ts';
import { noContent, ok, type RestAnswer, type RestRequest, type Route } from './route.ts';

/** Executions of one webhook in 2 s, and of all webhooks of one channel in a minute (measured by users; undocumented). */
const PER_WEBHOOK = { limit: 5, windowMs: 2_000 };
const PER_CHANNEL = { limit: 30, windowMs: 60_000 };

/** Webhooks of channels, and those of interactions, which share their paths. */
export function webhookRoutes(services: Services): Route[] {
  return [...ownRoutes(services), ...tokenRoutes(services), ...messageRoutes(services)];
}

/** A webhook by its id alone; needs the permission to manage it. */
function ownRoutes(services: Services): Route[] {
  const { webhooks, applicationId, bot } = services;
  const pattern = '/webhooks/:webhookId';
  const managed = ({ param }: RestRequest): Webhook => {
    const webhook = webhooks.find(param('webhookId'));
    botChannel(services, webhook.channelId, P.ManageWebhooks);
    return webhook;
  };
  return [
    {
      method: 'GET',
      pattern,
      auth: 'bot',
      handle: (request) => ok(webhookPayload(managed(request), applicationId, userPayload(bot))),
    },
    {
      method: 'PATCH',
      pattern,
      auth: 'bot',
      handle: (request) => {
        const webhook = managed(request);
        webhook.name = parseForm(webhookChangeSchema, request.body).name ?? webhook.name;
        return ok(webhookPayload(webhook, applicationId, userPayload(bot)));
      },
    },
    {
      method: 'DELETE',
      pattern,
      auth: 'bot',
      handle: (request) => {
        webhooks.delete(managed(request));
        return noContent();
      },
    },
  ];
}

function tokenRoutes(services: Services): Route[] {
  const { webhooks, applicationId } = services;
  const pattern = '/webhooks/:webhookId/:token';
  const byToken = ({ param }: RestRequest): Webhook => webhooks.find(param('webhookId'), param('token'));
  return [
    { method: 'GET', pattern, auth: 'path', handle: (request) => ok(webhookPayload(byToken(request), applicationId)) },
    {
      method: 'DELETE',
      pattern,
      auth: 'path',
      handle: (request) => {
        webhooks.delete(byToken(request));
        return noContent();
      },
    },
    {
      method: 'POST',
      pattern,
      auth: 'path',
      limits: (request) => executionLimits(services, request),
      handle: (request) => execute(services, request),
    },
  ];
}

function messageRoutes(services: Services): Route[] {
  const { world, messages } = services;
  const pattern = '/webhooks/:webhookId/:token/messages/:messageId';
  const limits =
    (kind: string): NonNullable<Route['limits']> =>
    ({ param }) => [{ ...PER_WEBHOOK, key: `${kind} ${param('webhookId')} ${param('token')}` }];
  return [
    {
      method: 'GET',
      pattern,
      auth: 'path',
      limits: limits('webhook-get'),
      handle: (request) => ok(messagePayload(world, messageOf(services, request))),
    },
    {
      method: 'PATCH',
      pattern,
      auth: 'path',
      limits: limits('webhook-edit'),
      handle: (request) => {
        const message = messageOf(services, request);
        return ok(messagePayload(world, messages.edit(message, request.body ?? {}, request.files)));
      },
    },
    {
      method: 'DELETE',
      pattern,
      auth: 'path',
      limits: limits('webhook-delete'),
      handle: (request) => {
        messages.delete(messageOf(services, request));
        return noContent();
      },
    },
  ];
}

function executionLimits(services: Services, { param }: Pick<RestRequest, 'param'>): RouteLimit[] {
  const own = { ...PER_WEBHOOK, key: `webhook-execute ${param('webhookId')} ${param('token')}` };
  if (param('webhookId') === services.applicationId) return [own];
  const { channelId } = services.webhooks.find(param('webhookId'), param('token'));
  return [own, { ...PER_CHANNEL, key: `webhook-channel ${channelId}`, scope: 'shared' }];
}

function execute(services: Services, request: RestRequest): RestAnswer {
  const { world, interactions, messages, webhooks, applicationId } = services;
  const { param, files } = request;
  const body = request.body ?? {};
  if (param('webhookId') === applicationId) {
    const interaction = interactions.byToken(applicationId, param('token'));
    return ok(messagePayload(world, interactions.followUp(interaction, body, files)));
  }
  const webhook = webhooks.find(param('webhookId'), param('token'));
  if (!world.channels.has(webhook.channelId)) throw refusal('unknownWebhook');
  const channelId = targetOf(services, request, webhook);
  const { username, avatar_url: avatarUrl } = parseForm(webhookAuthorSchema, body);
  const message = messages.create({
    channelId,
    author: {
      kind: 'webhook',
      webhookId: webhook.id,
      name: username ?? webhook.name,
      avatarUrl: avatarUrl ?? undefined,
    },
    applicationId,
    body: withoutEphemeral(body),
    files,
  });
  return request.query.get('wait') === 'true' ? ok(messagePayload(world, message)) : noContent();
}

/** The webhook's channel, or the thread of it that the query names. */
function targetOf({ world }: Services, { query }: RestRequest, { channelId }: Webhook): string {
  const threadId = query.get('thread_id');
  if (threadId === null) return channelId;
  if (world.channels.get(threadId)?.parentId !== channelId) throw refusal('unknownChannel');
  return threadId;
}

function messageOf(services: Services, request: RestRequest): StoredMessage {
  const { param } = request;
  const { interactions, webhooks, world, applicationId } = services;
  if (param('webhookId') === applicationId) {
    return interactions.message(interactions.byToken(applicationId, param('token')), param('messageId'));
  }
  const webhook = webhooks.find(param('webhookId'), param('token'));
  const message = world.message(targetOf(services, request, webhook), param('messageId'));
  const isOwn = message?.author.kind === 'webhook' && message.author.webhookId === webhook.id;
  if (message === undefined || !isOwn) throw refusal('unknownMessage');
  return message;
}

/** A channel's webhook cannot send ephemeral messages: the flag is ignored. */
function withoutEphemeral(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('flags' in body) || typeof body.flags !== 'number') return body;
  return { ...body, flags: body.flags & ~MessageFlags.Ephemeral };
}
