import { DiscordError } from '@mynah/local-discord/discord-error';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import { NoAnswerError, PersonError } from '@mynah/local-discord/people/person-error';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import type { Modal } from '@mynah/local-discord/rules/modal-rules';
import type { APIApplicationCommand, APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { ComponentType } from 'discord-api-types/v10';
import { type RawData, WebSocket } from 'ws';
import type { Cast } from '../../cast/cast.ts';
import type { Uploads } from '../http/uploads.ts';
import type { PageFaults } from '../ports.ts';
import type { FailureReason, Figures, PageRequest, ServerEvent, Welcome } from '../protocol.ts';
import type { MarkdownParser } from '../views/markdown.ts';
import { parseAll, toMessageView } from '../views/message-view.ts';
import { toServerView } from '../views/server-view.ts';
import type { Visitor } from '../visitors/visitor.ts';
import { type ActionContext, runAction } from './actions.ts';
import { VisitorInteractions } from './interactions.ts';
import { readRequest } from './request-schema.ts';

/** Changes of servers within this time are sent together. */
const COALESCE_MS = 50;
const FIGURES_MS = 1_000;
/** A tab that reads this much slower than it is told of news is closed; it connects again and starts anew. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
const MAX_PENDING = 64;
/** Messages of each channel that are shown again in another language. */
const RESHOWN = 50;

/** WebSocket close code: try again later (RFC 6455, IANA registry). */
const TRY_AGAIN_LATER = 1013;

/** What all tabs share. */
export interface LiveContext {
  readonly discord: LocalDiscord;
  readonly cast: Cast;
  readonly uploads: Uploads;
  readonly faults: PageFaults;
  readonly markdown: MarkdownParser;
  readonly welcome: Omit<Welcome, 'kind' | 'tab' | 'visitor'>;
}

/** A connected tab: tells it what its visitor sees, and does what they want. Ends with its socket. */
export class TabSession {
  readonly visitor: Visitor;
  readonly #socket: WebSocket;
  readonly #live: LiveContext;
  readonly #interactions: VisitorInteractions;
  readonly #actions: ActionContext;
  readonly #ended = new AbortController();
  readonly #cleanup = new DisposableStack();
  /** What was sent last of what is only sent when it has changed, by kind and server. */
  readonly #sent = new Map<string, string>();
  #refreshing: NodeJS.Timeout | undefined;
  #pending = 0;

  constructor(socket: WebSocket, { visitor, tab }: { visitor: Visitor; tab: string }, live: LiveContext) {
    this.#socket = socket;
    this.#live = live;
    this.visitor = visitor;
    this.#interactions = new VisitorInteractions(visitor.forms, (interactionId, form) =>
      this.#showForm(interactionId, form),
    );
    this.#actions = {
      ...live,
      visitor,
      interactions: this.#interactions,
      show: (message) => this.#show(message),
      onLanguage: () => this.#showAgain(),
      signal: this.#ended.signal,
    };
    this.send({ kind: 'welcome', tab, visitor: visitor.view, ...live.welcome });
    this.send({ kind: 'faults', faults: live.faults.state });
    this.#refresh();
    this.#follow();
  }

  /** Sends an event; does nothing once the socket is closed. */
  send(event: ServerEvent): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) this.#socket.close(TRY_AGAIN_LATER, 'too slow');
    else this.#socket.send(JSON.stringify(event));
  }

  #follow(): void {
    const { discord } = this.#live;
    this.#cleanup.use(this.visitor.person.watch((message) => this.#show(message)));
    this.#cleanup.use(discord.watch((change) => this.#onChange(change)));
    const figures = setInterval(() => void this.#sendFigures(), FIGURES_MS);
    this.#cleanup.defer(() => clearInterval(figures));
    this.#cleanup.defer(() => clearTimeout(this.#refreshing));
    const tab = {
      sendFrame: (frame: Uint8Array, sent: () => void) => this.#socket.send(frame, () => sent()),
      onVoiceEnded: () => this.send({ kind: 'notice', notice: 'voice-ended' }),
    };
    this.visitor.attach(tab);
    this.#socket.on('message', (data, isBinary) => {
      if (isBinary) this.visitor.voice.speak(toBytes(data));
      else void this.#answer(toBytes(data).toString());
    });
    this.#socket.once('close', () => {
      this.#ended.abort(new Error('The tab was closed.'));
      this.#cleanup.dispose();
      this.visitor.detach(tab);
    });
  }

  async #answer(json: string): Promise<void> {
    const read = readRequest(json);
    if (read.kind === 'unreadable') {
      return this.#fail(read.number, 'unreadable', 'The playground didn’t understand the page. Reload it.');
    }
    const { request } = read;
    if (this.#pending >= MAX_PENDING) return this.#fail(request.request, 'refused', 'Too much at once.');
    this.#pending += 1;
    try {
      await this.#run(request);
    } finally {
      this.#pending -= 1;
    }
  }

  async #run({ request, ...action }: PageRequest): Promise<void> {
    try {
      const value = await runAction(this.#actions, action);
      this.send({ kind: 'done', request, ...(value === undefined ? {} : { value }) });
    } catch (error) {
      if (error instanceof NoAnswerError) this.#fail(request, 'no-answer', error.message);
      else if (error instanceof PersonError) this.#fail(request, 'refused', error.message);
      else if (error instanceof DiscordError) this.#fail(request, 'refused', error.message);
      else this.#fail(request, 'broken', `The playground failed: ${String(error)}`);
    }
  }

  #fail(request: number, reason: FailureReason, problem: string): void {
    this.send({ kind: 'failed', request, reason, problem });
  }

  #onChange(change: string): void {
    if (change === 'interaction' || change.startsWith('message')) return;
    this.#refreshing ??= setTimeout(() => this.#refresh(), COALESCE_MS);
  }

  /** Sends what has changed of the bot, the servers and their commands. */
  #refresh(): void {
    this.#refreshing = undefined;
    const { discord, cast } = this.#live;
    const { person } = this.visitor;
    const isScripted = (name: string): boolean => cast.speakers.some((speaker) => speaker === name);
    const guilds = discord.guildsOf(person);
    this.#sendChanged('servers', { kind: 'servers', servers: guilds.map((guild) => toServerView(guild, isScripted)) });
    for (const { id, channels } of guilds) this.#sendCommands(id, channels[0]?.id);
    this.#sendCommands(undefined, person.dmChannelId);
    this.#sendChanged('bot', { kind: 'bot', isReady: discord.isBotReady });
  }

  #sendCommands(serverId: string | undefined, channelId: string | undefined): void {
    const payloads = channelId === undefined ? [] : this.visitor.in(channelId).commandsIn(channelId);
    const commands = payloads as readonly unknown[] as readonly APIApplicationCommand[];
    this.#sendChanged(`commands ${serverId}`, { kind: 'commands', serverId, commands });
  }

  #sendChanged(what: string, event: ServerEvent): void {
    const json = JSON.stringify(event);
    if (this.#sent.get(what) === json) return;
    this.#sent.set(what, json);
    this.send(event);
  }

  async #sendFigures(): Promise<void> {
    // The bot may be away; the next reading is soon.
    const figures = await this.visitor.figures.read(this.#ended.signal).catch((): Figures | undefined => undefined);
    if (figures !== undefined) this.#sendChanged('figures', { kind: 'figures', figures });
  }

  #show(message: SeenMessage): void {
    const { id, channelId } = message;
    if (message.deleted) {
      this.send({ kind: 'message-deleted', channelId, id });
      return;
    }
    const nameOf = (userId: string): string => this.#live.discord.nameOf(userId);
    const viewer = this.visitor.in(channelId);
    this.send({ kind: 'message', message: toMessageView(message, viewer, { nameOf, markdown: this.#live.markdown }) });
  }

  /** The names of commands above their answers depend on the visitor's language. */
  #showAgain(): void {
    const { person } = this.visitor;
    const channels = this.#live.discord.guildsOf(person).flatMap((guild) => guild.channels.map(({ id }) => id));
    for (const channelId of [...channels, person.dmChannelId]) {
      const { messages } = person.history({ channelId, limit: RESHOWN });
      for (const message of messages) if (message.command !== undefined) this.#show(message);
    }
  }

  #showForm(interactionId: string, form: Modal): void {
    const texts = form.components.flatMap((part) => (part.type === ComponentType.TextDisplay ? [part.content] : []));
    this.send({
      kind: 'form',
      interactionId,
      // Checked against Discord's rules, which are narrower than its types.
      form: form as unknown as APIModalInteractionResponseCallbackData,
      markdown: parseAll(texts, this.#live.markdown),
    });
  }
}

function toBytes(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
