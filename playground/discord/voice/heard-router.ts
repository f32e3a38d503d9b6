import { SILENCE_FRAME } from '../../../src/audio/opus/opus-packet.ts';
import type { HeardPackets } from './heard-packets.ts';
import type { PersonGroup } from './person-group.ts';
import type { ReceivedMedia } from './person-media.ts';

/** Attributes packets to users, decrypts them end to end and keeps them. */
export class HeardRouter {
  readonly #heard: HeardPackets;
  readonly #others: ReadonlySet<string>;
  readonly #userBySsrc = new Map<number, string>();

  constructor(heard: HeardPackets, others: ReadonlySet<string>) {
    this.#heard = heard;
    this.#others = others;
  }

  /** Op 5. */
  name(ssrc: number, userId: string): void {
    this.#forgetUser(userId);
    this.#userBySsrc.set(ssrc, userId);
  }

  /** Op 13. */
  forget(userId: string): void {
    this.#forgetUser(userId);
  }

  /** `group` is `undefined` in a channel without end-to-end encryption. */
  receive(received: ReceivedMedia, group: PersonGroup | undefined): void {
    const { ssrc, sequence, timestamp, media, receivedAtMs } = received;
    const userId = this.#userBySsrc.get(ssrc) ?? this.#recognize(ssrc, media, group);
    if (userId === undefined) {
      this.#heard.countUnknownSsrc();
      return;
    }
    const opus = group === undefined || isSilence(media) ? media : group.decrypt(userId, media);
    if (opus === undefined) this.#heard.countDecryptFailure();
    else this.#heard.add({ userId, sequence, timestamp, opus, receivedAtMs });
  }

  /**
   * Op 5 is sent when a user starts to speak, so a client that joins mid-speech does not get it. Then the speaker is the
   * one whose key decrypts the packet or, without encryption, the only possible one.
   */
  #recognize(ssrc: number, media: Buffer, group: PersonGroup | undefined): string | undefined {
    const named = new Set(this.#userBySsrc.values());
    const candidates = [...this.#others].filter((userId) => !named.has(userId));
    let userId: string | undefined;
    if (group === undefined) userId = candidates.length === 1 ? candidates[0] : undefined;
    else if (!isSilence(media)) userId = candidates.find((candidate) => group.decrypt(candidate, media) !== undefined);
    if (userId !== undefined) this.#userBySsrc.set(ssrc, userId);
    return userId;
  }

  #forgetUser(userId: string): void {
    for (const [ssrc, named] of this.#userBySsrc) if (named === userId) this.#userBySsrc.delete(ssrc);
  }
}

function isSilence(frame: Buffer): boolean {
  return frame.equals(SILENCE_FRAME);
}
