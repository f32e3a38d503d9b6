import { createInterface, type Interface } from 'node:readline';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Invocation } from '../discord/people/invocation.ts';
import type { PersonFile } from '../discord/people/option-values.ts';
import type { Person } from '../discord/people/person.ts';
import { PersonError } from '../discord/people/person-error.ts';
import type { SeenMessage } from '../discord/people/seen-message.ts';
import { type Environment, type EnvironmentOptions, startEnvironment } from '../environment.ts';
import { createHeardRecorder, type HeardRecorder } from '../heard-recorder.ts';
import { FFMPEG_HINT } from '../speech/ffmpeg.ts';
import { createPocketSphinx, INSTALL_HINT } from '../speech/recognizer.ts';
import { spokenPackets } from '../spoken-packets.ts';
import { parseCommandLine } from './command-line.ts';
import { createCompleter } from './completer.ts';
import { chooseOption, fillForm, pressButton } from './component-actions.ts';
import { readPersonFile } from './local-files.ts';
import { renderForm, renderMessage } from './screen.ts';

export interface TerminalOptions extends Pick<EnvironmentOptions, 'remoteSpeech'> {
  /** Folder for what is heard. */
  readonly folder: string;
}

const START_DEADLINE_MS = 60_000;
const WORDS = `  /say hello there         any command of the bot; options as name:value, Tab completes
                           (for a file, its path: /transcribe file:talks/monday.m4a)
  press LABEL, choose N    uses a button or a select of the last message that has one
  fill NAME:VALUE …        fills in the form that is open, and sends it
  send PATH                writes a message with a file; menu Transcribe uses a menu on it
  in captions, in dm       takes you to another text channel, or to direct messages with the bot
  go Studio, go nowhere    takes you to another voice channel, or out of voice
  grace Good morning.      lets Grace say it aloud in your voice channel: see /captions start
  wait, wait WORDS         waits for the next thing to be heard, or until these words are shown
  quit`;

/** The playground in a terminal: a person types, reads what the bot answers, and gets what it says. Resolves with the exit code. */
export async function runTerminal(options: TerminalOptions): Promise<number> {
  const house = await startEnvironment({
    ...(options.remoteSpeech && { remoteSpeech: options.remoteSpeech }),
    onProgress: (line) => console.log(`… ${line}`),
    onLog: ({ level, msg }) => {
      if (level === 'error' || level === 'fatal') console.log(`… the bot logs: ${msg}`);
    },
    signal: AbortSignal.timeout(START_DEADLINE_MS),
  });
  try {
    const recognizer = createPocketSphinx();
    const ada = house.discord.addPerson({ name: 'Ada', permissions: PermissionFlagsBits.ManageGuild });
    const visit = new TerminalVisit(house, ada, createHeardRecorder(options.folder, recognizer));
    await visit.go('Lounge');
    console.log(`✔ you are Ada, in #general and in the voice channel Lounge. Type:\n${WORDS}`);
    if (recognizer === undefined) console.log(`- what is heard is not shown as text. ${INSTALL_HINT}`);
    const { speech } = house;
    if (speech.kind === 'local' && !speech.service.readsEverything) console.log(`- ${FFMPEG_HINT}`);
    await visit.run();
    return 0;
  } finally {
    await house.close();
  }
}

class TerminalVisit {
  readonly #house: Environment;
  readonly #ada: Person;
  readonly #recorder: HeardRecorder;
  #prompt: Interface | undefined;
  /** Ends with each move to another channel. */
  #hearing = new AbortController();
  #heard = Promise.withResolvers<void>();
  #shown = Promise.withResolvers<void>();
  #lastShown = '';
  #lastWithParts: SeenMessage | undefined;
  #grace: Person | undefined;
  /** What opened the form that is open. */
  #formOpener: Invocation | undefined;
  #lastSent: SeenMessage | undefined;
  #textChannelId: string;

  constructor(house: Environment, ada: Person, recorder: HeardRecorder) {
    this.#house = house;
    this.#ada = ada;
    this.#recorder = recorder;
    this.#textChannelId = house.discord.guild.channel('general').id;
  }

  /** Carries out what is typed until `quit` or the end of the input. */
  async run(): Promise<void> {
    using _watching = this.#ada.watch((message) => this.#show(message));
    const prompt = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt: 'Ada ▸ ',
      completer: createCompleter(this.#ada, (line) => this.#print(line)),
    });
    this.#prompt = prompt;
    prompt.once('close', () => {
      this.#prompt = undefined;
    });
    this.#ask();
    for await (const line of prompt) {
      if (line.trim() === 'quit') break;
      if (!process.stdin.isTTY) console.log(`Ada ▸ ${line}`);
      if (line.trim() !== '') await this.#carryOut(line.trim());
      this.#ask();
    }
    this.#hearing.abort();
    prompt.close();
  }

  /** Takes Ada into a voice channel, or out of voice. */
  async go(where: string): Promise<void> {
    this.#hearing.abort();
    if (where === 'nowhere') return await this.#ada.leaveVoice();
    const voice = await this.#ada.joinVoice(this.#house.discord.guild.channel(where).id);
    this.#hearing = new AbortController();
    void this.#follow(voice.heard, this.#hearing.signal);
  }

  async #follow(heard: Parameters<HeardRecorder['next']>[0], signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const speech = await this.#recorder.next(heard, this.#house.discord.botId, heard.mark(), signal);
        const { packets, lost } = speech.utterance;
        const text = speech.text === undefined ? '' : `: “${speech.text}”`;
        this.#print(
          `♪ heard ${speech.durationS.toFixed(1)} s, ${packets.length} packets, ${lost} lost, ${speech.file}${text}`,
        );
        this.#heard.resolve();
        this.#heard = Promise.withResolvers();
      }
    } catch (error) {
      if (!signal.aborted) this.#print(`You hear nothing any more: ${messageOf(error)}`);
    }
  }

  async #carryOut(line: string): Promise<void> {
    try {
      if (line.startsWith('/')) await this.#type(line);
      else await this.#act(line);
    } catch (error) {
      this.#print(error instanceof PersonError ? error.message : `That did not work: ${messageOf(error)}`);
    }
  }

  async #type(line: string): Promise<void> {
    const parsed = parseCommandLine(line, this.#ada.commands());
    if (parsed.kind === 'problem') return this.#print(parsed.text);
    const files: Record<string, PersonFile> = {};
    for (const [option, path] of Object.entries(parsed.files)) files[option] = await readPersonFile(path);
    const where = { channelId: this.#textChannelId };
    await this.#followUp(await this.#ada.type(parsed.name, { ...parsed.options, ...files }, where));
  }

  /** Waits for the answer, and shows the form when it is one. */
  async #followUp(invocation: Invocation): Promise<void> {
    await invocation.acknowledged();
    if (invocation.modal !== undefined) {
      this.#formOpener = invocation;
      this.#print(renderForm(invocation.modal));
      return;
    }
    // A script's next line comes when this one is answered; a person may type on.
    if (!process.stdin.isTTY) await answered(invocation);
  }

  async #act(line: string): Promise<void> {
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    switch (word) {
      case 'press':
        return await this.#followUp(await pressButton(this.#ada, this.#lastWithParts, rest));
      case 'choose':
        return await this.#followUp(await chooseOption(this.#ada, this.#lastWithParts, Number(rest)));
      case 'fill':
        return await this.#followUp(await fillForm(this.#ada, this.#formOpener, rest));
      case 'send':
        return await this.#send(rest);
      case 'menu':
        return await this.#menu(rest);
      case 'in':
        return this.#enter(rest);
      case 'go':
        return await this.go(rest);
      case 'grace':
        return await this.#letGraceSay(rest);
      case 'wait':
        return await (rest === '' ? this.#heard.promise : this.#untilShown(rest));
      default:
        return this.#print(`Nothing here is called ${word}. Type:\n${WORDS}`);
    }
  }

  async #untilShown(words: string): Promise<void> {
    while (!this.#lastShown.includes(words)) await this.#shown.promise;
  }

  async #send(path: string): Promise<void> {
    const file = await readPersonFile(path);
    this.#lastSent = this.#ada.send('', { channelId: this.#textChannelId, files: [file] });
    this.#print(`You sent ${file.name}.`);
  }

  async #menu(name: string): Promise<void> {
    if (this.#lastSent === undefined) return this.#print('Send a message first: send PATH.');
    await this.#followUp(await this.#ada.menu(name, this.#lastSent.id));
  }

  #enter(name: string): void {
    const { guild } = this.#house.discord;
    this.#textChannelId = name === 'dm' ? this.#ada.dmChannelId : guild.channel(name).id;
    this.#print(name === 'dm' ? 'You write to Mynah directly.' : `You are in #${guild.channel(name).name}.`);
  }

  /** Grace comes to where Ada is when she is asked to speak. */
  async #letGraceSay(text: string): Promise<void> {
    const { discord, speech } = this.#house;
    const channelId = discord.guild.voiceChannelOf(this.#ada.id);
    if (channelId === undefined) return this.#print('You are in no voice channel: go Lounge.');
    this.#grace ??= discord.addPerson({ name: 'Grace' });
    const packets = await spokenPackets(speech.access, text);
    const isThere = this.#grace.voice?.channelId === channelId;
    const voice = isThere ? this.#grace.voice : await this.#grace.joinVoice(channelId);
    await voice?.speak(packets);
  }

  #show(message: SeenMessage): void {
    if (message.author.id === this.#ada.id || message.deleted) return;
    if (message.components.length > 0) this.#lastWithParts = message;
    this.#lastShown = renderMessage(message, (id) => this.#nameOf(id));
    this.#print(this.#lastShown);
    this.#shown.resolve();
    this.#shown = Promise.withResolvers();
  }

  #nameOf(id: string): string | undefined {
    const { guild, botId } = this.#house.discord;
    if (id === botId) return 'Mynah';
    if (id === this.#grace?.id) return this.#grace.name;
    return id === this.#ada.id ? this.#ada.name : guild.channels.find((channel) => channel.id === id)?.name;
  }

  #ask(): void {
    if (process.stdin.isTTY) this.#prompt?.prompt(true);
  }

  /** Writes above the line that is being typed. */
  #print(text: string): void {
    if (process.stdin.isTTY) process.stdout.write('\r\x1b[K');
    console.log(text);
    this.#ask();
  }
}

/** Waits until something is shown; what only the caller may see comes in place of a deferral that all saw. */
async function answered(invocation: Invocation): Promise<void> {
  await invocation.reply().catch(() => invocation.until((message) => !message.deleted && !message.loading));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
