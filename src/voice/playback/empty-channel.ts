/**
 * Packets held in an empty channel before that is reported: 1 s. A newcomer learns who else is there just after it could
 * send, and people come back.
 */
const REPORT_AFTER_FRAMES = 50;

/** Tells a channel where nobody else is, which holds an item for as long as that lasts, from short waits. */
export class EmptyChannel {
  #framesHeld = 0;

  /** To be called when the first item's packet was held; true when it is to be reported that the item waits. */
  onHeld(isAlone: boolean): boolean {
    // Once it was reported, the item waits until a packet leaves: those who come exchange keys first.
    const isWaiting = isAlone || this.isReported;
    this.#framesHeld = isWaiting ? this.#framesHeld + 1 : 0;
    return this.#framesHeld === REPORT_AFTER_FRAMES;
  }

  /** It was reported that the first item waits, and no packet has left since. */
  get isReported(): boolean {
    return this.#framesHeld >= REPORT_AFTER_FRAMES;
  }

  /** To be called when a packet left, and when another item becomes the first; true when a wait was reported. */
  onSent(): boolean {
    const wasReported = this.isReported;
    this.#framesHeld = 0;
    return wasReported;
  }
}
