import type { LocalGuild } from '@mynah/local-discord/guild';
import type { Person } from '@mynah/local-discord/people/person';
import type { HeardPacket } from '@mynah/local-discord/voice/person-voice-api';
import type { Cast } from '../../cast/cast.ts';
import type { OpenForms } from '../live/interactions.ts';
import type { PageParts, TabFigures, TabVoice } from '../ports.ts';
import type { Visitor as VisitorView } from '../protocol.ts';

/** Time for a reload before a closed tab's person leaves voice. */
const VOICE_GRACE_MS = 5_000;

/** The connected tab of a visitor. */
export interface VisitorTab {
  sendFrame(frame: Uint8Array, sent: () => void): void;
  onVoiceEnded(): void;
}

/** Somebody of the page in the local Discord, with or without a tab. They are a member of every server. */
export class Visitor {
  readonly voice: TabVoice;
  readonly figures: TabFigures;
  readonly forms: OpenForms = new Map();
  readonly #cast: Cast;
  readonly #home: LocalGuild;
  readonly #name: string;
  #tab: VisitorTab | undefined;
  #leaving: NodeJS.Timeout | undefined;

  /** `home` is the first server, which the first visitor manages. */
  constructor(
    { cast, home, parts }: { readonly cast: Cast; readonly home: LocalGuild; readonly parts: PageParts },
    { name, isFirst }: { readonly name: string; readonly isFirst: boolean },
  ) {
    this.#cast = cast;
    this.#home = home;
    this.#name = name;
    for (const guild of cast.servers) this.join(guild, { manages: isFirst && guild.id === home.id });
    this.figures = parts.openFigures(this.person.id);
    this.voice = parts.openVoice({
      send: (frame, sent) => (this.#tab === undefined ? sent() : this.#tab.sendFrame(frame, sent)),
      onEnded: () => this.#tab?.onVoiceEnded(),
      onHeard: (packet: HeardPacket) => this.figures.heard(packet),
    });
  }

  /** The visitor in the first server, for what is the same everywhere. */
  get person(): Person {
    return this.#cast.person(this.#name, this.#home);
  }

  get view(): VisitorView {
    const { id, name, dmChannelId, locale } = this.person;
    return { id, name, directChannelId: dmChannelId, locale };
  }

  /** The server where the visitor is in voice. */
  get voiceServer(): LocalGuild | undefined {
    return this.#cast.inVoice(this.#name)?.guild;
  }

  /** The visitor in the server of a channel; in the first server for direct messages. */
  in(channelId: string): Person {
    const guild = this.#cast.servers.find((server) => server.holds(channelId)) ?? this.#home;
    return this.#cast.person(this.#name, guild);
  }

  /** Becomes a member of a server; does nothing if they are one. */
  join(guild: LocalGuild, { manages }: { readonly manages: boolean }): void {
    this.#cast.person(this.#name, guild, { manages });
  }

  /** A tab is there. */
  attach(tab: VisitorTab): void {
    clearTimeout(this.#leaving);
    this.#tab = tab;
  }

  /**
   * The tab is gone: what is being said ends, and without a reload the visitor leaves voice. Does nothing for a tab in whose
   * place another one is: a connection that was found dead closes after its tab has connected again.
   */
  detach(tab: VisitorTab): void {
    if (this.#tab !== tab) return;
    this.#tab = undefined;
    this.voice.endSpeech();
    this.#leaving = setTimeout(() => {
      // A connection that failed has left already.
      this.voice.leave().catch(() => undefined);
    }, VOICE_GRACE_MS);
  }

  /** Leaves voice at once. Safe to call twice. */
  async close(): Promise<void> {
    clearTimeout(this.#leaving);
    await this.voice.close();
  }
}
