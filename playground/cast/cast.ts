import type { LocalGuild } from '@mynah/local-discord/guild';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Environment } from '../environment.ts';
import { spokenFile } from '../spoken-packets.ts';
import { FLITE_VOICE_OF, SPEAKERS, type SpeakerName } from './speakers.ts';

/** Enough for `/settings`, `/captions auto`, and to moderate stage channels. */
const MANAGER = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ManageChannels | PermissionFlagsBits.MuteMembers;

const MODERATORS = 'Moderators';

/** Somebody in voice, and the server that they are in. */
export interface InVoice {
  readonly guild: LocalGuild;
  readonly person: Person;
}

/**
 * The people and servers of a playground by their names, for the terminal and the page alike: both see the same ones. It
 * keeps nothing itself; all is in the local Discord.
 */
export class Cast {
  readonly #discord: LocalDiscord;
  readonly #speech: Environment['speech'];

  constructor({ discord, speech }: Pick<Environment, 'discord' | 'speech'>) {
    this.#discord = discord;
    this.#speech = speech;
    furnish(discord.guild);
  }

  /** Whom `letSpeak` can let speak. */
  get speakers(): readonly SpeakerName[] {
    return SPEAKERS;
  }

  /** All servers, the first one first. */
  get servers(): readonly LocalGuild[] {
    return this.#discord.guilds;
  }

  /** The server of this name, in any case. Where there is none, it is made: with the bot, the same channels and roles. */
  server(name: string): LocalGuild {
    const known = this.servers.find((guild) => guild.name.toLowerCase() === name.toLowerCase());
    if (known !== undefined) return known;
    const guild = this.#discord.addGuild({ name });
    guild.addChannel('captions');
    guild.addChannel('Studio', 'voice');
    furnish(guild);
    return guild;
  }

  /** The person of this name in a server. They become a member, and with `manages` one who may change its settings. */
  person(name: string, guild: LocalGuild, { manages = false }: { readonly manages?: boolean } = {}): Person {
    const present = this.#named(name, guild);
    if (present !== undefined) return present;
    const permissions = manages ? MANAGER : undefined;
    const elsewhere = this.servers.flatMap((server) => this.#named(name, server) ?? [])[0];
    if (elsewhere !== undefined) return this.#discord.joinGuild(elsewhere, guild, permissions);
    return this.#discord.addPerson({ name, guild, ...(permissions === undefined ? {} : { permissions }) });
  }

  /** The people of a server, without its owner, who does nothing. */
  people(guild: LocalGuild): readonly Person[] {
    return this.#discord.people(guild);
  }

  /** Where somebody is in voice; `undefined`: nowhere. */
  inVoice(name: string): InVoice | undefined {
    return this.servers
      .flatMap((guild) => {
        const person = this.#named(name, guild);
        return person === undefined || guild.voiceChannelOf(person.id) === undefined ? [] : [{ guild, person }];
      })
      .at(0);
  }

  /**
   * Lets somebody join a voice channel. Like with Discord’s client, they leave the one before, in whatever server it is.
   * Rejects with a PersonError where Discord refuses them, or with the signal's reason.
   */
  async joinVoice(name: string, channelId: string, signal?: AbortSignal): Promise<Person> {
    const guild = this.servers.find((server) => server.holds(channelId)) ?? this.#discord.guild;
    const before = this.inVoice(name);
    if (before !== undefined && before.guild.id !== guild.id) await before.person.leaveVoice();
    const person = this.person(name, guild);
    const isThere = person.voice?.channelId === channelId && guild.voiceChannelOf(person.id) === channelId;
    if (!isThere) await person.joinVoice(channelId, signal);
    return person;
  }

  /**
   * Lets a scripted speaker join a voice channel and say a text there; resolves when it was said. What one is given while
   * speaking is said after that. Rejects when the speech service does not answer with sound, or like `joinVoice`; a signal
   * that aborts while they speak ends the speech, and the promise resolves.
   */
  async letSpeak(name: SpeakerName, text: string, channelId: string, signal?: AbortSignal): Promise<void> {
    const voiceId = this.#voiceOf(name);
    const file = await spokenFile(this.#speech.access, { text, format: 'opus', voiceId, isScripted: true, signal });
    const packets = createOggOpusReader().push(file);
    const person = await this.joinVoice(name, channelId, signal);
    await person.voice?.speak(packets, signal === undefined ? {} : { signal });
  }

  #voiceOf(name: SpeakerName): string | undefined {
    return this.#speech.kind === 'local' ? this.#speech.service.voices[FLITE_VOICE_OF[name]] : undefined;
  }

  #named(name: string, guild: LocalGuild): Person | undefined {
    return this.people(guild).find((person) => person.name.toLowerCase() === name.toLowerCase());
  }
}

/** A role to choose in the settings. */
function furnish(guild: LocalGuild): void {
  if (!guild.roles.some(({ name }) => name === MODERATORS)) guild.addRole(MODERATORS);
}
