import type { Person } from '../../playground/discord/people/person.ts';
import { pause } from './pause.ts';
import type { Span } from './spans.ts';

/** Captions may be started ten times a minute. */
const TRY_EVERY_MS = 6_500;
const LOOK_EVERY_MS = 200;
const STATUS_EVERY_MS = 10_000;
const REPLY_DEADLINE_MS = 15_000;
const JOIN_DEADLINE_MS = 30_000;
/** Captions end some time before their notice is posted. */
const NOTICE_MS = 2_000;

interface KeeperOptions {
  /** Who keeps them on, in the voice channel. */
  readonly person: Person;
  /** Where captions are shown. */
  readonly textId: string;
  readonly loungeId: string;
  readonly botId: string;
}

/** Somebody who starts captions whenever they ended, and knows when they were off. */
export class CaptionKeeper {
  readonly #options: KeeperOptions;
  readonly #off: { fromMs: number; toMs: number }[] = [{ fromMs: 0, toMs: Number.POSITIVE_INFINITY }];
  /** Captions that ended without a word, by when that was noticed. */
  readonly silentEnds: number[] = [];
  #isOn = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Times without captions that people know of. */
  get off(): readonly Span[] {
    return this.#off;
  }

  async enter(): Promise<void> {
    const { person, loungeId, textId, botId } = this.#options;
    await person.joinVoice(loungeId, AbortSignal.timeout(JOIN_DEADLINE_MS), { selfDeaf: true });
    const known = new Set<string>();
    person.watch(({ id, channelId, author, content }) => {
      const isEnd =
        channelId === textId && author.id === botId && /^Captions of .* (?:ended|interrupted)/.test(content);
      // A notice may be edited later.
      if (isEnd && !known.has(id)) this.noteEnd(Date.now() - NOTICE_MS);
      if (isEnd) known.add(id);
    });
  }

  /** Captions ended, as people know or will read. */
  noteEnd(atMs: number): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#off.push({ fromMs: atMs, toMs: Number.POSITIVE_INFINITY });
  }

  async keepOn(signal: AbortSignal): Promise<void> {
    let triedAtMs = 0;
    let lookedAtMs = Date.now();
    for (; !signal.aborted; await pause(LOOK_EVERY_MS, signal)) {
      const nowMs = Date.now();
      if (!this.#isOn && nowMs - triedAtMs >= TRY_EVERY_MS) {
        triedAtMs = nowMs;
        await this.#start();
        lookedAtMs = Date.now();
      } else if (this.#isOn && nowMs - lookedAtMs >= STATUS_EVERY_MS) {
        lookedAtMs = nowMs;
        await this.#look();
      }
    }
  }

  async #start(): Promise<void> {
    const reply = await this.#ask('/captions start', { interim: false });
    if (reply === undefined || !/^💬|are already on/.test(reply)) return;
    this.#isOn = true;
    const last = this.#off.at(-1);
    if (last !== undefined) last.toMs = Date.now();
  }

  async #look(): Promise<void> {
    const wasOn = this.#isOn;
    const reply = await this.#ask('/captions status', {});
    // They may have ended meanwhile, with a notice.
    if (!wasOn || !this.#isOn || reply === undefined || !/^Captions are off/.test(reply)) return;
    this.silentEnds.push(Date.now());
    this.noteEnd(Date.now());
  }

  async #ask(command: string, options: Record<string, boolean>): Promise<string | undefined> {
    const { person, textId } = this.#options;
    try {
      const invocation = await person.type(command, options, { channelId: textId });
      return (await invocation.reply(AbortSignal.timeout(REPLY_DEADLINE_MS))).content;
    } catch {
      return undefined;
    }
  }
}
