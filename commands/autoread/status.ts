import { missingCaptionPermissions } from '../../src/discord/client/permissions.ts';
import { ephemeral, sanitize } from '../../src/discord/client/replies.ts';
import { buttonRow } from '../../src/discord/interactions/buttons.ts';
import type { CommandContext } from '../../src/discord/interactions/command.ts';
import { requireGuild } from '../../src/discord/interactions/member-rights.ts';
import { joinMessage } from '../../src/discord/playback/join-message.ts';
import { isSuspended } from '../../src/discord/reading/free-name.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { BindingStatus } from '../../src/reading/reading-api.ts';
import type { ReadingChoice } from '../../src/reading/reading-ports.ts';
import { type AutoreadParts, muteButton, NAME } from './parts.ts';

/** `/autoread status`: the channels that the person can see, and whether their own messages are read. */
export async function showStatus(parts: AutoreadParts, context: CommandContext): Promise<void> {
  const { messages, options, userId } = context;
  const { reading, receivesMessages, directory, engine, readingPlaces } = parts;
  const { guildId } = requireGuild(context);
  const wanted = options.string('channel');
  const [all, choice, session] = await Promise.all([
    reading.status(guildId),
    reading.choiceOf(guildId, userId),
    engine.session(guildId),
  ]);
  const asked = all.filter(({ binding }) => wanted === undefined || binding.channelId === wanted);
  const access = await Promise.all(
    asked.map(({ binding }) => directory.textAccess(guildId, binding.channelId, userId)),
  );
  const visible = asked.filter((_status, index) => access[index] === 'visible');
  const { status } = messages.reading;
  const refusal = session === undefined ? readingPlaces.refusalOf(guildId) : undefined;
  const content = [
    ...(visible.length === 0
      ? [status.none]
      : visible.map((each) => statusLine(parts, each, session?.channelId, messages))),
    ...(receivesMessages() ? [] : [messages.reading.noIntent]),
    ...(refusal === undefined || visible.length === 0 ? [] : [joinMessage(refusal, messages)]),
    ...(choice.isMuted ? [status.youAreMuted] : visible.length === 0 ? [] : [await ownLine(parts, context, choice)]),
  ].join('\n');
  const { name, identities } = messages.reading.buttons;
  const buttons = buttonRow([muteButton(choice, messages), [`${NAME}:name`, name], [`${NAME}:identities`, identities]]);
  await context.answer({ ...ephemeral(content), components: [buttons] });
}

/** That the person's own messages are read, and what is said before them. */
async function ownLine(parts: AutoreadParts, context: CommandContext, { nickname }: ReadingChoice): Promise<string> {
  const { messages, userId } = context;
  const { status } = messages.reading;
  const { guildId } = requireGuild(context);
  const { reading } = await parts.settings.of(guildId);
  if (nickname === undefined || !reading.announceWriters) return status.youAreRead;
  const name = sanitize(nickname);
  const isOthers = await isSuspended(parts, { guildId, userId }, nickname);
  const called = isOthers ? status.nameSuspended({ name }) : status.namedAs({ name });
  return messages.format.sentences([status.youAreRead, called]);
}

export function statusLine(
  { directory }: AutoreadParts,
  { binding, readIn, why }: BindingStatus,
  botIn: string | undefined,
  messages: Messages,
): string {
  const { channelId, autoJoin } = binding;
  const { status } = messages.reading;
  const facts = directory.textChannel(channelId);
  const isThread = facts !== undefined && facts.webhookChannelId !== channelId;
  const missing = missingCaptionPermissions(facts?.permissions ?? 0n, isThread).filter((key) => key === 'viewChannel');
  if (missing.length > 0) {
    const permissions = missing.map((key) => messages.interactions.permissions[key]);
    return status.missing({ channelId, permissions });
  }
  if (readIn !== undefined) return status.readIn({ channelId, voiceChannelId: readIn });
  if (botIn === undefined || why === undefined || why === 'not-in-voice')
    return status.waiting({ channelId, autoJoin });
  return status[why]({ channelId, voiceChannelId: botIn });
}
