import { type APIActionRowComponent, type APIStringSelectComponent, ComponentType } from 'discord.js';
import {
  type Command,
  type CommandDefinition,
  GUILD_ONLY,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import { clip, ephemeral, type Reply, sanitize } from '../src/discord/interactions/replies.ts';
import { notInVoice, requireGuild, requireSession } from '../src/discord/playback/control.ts';
import type { Services } from '../src/discord/services.ts';
import type { QueueItem, RemoveOutcome, SessionSnapshot } from '../src/voice/voice-api.ts';

const definition: CommandDefinition = {
  name: 'queue',
  description: 'Show what I am going to say, and take something out',
  ...GUILD_ONLY,
};

/** As many lines as fit a message of 2,000 characters, with room for escapes. */
const MAX_LINES = 12;
const MAX_TEXT_LENGTH = 60;
/** Discord's bound on the options of one select. */
const MAX_SELECT_OPTIONS = 25;

/** `/queue`: lists what is spoken and what waits; a select takes items out for whoever asked for them, or manages. */
export function createQueue({ engine }: Pick<Services, 'engine'>): Command {
  const show = async (context: InteractionContext): Promise<Reply> => {
    const place = requireGuild(context);
    const session = await requireSession(engine, place);
    const removable = session.items.filter((item) => place.isManager || item.userId === context.userId);
    return { ...ephemeral(listOf(session)), components: removable.length === 0 ? [] : [selectOf(removable)] };
  };
  return {
    definition,
    run: async (context) => context.answer(await show(context)),
    component: async (context) => {
      const place = requireGuild(context);
      const itemId = Number(context.values[0]);
      const outcome = await engine.remove(place.guildId, itemId, context.userId, place.isManager);
      const shown = await show(context);
      await context.update({ ...shown, content: `${removeWords(outcome)}\n${shown.content}` });
    },
  };
}

function removeWords(outcome: RemoveOutcome): string {
  switch (outcome.kind) {
    case 'removed':
      return 'Removed.';
    case 'not-found':
      return 'That one was not in the queue any more.';
    case 'not-yours':
      return 'You can take out only what you asked for yourself.';
    case 'no-session':
      throw notInVoice();
  }
}

function listOf(session: SessionSnapshot): string {
  if (session.items.length === 0) return `Nothing waits in <#${session.channelId}>.`;
  const lines = session.items.slice(0, MAX_LINES).map(lineOf);
  const hidden = session.items.length - lines.length;
  const paused = session.paused ? ' (paused)' : '';
  return [`In <#${session.channelId}>${paused}:`, ...lines, ...(hidden > 0 ? [`… and ${hidden} more.`] : [])].join(
    '\n',
  );
}

function lineOf(item: QueueItem, index: number): string {
  return `${index + 1}\\. <@${item.userId}> (${item.state}): ${sanitize(clip(item.text, MAX_TEXT_LENGTH))}`;
}

function selectOf(items: readonly QueueItem[]): APIActionRowComponent<APIStringSelectComponent> {
  const options = items.slice(0, MAX_SELECT_OPTIONS).map((item) => ({
    label: clip(item.text.replaceAll(/\s+/g, ' '), MAX_TEXT_LENGTH),
    value: String(item.itemId),
  }));
  const select = {
    type: ComponentType.StringSelect,
    custom_id: 'queue:remove',
    placeholder: 'Remove…',
    options,
  } as const;
  return { type: ComponentType.ActionRow, components: [select] };
}
