import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  chatInputApplicationCommandMention,
  InteractionContextType,
  inlineCode,
} from 'discord.js';
import { localizedPath } from '../../messages/command-names.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Command, CommandDefinition, MenuDefinition, MessageMenu } from './command.ts';
import type { CommandIds } from './registration.ts';

/** Commands and menus that `/help` lists under one heading. */
export interface HelpGroup {
  readonly heading: keyof Messages['help']['groups'];
  readonly commands: readonly Pick<Command, 'name' | 'define' | 'help'>[];
  /** What shares a line of the list: commands with all their subcommands, and subcommands, by name. */
  readonly together?: readonly {
    readonly names: readonly string[];
    readonly about: keyof Messages['help']['together'];
  }[];
  /** Discord keeps no description of a menu: the catalogue has one, under `about`. */
  readonly menus?: readonly {
    readonly menu: Pick<MessageMenu, 'define'>;
    readonly about: keyof Messages['help']['menus'];
  }[];
}

/** What `/help` says about a command without subcommands, a subcommand, or a menu. */
export interface HelpTopic {
  readonly heading: HelpGroup['heading'];
  /** As it is typed, without the slash: `say`, `captions start`, `Transcribe`. */
  readonly name: string;
  /** The same in the person's language. */
  readonly shownName: string;
  /** The name that members click, or for a menu where they find it. */
  readonly link: string;
  readonly description: string;
  /** What there is to know besides, in lines. */
  readonly details: readonly string[];
  readonly isServerOnly: boolean;
}

/** Makes the topics of groups from the definitions that are registered. Names without an id can't be clicked. */
export function helpTopics(
  groups: readonly HelpGroup[],
  ids: Pick<CommandIds, 'get'>,
  messages: Messages,
): HelpTopic[] {
  return groups.flatMap(({ heading, commands, menus = [] }) =>
    [
      ...commands.flatMap(({ name, define, help }) =>
        commandTopics(define(messages), { id: ids.get(name), notes: help?.(messages) ?? [] }, messages),
      ),
      ...menus.map(({ menu, about }) => menuTopic(menu.define(messages), messages.help.menus[about], messages)),
    ].map((topic) => ({ heading, ...topic })),
  );
}

type UngroupedTopic = Omit<HelpTopic, 'heading'>;

function commandTopics(
  definition: CommandDefinition,
  { id, notes }: { readonly id: string | undefined; readonly notes: readonly string[] },
  messages: Messages,
): UngroupedTopic[] {
  const { name, description, options = [] } = definition;
  const subcommands = options.filter((option) => option.type === ApplicationCommandOptionType.Subcommand);
  const serverOnly = isServerOnly(definition);
  const topic = (
    fullName: string,
    about: string,
    its: readonly APIApplicationCommandBasicOption[],
  ): UngroupedTopic => ({
    name: fullName,
    shownName: localizedPath(messages.names.commands, fullName),
    link: commandLink(fullName, id, messages),
    description: about,
    details: [...optionLines(its, messages), ...notes, ...(serverOnly ? [messages.help.serverOnly] : [])],
    isServerOnly: serverOnly,
  });
  if (subcommands.length === 0) return [topic(name, description, options.filter(isBasic))];
  return subcommands.map((sub) => topic(`${name} ${sub.name}`, sub.description, sub.options ?? []));
}

function menuTopic(definition: MenuDefinition, description: string, { help, names }: Messages): UngroupedTopic {
  const { name } = definition;
  const shownName = nameAt(names.menus, name);
  const link = help.menuPath({ name: shownName });
  return { name, shownName, link, description, details: [help.menuUse], isServerOnly: isServerOnly(definition) };
}

/** `name` with its subcommand, as Discord shows it to be clicked; in code font where its id is not known. */
function commandLink(name: string, id: string | undefined, { names }: Messages): string {
  return id === undefined
    ? inlineCode(`/${localizedPath(names.commands, name)}`)
    : chatInputApplicationCommandMention(name, id);
}

function nameAt(names: Readonly<Record<string, string>>, name: string): string {
  return names[name] ?? name;
}

function optionLines(options: readonly APIApplicationCommandBasicOption[], { help, names }: Messages): string[] {
  if (options.length === 0) return [help.noOptions];
  return options.map((option) => {
    const { description } = option;
    const name = nameAt(names.options, option.name);
    const choices = 'choices' in option ? (option.choices ?? []).map((choice) => choice.name) : [];
    const about = choices.length === 0 ? description : help.withChoices({ description, choices });
    return (option.required === true ? help.requiredOption : help.option)({ name, description: about });
  });
}

function isBasic(
  option: NonNullable<CommandDefinition['options']>[number],
): option is APIApplicationCommandBasicOption {
  return (
    option.type !== ApplicationCommandOptionType.Subcommand &&
    option.type !== ApplicationCommandOptionType.SubcommandGroup
  );
}

function isServerOnly({ contexts }: CommandDefinition | MenuDefinition): boolean {
  return contexts?.every((context) => context === InteractionContextType.Guild) === true;
}
