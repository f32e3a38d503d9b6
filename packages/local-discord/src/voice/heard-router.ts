import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
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
    const known = this.#userBySsrc.get(ssrc);
    const from = known === undefined ? this.#recognize(ssrc, media, group) : { userId: known, opus: open(known) };
    if (from === undefined) {
      this.#heard.countUnknownSsrc();
      return;
    }
    const { userId, opus } = from;
    if (opus === undefined) this.#heard.countDecryptFailure();
    else this.#heard.add({ userId, sequence, timestamp, opus, receivedAtMs });

    function open(speakerId: string): Uint8Array | undefined {
      return group === undefined || isSilence(media) ? media : group.decrypt(speakerId, media);
    }
  }

  /**
   * Op 5 is sent when a user starts to speak, so a client that joins mid-speech does not get it. Then the speaker is the
   * one whose key decrypts the packet or, without encryption, the only possible one. A packet is decrypted only once: the
   * key refuses it the second time, as one that was sent again.
   */
  #recognize(
    ssrc: number,
    media: Buffer,
    group: PersonGroup | undefined,
  ): { readonly userId: string; readonly opus: Uint8Array } | undefined {
    const named = new Set(this.#userBySsrc.values());
    const candidates = [...this.#others].filter((userId) => !named.has(userId));
    if (group === undefined) {
      const [only, ...others] = candidates;
      return only === undefined || others.length > 0 ? undefined : this.#named(ssrc, only, media);
    }
    if (isSilence(media)) return undefined;
    for (const userId of candidates) {
      const opus = group.decrypt(userId, media);
      if (opus !== undefined) return this.#named(ssrc, userId, opus);
    }
    return undefined;
  }

  #named(ssrc: number, userId: string, opus: Uint8Array): { readonly userId: string; readonly opus: Uint8Array } {
    this.#userBySsrc.set(ssrc, userId);
    return { userId, opus };
  }

  #forgetUser(userId: string): void {
    for (const [ssrc, named] of this.#userBySsrc) if (named === userId) this.#userBySsrc.delete(ssrc);
  }
}

function isSilence(frame: Buffer): boolean {
  return frame.equals(SILENCE_FRAME);
}
