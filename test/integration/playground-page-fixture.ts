import { type LocalDiscord, startLocalDiscord } from '@mynah/local-discord/local-discord';
import { Client, Events, GatewayIntentBits, type Interaction, Routes } from 'discord.js';
import {
  type APIInteractionResponse,
  type APIModalInteractionResponseCallbackData,
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  InteractionResponseType,
  ApplicationCommandOptionType as Kind,
  MessageFlags,
  TextInputStyle,
} from 'discord-api-types/v10';
import { WebSocket } from 'ws';
import { Cast } from '../../playground/cast/cast.ts';
import { createPageParts } from '../../playground/page/faults/page-parts.ts';
import type { Action, MessageView, Outcome, ServerEvent, ServerView, Welcome } from '../../playground/page/protocol.ts';
import { type PlaygroundPage, startPage } from '../../playground/page/start-page.ts';

const COMMANDS = [
  {
    name: 'say',
    name_localizations: { de: 'sagen' },
    description: 'Says something',
    options: [
      { type: Kind.String, name: 'text', description: 'What', required: true },
      { type: Kind.String, name: 'voice', description: 'Whose', autocomplete: true },
      { type: Kind.Attachment, name: 'file', description: 'A file' },
    ],
  },
  { name: 'secret', description: 'Answers only to you' },
  { name: 'form', description: 'Opens a form' },
  { name: 'silence', description: 'Never answers' },
  { name: 'settings', description: 'For managers', default_member_permissions: '32' },
  { type: ApplicationCommandType.Message, name: 'Read it' },
];

const FORM: APIModalInteractionResponseCallbackData = {
  custom_id: 'form',
  title: 'A form',
  components: [
    {
      type: ComponentType.Label,
      label: 'Title',
      component: { type: ComponentType.TextInput, custom_id: 'title', style: TextInputStyle.Short },
    },
    {
      type: ComponentType.Label,
      label: 'Recording',
      component: { type: ComponentType.FileUpload, custom_id: 'recording', min_values: 1, max_values: 1 },
    },
  ],
};

/** A menu of people, and one of words. */
const CONTROLS = [
  {
    type: ComponentType.ActionRow,
    components: [
      { type: ComponentType.Button, style: ButtonStyle.Primary, custom_id: 'again', label: 'Again' },
      { type: ComponentType.Button, style: ButtonStyle.Primary, custom_id: 'gone', label: 'Gone', disabled: true },
    ],
  },
  {
    type: ComponentType.ActionRow,
    components: [{ type: ComponentType.StringSelect, custom_id: 'word', options: [{ label: 'Tea', value: 'tea' }] }],
  },
  { type: ComponentType.ActionRow, components: [{ type: ComponentType.UserSelect, custom_id: 'person' }] },
];

/** What the scripted bot answers; `undefined`: nothing. */
function answerOf(interaction: Interaction): object | undefined {
  const message = (data: object) => ({ type: InteractionResponseType.ChannelMessageWithSource, data });
  if (interaction.isAutocomplete()) {
    const choices = [{ name: `${interaction.options.getFocused()}lly`, value: 'sally' }];
    return { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices } };
  }
  if (interaction.isMessageContextMenuCommand())
    return message({ content: `Read: ${interaction.targetMessage.content}` });
  if (interaction.isButton()) return message({ content: `${interaction.customId} was pressed` });
  if (interaction.isAnySelectMenu()) return message({ content: `chosen: ${interaction.values.join()}` });
  if (interaction.isModalSubmit()) {
    const file = interaction.fields.getUploadedFiles('recording')?.first();
    return message({
      content: `${interaction.fields.getTextInputValue('title')} with ${file?.name}, ${file?.size} bytes`,
    });
  }
  if (!interaction.isChatInputCommand()) return undefined;
  switch (interaction.commandName) {
    case 'say': {
      const file = interaction.options.getAttachment('file');
      const text = `Saying **${interaction.options.getString('text')}**${file === null ? '' : ` of ${file.name}`}`;
      return message({ content: text, components: CONTROLS });
    }
    case 'secret':
      return message({ content: 'Only for you', flags: MessageFlags.Ephemeral });
    case 'form':
      return { type: InteractionResponseType.Modal, data: FORM };
    default:
      return undefined;
  }
}

/** A page with a scripted bot, and nothing else of a playground. The caller must dispose of it. */
export interface TestPage extends AsyncDisposable {
  readonly discord: LocalDiscord;
  readonly cast: Cast;
  readonly page: PlaygroundPage;
  /** Connects a tab, a new one by default; closed with the page. */
  open(tab?: string, languages?: string): Promise<TestTab>;
}

export async function startTestPage(): Promise<TestPage> {
  await using stack = new AsyncDisposableStack();
  const discord = stack.use(await startLocalDiscord());
  const bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.apiUrl } });
  stack.defer(() => bot.destroy());
  bot.on(Events.InteractionCreate, (interaction) => {
    const body = answerOf(interaction) as APIInteractionResponse | undefined;
    // A refused answer fails the test that waits for it.
    if (body !== undefined) void bot.rest.post(Routes.interactionCallback(interaction.id, interaction.token), { body });
  });
  await bot.login(discord.token);
  await bot.rest.put(Routes.applicationCommands(discord.applicationId), { body: COMMANDS });
  await discord.botReady();
  const speech = { kind: 'remote', access: { url: 'http://127.0.0.1:1', apiKey: '' } } as const;
  const cast = new Cast({ discord, speech });
  const environment = { discord, speech };
  const noBot = { httpUrl: 'http://127.0.0.1:1', faults: { endVoiceThreads: async () => undefined } };
  const parts = createPageParts({ ...environment, bot: noBot });
  const page = await startPage({ environment, cast, parts, port: 0, keeps: false });
  stack.defer(() => page.close());
  const kept = stack.move();
  return {
    ...{ discord, cast, page },
    open: (tab = crypto.randomUUID(), languages = '') => TestTab.open(page.url, tab, languages),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

type Of<K extends ServerEvent['kind']> = Extract<ServerEvent, { kind: K }>;

/** A tab of the page, as a browser's script. */
export class TestTab {
  readonly socket: WebSocket;
  readonly events: ServerEvent[] = [];
  readonly frames: Buffer[] = [];
  #requests = 0;
  #news = Promise.withResolvers<void>();

  constructor(socket: WebSocket) {
    this.socket = socket;
    const wake = (): void => {
      this.#news.resolve();
      this.#news = Promise.withResolvers();
    };
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.frames.push(data);
      else this.events.push(JSON.parse(data.toString()) as ServerEvent);
      wake();
    });
    socket.on('close', wake);
  }

  /** Resolves once the servers are known. */
  static async open(url: string, tab: string, languages = ''): Promise<TestTab> {
    const opened = new TestTab(
      new WebSocket(`${url.replace('http', 'ws')}live?tab=${tab}&languages=${languages}`, {
        origin: new URL(url).origin,
      }),
    );
    await opened.next('bot');
    return opened;
  }

  get welcome(): Welcome {
    const [welcome] = this.of('welcome');
    if (welcome === undefined) throw new Error('The tab was not welcomed.');
    return welcome;
  }

  get name(): string {
    return this.welcome.visitor.name;
  }

  get servers(): readonly ServerView[] {
    return this.of('servers').at(-1)?.servers ?? [];
  }

  /** The newest state of each message, in the order of their arrival. */
  get messages(): readonly MessageView[] {
    const messages = new Map(this.of('message').map(({ message }) => [message.id, message]));
    for (const { id } of this.of('message-deleted')) messages.delete(id);
    return [...messages.values()];
  }

  /** Id of a channel of the first server. */
  channel(name: string): string {
    return this.servers[0]?.channels.find((channel) => channel.name === name)?.id ?? '';
  }

  of<K extends ServerEvent['kind']>(kind: K): Of<K>[] {
    return this.events.filter((event): event is Of<K> => event.kind === kind);
  }

  /** Resolves with the first event of a kind, past or future, that satisfies the predicate; 5 s at most. */
  next<K extends ServerEvent['kind']>(kind: K, predicate: (event: Of<K>) => boolean = () => true): Promise<Of<K>> {
    return this.until(() => this.of(kind).find(predicate), kind);
  }

  /** Resolves with a message whose text has these words. */
  says(words: string): Promise<MessageView> {
    return this.until(() => this.messages.find(({ content }) => content.includes(words)), words);
  }

  async until<T>(look: () => T | undefined, what = 'that'): Promise<T> {
    const deadline = AbortSignal.timeout(5_000);
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const late = new Promise<never>((_, reject) => {
        deadline.addEventListener('abort', () => reject(new Error(`There was no ${what}.`)), { once: true });
      });
      await Promise.race([this.#news.promise, late]);
    }
  }

  /** Sends a text as it is. */
  sendRaw(text: string): void {
    this.socket.send(text);
  }

  /** Resolves with the outcome. */
  async request(action: Action): Promise<Outcome> {
    this.#requests += 1;
    const request = this.#requests;
    this.sendRaw(JSON.stringify({ request, ...action }));
    return await this.until(
      () => [...this.of('done'), ...this.of('failed')].find((outcome) => outcome.request === request),
      'outcome',
    );
  }

  /** Resolves with the close code. */
  async closed(): Promise<number> {
    return await new Promise((resolve) => {
      this.socket.once('close', resolve);
    });
  }

  async close(): Promise<void> {
    const closed = this.closed();
    this.socket.close();
    await closed;
  }
}
