import { createInterface, type Interface } from 'node:readline';
import { Locale } from 'discord-api-types/v10';
import { Cast } from '../cast/cast.ts';
import type { Invocation } from '../discord/people/invocation.ts';
import type { PersonFile } from '../discord/people/option-values.ts';
import type { Person } from '../discord/people/person.ts';
import { PersonError } from '../discord/people/person-error.ts';
import type { SeenMessage } from '../discord/people/seen-message.ts';
import { type Environment, type EnvironmentOptions, startEnvironment } from '../environment.ts';
import { createHeardRecorder, type HeardRecorder } from '../heard-recorder.ts';
import { openPage } from '../page/open-page.ts';
import { FFMPEG_HINT } from '../speech/recognition/ffmpeg.ts';
import { createPocketSphinx, INSTALL_HINT } from '../speech/recognition/recognizer.ts';
import { spokenPackets } from '../spoken-packets.ts';
import { botLogLine } from './bot-log-line.ts';
import { parseCommandLine } from './command-line.ts';
import { createCompleter } from './completer.ts';
import { createComponentHistory, fillForm } from './component-actions.ts';
import { HELP } from './help.ts';
import { readPersonFile } from './local-files.ts';
import { renderForm, renderMessage } from './screen.ts';
import { type PersonName, Servers } from './servers.ts';
import { spokenVoiceMessage } from './voice-message.ts';
import { SpeechWait, within } from './waits.ts';

export interface TerminalOptions extends Pick<EnvironmentOptions, 'remoteSpeech' | 'environment'> {
  /** Folder for recordings of what is heard. */
  readonly folder: string;
  /** Whether the page may be opened in a browser. */
  readonly opensBrowser: boolean;
}

const START_DEADLINE_MS = 60_000;
/** Longest waits: for speech to begin or go on, and for words to appear. */
const SILENCE_S = 30;
const WORDS_S = 60;
/** Words of the terminal's own commands to which the bot answers nothing, so that speech before them still counts. */
const SILENT: ReadonlySet<string> = new Set(['wait', 'in', 'go', 'server', 'language', 'grace', 'as', 'help', '?']);
const NAMES: readonly PersonName[] = ['Ada', 'Grace'];
/** Discord's codes of languages. */
const LOCALES: readonly string[] = Object.values(Locale);
/** Runs the playground in a terminal: a person types, reads the bot's replies and gets recordings of its speech. Resolves with the exit code. */
export async function runTerminal(options: TerminalOptions): Promise<number> {
  let isStarting = true;
  const environment = await startEnvironment({
    ...(options.remoteSpeech && { remoteSpeech: options.remoteSpeech }),
    ...(options.environment && { environment: options.environment }),
    discord: { privilegedIntents: { messageContent: true } },
    hasPublicUrl: true,
    revivesBot: true,
    onProgress: (line) => console.log(`… ${line}`),
    onLog: (entry) => {
      const line = botLogLine(entry, isStarting);
      if (line !== undefined) console.log(line);
    },
    signal: AbortSignal.timeout(START_DEADLINE_MS),
  });
  isStarting = false;
  try {
    await using _page = await openPage(environment, new Cast(environment), {
      opensBrowser: options.opensBrowser,
      keeps: false,
      print: (line) => console.log(line),
    });
    const recognizer = createPocketSphinx();
    const session = new TerminalSession(environment, createHeardRecorder(options.folder, recognizer));
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
  readonly #servers: Servers;
  readonly #recorder: HeardRecorder;
  #prompt: Interface | undefined;
  /** Aborts with each move to another channel. */
  #hearing = new AbortController();
  readonly #speech = new SpeechWait();
  #shown = Promise.withResolvers<void>();
  #lastShown = '';
  readonly #components = createComponentHistory();
  /** Who types, in the current server. */
  #typist: Person;
  #typistName: PersonName = 'Ada';
  #watching: Disposable | undefined;
  /** The interaction that opened the open form. */
  #formOpener: Invocation | undefined;
  #lastSent: SeenMessage | undefined;
  #textChannelId: string;

  constructor(environment: Environment, recorder: HeardRecorder) {
    this.#environment = environment;
    this.#servers = new Servers(environment.discord);
    this.#typist = this.#servers.person('Ada');
    this.#recorder = recorder;
    this.#textChannelId = environment.discord.guild.channel('general').id;
  }

  /** Runs the typed lines until `quit` or the end of the input. */
  async run(): Promise<void> {
    this.#typeAs('Ada');
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
    if (where === 'nowhere') return await this.#servers.inVoice('Ada')?.person.leaveVoice();
    const { voice } = await this.#servers.joinVoice('Ada', this.#servers.guild.channel(where).id);
    this.#hearing = new AbortController();
    if (voice !== undefined) void this.#follow(voice.heard, this.#hearing.signal);
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
        this.#speech.end();
      }
    } catch (error) {
      if (!signal.aborted) this.#print(`You can’t hear anything now: ${messageOf(error)}`);
    }
  }

  async #runLine(line: string): Promise<void> {
    if (!SILENT.has(line.split(/\s/)[0] ?? '')) this.#speech.restart();
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
      case 'voice-message':
        return await this.#sendVoice(rest);
      case 'menu':
        return await this.#menu(rest);
      case 'in':
        return this.#switchTextChannel(rest);
      case 'server':
        return this.#switchServer(rest);
      case 'go':
        return await (this.#typistName === 'Ada' ? this.go(rest) : this.#goAsGrace(rest));
      case 'language':
        return this.#useLanguage(rest);
      case 'grace':
        return await this.#speakAsGrace(rest);
      case 'as':
        return this.#switchTypist(rest);
      case 'wait':
        return await (rest === '' ? this.#untilSpoken() : this.#untilShown(rest));
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
    const deadline = Date.now() + WORDS_S * 1_000;
    while (!this.#lastShown.includes(words)) {
      if (await within(deadline - Date.now(), this.#shown.promise)) continue;
      return this.#print(`“${words}” didn’t appear within ${WORDS_S} s.`);
    }
  }

  async #untilSpoken(): Promise<void> {
    const heard = this.#servers.inVoice('Ada')?.person.voice?.heard;
    if (heard === undefined) return this.#print('Ada isn’t in a voice channel and hears nothing. Type: go Lounge');
    const wasSpoken = await this.#speech.next(() => heard.mark(), SILENCE_S * 1_000);
    if (!wasSpoken) this.#print(`Nothing was spoken for ${SILENCE_S} s.`);
  }

  async #send(path: string): Promise<void> {
    const file = await readPersonFile(path);
    this.#lastSent = this.#typist.send('', { channelId: this.#textChannelId, files: [file] });
    this.#print(`You sent ${file.name}.`);
  }

  async #sendVoice(words: string): Promise<void> {
    if (words === '') return this.#print('Type what to say, too: voice-message Good morning.');
    const file = await spokenVoiceMessage(this.#environment.speech.access, words);
    this.#lastSent = this.#typist.send('', { channelId: this.#textChannelId, files: [file], voiceMessage: true });
    this.#print(`You sent a voice message of ${(file.durationSecs ?? 0).toFixed(1)} s.`);
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
    if (this.#lastSent === undefined)
      return this.#print('Send a message first. Type: send PATH, or: voice-message WORDS');
    await this.#followUp(await this.#typist.menu(name, this.#lastSent.id));
  }

  /** `2 Moderators, DJ`: chooses by name in a menu. */
  async #pick(typed: string): Promise<void> {
    const [, number = '', names = ''] = /^(\d+)\s*(.*)$/.exec(typed) ?? [];
    const ids = names.split(',').flatMap((name) => (name.trim() === '' ? [] : [this.#idOf(name.trim())]));
    await this.#followUp(await this.#components.pick(this.#typist, Number(number), ids));
  }

  #switchTextChannel(name: string): void {
    const { guild } = this.#servers;
    this.#textChannelId = name === 'dm' ? this.#typist.dmChannelId : guild.channel(name).id;
    this.#print(name === 'dm' ? 'You’re in direct messages with Mynah.' : `You’re in #${guild.channel(name).name}.`);
  }

  /** Voice stays where it is, like in Discord's client. Without a name, lists the servers. */
  #switchServer(name: string): void {
    if (name !== '') this.#enterServer(name);
    const { guild, names } = this.#servers;
    const others = names.filter((other) => other !== guild.name);
    const hint = guild.voiceChannelOf(this.#typist.id) === undefined ? ' To join voice here, type: go Lounge' : '';
    this.#print(`You’re in the server ${guild.name}.${hint}`);
    if (name === '') this.#print(`Other servers: ${others.join(', ') || 'none. Type: server NAME'}`);
  }

  #enterServer(name: string): void {
    this.#servers.enter(name);
    this.#textChannelId = this.#servers.guild.channel('general').id;
    this.#typeAs(this.#typistName);
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
    const ada = this.#servers.inVoice('Ada');
    const channelId = ada?.guild.voiceChannelOf(ada.person.id);
    if (channelId === undefined) return this.#print('You’re not in a voice channel. Type: go Lounge');
    const packets = await spokenPackets(this.#environment.speech.access, text);
    const grace = await this.#servers.joinVoice('Grace', channelId);
    await grace.voice?.speak(packets);
  }

  /** She goes; Ada continues to hear her own channel. */
  async #goAsGrace(where: string): Promise<void> {
    if (where === 'nowhere') await this.#servers.inVoice('Grace')?.person.leaveVoice();
    else await this.#servers.joinVoice('Grace', this.#servers.guild.channel(where).id);
  }

  #switchTypist(name: string): void {
    const wanted = NAMES.find((known) => known.toLowerCase() === name.toLowerCase());
    if (wanted !== undefined) this.#typeAs(wanted);
    this.#print(wanted === undefined ? 'Type: as Grace, or: as Ada' : `You’re ${wanted}.`);
  }

  /** Shows what this person sees, and lets them type. */
  #typeAs(name: PersonName): void {
    const person = this.#servers.person(name);
    this.#watching?.[Symbol.dispose]();
    this.#watching = person.watch((message) => this.#show(message));
    this.#typist = person;
    this.#typistName = name;
    this.#formOpener = undefined;
    this.#lastSent = undefined;
    this.#prompt?.setPrompt(promptOf(person));
  }

  #show(message: SeenMessage): void {
    if (message.author.id === this.#typist.id) return;
    this.#components.add(message);
    if (message.deleted) return;
    const server = this.#servers.elsewhere(message.channelId);
    const where = server === undefined ? '' : `[${server}] `;
    this.#lastShown =
      where +
      renderMessage(message, {
        locale: this.#typist.locale,
        nameOf: (id) => this.#named().find((named) => named.id === id)?.name,
        commandName: (path, id) => this.#typist.commandName(path, id),
      });
    this.#print(this.#lastShown);
    this.#shown.resolve();
    this.#shown = Promise.withResolvers();
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
    return [{ id: this.#environment.discord.botId, name: 'Mynah' }, ...this.#servers.named];
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
