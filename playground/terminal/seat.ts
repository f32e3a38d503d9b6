import type { LocalGuild } from '@mynah/local-discord/guild';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person } from '@mynah/local-discord/people/person';
import { PersonError } from '@mynah/local-discord/people/person-error';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { Locale } from 'discord-api-types/v10';
import type { Cast } from '../cast/cast.ts';
import { SPEAKERS } from '../cast/speakers.ts';
import { hintAt } from './nearest.ts';

/** The person of the terminal, who manages every server and hears what is spoken. */
export const OWNER = 'Ada';
/** Whom one can type as. */
export const TYPISTS: readonly string[] = [OWNER, ...SPEAKERS];
/** Discord's codes of languages. */
export const LOCALES: readonly string[] = Object.values(Locale);
/** Where one is when one is in no voice channel, for `go`. */
export const NOWHERE = 'nowhere';
/** The direct messages with the bot, for `in`. */
export const DIRECT = 'dm';

/** Who types, and where. */
export class Seat {
  readonly #cast: Cast;
  readonly #botId: string;
  readonly #changed: () => void;
  #guild: LocalGuild;
  #person: Person;
  #name = OWNER;
  #textChannelId: string;
  /** The interaction that opened the open form. */
  formOpener: Invocation | undefined;
  lastSent: SeenMessage | undefined;

  /** `changed` is called when somebody else types, or in another server. */
  constructor(
    cast: Cast,
    guild: LocalGuild,
    { botId, changed }: { readonly botId: string; readonly changed: () => void },
  ) {
    this.#cast = cast;
    this.#botId = botId;
    this.#changed = changed;
    this.#guild = guild;
    this.#person = cast.person(OWNER, guild, { manages: true });
    this.#textChannelId = guild.channel('general').id;
  }

  get person(): Person {
    return this.#person;
  }

  /** Whether it is the person of the terminal who types. */
  get isOwner(): boolean {
    return this.#name === OWNER;
  }

  /** The server that the terminal shows. */
  get guild(): LocalGuild {
    return this.#guild;
  }

  get textChannelId(): string {
    return this.#textChannelId;
  }

  /** Everyone and everything that mentions name, those of this server first. */
  get named(): readonly { readonly id: string; readonly name: string }[] {
    const others = this.#cast.servers.filter(({ id }) => id !== this.#guild.id);
    return [
      { id: this.#botId, name: 'Mynah' },
      ...[this.#guild, ...others].flatMap((guild) => [...this.#cast.people(guild), ...guild.channels, ...guild.roles]),
    ];
  }

  /** @throws {PersonError} when nothing has this name. */
  idOf(name: string): string {
    const wanted = name.replace(/^[@#]/, '').toLowerCase();
    const found = this.named.find((named) => named.name.toLowerCase() === wanted || named.id === wanted);
    if (found !== undefined) return found.id;
    const hint = hintAt(
      wanted,
      this.named.map((named) => named.name),
    );
    throw new PersonError(`There’s nothing named “${name}”.${hint}`);
  }

  /** The name of another server that holds this channel; `undefined` for this one and for direct messages. */
  elsewhere(channelId: string): string | undefined {
    const holder = this.#cast.servers.find((guild) => guild.holds(channelId));
    return holder?.id === this.#guild.id ? undefined : holder?.name;
  }

  /** Lets somebody type from now on. @throws {PersonError} for a name that nobody here has. */
  typeAs(name: string): void {
    const wanted = TYPISTS.find((known) => known.toLowerCase() === name.toLowerCase());
    if (wanted === undefined) {
      throw new PersonError(`Type: ${TYPISTS.map((known) => `as ${known}`).join(', or: ')}`);
    }
    this.#name = wanted;
    this.#sit();
  }

  /** Goes to a server, which is made if there is none of that name. Voice stays where it is, like in Discord's client. */
  enterServer(name: string): void {
    this.#guild = this.#cast.server(name);
    this.#textChannelId = this.#guild.channel('general').id;
    this.#sit();
  }

  /** Goes to a text channel, or with `dm` to direct messages. @throws {PersonError} when there is none. */
  enterText(name: string): void {
    this.#textChannelId = name === DIRECT ? this.#person.dmChannelId : this.channel(name).id;
  }

  /** A channel of this server. @throws {PersonError} when there is none. */
  channel(name: string): ReturnType<LocalGuild['channel']> {
    const names = this.#guild.channels.map((channel) => channel.name);
    const wanted = name.replace(/^#/, '');
    const known =
      names.find((candidate) => candidate === wanted) ?? names.find((candidate) => isSame(candidate, wanted));
    try {
      // A thread is found by its name as well.
      return this.#guild.channel(known ?? wanted);
    } catch (cause) {
      throw new PersonError(`There’s no channel “${name}”.${hintAt(wanted, names)}`, { cause });
    }
  }

  #sit(): void {
    this.#person = this.#cast.person(this.#name, this.#guild, { manages: this.isOwner });
    this.formOpener = undefined;
    this.lastSent = undefined;
    this.#changed();
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
