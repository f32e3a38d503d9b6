import { createHash } from 'node:crypto';
import type { LocalGuild } from '@mynah/local-discord/guild';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person } from '@mynah/local-discord/people/person';
import { isVoiced } from '../../test/support/holes.ts';
import { until } from '../until.ts';
import { CaptionKeeper } from './caption-keeper.ts';
import type { HeardPacket } from './hearing.ts';
import { isOnItsWay } from './judge-text.ts';
import { pause } from './pause.ts';
import type { Random } from './random.ts';
import { extend, type Span } from './spans.ts';
import { makeText } from './texts.ts';

const ASK_EVERY_MS = [3_000, 10_000] as const;
const SPEAK_EVERY_MS = [3_000, 12_000] as const;
/** Nobody asks for more while this many texts wait. */
const MAX_OPEN = 4;
const SPEAKERS = 2;
/** Packets this far apart were kept from being sent. */
const PAUSE_MS = 100;
const SAMPLE_EVERY_MS = 100;
const JOIN_DEADLINE_MS = 30_000;
/** Everything that waits, and the text of the end. */
const END_DEADLINE_MS = 180_000;
/** Longer than the service takes to a text. */
const SILENCE_MS = 10_000;
/** Bytes of a hash that tell packets apart: 48 bits fit into a number. */
const SOUND_BYTES = 6;

/** A text that somebody asked for. */
export interface Ask {
  readonly text: string;
  readonly atMs: number;
  readonly invocation: Invocation;
  /** Every content that its answer had. */
  readonly answers: string[];
  /** Until when its answer changed. */
  changedAtMs: number;
}

/** What somebody said. */
interface Utterance extends Span {
  readonly userId: string;
  readonly sent: readonly Span[];
}

interface ServerOptions {
  readonly discord: LocalDiscord;
  /** Decides every text, time and speaker. */
  readonly random: Random;
  /** What its people say. */
  readonly speeches: readonly (readonly Uint8Array[])[];
  readonly number: number;
}

/** A server whose people ask for texts, talk under captions, and listen. */
export class ServerLife {
  readonly guild: LocalGuild;
  readonly number: number;
  readonly asks: Ask[] = [];
  readonly utterances: Utterance[] = [];
  readonly heard: HeardPacket[] = [];
  /** When nobody's words could reach the bot: it was not connected in the Lounge. */
  readonly absences: { fromMs: number; toMs: number }[] = [];
  readonly captions: CaptionKeeper;
  /** Somebody who joins and leaves again. */
  readonly visitor: Person;
  readonly speakers: readonly Person[];
  readonly #options: ServerOptions;
  readonly #ada: Person;
  readonly #grace: Person;
  readonly #loungeId: string;
  readonly #studioId: string;

  constructor(options: ServerOptions) {
    const { discord, number } = options;
    this.#options = options;
    this.number = number;
    this.guild = discord.addGuild({ name: `Server ${number}` });
    const textId = this.guild.addChannel('captions').id;
    this.#loungeId = this.guild.channel('Lounge').id;
    this.#studioId = this.guild.addChannel('Studio', 'voice').id;
    const add = (name: string): Person => discord.addPerson({ name: `${name} ${number}`, guild: this.guild });
    [this.#ada, this.#grace, this.visitor] = [add('Ada'), add('Grace'), add('Eve')];
    this.speakers = Array.from({ length: SPEAKERS }, (_, index) => add(`Speaker ${index}`));
    this.captions = new CaptionKeeper({
      person: add('Steward'),
      textId,
      loungeId: this.#loungeId,
      botId: discord.botId,
    });
  }

  /** Everybody joins, and the first text brings the bot. */
  async enter(): Promise<void> {
    const signal = AbortSignal.timeout(JOIN_DEADLINE_MS);
    for (const [person, channelId] of [[this.#ada, this.#loungeId] as const, [this.#grace, this.#studioId] as const]) {
      const voice = await person.joinVoice(channelId, signal);
      voice.heard.listen(({ userId, opus }) => {
        if (userId === this.#options.discord.botId && isVoiced(opus)) {
          this.heard.push({ atMs: Date.now(), sound: soundOf(opus) });
        }
      });
    }
    for (const speaker of this.speakers) await speaker.joinVoice(this.#loungeId, signal, { selfDeaf: true });
    await this.captions.enter();
  }

  /** Lives until the signal. */
  async live(signal: AbortSignal): Promise<void> {
    const { random } = this.#options;
    await Promise.all([
      this.#ask(random.fork('texts'), signal),
      ...this.speakers.map((speaker, index) => this.#speak(speaker, random.fork(`speaker ${index}`), signal)),
      this.captions.keepOn(signal),
    ]);
  }

  /** Notes what answers say and where the bot is, until the signal. */
  async watch(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(SAMPLE_EVERY_MS, signal)) {
      for (const ask of this.open()) noteAnswer(ask);
      this.#noteAbsence();
    }
    for (const ask of this.open()) noteAnswer(ask);
  }

  /** Texts that are still on their way, by their answers. */
  open(): Ask[] {
    return this.asks.filter(({ invocation, answers }) => {
      return invocation.acknowledgedAfterMs !== undefined && isOnItsWay(answers.at(-1) ?? '');
    });
  }

  /** Whether the bot has a voice connection here, or is shown in a voice channel. */
  get isVisited(): boolean {
    const { botId } = this.#options.discord;
    return this.guild.voiceChannelOf(botId) !== undefined || this.#mediaChannels().length > 0;
  }

  /** Everything is spoken, one more text is heard, and the bot leaves when it is asked to; resolves with what is wrong. */
  async end(): Promise<string[]> {
    const deadline = AbortSignal.timeout(END_DEADLINE_MS);
    while ((this.open().length > 0 || this.#isSpeaking()) && !deadline.aborted) {
      await pause(SAMPLE_EVERY_MS, deadline);
    }
    const heardBefore = this.heard.length;
    const last = await this.#askFor('This is the last text of the day.').catch(() => undefined);
    const isSpoken = (content: string): boolean => content.startsWith('Spoken.');
    const spoken = await last?.invocation
      .until(({ content }) => isSpoken(content), AbortSignal.timeout(END_DEADLINE_MS))
      .catch(() => undefined);
    const problems = [
      ...(spoken === undefined ? [`the last text is not spoken: ${last?.answers.at(-1) ?? 'no answer'}`] : []),
      ...(this.heard.length === heardBefore ? ['the last text is not heard'] : []),
    ];
    const leave = await this.#ada.type('/leave').catch(() => undefined);
    const reply = await leave?.reply(AbortSignal.timeout(JOIN_DEADLINE_MS)).catch(() => undefined);
    if (reply === undefined) problems.push('/leave is not answered');
    await until('the end of the session', () => !this.isVisited || undefined).catch(() => {
      problems.push(`the bot stays in the channel`);
    });
    return problems;
  }

  /** Texts are spoken that no answer tells of, too. */
  #isSpeaking(): boolean {
    return Date.now() - (this.heard.at(-1)?.atMs ?? 0) < SILENCE_MS;
  }

  async #ask(random: Random, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const text = makeText(random);
      await pause(random.between(...ASK_EVERY_MS), signal);
      if (signal.aborted || this.open().length >= MAX_OPEN) continue;
      // Who may not use commands now, such as while the bot isn't in the server, asks later.
      await this.#askFor(text).catch(() => undefined);
    }
  }

  async #askFor(text: string): Promise<Ask> {
    const isInStudio = this.guild.voiceChannelOf(this.#options.discord.botId) === this.#studioId;
    const invocation = await (isInStudio ? this.#grace : this.#ada).type('/say', { text });
    const ask = { text, atMs: Date.now(), invocation, answers: [], changedAtMs: Date.now() };
    this.asks.push(ask);
    return ask;
  }

  async #speak(speaker: Person, random: Random, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const packets = random.pick(this.#options.speeches);
      await pause(random.between(...SPEAK_EVERY_MS), signal);
      if (signal.aborted) return;
      const sent: Span[] = [];
      await speaker.voice?.speak(packets, { onSent: () => extend(sent, Date.now(), PAUSE_MS) });
      const [first, last] = [sent[0], sent.at(-1)];
      if (first === undefined || last === undefined) continue;
      this.utterances.push({ userId: speaker.id, fromMs: first.fromMs, toMs: last.toMs, sent });
    }
  }

  #mediaChannels(): string[] {
    const { discord } = this.#options;
    const users = discord.voiceServer?.figures().users ?? [];
    const here = new Set([this.#loungeId, this.#studioId]);
    return users
      .filter((user) => user.userId === discord.botId && here.has(user.channelId))
      .map((user) => user.channelId);
  }

  #noteAbsence(): void {
    const { botId } = this.#options.discord;
    const isThere =
      this.guild.voiceChannelOf(botId) === this.#loungeId && this.#mediaChannels().includes(this.#loungeId);
    if (isThere) return;
    const nowMs = Date.now();
    const last = this.absences.at(-1);
    if (last !== undefined && nowMs - last.toMs < 5 * SAMPLE_EVERY_MS) last.toMs = nowMs;
    else this.absences.push({ fromMs: nowMs, toMs: nowMs });
  }
}

/** The number of a packet's bytes. */
export function soundOf(opus: Uint8Array): number {
  return createHash('sha256').update(opus).digest().readUIntBE(0, SOUND_BYTES);
}

function noteAnswer(ask: Ask): void {
  // One of another visibility takes the place of the announcement.
  const answer = ask.invocation.messages.findLast(({ deleted }) => !deleted);
  if (answer === undefined || answer.loading || answer.content === ask.answers.at(-1)) return;
  ask.answers.push(answer.content);
  ask.changedAtMs = Date.now();
}
