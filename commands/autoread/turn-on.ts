import { missingCaptionPermissions } from '../../src/discord/client/permissions.ts';
import { ephemeral, type Reply } from '../../src/discord/client/replies.ts';
import { buttonRow } from '../../src/discord/interactions/buttons.ts';
import type { CommandContext, ComponentContext } from '../../src/discord/interactions/command.ts';
import { requireGuild } from '../../src/discord/interactions/member-rights.ts';
import { UserError } from '../../src/errors.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { Binding } from '../../src/reading/reading-ports.ts';
import { MAX_BINDINGS } from '../command-limits.ts';
import { requireManagedChannel, requireManager } from './managed-channel.ts';
import { type AutoreadParts, NAME } from './parts.ts';
import { statusLine } from './status.ts';

/** `/autoread on`: the channel is read aloud once it has the notice. */
export async function turnOn(parts: AutoreadParts, context: CommandContext): Promise<void> {
  const { messages, options } = context;
  const { reading, readingPlaces, receivesMessages } = parts;
  const place = requireGuild(context);
  const { guildId } = place;
  const channelId = await requireManagedChannel(parts, context, place);
  if (!receivesMessages()) throw new UserError(messages.reading.noIntent);
  requireNotice(parts, channelId, messages);
  const before = reading.bindingOf(guildId, channelId);
  if (before === undefined && (await reading.status(guildId)).length >= MAX_BINDINGS) {
    throw new UserError(messages.reading.tooMany({ max: MAX_BINDINGS }));
  }
  const binding: Binding = {
    ...{ guildId, channelId },
    autoJoin: options.boolean('auto_join') ?? before?.autoJoin ?? false,
    widerListeners: before?.widerListeners ?? false,
  };
  await context.defer('ephemeral');
  if (before === undefined) await bindWithNotice(parts, binding, messages);
  else {
    // People must know that it comes to them now.
    if (binding.autoJoin && !before.autoJoin) await postNotice(parts, binding, messages);
    await reading.bind(binding);
  }
  const closed = binding.widerListeners ? [] : readingPlaces.closedTo(guildId, channelId);
  const status = (await reading.status(guildId)).find((each) => each.binding.channelId === channelId);
  const content = [
    // Where it is read already, the way to bring the bot in would mislead.
    status?.readIn === undefined || binding.autoJoin
      ? messages.reading.turnedOn(binding)
      : statusLine(parts, status, status.readIn, messages),
    ...(closed.length === 0 ? [] : [messages.reading.closedTo({ channelId, voiceChannelIds: closed })]),
  ].join('\n');
  const wider = buttonRow([[`${NAME}:wider:${channelId}`, messages.reading.buttons.wider, 'danger']]);
  await context.answer({ ...ephemeral(content), ...(closed.length > 0 && { components: [wider] }) });
}

/** People whose messages are read aloud must know of it: a channel is bound once it has the notice. */
async function bindWithNotice(parts: AutoreadParts, binding: Binding, messages: Messages): Promise<void> {
  const { directory, publicMessages, reading } = parts;
  const { guildId, channelId } = binding;
  await postNotice(parts, binding, messages);
  try {
    await reading.bind(binding);
  } catch (error) {
    const texts = await publicMessages(guildId);
    const notRead: Reply = { content: texts.reading.turnedOff({ channelId }), visibility: 'public' };
    // What failed may be stored all the same: the notice stands until it is certain that the channel isn't read.
    await reading
      .unbind(guildId, channelId)
      .then(() => directory.postReply(channelId, notRead))
      .catch(() => undefined);
    throw error;
  }
}

/** @throws {UserError} when it can't be posted. */
async function postNotice(
  { directory, publicMessages, settings }: AutoreadParts,
  { guildId, channelId, autoJoin }: Binding,
  messages: Messages,
): Promise<void> {
  const [texts, { reading }] = await Promise.all([publicMessages(guildId), settings.of(guildId)]);
  const notice = texts.reading.notice({ prefix: reading.skipPrefix, autoJoin });
  const posted = await directory.postReply(channelId, noticeOf(notice, texts)).catch(() => false);
  if (!posted) throw new UserError(messages.reading.noNotice({ channelId }));
}

function noticeOf(content: string, { reading: { buttons } }: Messages): Reply {
  return {
    content,
    visibility: 'public',
    components: [
      buttonRow([
        [`${NAME}:mute`, buttons.mute],
        [`${NAME}:name`, buttons.name],
      ]),
    ],
  };
}

/** The button for a channel with readers who can't see all voice channels: reads it there too, with a notice that names who wants it. */
export async function widen(parts: AutoreadParts, context: ComponentContext, channelId: string): Promise<void> {
  const { messages, userId } = context;
  const place = requireGuild(context);
  requireManager(parts, place, userId, channelId, messages);
  const binding = parts.reading.bindingOf(place.guildId, channelId);
  if (binding === undefined) throw new UserError(messages.reading.notOn({ channelId }));
  const texts = (await parts.publicMessages(place.guildId)).reading;
  const notice: Reply = { content: texts.widerNotice({ userId }), visibility: 'public' };
  // Nobody is read to more people without knowing it.
  const posted = await parts.directory.postReply(channelId, notice).catch(() => false);
  if (!posted) throw new UserError(messages.reading.noWiderNotice({ channelId }));
  await parts.reading.bind({ ...binding, widerListeners: true });
  await context.update({ ...ephemeral(messages.reading.widened({ channelId })), components: [] });
}

/** @throws {UserError} naming the permissions that the bot lacks to see the channel and post its notice. */
function requireNotice({ directory }: AutoreadParts, channelId: string, messages: Messages): void {
  const facts = directory.textChannel(channelId);
  const isThread = facts !== undefined && facts.webhookChannelId !== channelId;
  const missing = missingCaptionPermissions(facts?.permissions ?? 0n, isThread);
  if (missing.length === 0) return;
  const permissions = missing.map((key) => messages.interactions.permissions[key]);
  throw new UserError(messages.reading.status.missing({ channelId, permissions }));
}
