import { ApplicationCommandOptionType } from 'discord.js';
import { ephemeral, type Reply, sanitizeWithin } from '../src/discord/client/replies.ts';
import {
  ANYWHERE,
  type Choice,
  type Command,
  type CommandDefinition,
  type Place,
} from '../src/discord/interactions/command.ts';
import { type HelpGroup, type HelpTopic, helpTopics } from '../src/discord/interactions/help-topics.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';

const NAME = 'help';

const define = ({ help: { command: texts } }: Messages): CommandDefinition => ({
  name: NAME,
  description: texts.description,
  ...ANYWHERE,
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'command',
      description: texts.options.command,
      autocomplete: true,
    },
  ],
});

/** What a member entered is quoted up to this length, in UTF-16 units. */
const MAX_QUOTED_LENGTH = 40;

/**
 * `/help`: lists the commands and menus of `groups` that work where it is used, and itself under `more`; or explains one of
 * them. All comes from their definitions.
 */
export function createHelp(groups: readonly HelpGroup[], { commandId }: Pick<Services, 'commandId'>): Command {
  const own = { name: NAME, define };
  const all = groups.map((group) =>
    group.heading === 'more' ? { ...group, commands: [...group.commands, own] } : group,
  );
  const topicsFor = (messages: Messages): HelpTopic[] => helpTopics(all, { get: commandId }, messages);
  return {
    name: NAME,
    define,
    autocomplete: async ({ typed, messages, place }) => suggestions(offeredIn(place, topicsFor(messages)), typed),
    run: async (context) => {
      const { messages, options, place } = context;
      const topics = topicsFor(messages);
      const entered = options.string('command');
      const reply =
        entered === undefined
          ? { ...overview(all, offeredIn(place, topics), messages), ...introduction(place, topics, messages) }
          : explanation(topics, entered, messages);
      await context.answer(reply);
    },
  };
}

function offeredIn(place: Place, topics: readonly HelpTopic[]): readonly HelpTopic[] {
  return place.kind === 'guild' ? topics : topics.filter(({ isServerOnly }) => !isServerOnly);
}

function introduction({ kind }: Place, topics: readonly HelpTopic[], { help }: Messages): Reply {
  const say = topics.find(({ name }) => name === 'say')?.link ?? '';
  return ephemeral(help.introduction[kind]({ say }));
}

function overview(
  groups: readonly HelpGroup[],
  topics: readonly HelpTopic[],
  { help }: Messages,
): Pick<Reply, 'embeds'> {
  const fields = groups.map(({ heading, together = [] }) => {
    const its = topics.filter((topic) => topic.heading === heading);
    return { name: help.groups[heading], value: groupedLines(its, together, help) };
  });
  return { embeds: [{ fields: fields.filter(({ value }) => value !== '') }] };
}

/** A line for each topic, or for several that stand together, where the first of them is. */
function groupedLines(
  topics: readonly HelpTopic[],
  together: NonNullable<HelpGroup['together']>,
  help: Messages['help'],
): string {
  const lines = topics.map((topic) => {
    const shared = together.find(({ names }) => isNamed(topic, names));
    if (shared === undefined) return help.entry({ ...topic, name: topic.link });
    const links = topics.filter((other) => isNamed(other, shared.names)).map(({ link }) => link);
    return help.entry({ name: help.names({ names: links }), description: help.together[shared.about] });
  });
  return [...new Set(lines)].join('\n');
}

/** Whether the command or the subcommand of a topic is one of `names`. */
function isNamed({ name }: HelpTopic, names: readonly string[]): boolean {
  return name.split(' ').some((word) => names.includes(word));
}

/** One command or menu with its options, or all subcommands of a command. @throws {UserError} when there is none. */
function explanation(topics: readonly HelpTopic[], entered: string, { help }: Messages): Reply {
  const wanted = normalized(entered);
  // A menu and a command can have the same name but for its case.
  const exact =
    topics.find(({ name }) => name === entered.trim()) ??
    topics.find(({ shownName }) => shownName === entered.trim()) ??
    topics.find((topic) => namesOf(topic).includes(wanted));
  if (exact !== undefined) {
    const lines = [help.entry({ ...exact, name: exact.link }), ...exact.details];
    return { ...ephemeral(''), embeds: [{ description: lines.join('\n') }] };
  }
  const subcommands = topics.filter((topic) => namesOf(topic).some((name) => name.startsWith(`${wanted} `)));
  if (subcommands.length > 0) return { ...ephemeral(''), embeds: [{ description: linesOf(subcommands, help) }] };
  throw new UserError(help.unknownCommand({ entered: sanitizeWithin(entered, MAX_QUOTED_LENGTH) }));
}

function linesOf(topics: readonly HelpTopic[], help: Messages['help']): string {
  return topics.map(({ link, description }) => help.entry({ name: link, description })).join('\n');
}

/** Names that start with what is typed come first, then those that contain it. */
function suggestions(topics: readonly HelpTopic[], typed: string): Choice[] {
  const wanted = normalized(typed);
  const starting = topics.filter((topic) => namesOf(topic).some((name) => name.startsWith(wanted)));
  const containing = topics.filter((topic) => namesOf(topic).some((name) => name.includes(wanted)));
  const found = new Set([...starting, ...containing]);
  return [...found].map(({ name, shownName }) => ({ name: shownName, value: name }));
}

/** By what people find a topic: its name in their language, and the canonical one. */
function namesOf({ name, shownName }: HelpTopic): readonly string[] {
  return [normalized(shownName), normalized(name)];
}

function normalized(name: string): string {
  return name.trim().replace(/^\//, '').toLowerCase();
}
