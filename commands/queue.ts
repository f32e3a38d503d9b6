import { type APIActionRowComponent, type APIStringSelectComponent, ComponentType } from 'discord.js';
import {
  type Command,
  type CommandDefinition,
  GUILD_ONLY,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import { ephemeral, type Reply, sanitize, truncate } from '../src/discord/interactions/replies.ts';
import { notInVoice, requireGuild, requireSession } from '../src/discord/playback/session-control.ts';
import type { Services } from '../src/discord/services.ts';
import { english } from '../src/messages/english.ts';
import type { Messages } from '../src/messages/messages.ts';
import type { QueueItem, RemoveOutcome, SessionSnapshot } from '../src/voice/voice-api.ts';

const definition: CommandDefinition = {
  name: 'queue',
  description: english.playback.commands.queue.description,
  ...GUILD_ONLY,
};

/** As many lines as fit in a message of 2,000 characters, with room for escapes. */
const MAX_LINES = 12;
const MAX_TEXT_LENGTH = 60;
/** Discord's bound on the options of one select. */
const MAX_SELECT_OPTIONS = 25;

/** `/queue`: lists the texts; a select removes one, for the member who asked for it and for managers. */
export function createQueue({ engine }: Pick<Services, 'engine'>): Command {
  const show = async (context: InteractionContext): Promise<Reply> => {
    const place = requireGuild(context);
    const session = await requireSession(engine, place, context.messages);
    const removable = session.items.filter((item) => place.isManager || item.userId === context.userId);
    const components = removable.length === 0 ? [] : [selectOf(removable, context.messages)];
    return { ...ephemeral(listOf(session, context.messages)), components };
  };
  return {
    definition,
    run: async (context) => context.answer(await show(context)),
    component: async (context) => {
      const place = requireGuild(context);
      const itemId = Number(context.values[0]);
      const outcome = await engine.remove(place.guildId, itemId, context.userId, place.isManager);
      const shown = await show(context);
      await context.update({ ...shown, content: `${removedMessage(outcome, context.messages)}\n${shown.content}` });
    },
  };
}

function removedMessage(outcome: RemoveOutcome, messages: Messages): string {
  const { queue } = messages.playback;
  switch (outcome.kind) {
    case 'removed':
      return queue.removed;
    case 'not-found':
      return queue.notFound;
    case 'not-yours':
      return queue.notYours;
    case 'no-session':
      throw notInVoice(messages);
  }
}

function listOf(session: SessionSnapshot, messages: Messages): string {
  const { queue } = messages.playback;
  if (session.items.length === 0) return queue.empty;
  const lines = session.items.slice(0, MAX_LINES).map((item, index) => lineOf(item, index, messages));
  const hidden = session.items.length - lines.length;
  return [
    session.paused ? queue.pausedHeading(session) : queue.heading(session),
    ...lines,
    ...(hidden > 0 ? [queue.hidden({ texts: hidden })] : []),
  ].join('\n');
}

function lineOf({ userId, state, text }: QueueItem, index: number, { playback }: Messages): string {
  return playback.queue.item({
    ...{ number: index + 1, userId, state: playback.queue.states[state] },
    text: sanitize(truncate(text, MAX_TEXT_LENGTH)),
  });
}

function selectOf(
  items: readonly QueueItem[],
  { playback }: Messages,
): APIActionRowComponent<APIStringSelectComponent> {
  const options = items.slice(0, MAX_SELECT_OPTIONS).map((item) => ({
    label: truncate(item.text.replaceAll(/\s+/g, ' '), MAX_TEXT_LENGTH),
    value: String(item.itemId),
  }));
  const select = {
    type: ComponentType.StringSelect,
    custom_id: 'queue:remove',
    placeholder: playback.queue.selectPlaceholder,
    options,
  } as const;
  return { type: ComponentType.ActionRow, components: [select] };
}
