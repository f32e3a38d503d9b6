import type { Person } from '@mynah/local-discord/people/person';
import { CaptionEnds } from './caption-ends.ts';
import { pause } from './pause.ts';

/** Captions may be started ten times a minute. */
const TRY_EVERY_MS = 6_500;
const LOOK_EVERY_MS = 200;
const STATUS_EVERY_MS = 10_000;
const REPLY_DEADLINE_MS = 15_000;
const JOIN_DEADLINE_MS = 30_000;
interface KeeperOptions {
  /** Who keeps them on, in the voice channel. */
  readonly person: Person;
  /** Where captions are shown. */
  readonly textId: string;
  readonly loungeId: string;
  readonly botId: string;
}

/** Somebody who starts captions whenever they ended. */
export class CaptionKeeper {
  readonly #options: KeeperOptions;
  readonly ends = new CaptionEnds();

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  async enter(): Promise<void> {
    const { person, loungeId, textId, botId } = this.#options;
    await person.joinVoice(loungeId, AbortSignal.timeout(JOIN_DEADLINE_MS), { selfDeaf: true });
    const known = new Set<string>();
    person.watch(({ id, channelId, author, content }) => {
      const isEnd =
        channelId === textId && author.id === botId && /^Captions of .* (?:ended|interrupted)/.test(content);
      // A notice may be edited later.
      if (isEnd && !known.has(id)) this.ends.noticed(Date.now());
      if (isEnd) known.add(id);
    });
  }

  async keepOn(signal: AbortSignal): Promise<void> {
    let triedAtMs = 0;
    let lookedAtMs = Date.now();
    for (; !signal.aborted; await pause(LOOK_EVERY_MS, signal)) {
      const nowMs = Date.now();
      if (!this.ends.isOn && nowMs - triedAtMs >= TRY_EVERY_MS) {
        triedAtMs = nowMs;
        await this.#start();
        lookedAtMs = Date.now();
      } else if (this.ends.isOn && nowMs - lookedAtMs >= STATUS_EVERY_MS) {
        lookedAtMs = nowMs;
        await this.#look();
      }
    }
  }

  async #start(): Promise<void> {
    const reply = await this.#ask('/captions start', { interim: false });
    if (reply === undefined || !/^💬|are already on/.test(reply)) return;
    this.ends.started(Date.now());
  }

  async #look(): Promise<void> {
    const reply = await this.#ask('/captions status', {});
    // They may have ended meanwhile, with a notice.
    if (reply !== undefined && /^Captions are off/.test(reply)) this.ends.seenOff(Date.now());
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
