import { type APIActionRowComponent, type APIStringSelectComponent, ComponentType } from 'discord.js';
import { ephemeral, type Reply, sanitize, truncate } from '../src/discord/client/replies.ts';
import {
  type Command,
  type CommandDefinition,
  type ComponentContext,
  GUILD_ONLY,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import {
  managesChannel,
  maySeeChannel,
  notInVoice,
  requireGuild,
  requireSession,
} from '../src/discord/interactions/member-rights.ts';
import type { Services } from '../src/discord/services.ts';
import type { Messages } from '../src/messages/messages.ts';
import { withoutPhonemes } from '../src/text/pronunciation/phonemes.ts';
import type { QueueItem, RemoveOutcome, SessionSnapshot } from '../src/voice/voice-api.ts';

const NAME = 'queue';

const define = ({ playback: { commands } }: Messages): CommandDefinition => ({
  name: NAME,
  description: commands.queue.description,
  ...GUILD_ONLY,
});

/** As many lines as fit in a message of 2,000 characters, with room for escapes. */
const MAX_LINES = 12;
const MAX_TEXT_LENGTH = 60;
/** Discord's bound on the options of one select. */
const MAX_SELECT_OPTIONS = 25;

/**
 * `/queue`: lists the texts for those who may see the voice channel; a select removes one, for the member who asked for
 * it and for those who manage the channel.
 */
export function createQueue({ engine, directory }: Pick<Services, 'engine' | 'directory'>): Command {
  const show = async (context: InteractionContext): Promise<Reply> => {
    const { messages, userId } = context;
    const place = requireGuild(context);
    const session = await requireSession(engine, place, messages);
    const member = { place, userId };
    if (!maySeeChannel(directory, member, session.channelId)) {
      return { ...ephemeral(messages.playback.queue.notForYou), components: [] };
    }
    const isManager = managesChannel(directory, member, session.channelId);
    const removable = session.items.filter((item) => isManager || item.userId === userId);
    const components = removable.length === 0 ? [] : [selectOf(removable, messages)];
    return { ...ephemeral(listOf(session, messages)), components };
  };
  const remove = async (context: ComponentContext): Promise<RemoveOutcome> => {
    const { messages, userId, values } = context;
    const place = requireGuild(context);
    const { channelId } = await requireSession(engine, place, messages);
    const [textId = ''] = values;
    const isManager = managesChannel(directory, { place, userId }, channelId);
    return engine.remove(place.guildId, textId, userId, isManager);
  };
  return {
    name: NAME,
    define,
    run: async (context) => context.answer(await show(context)),
    component: async (context) => {
      const outcome = await remove(context);
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
  const heading = session.joining ? queue.joiningHeading : session.paused ? queue.pausedHeading : queue.heading;
  return [heading(session), ...lines, ...(hidden > 0 ? [queue.hidden({ texts: hidden })] : [])].join('\n');
}

function lineOf({ userId, state, text }: QueueItem, index: number, { playback }: Messages): string {
  return playback.queue.item({
    ...{ number: index + 1, userId, state: playback.queue.states[state] },
    text: sanitize(truncate(withoutPhonemes(text), MAX_TEXT_LENGTH)),
  });
}

function selectOf(
  items: readonly QueueItem[],
  { playback }: Messages,
): APIActionRowComponent<APIStringSelectComponent> {
  const options = items.slice(0, MAX_SELECT_OPTIONS).map((item) => ({
    label: truncate(withoutPhonemes(item.text).replaceAll(/\s+/g, ' '), MAX_TEXT_LENGTH),
    value: item.textId,
  }));
  const select = {
    type: ComponentType.StringSelect,
    custom_id: 'queue:remove',
    placeholder: playback.queue.selectPlaceholder,
    options,
  } as const;
  return { type: ComponentType.ActionRow, components: [select] };
}
