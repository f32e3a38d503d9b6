import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { PersonFile } from '@mynah/local-discord/people/option-values';
import { PersonError } from '@mynah/local-discord/people/person-error';
import type { Cast } from '../cast/cast.ts';
import type { Environment } from '../environment.ts';
import type { HeardRecorder, HeardSpeech } from '../heard-recorder.ts';
import { parseCommandLine } from './command-line.ts';
import { COMMANDS, ENDS, type Scene } from './commands.ts';
import { Completer } from './completer.ts';
import { Hearing } from './hearing.ts';
import { readPersonFile } from './local-files.ts';
import { MessageView } from './message-view.ts';
import type { Console } from './output/console.ts';
import { renderForm } from './output/render-message.ts';
import { Seat } from './seat.ts';
import { interruptible } from './waits.ts';

/** Where the person of the terminal is in voice from the first line on. */
export const FIRST_CHANNEL = 'Lounge';

/** A person at the terminal: runs what they type, and shows what they see and hear. The caller must dispose of it. */
export class TerminalSession implements Disposable {
  readonly #console: Console;
  readonly #scene: Scene;
  readonly #completer: Completer;
  readonly #seat: Seat;
  readonly #view: MessageView;
  readonly #hearing: Hearing;
  /** The command that runs. */
  #running: AbortController | undefined;
  #hasEntered = false;

  constructor(
    { discord, speech }: Pick<Environment, 'discord' | 'speech'>,
    parts: { readonly cast: Cast; readonly recorder: HeardRecorder; readonly console: Console },
  ) {
    const { cast, recorder, console } = parts;
    this.#console = console;
    const { botId, guild } = discord;
    this.#view = new MessageView(console, botId);
    this.#seat = new Seat(cast, guild, { botId, changed: () => this.#sit() });
    this.#hearing = new Hearing(cast, recorder, {
      botId,
      heard: (heard) => console.print(heardLine(heard), 'heard'),
      failed: (error) => console.print(`You can’t hear anything now: ${messageOf(error)}`, 'problem'),
    });
    this.#completer = new Completer(cast, this.#seat, this.#view.list);
    this.#scene = {
      cast,
      seat: this.#seat,
      view: this.#view,
      hearing: this.#hearing,
      speech: speech.access,
      print: (text) => console.print(text),
      followUp: (invocation, signal) => this.#followUp(invocation, signal),
    };
    this.#sit();
  }

  get completer(): Completer {
    return this.#completer;
  }

  /** Runs the typed lines until `quit`, `exit`, the end of the input or `signal`. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = (): void => {
      this.#running?.abort(signal.reason);
      this.#console.end();
    };
    signal.addEventListener('abort', stop);
    try {
      if (signal.aborted) return;
      for await (const line of this.#console.lines()) {
        const typed = line.trim();
        if (signal.aborted || ENDS.includes(typed)) break;
        if (typed !== '') await this.#runLine(typed);
      }
    } finally {
      signal.removeEventListener('abort', stop);
      this.#console.end();
    }
  }

  /** Ends the command that runs; false when none does. */
  interrupt(): boolean {
    this.#running?.abort(new PersonError('Interrupted.'));
    return this.#running !== undefined;
  }

  [Symbol.dispose](): void {
    this.#hearing[Symbol.dispose]();
    this.#view[Symbol.dispose]();
  }

  async #runLine(line: string): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    try {
      await interruptible(this.#perform(line, running.signal), running.signal);
    } catch (error) {
      // The playground ends, and has nothing more to say.
      if (running.signal.aborted && !(running.signal.reason instanceof PersonError)) return;
      const isOurs = error instanceof PersonError;
      this.#console.print(isOurs ? error.message : `That failed: ${messageOf(error)}`, 'problem');
    } finally {
      this.#running = undefined;
    }
  }

  async #perform(line: string, signal: AbortSignal): Promise<void> {
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    const command = COMMANDS.get(word);
    if (command?.isSilent !== true) this.#hearing.wait.restart();
    if (!this.#hasEntered && command?.staysOutside !== true) {
      await this.#hearing.go(this.#seat.channel(FIRST_CHANNEL).id, signal);
    }
    if (word !== 'help' && word !== '?') this.#hasEntered = true;
    if (line.startsWith('/')) await this.#type(line, signal);
    else if (command !== undefined) await command.run(this.#scene, rest, signal);
    else this.#seat.lastSent = this.#seat.person.send(line, { channelId: this.#seat.textChannelId });
  }

  async #type(line: string, signal: AbortSignal): Promise<void> {
    const { person, textChannelId } = this.#seat;
    const parsed = parseCommandLine(line, person.offeredCommands(), person.locale, (name) => this.#seat.idOf(name));
    if (parsed.kind === 'problem') throw new PersonError(parsed.text);
    const files: Record<string, PersonFile> = {};
    for (const [option, path] of Object.entries(parsed.files)) files[option] = await readPersonFile(path);
    const options = this.#completer.meant(parsed.name, parsed.options);
    await this.#followUp(
      await person.type(parsed.name, { ...options, ...files }, { channelId: textChannelId }),
      signal,
    );
  }

  /** Waits for the reply; shows it if it is a form. */
  async #followUp(invocation: Invocation, signal: AbortSignal): Promise<void> {
    await invocation.acknowledged(signal);
    if (invocation.modal !== undefined) {
      this.#seat.formOpener = invocation;
      this.#console.print(renderForm(invocation.modal), 'bot');
      return;
    }
    // A script continues after the reply; a person may continue right away.
    if (!this.#console.isInteractive) await answered(invocation, signal);
  }

  #sit(): void {
    this.#view.watch(this.#seat);
    this.#console.setPrompt(`${this.#seat.person.name} ▸ `);
  }
}

function heardLine({ durationS, utterance: { packets, lost }, file, text }: HeardSpeech): string {
  const words = text === undefined ? '' : `: “${text}”`;
  return `♪ heard ${durationS.toFixed(1)} s, ${packets.length} packets, ${lost} lost, ${file}${words}`;
}

/** Waits until a reply is shown, also one that is ephemeral and replaces a public deferral. */
async function answered(invocation: Invocation, signal: AbortSignal): Promise<void> {
  await invocation.reply(signal).catch(async (error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof PersonError)) throw error;
    await invocation.until((message) => !message.deleted && !message.loading, signal);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
