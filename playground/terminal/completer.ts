import { isCalled, nameIn } from '@mynah/local-discord/people/localized-names';
import type { CommandDefinition } from '@mynah/local-discord/rules/command-rules';
import { fieldsOf } from '@mynah/local-discord/rules/modal-rules';
import { ChannelType, ComponentType, ApplicationCommandOptionType as Kind } from 'discord-api-types/v10';
import type { Cast } from '../cast/cast.ts';
import { COMMANDS, ENDS } from './commands.ts';
import { completePath } from './local-files.ts';
import type { MessageList } from './message-list.ts';
import type { Completion } from './output/console.ts';
import { DIRECT, LOCALES, NOWHERE, type Seat, TYPISTS } from './seat.ts';

type Options = NonNullable<CommandDefinition['options']>;
type Option = Options[number];

/** Suggestions of the bot that are remembered, so that what is typed means the very one that was suggested. */
const KEPT_SUGGESTIONS = 1_000;

const TYPE_OF = {
  text: ChannelType.GuildText,
  voice: ChannelType.GuildVoice,
  stage: ChannelType.GuildStageVoice,
} as const;

/** A command's options, and the typed line after its name. */
interface TypedOptions {
  /** `/captions start` */
  readonly command: string;
  readonly options: Options;
  readonly rest: string;
}

/**
 * Completes lines: names of commands, subcommands and options, fixed choices, channels, people, roles and the bot's suggestions, paths of
 * files, and what the terminal's own commands take.
 */
export class Completer {
  readonly #cast: Cast;
  readonly #seat: Seat;
  readonly #messages: MessageList;
  /** Values of suggestions by command, option and name. */
  readonly #suggested = new Map<string, string | number>();

  constructor(cast: Cast, seat: Seat, messages: MessageList) {
    this.#cast = cast;
    this.#seat = seat;
    this.#messages = messages;
  }

  /** What the end of a line could become. Rejects when the bot does not suggest anything in time. */
  async complete(line: string): Promise<Completion> {
    if (line.startsWith('/')) return await this.#completeCommand(line);
    const [, word, rest] = /^(\S+)\s(.*)$/.exec(line) ?? [];
    if (word === undefined || rest === undefined) {
      return matching(
        line,
        [...COMMANDS.keys(), ...ENDS].map((each) => `${each} `),
      );
    }
    if (word === 'send') return { typed: rest, candidates: await completePath(rest) };
    return matching(rest, this.#argumentsOf(word));
  }

  /** Options with the values of suggestions in place of their names. */
  meant<T>(command: string, options: Readonly<Record<string, T>>): Record<string, T | string | number> {
    return Object.fromEntries(
      Object.entries(options).map(([option, value]) => [
        option,
        this.#suggested.get(suggestionKey(command, option, String(value))) ?? value,
      ]),
    );
  }

  #argumentsOf(word: string): string[] {
    const { guild, formOpener } = this.#seat;
    switch (word) {
      case 'in':
        return [...guild.channels.filter(({ kind }) => kind === 'text').map(({ name }) => name), DIRECT];
      case 'go':
        return [...guild.channels.filter(({ kind }) => kind !== 'text').map(({ name }) => name), NOWHERE];
      case 'server':
        return this.#cast.servers.map(({ name }) => name);
      case 'language':
        return [...LOCALES];
      case 'as':
        return [...TYPISTS];
      case 'press':
        return this.#labels();
      case 'choose':
        return this.#messages
          .parts()
          .flatMap(({ part }) => ('options' in part ? part.options.map(({ label }) => label) : []));
      case 'fill':
        return (formOpener?.modal?.components ?? []).flatMap(fieldsOf).map((field) => `${field.custom_id}:`);
      default:
        return [];
    }
  }

  #labels(): string[] {
    return this.#messages
      .parts()
      .flatMap(({ part }) =>
        part.type === ComponentType.Button && part.custom_id !== undefined && part.disabled !== true
          ? [part.label ?? '']
          : [],
      );
  }

  async #completeCommand(line: string): Promise<Completion> {
    const { person } = this.#seat;
    const { locale } = person;
    const commands = person.offeredCommands();
    const [, name, rest] = /^\/(\S+)\s(.*)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) {
      return matching(
        line,
        commands.map((command) => `/${nameIn(command, locale)} `),
      );
    }
    const command = commands.find((candidate) => isCalled(candidate, name, locale));
    const options = command?.options ?? [];
    const subcommands = options.filter((option) => option.type === Kind.Subcommand);
    const path = `/${command?.name ?? name}`;
    if (subcommands.length === 0) return await this.#completeOptions({ command: path, options, rest });
    const [, word, after] = /^(\S+)\s(.*)$/.exec(rest) ?? [];
    if (word === undefined || after === undefined) {
      return matching(
        rest,
        subcommands.map((option) => `${nameIn(option, locale)} `),
      );
    }
    const chosen = subcommands.find((option) => isCalled(option, word, locale));
    const inner: Options = chosen !== undefined && 'options' in chosen ? (chosen.options ?? []) : [];
    return await this.#completeOptions({ command: `${path} ${chosen?.name ?? word}`, options: inner, rest: after });
  }

  async #completeOptions(typed: TypedOptions): Promise<Completion> {
    const { options, rest } = typed;
    const { locale } = this.#seat.person;
    const names = options.flatMap((option) => [...new Set([option.name, nameIn(option, locale)])]);
    const mark = lastMark(rest, names);
    const word = /\S*$/.exec(rest)?.[0] ?? '';
    const free = options.filter(({ name }) => !new RegExp(`(?:^|\\s)${name}:`).test(rest));
    const others = matching(
      word,
      free.map((option) => `${nameIn(option, locale)}:`),
    );
    // Words before the first `name:` belong to the first option.
    const option = options.find((candidate) => isCalled(candidate, mark?.name ?? names[0] ?? '', locale));
    const value = mark?.value ?? rest;
    // A single word may be either; of several, the first ones are a value already.
    const isName = mark === undefined && word === rest && others.candidates.length > 0;
    if (option === undefined || isName) return others;
    const values = await this.#valuesOf(typed, option, value);
    return values.length === 0 && word !== '' ? others : { typed: value, candidates: values };
  }

  async #valuesOf({ command }: TypedOptions, option: Option, typed: string): Promise<readonly string[]> {
    const { person, guild, textChannelId } = this.#seat;
    if (option.type === Kind.Attachment) return await completePath(typed);
    if (option.type === Kind.Boolean) return matching(typed, ['true', 'false']).candidates;
    if (option.type === Kind.Channel) {
      const wanted = 'channel_types' in option ? option.channel_types : undefined;
      const offered = guild.channels.filter(({ kind }) => !wanted?.length || wanted.includes(TYPE_OF[kind]));
      return matching(
        typed,
        offered.map(({ name }) => `#${name}`),
      ).candidates;
    }
    if (option.type === Kind.User || option.type === Kind.Role || option.type === Kind.Mentionable) {
      const people = option.type === Kind.Role ? [] : this.#cast.people(guild).map(({ name }) => name);
      const roles = option.type === Kind.User ? [] : guild.roles.map(({ name }) => name);
      return matching(typed, [...people, ...roles]).candidates;
    }
    if ('choices' in option && option.choices?.length) {
      return matching(
        typed,
        option.choices.map((choice) => nameIn(choice, person.locale)),
      ).candidates;
    }
    if (!('autocomplete' in option) || option.autocomplete !== true) return [];
    const choices = await person.autocomplete(command, option.name, typed, {}, { channelId: textChannelId });
    return choices.map(({ name, value }) => {
      this.#remember(suggestionKey(command, option.name, name), value);
      return name;
    });
  }

  #remember(key: string, value: string | number): void {
    this.#suggested.delete(key);
    this.#suggested.set(key, value);
    const [oldest] = this.#suggested.keys();
    if (this.#suggested.size > KEPT_SUGGESTIONS && oldest !== undefined) this.#suggested.delete(oldest);
  }
}

/** The last `name:` of these names, and all after it. */
function lastMark(
  rest: string,
  names: readonly string[],
): { readonly name: string; readonly value: string } | undefined {
  const marks = names.length === 0 ? [] : [...rest.matchAll(new RegExp(`(?:^|\\s)(${names.join('|')}):`, 'g'))];
  const last = marks.at(-1);
  return last === undefined ? undefined : { name: last[1] ?? '', value: rest.slice(last.index + last[0].length) };
}

/** The candidates that begin with what was typed, in any case of letters. */
function matching(typed: string, candidates: readonly string[]): Completion {
  const start = typed.toLowerCase();
  return {
    typed,
    candidates: [...new Set(candidates)].filter((candidate) => candidate.toLowerCase().startsWith(start)),
  };
}

function suggestionKey(command: string, option: string, name: string): string {
  return JSON.stringify([command, option, name]);
}
