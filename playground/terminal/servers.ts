import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { LocalGuild } from '../discord/guild.ts';
import type { LocalDiscord } from '../discord/local-discord.ts';
import type { Person } from '../discord/people/person.ts';

/** The people that one can be in the terminal. */
export type PersonName = 'Ada' | 'Grace';

/** Ada's: enough for `/settings` and `/captions auto`. Grace manages nothing. */
const MANAGER = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ManageChannels;

/** A server, and its people as they are needed. */
interface Server {
  readonly guild: LocalGuild;
  readonly people: Map<PersonName, Person>;
}

/** The servers of the terminal: the first one, and those that are made by their first use. */
export class Servers {
  readonly #discord: LocalDiscord;
  readonly #servers: Server[] = [];
  #current: Server;

  constructor(discord: LocalDiscord) {
    this.#discord = discord;
    this.#current = this.#furnish(discord.guild);
  }

  /** The server that the terminal shows. */
  get guild(): LocalGuild {
    return this.#current.guild;
  }

  /** The names of all servers. */
  get names(): readonly string[] {
    return this.#servers.map(({ guild }) => guild.name);
  }

  /** The people, channels and roles of all servers, those of this one first. */
  get named(): readonly { readonly id: string; readonly name: string }[] {
    const others = this.#servers.filter((server) => server !== this.#current);
    return [this.#current, ...others].flatMap(({ guild, people }) => [
      ...people.values(),
      ...guild.channels,
      ...guild.roles,
    ]);
  }

  /** Switches to the server of this name, in any case. Where there is none, it is made: with the bot, the same channels and roles. */
  enter(name: string): void {
    const known = this.#servers.find(({ guild }) => guild.name.toLowerCase() === name.toLowerCase());
    this.#current = known ?? this.#open(name);
  }

  /** The person in this server; they become a member of it. */
  person(name: PersonName): Person {
    return this.#member(this.#current, name);
  }

  /** Where somebody is in voice: the server, and they themselves there. */
  inVoice(name: PersonName): { readonly guild: LocalGuild; readonly person: Person } | undefined {
    return this.#servers
      .flatMap(({ guild, people }) => {
        const person = people.get(name);
        return person === undefined || guild.voiceChannelOf(person.id) === undefined ? [] : [{ guild, person }];
      })
      .at(0);
  }

  /** Lets somebody join a voice channel. Like with Discord’s client, they leave the one before, in whatever server it is. */
  async joinVoice(name: PersonName, channelId: string): Promise<Person> {
    const server = this.#servers.find(({ guild }) => guild.holds(channelId)) ?? this.#current;
    const before = this.inVoice(name);
    if (before !== undefined && before.guild.id !== server.guild.id) await before.person.leaveVoice();
    const person = this.#member(server, name);
    if (person.voice?.channelId !== channelId) await person.joinVoice(channelId);
    return person;
  }

  /** The name of another server that holds this channel; `undefined` for this one and for direct messages. */
  elsewhere(channelId: string): string | undefined {
    const holder = this.#servers.find(({ guild }) => guild.holds(channelId));
    return holder === this.#current ? undefined : holder?.guild.name;
  }

  #open(name: string): Server {
    const guild = this.#discord.addGuild({ name });
    guild.addChannel('captions');
    guild.addChannel('Studio', 'voice');
    return this.#furnish(guild);
  }

  #furnish(guild: LocalGuild): Server {
    guild.addRole('Moderators');
    const server = { guild, people: new Map<PersonName, Person>() };
    this.#servers.push(server);
    this.#member(server, 'Ada');
    return server;
  }

  #member({ guild, people }: Server, name: PersonName): Person {
    const present = people.get(name);
    if (present !== undefined) return present;
    const permissions = name === 'Ada' ? MANAGER : undefined;
    const elsewhere = this.#servers.flatMap((server) => server.people.get(name) ?? [])[0];
    const person =
      elsewhere === undefined
        ? this.#discord.addPerson({ name, guild, ...(permissions === undefined ? {} : { permissions }) })
        : this.#discord.joinGuild(elsewhere, guild, permissions);
    people.set(name, person);
    return person;
  }
}
