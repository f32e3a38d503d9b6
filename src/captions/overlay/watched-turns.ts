import type { ClipUnderWay } from '../../voice/voice-api.ts';
import { type CaptionTurns, keyOf, spokenText } from '../caption-turns.ts';
import type { CaptionLine } from '../captions-ports.ts';
import type { LineWatcher } from './line-watcher.ts';

/** What watched turns are made with. */
export interface WatchedTurnsOptions {
  readonly turns: CaptionTurns;
  readonly watcher: LineWatcher;
  readonly sessionId: string;
}

/** The turns of a session, whose lines a watcher learns of as well. */
export class WatchedTurns {
  readonly #options: WatchedTurnsOptions;
  /** The lines with interim text, by the key of their clips. */
  readonly #interim = new Map<string, { readonly lineId: string; readonly userId: string }>();

  constructor(options: WatchedTurnsOptions) {
    this.#options = options;
  }

  /** Shows the text of a clip so far. */
  interim(clip: ClipUnderWay, speaker: string, text: string): void {
    const { turns, watcher, sessionId } = this.#options;
    const { clipId: lineId, userId, voiceStartedAtMs: startedAtMs, voiceEndedAtMs } = clip;
    turns.interim(spokenText(clip, startedAtMs, voiceEndedAtMs, text));
    this.#interim.set(keyOf(clip), { lineId, userId });
    watcher.shown(sessionId, { lineId, userId, speaker, text, isFinal: false, startedAtMs });
  }

  /** Shows the line of a clip, in place of its interim text. */
  final(clip: ClipUnderWay, line: CaptionLine, isLate: boolean): void {
    const { turns, watcher, sessionId } = this.#options;
    turns.final(spokenText(clip, line.startedAtMs, line.endedAtMs, line.text), isLate);
    this.#interim.delete(keyOf(clip));
    watcher.shown(sessionId, { ...line, isFinal: true });
  }

  /** Removes the interim text of a clip that has no final text. */
  drop(key: string): void {
    const { turns, watcher, sessionId } = this.#options;
    turns.drop(key);
    const line = this.#interim.get(key);
    this.#interim.delete(key);
    if (line !== undefined) watcher.dropped(sessionId, line.lineId);
  }

  /** Shows nothing more of what a person has said so far. */
  forget(userId: string): void {
    const { turns, watcher, sessionId } = this.#options;
    turns.forget(userId);
    for (const [key, line] of this.#interim) if (line.userId === userId) this.#interim.delete(key);
    watcher.forgotten(sessionId, userId);
  }

  /** Something else was posted after the turns. */
  interrupt(): void {
    this.#options.turns.interrupt();
  }

  /** Removes all interim text: its final text will not come here. */
  close(): void {
    for (const key of [...this.#interim.keys()]) this.drop(key);
    this.#options.turns.close();
  }
}
