import { createInterface, type Interface } from 'node:readline';
import { Locale, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Invocation } from '../discord/people/invocation.ts';
import type { PersonFile } from '../discord/people/option-values.ts';
import type { Person } from '../discord/people/person.ts';
import { PersonError } from '../discord/people/person-error.ts';
import type { SeenMessage } from '../discord/people/seen-message.ts';
import { type Environment, type EnvironmentOptions, startEnvironment } from '../environment.ts';
import { createHeardRecorder, type HeardRecorder } from '../heard-recorder.ts';
import { FFMPEG_HINT } from '../speech/recognition/ffmpeg.ts';
import { createPocketSphinx, INSTALL_HINT } from '../speech/recognition/recognizer.ts';
import { spokenPackets } from '../spoken-packets.ts';
import { botLogLine } from './bot-log-line.ts';
import { parseCommandLine } from './command-line.ts';
import { createCompleter } from './completer.ts';
import { createComponentHistory, fillForm } from './component-actions.ts';
import { readPersonFile } from './local-files.ts';
import { renderForm, renderMessage } from './screen.ts';

export interface TerminalOptions extends Pick<EnvironmentOptions, 'remoteSpeech' | 'environment'> {
  /** Folder for recordings of what is heard. */
  readonly folder: string;
}

/** Enough for `/settings` and `/captions auto`. */
const MANAGER = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ManageChannels;
const START_DEADLINE_MS = 60_000;
/** Discord's codes of languages. */
const LOCALES: readonly string[] = Object.values(Locale);
const HELP = `  /say hello there         run any of the bot’s commands; options are name:value, Tab completes them
                           (a file option takes a path: /transcribe file:talks/monday.m4a)
  press LABEL, choose N    press a button, or choose from a menu; the latest with that name counts
  pick N NAME, NAME        choose roles, channels or people in menu N by their names; none clears it
  fill NAME:VALUE …        fill in the open form and submit it
  hello everybody          any other line is a message in the channel: try it with /autoread on auto_join:true
  edit NEW TEXT, delete    edit or delete your latest message
  send PATH                send a message with a file; then “menu Transcribe” runs that menu on it
  in captions, in dm       switch to another text channel, or to direct messages with the bot
  go Studio, go nowhere    move to another voice channel, or leave voice
  language de              use Discord in another language, by its code; press Tab after / for its commands. The English
                           names of commands and options work in every language
  grace Good morning.      have Grace say this in your voice channel; try it with /captions start
  as Grace, as Ada         type as Grace, who manages nothing, until you’re Ada again
  wait, wait WORDS         wait for the next speech, or until these words appear
  help                     print this list
  quit                     end the playground`;

/** Runs the playground in a terminal: a person types, reads the bot's replies and gets recordings of its speech. Resolves with the exit code. */
export async function runTerminal(options: TerminalOptions): Promise<number> {
  let isStarting = true;
  const environment = await startEnvironment({
    ...(options.remoteSpeech && { remoteSpeech: options.remoteSpeech }),
    ...(options.environment && { environment: options.environment }),
    discord: { privilegedIntents: { messageContent: true } },
    onProgress: (line) => console.log(`… ${line}`),
    onLog: (entry) => {
      const line = botLogLine(entry, isStarting);
      if (line !== undefined) console.log(line);
    },
    signal: AbortSignal.timeout(START_DEADLINE_MS),
  });
  isStarting = false;
  try {
    const recognizer = createPocketSphinx();
    const ada = environment.discord.addPerson({ name: 'Ada', permissions: MANAGER });
    environment.discord.guild.addRole('Moderators');
    const session = new TerminalSession(environment, ada, createHeardRecorder(options.folder, recognizer));
    await session.go('Lounge');
    console.log(`✔ You’re Ada, in #general and in the voice channel Lounge. Type:\n${HELP}`);
    if (recognizer === undefined) console.log(`- Speech isn’t shown as text. ${INSTALL_HINT}`);
    const { speech } = environment;
    if (speech.kind === 'local' && !speech.service.readsEverything) console.log(`- ${FFMPEG_HINT}`);
    await session.run();
    return 0;
  } finally {
    await environment.close();
  }
}

class TerminalSession {
  readonly #environment: Environment;
  readonly #ada: Person;
  readonly #recorder: HeardRecorder;
  #prompt: Interface | undefined;
  /** Aborts with each move to another channel. */
  #hearing = new AbortController();
  #heard = Promise.withResolvers<void>();
  #shown = Promise.withResolvers<void>();
  #lastShown = '';
  readonly #components = createComponentHistory();
  #grace: Person | undefined;
  /** Ada or Grace: who types. */
  #typist: Person;
  #watching: Disposable | undefined;
  /** The interaction that opened the open form. */
  #formOpener: Invocation | undefined;
  #lastSent: SeenMessage | undefined;
  #textChannelId: string;

  constructor(environment: Environment, ada: Person, recorder: HeardRecorder) {
    this.#environment = environment;
    this.#ada = ada;
    this.#typist = ada;
    this.#recorder = recorder;
    this.#textChannelId = environment.discord.guild.channel('general').id;
  }

  /** Runs the typed lines until `quit` or the end of the input. */
  async run(): Promise<void> {
    this.#typeAs(this.#ada);
    const prompt = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt: promptOf(this.#typist),
      completer: createCompleter(
        () => this.#typist,
        (line) => this.#print(line),
      ),
    });
    this.#prompt = prompt;
    prompt.once('close', () => {
      this.#prompt = undefined;
    });
    this.#showPrompt();
    for await (const line of prompt) {
      if (line.trim() === 'quit') break;
      if (!process.stdin.isTTY) console.log(`${promptOf(this.#typist)}${line}`);
      if (line.trim() !== '') await this.#runLine(line.trim());
      this.#showPrompt();
    }
    this.#hearing.abort();
    this.#watching?.[Symbol.dispose]();
    prompt.close();
  }

  /** Moves Ada to a voice channel, or out of voice. */
  async go(where: string): Promise<void> {
    this.#hearing.abort();
    if (where === 'nowhere') return await this.#ada.leaveVoice();
    const voice = await this.#ada.joinVoice(this.#environment.discord.guild.channel(where).id);
    this.#hearing = new AbortController();
    void this.#follow(voice.heard, this.#hearing.signal);
  }

  async #follow(heard: Parameters<HeardRecorder['next']>[0], signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const speech = await this.#recorder.next(heard, this.#environment.discord.botId, heard.mark(), signal);
        const { packets, lost } = speech.utterance;
        const text = speech.text === undefined ? '' : `: “${speech.text}”`;
        this.#print(
          `♪ heard ${speech.durationS.toFixed(1)} s, ${packets.length} packets, ${lost} lost, ${speech.file}${text}`,
        );
        this.#heard.resolve();
        this.#heard = Promise.withResolvers();
      }
    } catch (error) {
      if (!signal.aborted) this.#print(`You can’t hear anything now: ${messageOf(error)}`);
    }
  }

  async #runLine(line: string): Promise<void> {
    try {
      if (line.startsWith('/')) await this.#type(line);
      else await this.#runTerminalCommand(line);
    } catch (error) {
      this.#print(error instanceof PersonError ? error.message : `That failed: ${messageOf(error)}`);
    }
  }

  async #type(line: string): Promise<void> {
    const parsed = parseCommandLine(line, this.#typist.offeredCommands(), this.#typist.locale);
    if (parsed.kind === 'problem') return this.#print(parsed.text);
    const files: Record<string, PersonFile> = {};
    for (const [option, path] of Object.entries(parsed.files)) files[option] = await readPersonFile(path);
    const where = { channelId: this.#textChannelId };
    await this.#followUp(await this.#typist.type(parsed.name, { ...parsed.options, ...files }, where));
  }

  /** Waits for the reply; shows it if it is a form. */
  async #followUp(invocation: Invocation): Promise<void> {
    await invocation.acknowledged();
    if (invocation.modal !== undefined) {
      this.#formOpener = invocation;
      this.#print(renderForm(invocation.modal));
      return;
    }
    // A script continues after the reply; a person may continue right away.
    if (!process.stdin.isTTY) await answered(invocation);
  }

  async #runTerminalCommand(line: string): Promise<void> {
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    switch (word) {
      case 'press':
        return await this.#followUp(await this.#components.press(this.#typist, rest));
      case 'choose':
        return await this.#followUp(await this.#components.choose(this.#typist, rest));
      case 'pick':
        return await this.#pick(rest);
      case 'fill':
        return await this.#followUp(await fillForm(this.#typist, this.#formOpener, rest));
      case 'send':
        return await this.#send(rest);
      case 'menu':
        return await this.#menu(rest);
      case 'in':
        return this.#switchTextChannel(rest);
      case 'go':
        return await (this.#typist === this.#ada ? this.go(rest) : this.#goAsGrace(rest));
      case 'language':
        return this.#useLanguage(rest);
      case 'grace':
        return await this.#speakAsGrace(rest);
      case 'as':
        return this.#switchTypist(rest);
      case 'wait':
        return await (rest === '' ? this.#heard.promise : this.#untilShown(rest));
      case 'help':
      case '?':
        return this.#print(HELP);
      case 'edit':
        return this.#edit(rest);
      case 'delete':
        return this.#delete();
      default:
        this.#lastSent = this.#typist.send(line, { channelId: this.#textChannelId });
    }
  }

  async #untilShown(words: string): Promise<void> {
    while (!this.#lastShown.includes(words)) await this.#shown.promise;
  }

  async #send(path: string): Promise<void> {
    const file = await readPersonFile(path);
    this.#lastSent = this.#typist.send('', { channelId: this.#textChannelId, files: [file] });
    this.#print(`You sent ${file.name}.`);
  }

  #edit(text: string): void {
    if (this.#lastSent === undefined) this.#print('Write a message first.');
    else if (text === '') this.#print('Type the new text, too: edit NEW TEXT');
    else this.#lastSent = this.#typist.edit(this.#lastSent, text);
  }

  #delete(): void {
    if (this.#lastSent === undefined) this.#print('Write a message first.');
    else this.#typist.delete(this.#lastSent);
    this.#lastSent = undefined;
  }

  async #menu(name: string): Promise<void> {
    if (this.#lastSent === undefined) return this.#print('Send a message first. Type: send PATH');
    await this.#followUp(await this.#typist.menu(name, this.#lastSent.id));
  }

  /** `2 Moderators, DJ`: chooses by name in a menu. */
  async #pick(typed: string): Promise<void> {
    const [, number = '', names = ''] = /^(\d+)\s*(.*)$/.exec(typed) ?? [];
    const ids = names.split(',').flatMap((name) => (name.trim() === '' ? [] : [this.#idOf(name.trim())]));
    await this.#followUp(await this.#components.pick(this.#typist, Number(number), ids));
  }

  #switchTextChannel(name: string): void {
    const { guild } = this.#environment.discord;
    this.#textChannelId = name === 'dm' ? this.#typist.dmChannelId : guild.channel(name).id;
    this.#print(name === 'dm' ? 'You’re in direct messages with Mynah.' : `You’re in #${guild.channel(name).name}.`);
  }

  #useLanguage(locale: string): void {
    const isKnown = LOCALES.includes(locale);
    if (isKnown) this.#typist.useLanguage(locale);
    const names = this.#typist.commands().map(({ name }) => `/${name}`);
    this.#print(
      isKnown
        ? `You use Discord in ${locale} now. Commands: ${names.join(', ')}.`
        : `Choose one of Discord’s languages: ${LOCALES.join(', ')}.`,
    );
  }

  /** Grace joins Ada's voice channel first. */
  async #speakAsGrace(text: string): Promise<void> {
    const { discord, speech } = this.#environment;
    const channelId = discord.guild.voiceChannelOf(this.#ada.id);
    if (channelId === undefined) return this.#print('You’re not in a voice channel. Type: go Lounge');
    const grace = this.#addedGrace();
    const packets = await spokenPackets(speech.access, text);
    const voice = grace.voice?.channelId === channelId ? grace.voice : await grace.joinVoice(channelId);
    await voice.speak(packets);
  }

  /** She goes; Ada continues to hear her own channel. */
  async #goAsGrace(where: string): Promise<void> {
    const grace = this.#addedGrace();
    if (where === 'nowhere') await grace.leaveVoice();
    else await grace.joinVoice(this.#environment.discord.guild.channel(where).id);
  }

  #addedGrace(): Person {
    this.#grace ??= this.#environment.discord.addPerson({ name: 'Grace' });
    return this.#grace;
  }

  #switchTypist(name: string): void {
    const wanted = name.toLowerCase();
    if (wanted === 'ada') this.#typeAs(this.#ada);
    if (wanted === 'grace') this.#typeAs(this.#addedGrace());
    const isKnown = wanted === this.#typist.name.toLowerCase();
    this.#print(isKnown ? `You’re ${this.#typist.name}.` : 'Type: as Grace, or: as Ada');
  }

  /** Shows what this person sees, and lets them type. */
  #typeAs(person: Person): void {
    this.#watching?.[Symbol.dispose]();
    this.#watching = person.watch((message) => this.#show(message));
    this.#typist = person;
    this.#formOpener = undefined;
    this.#lastSent = undefined;
    this.#prompt?.setPrompt(promptOf(person));
  }

  #show(message: SeenMessage): void {
    if (message.author.id === this.#typist.id) return;
    this.#components.add(message);
    if (message.deleted) return;
    this.#lastShown = renderMessage(message, {
      nameOf: (id) => this.#nameOf(id),
      commandName: (path, id) => this.#typist.commandName(path, id),
    });
    this.#print(this.#lastShown);
    this.#shown.resolve();
    this.#shown = Promise.withResolvers();
  }

  #nameOf(id: string): string | undefined {
    return this.#named().find((named) => named.id === id)?.name;
  }

  /** @throws {PersonError} when nothing has this name. */
  #idOf(name: string): string {
    const wanted = name.replace(/^[@#]/, '').toLowerCase();
    const found = this.#named().find((named) => named.name.toLowerCase() === wanted);
    if (found === undefined) throw new PersonError(`There’s nothing named “${name}”.`);
    return found.id;
  }

  /** Everyone and everything that mentions name. */
  #named(): readonly { readonly id: string; readonly name: string }[] {
    const { guild, botId } = this.#environment.discord;
    const people = [this.#ada, ...(this.#grace === undefined ? [] : [this.#grace])];
    return [{ id: botId, name: 'Mynah' }, ...people, ...guild.channels, ...guild.roles];
  }

  #showPrompt(): void {
    if (process.stdin.isTTY) this.#prompt?.prompt(true);
  }

  /** Prints above the line that is being typed. */
  #print(text: string): void {
    if (process.stdin.isTTY) process.stdout.write('\r\x1b[K');
    console.log(text);
    this.#showPrompt();
  }
}

function promptOf({ name }: Person): string {
  return `${name} ▸ `;
}

/** Waits until a reply is shown, also one that is ephemeral and replaces a public deferral. */
async function answered(invocation: Invocation): Promise<void> {
  await invocation.reply().catch(() => invocation.until((message) => !message.deleted && !message.loading));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
