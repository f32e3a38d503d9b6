import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { VoiceOpcodes } from 'discord-api-types/voice/v8';
import { HeardPackets } from './heard-packets.ts';
import { HeardRouter } from './heard-router.ts';
import { PACKET_MS, pace } from './pacer.ts';
import { PersonGroup } from './person-group.ts';
import { PersonMedia } from './person-media.ts';
import { PersonSocket } from './person-socket.ts';
import type { HeardStream, PersonSpeakOptions, PersonVoice, PersonVoiceOptions } from './person-voice-api.ts';
import type { ServerMessage } from './server-messages.ts';
import { sleep } from './sleep.ts';
import { ENCRYPTION_MODES, type EncryptionMode } from './transport-cipher.ts';
import { Waiters } from './waiters.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Delay between the speaking flag and the first packet, like real voice detection, so that listeners know whose packet it is. */
const LEAD_IN_MS = 60;
/** Silence frames that end an utterance (Discord's voice docs). */
const CLOSING_FRAMES = 5;
const MAX_DAVE_VERSION = 1;

/**
 * Joins a voice channel as a person. Resolves when media flows both ways and, if others are present, the end-to-end
 * encrypted group has added the person. Rejects if refused, after 10 s, or with the signal's reason.
 */
export async function connectPersonVoice(options: PersonVoiceOptions): Promise<PersonVoice> {
  const person = new ConnectedPerson(options);
  const timeout = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  try {
    await person.connected(options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]));
  } catch (error) {
    await person.leave();
    throw error;
  }
  return person;
}

class ConnectedPerson implements PersonVoice {
  readonly userId: string;
  readonly channelId: string;
  readonly heard: HeardStream;
  readonly ended: Promise<number>;
  readonly #options: PersonVoiceOptions;
  readonly #heard = new HeardPackets();
  readonly #others = new Set<string>();
  readonly #router = new HeardRouter(this.#heard, this.#others);
  readonly #changes = new Waiters();
  readonly #closing = new AbortController();
  readonly #socket: PersonSocket;
  #media: PersonMedia | undefined;
  /** The first of the server's modes that this machine has. */
  #mode: EncryptionMode = ENCRYPTION_MODES[0];
  #ssrc: number | undefined;
  #group: PersonGroup | undefined;
  #isStarted = false;
  #lastSentAtMs: number | undefined;
  /** The current utterance; the next one starts after it. */
  #speech: Promise<void> = Promise.resolve();

  constructor(options: PersonVoiceOptions) {
    this.#options = options;
    this.userId = options.userId;
    this.channelId = options.channelId;
    this.heard = this.#heard;
    const { promise, resolve } = Promise.withResolvers<number>();
    this.ended = promise;
    this.#socket = new PersonSocket({
      endpoint: options.endpoint,
      caPem: options.caPem,
      onMessage: (message) => this.#onMessage(message),
      onBinary: (op, payload) => {
        this.#group?.receive(op, payload);
        this.#changes.notify();
      },
      onClose: (code) => {
        this.#end(code);
        resolve(code);
      },
    });
  }

  get others(): ReadonlySet<string> {
    return this.#others;
  }

  groupMembers(): readonly string[] {
    return this.#group?.members ?? [];
  }

  privacyCode(): string {
    return this.#group?.privacyCode ?? '';
  }

  async groupOf(userIds: readonly string[], signal?: AbortSignal): Promise<void> {
    const expected = [...userIds].sort().join();
    await this.#changes.until(() => {
      if (!this.#isStarted) return undefined;
      return this.#group === undefined || [...this.#group.members].sort().join() === expected ? true : undefined;
    }, signal);
  }

  /** Resolves when a person who is alone could speak, or when the group has added the person. */
  async connected(signal: AbortSignal): Promise<void> {
    await this.#changes.until(() => {
      if (!this.#isStarted) return undefined;
      return this.#group === undefined || this.#group.isReady || this.#others.size === 0 ? true : undefined;
    }, signal);
  }

  speak(packets: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, options: PersonSpeakOptions = {}): Promise<void> {
    const utterance = this.#speech.then(() => this.#speakNow(packets, options));
    this.#speech = utterance.catch(() => undefined);
    return utterance;
  }

  async leave(): Promise<void> {
    this.#socket.close();
    await this.ended;
    await this.#speech;
    await this.#closeMedia();
  }

  async #closeMedia(): Promise<void> {
    const media = this.#media;
    this.#media = undefined;
    await media?.close();
  }

  async #speakNow(
    packets: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    options: PersonSpeakOptions,
  ): Promise<void> {
    this.#assertConnected();
    const { signal } = options;
    const stop = signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    this.#setSpeaking(true);
    await sleep(LEAD_IN_MS, stop);
    // Real clients' timestamps advance during silence.
    let silentFrames = this.#framesSinceLastPacket();
    await pace(
      packets,
      ({ packet, pausedFrames }) => {
        this.#sendFrame(packet, pausedFrames + silentFrames);
        silentFrames = 0;
        options.onSent?.(packet, performance.now());
      },
      stop,
    );
    const closing = Array.from({ length: CLOSING_FRAMES }, () => SILENCE_FRAME);
    await sleep(PACKET_MS, this.#closing.signal);
    await pace(closing, ({ packet, pausedFrames }) => this.#sendFrame(packet, pausedFrames), this.#closing.signal);
    this.#assertConnected();
    this.#setSpeaking(false);
  }

  #framesSinceLastPacket(): number {
    if (this.#lastSentAtMs === undefined) return 0;
    return Math.max(0, Math.round((performance.now() - this.#lastSentAtMs) / PACKET_MS) - 1);
  }

  #sendFrame(packet: Uint8Array, pausedFrames: number): void {
    const frame = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength);
    const isSilence = frame.equals(SILENCE_FRAME);
    const media = this.#group === undefined || isSilence ? frame : this.#group.encrypt(frame);
    this.#media?.sendFrame(media, pausedFrames);
    this.#lastSentAtMs = performance.now();
  }

  #setSpeaking(isSpeaking: boolean): void {
    this.#socket.send(VoiceOpcodes.Speaking, { speaking: isSpeaking ? 1 : 0, delay: 0, ssrc: this.#ssrc });
  }

  #assertConnected(): void {
    if (this.#closing.signal.aborted || !this.#isStarted) throw new Error('The person is not in a voice channel.');
  }

  #onMessage(message: ServerMessage): void {
    switch (message.op) {
      case VoiceOpcodes.Hello:
        this.#identify();
        break;
      case VoiceOpcodes.Ready:
        // A failure closes the socket, which rejects everything that waits.
        this.#openMedia(message.d).catch(() => this.#socket.close());
        break;
      case VoiceOpcodes.SessionDescription:
        this.#start(Uint8Array.from(message.d.secret_key), message.d.dave_protocol_version);
        break;
      case VoiceOpcodes.Speaking:
        this.#router.name(message.d.ssrc, message.d.user_id);
        break;
      case VoiceOpcodes.ClientsConnect:
        for (const userId of message.d.user_ids) this.#others.add(userId);
        break;
      case VoiceOpcodes.ClientDisconnect:
        this.#others.delete(message.d.user_id);
        this.#router.forget(message.d.user_id);
        break;
      case VoiceOpcodes.DavePrepareTransition:
        this.#group?.prepareTransition(message.d.transition_id);
        break;
      case VoiceOpcodes.DavePrepareEpoch:
        if (message.d.epoch === 1) this.#group?.startAnew();
    }
    this.#changes.notify();
  }

  #identify(): void {
    this.#socket.send(VoiceOpcodes.Identify, {
      server_id: this.#options.serverId,
      user_id: this.userId,
      session_id: this.#options.sessionId,
      token: this.#options.token,
      max_dave_protocol_version: MAX_DAVE_VERSION,
    });
  }

  async #openMedia(ready: { ssrc: number; ip: string; port: number; modes: readonly string[] }): Promise<void> {
    this.#ssrc = ready.ssrc;
    const media = await PersonMedia.open({
      ssrc: ready.ssrc,
      remote: { address: ready.ip, port: ready.port },
      receive: (received) => this.#router.receive(received, this.#group),
      undecryptable: () => this.#heard.countDecryptFailure(),
    });
    if (this.#closing.signal.aborted) {
      await media.close();
      return;
    }
    this.#media = media;
    this.#mode = ENCRYPTION_MODES.find((mode) => ready.modes.includes(mode)) ?? this.#mode;
    const own = await media.discover(this.#closing.signal);
    this.#socket.send(VoiceOpcodes.SelectProtocol, {
      protocol: 'udp',
      data: { address: own.address, port: own.port, mode: this.#mode },
    });
  }

  #start(secretKey: Uint8Array, protocolVersion: number): void {
    this.#media?.useKey(secretKey, this.#mode);
    if (protocolVersion > 0) {
      this.#group = new PersonGroup({
        protocolVersion,
        userId: this.userId,
        channelId: this.channelId,
        others: this.#others,
        sendJson: (op, data) => this.#socket.send(op, data),
        sendBinary: (op, payload) => this.#socket.sendBinary(op, payload),
      });
    }
    this.#isStarted = true;
  }

  #end(code: number): void {
    const error = new Error(`The voice connection ended (${code}).`);
    this.#closing.abort(error);
    this.#group?.close();
    this.#changes.fail(error);
    this.#heard.end(error);
    // Nobody awaits this if the server ended the connection.
    this.#closeMedia().catch(() => undefined);
  }
}
