import davey from '@snazzah/davey';
import { VoiceOpcodes } from 'discord-api-types/voice/v8';

/** davey's `MediaType.AUDIO`, a constant enum that type stripping leaves without a value. */
const AUDIO: davey.MediaType = 0;

export interface PersonGroupOptions {
  readonly protocolVersion: number;
  readonly userId: string;
  readonly channelId: string;
  /** Everyone announced by the voice gateway; nobody else may be added. */
  readonly others: ReadonlySet<string>;
  sendJson(op: VoiceOpcodes, data: unknown): void;
  sendBinary(op: VoiceOpcodes, payload: Uint8Array): void;
}

/** A person's part in a channel's end-to-end encrypted group. */
export class PersonGroup {
  readonly #options: PersonGroupOptions;
  readonly #session: davey.DAVESession;

  /** Sends the person's key package immediately. */
  constructor(options: PersonGroupOptions) {
    this.#options = options;
    this.#session = new davey.DAVESession(options.protocolVersion, options.userId, options.channelId);
    this.#sendKeyPackage();
  }

  /** True if the group is established and media can be encrypted. */
  get isReady(): boolean {
    return this.#session.ready;
  }

  get members(): readonly string[] {
    return this.#session.ready ? this.#session.getUserIds() : [];
  }

  /** 30 digits; empty before the group is established. */
  get privacyCode(): string {
    return this.#session.voicePrivacyCode;
  }

  /** Op 24 with epoch 1: recreates the group. */
  startAnew(): void {
    const { protocolVersion, userId, channelId } = this.#options;
    this.#session.reinit(protocolVersion, userId, channelId);
    this.#sendKeyPackage();
  }

  /** Op 21 with a transition other than 0: answers immediately that it is ready. */
  prepareTransition(transitionId: number): void {
    if (transitionId !== 0) this.#ready(transitionId);
  }

  /** Ops 25, 27, 29 and 30. */
  receive(op: number, payload: Buffer): void {
    if (op === VoiceOpcodes.DaveMlsExternalSender) this.#session.setExternalSender(payload);
    else if (op === VoiceOpcodes.DaveMlsProposals) this.#processProposals(payload);
    else if (op === VoiceOpcodes.DaveMlsAnnounceCommitTransition) {
      this.#processAnnouncement(payload, (message) => this.#session.processCommit(message));
    } else if (op === VoiceOpcodes.DaveMlsWelcome) {
      this.#processAnnouncement(payload, (message) => this.#session.processWelcome(message));
    }
  }

  encrypt(frame: Buffer): Buffer {
    return this.#session.ready ? this.#session.encryptOpus(frame) : frame;
  }

  /** A decrypted frame of this user; `undefined` if the group's keys do not decrypt it. */
  decrypt(userId: string, frame: Buffer): Buffer | undefined {
    if (!this.#session.ready) return undefined;
    try {
      return this.#session.decrypt(userId, AUDIO, frame);
    } catch {
      return undefined;
    }
  }

  close(): void {
    this.#session.reset();
  }

  #processProposals(payload: Buffer): void {
    try {
      const { commit, welcome } = this.#session.processProposals(payload.readUInt8(), payload.subarray(1), [
        ...this.#options.others,
      ]);
      if (commit === undefined) return;
      this.#options.sendBinary(VoiceOpcodes.DaveMlsCommitWelcome, Buffer.concat([commit, welcome ?? Buffer.alloc(0)]));
    } catch {
      // Proposals for a group that this person has just left: a new key package is already on its way.
    }
  }

  #processAnnouncement(payload: Buffer, process: (message: Buffer) => void): void {
    const transitionId = payload.readUInt16BE();
    try {
      process(payload.subarray(2));
      if (transitionId !== 0) this.#ready(transitionId);
    } catch {
      this.#options.sendJson(VoiceOpcodes.DaveMlsInvalidCommitWelcome, { transition_id: transitionId });
      this.startAnew();
    }
  }

  #ready(transitionId: number): void {
    this.#options.sendJson(VoiceOpcodes.DaveTransitionReady, { transition_id: transitionId });
  }

  #sendKeyPackage(): void {
    this.#options.sendBinary(VoiceOpcodes.DaveMlsKeyPackage, this.#session.getSerializedKeyPackage());
  }
}
