import { ChannelType, MessageType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { z } from 'zod';
import { refusal } from '../discord-error.ts';
import { parseForm, text } from '../form.ts';
import {
  channelPayload,
  isEphemeral,
  messagePayload,
  type Payload,
  threadMemberPayload,
  userPayload,
} from '../payloads.ts';
import { grants, permissionsOf } from '../permissions.ts';
import type { RouteLimit } from '../rate-limits.ts';
import { threadSchema } from '../rules/thread-rules.ts';
import { isVoiceMessage } from '../rules/voice-message-rules.ts';
import { webhookSchema } from '../rules/webhook-rules.ts';
import { botChannel, type Services } from '../services.ts';
import { addThreadMember } from '../threads.ts';
import { isStage, isVoiceChannel } from '../voice-states.ts';
import { webhookPayload } from '../webhooks.ts';
import type { Channel, StoredMessage } from '../world.ts';
import { noContent, ok, type RestRequest, type Route } from './route.ts';

const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.string().optional(),
  after: z.string().optional(),
});

/** What decides which permissions a new message needs; the rest is checked later. */
const wantedSchema = z
  .object({
    flags: z.number().catch(0),
    embeds: z.array(z.unknown()).catch([]),
    message_reference: z.object({}).optional().catch(undefined),
  })
  .catch({ flags: 0, embeds: [], message_reference: undefined });

/** Channels, their messages, webhooks and status. */
export function channelRoutes(services: Services): Route[] {
  return [
    {
      method: 'GET',
      pattern: '/channels/:channelId',
      auth: 'bot',
      handle: (request) => ok(channelPayload(services.world, botChannel(services, request.param('channelId')))),
    },
    {
      method: 'POST',
      pattern: '/channels/:channelId/typing',
      auth: 'bot',
      handle: (request) => {
        botChannel(services, request.param('channelId'), P.SendMessages);
        return noContent();
      },
    },
    {
      method: 'PUT',
      pattern: '/channels/:channelId/voice-status',
      auth: 'bot',
      handle: (request) => setVoiceStatus(services, request),
    },
    {
      method: 'POST',
      pattern: '/channels/:channelId/threads',
      auth: 'bot',
      handle: (request) => ({ status: 201, body: startThread(services, request) }),
    },
    {
      method: 'GET',
      pattern: '/channels/:channelId/thread-members/:userId',
      auth: 'bot',
      handle: (request) => ok(threadMemberOf(services, request)),
    },
    ...messageRoutes(services),
    ...webhookRoutes(services),
  ];
}

/** The bot is the first member; a public thread is announced by a message in its channel. */
function startThread(services: Services, { param, body }: RestRequest): Payload {
  const { world, messages, bot } = services;
  const { name, type } = parseForm(threadSchema, body ?? {});
  const isPrivate = type === ChannelType.PrivateThread;
  const channel = botChannel(services, param('channelId'), isPrivate ? P.CreatePrivateThreads : P.CreatePublicThreads);
  const guild = world.guildOf(channel);
  if (guild === undefined || channel.type !== ChannelType.GuildText) throw refusal('wrongChannelType');
  const thread = world.addThread(guild, channel, { name, private: isPrivate });
  addThreadMember(services, guild, thread, bot.id);
  const author = { kind: 'user', userId: bot.id } as const;
  const announced = {
    channelId: channel.id,
    author,
    type: MessageType.ThreadCreated,
    body: { content: name },
    files: [],
  };
  if (!isPrivate) messages.create(announced);
  return channelPayload(world, thread);
}

function threadMemberOf(services: Services, { param }: RestRequest): Payload {
  const thread = botChannel(services, param('channelId'));
  if (thread.parentId === undefined) throw refusal('wrongChannelType');
  const userId = param('userId') === '@me' ? services.bot.id : param('userId');
  const member = threadMemberPayload(thread, userId);
  if (member === undefined) throw refusal('unknownMember');
  return member;
}

function messageRoutes(services: Services): Route[] {
  const { world, messages } = services;
  const pattern = '/channels/:channelId/messages';
  return [
    { method: 'GET', pattern, auth: 'bot', handle: (request) => ok(listMessages(services, request)) },
    {
      method: 'POST',
      pattern,
      auth: 'bot',
      limits: ({ param }) => [perChannel('create-message', param('channelId'), 5_000)],
      handle: (request) => {
        const channel = writableChannel(services, request);
        const author = { kind: 'user', userId: services.bot.id } as const;
        const { body, files } = request;
        const message = { channelId: channel.id, author, body: body ?? {}, files, mayBeVoice: true };
        return ok(messagePayload(world, messages.create(message)));
      },
    },
    {
      method: 'GET',
      pattern: `${pattern}/:messageId`,
      auth: 'bot',
      handle: (request) => ok(messagePayload(world, messageOf(services, request, P.ReadMessageHistory))),
    },
    {
      method: 'PATCH',
      pattern: `${pattern}/:messageId`,
      auth: 'bot',
      limits: ({ param }) => [perChannel('edit-message', param('channelId'), 5_000)],
      handle: (request) => {
        const message = messageOf(services, request);
        if (!isOwn(services, message)) throw refusal('notOwnMessage');
        return ok(messagePayload(world, messages.edit(message, request.body ?? {}, request.files)));
      },
    },
    {
      method: 'DELETE',
      pattern: `${pattern}/:messageId`,
      auth: 'bot',
      limits: ({ param }) => [perChannel('delete-message', param('channelId'), 1_000)],
      handle: (request) => {
        const message = messageOf(services, request);
        if (!isOwn(services, message)) botChannel(services, message.channelId, P.ManageMessages);
        messages.delete(message);
        return noContent();
      },
    },
  ];
}

function webhookRoutes(services: Services): Route[] {
  const { webhooks, applicationId, bot } = services;
  const pattern = '/channels/:channelId/webhooks';
  return [
    {
      method: 'GET',
      pattern,
      auth: 'bot',
      handle: (request) => {
        const channel = botChannel(services, request.param('channelId'), P.ManageWebhooks);
        const found = webhooks.inChannel(channel.id);
        return ok(found.map((webhook) => webhookPayload(webhook, applicationId, userPayload(bot))));
      },
    },
    {
      method: 'POST',
      pattern,
      auth: 'bot',
      handle: (request) => {
        const channel = botChannel(services, request.param('channelId'), P.ManageWebhooks);
        if (channel.guildId === undefined || channel.parentId !== undefined) throw refusal('wrongChannelType');
        const { name } = parseForm(webhookSchema, request.body);
        return ok(webhookPayload(webhooks.create(channel.guildId, channel.id, name), applicationId, userPayload(bot)));
      },
    },
  ];
}

/** Five requests in a window for each channel. */
function perChannel(route: string, channelId: string, windowMs: number): RouteLimit {
  return { key: `${route} ${channelId}`, limit: 5, windowMs };
}

function writableChannel(services: Services, request: RestRequest): Channel {
  const { flags, embeds, message_reference: reference } = wantedSchema.parse(request.body);
  const isVoice = isVoiceMessage(flags);
  const wanted =
    P.SendMessages |
    // Voice messages have a permission of their own instead.
    (request.files.length > 0 && !isVoice ? P.AttachFiles : 0n) |
    (embeds.length > 0 ? P.EmbedLinks : 0n) |
    (reference === undefined ? 0n : P.ReadMessageHistory);
  const channel = botChannel(services, request.param('channelId'), wanted);
  const guild = services.world.guildOf(channel);
  const permissions = guild && permissionsOf(guild, services.bot.id, channel);
  if (isVoice && permissions !== undefined && !grants(permissions, P.SendVoiceMessages)) {
    throw refusal('noVoiceMessages');
  }
  if (channel.type === ChannelType.DM) {
    const others = channel.recipientIds.filter((id) => id !== services.bot.id);
    if (others.some((id) => !services.world.users.get(id)?.acceptsDms)) throw refusal('cannotMessageUser');
  }
  return channel;
}

function messageOf(services: Services, request: RestRequest, wanted = 0n): StoredMessage {
  const channel = botChannel(services, request.param('channelId'), wanted);
  const message = channel.messages.get(request.param('messageId'));
  if (message === undefined || isEphemeral(message)) throw refusal('unknownMessage');
  return message;
}

function isOwn(services: Services, message: StoredMessage): boolean {
  return message.author.kind === 'user' && message.author.userId === services.bot.id;
}

function listMessages(services: Services, request: RestRequest): unknown[] {
  const channel = botChannel(services, request.param('channelId'), P.ReadMessageHistory);
  const { limit, before, after } = parseForm(listSchema, Object.fromEntries(request.query));
  const visible = [...channel.messages.values()].filter((message) => !isEphemeral(message));
  const inRange = visible.filter(
    ({ id }) =>
      (before === undefined || BigInt(id) < BigInt(before)) && (after === undefined || BigInt(id) > BigInt(after)),
  );
  const page = after === undefined ? inRange.slice(-limit) : inRange.slice(0, limit);
  return page.reverse().map((message) => messagePayload(services.world, message));
}

function setVoiceStatus(services: Services, request: RestRequest): ReturnType<Route['handle']> {
  const channel = botChannel(services, request.param('channelId'), P.SetVoiceChannelStatus);
  // Stage channels have a topic in its place.
  if (!isVoiceChannel(channel) || isStage(channel)) throw refusal('wrongChannelType');
  const guild = services.world.guildOf(channel);
  if (guild === undefined) throw refusal('unknownChannel');
  // A member who is not connected also needs Manage Channels.
  const isConnected = guild.voiceStates.get(services.bot.id)?.channelId === channel.id;
  if (!isConnected) botChannel(services, channel.id, P.ManageChannels);
  const { status } = parseForm(z.object({ status: text(0, 500).nullish() }), request.body);
  services.voiceStates.setStatus(guild, channel, status ?? '');
  return noContent();
}
