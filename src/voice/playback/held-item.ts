import type { WaitReason } from '../diagnosis.ts';
import type { QueueItem, VoiceEvent } from '../voice-api.ts';

/**
 * Packets held before that is reported: 1 s in an empty channel, because a newcomer learns who else is there just after it
 * could send, and people come back; 200 ms where Discord lets nobody hear the bot, a round trip to change that.
 */
const REPORT_AFTER_FRAMES = { listeners: 50, permission: 10 } as const satisfies Record<WaitReason, number>;

interface HeldItemOptions {
  readonly guildId: string;
  readonly onEvent: (event: VoiceEvent) => void;
}

/** Tells the first item's long waits, which are reported once for each reason, from short ones. */
export class HeldItem {
  readonly #options: HeldItemOptions;
  #framesHeld = 0;
  #reported: WaitReason | undefined;

  constructor(options: HeldItemOptions) {
    this.#options = options;
  }

  /** What the first item is doing while a reported wait lasts: until a packet has left. */
  get state(): QueueItem['state'] | undefined {
    return this.#reported && `waiting-for-${this.#reported}`;
  }

  /** To be called when the first item's packet was held. */
  onHeld(textId: string, waitsFor: WaitReason | undefined): void {
    // Once it was reported, the item waits until a packet leaves: those who come exchange keys first.
    const reason = waitsFor ?? this.#reported;
    this.#framesHeld = reason === undefined ? 0 : this.#framesHeld + 1;
    if (reason === undefined || reason === this.#reported || this.#framesHeld < REPORT_AFTER_FRAMES[reason]) return;
    this.#reported = reason;
    const { guildId, onEvent } = this.#options;
    onEvent({ type: 'item-waiting', guildId, textId, waitsFor: reason });
  }

  /** To be called when a packet left, and when another item becomes the first; true when a wait was reported. */
  onSent(): boolean {
    const wasReported = this.#reported !== undefined;
    this.#framesHeld = 0;
    this.#reported = undefined;
    return wasReported;
  }
}
