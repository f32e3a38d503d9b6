import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import {
  type DiscordGatewayAdapterLibraryMethods,
  joinVoiceChannel,
  type Networking,
  type NetworkingReadyState,
  NetworkingStatusCode,
  type NetworkingUdpHandshakingState,
  type VoiceConnection,
  VoiceConnectionDisconnectReason,
  type VoiceConnectionState,
  VoiceConnectionStatus,
  type VoiceUDPSocket,
  type VoiceWebSocket,
} from '@discordjs/voice';
import { withinTime } from '../../async.ts';
import { type EncryptionDiagnosis, groupDigits, type LinkDiagnosis } from '../diagnosis.ts';
import type { GatewayVoiceDispatch } from '../gateway-messages.ts';
import { attachPacketReceiver, type PacketReceiver } from '../receive/packet-receiver.ts';
import type { PacketSink } from '../receive/packet-sink.ts';
import { DatagramBatch, type SendDatagram } from '../transport/datagram-batch.ts';
import { loadLibsodium } from '../transport/libsodium.ts';
import { PacketSender } from '../transport/packet-sender.ts';
import { createTransportModes, type TransportModes, XCHACHA } from '../transport/transport-modes.ts';
import { connectSocket } from './connected-socket.ts';
import { repeatDiscovery } from './ip-discovery.ts';
import type { KeyState } from './key-gate.ts';
import { createPathWatch, type PathWatch } from './path-watch.ts';

/** The state of one voice connection. */
export type LinkStatus =
  /** Waits for the gateway's voice state and voice server updates. */
  | { readonly kind: 'signalling' }
  /** Handshake with the voice server, or resume. */
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready'; readonly channelId: string }
  /** Discord deallocated the voice server and will assign another. */
  | { readonly kind: 'no-endpoint' }
  /** The voice server closed; nothing more happens unless the gateway sends a new server. */
  | { readonly kind: 'dropped'; readonly closeCode: number | undefined };

/** One voice connection, reduced to what the engine needs. Tests bring their own. */
export interface VoiceLink {
  readonly status: LinkStatus;
  readonly keys: KeyState;
  readonly diagnosis: LinkDiagnosis;
  stateUpdate(data: Extract<GatewayVoiceDispatch, { t: 'VOICE_STATE_UPDATE' }>['d']): void;
  serverUpdate(data: Extract<GatewayVoiceDispatch, { t: 'VOICE_SERVER_UPDATE' }>['d']): void;
  /** Encrypts and sends one Opus packet immediately; false when it could not leave. */
  play(packet: Uint8Array): boolean;
  /** Announces whether sound comes from here; without it others do not know whose packets they receive. */
  setSpeaking(speaking: boolean): void;
  /** Sets what receives the packets of others. Does not change the bot's voice state at the gateway. */
  setSink(sink: PacketSink | undefined): void;
  /** Resolves when the sockets are closed, by force after `timeoutMs`. Sends nothing to the gateway. */
  close(timeoutMs: number): Promise<void>;
}

/** What a link reports to its owner. */
export interface LinkHooks {
  readonly guildId: string;
  readonly channelId: string;
  /** `status` has changed. */
  onChange(): void;
  /** A harmless error of a socket; a `status` change follows where it matters. */
  onError(error: unknown): void;
  /** An exception inside the library left this connection in an unknown state: replace it. */
  onBroken(error: unknown): void;
  /** Packets of others could not be decrypted for too long, and will not be with these keys: replace the link. */
  onKeysLost(): void;
  /** Packets have not reached the voice server for too long: replace the link. */
  onPathLost(): void;
}

/** Opens a link. It does nothing before it receives the gateway's updates. */
export type OpenLink = (hooks: LinkHooks) => VoiceLink;

/** Bursts of 50 and more all-padding packets are normal and must not make the library drop its keys at its default, 36. */
const DECRYPTION_FAILURE_TOLERANCE = 200;

/** The voice server's first answer, with its encryption modes (Discord API, "Voice Opcodes"). */
const READY_OPCODE = 2;

/** A server update that came this long before a change of channel belongs to that change. */
const EARLY_SERVER_UPDATE_MS = 2_000;

/** What the links of a thread have in common. */
interface Transport {
  readonly modes: TransportModes;
  readonly batch: DatagramBatch;
}

/** Links over @discordjs/voice for one thread. The library's gateway messages are swallowed: the owner joins and leaves. */
export function createLinkOpener(modes: TransportModes = createTransportModes(loadLibsodium())): OpenLink {
  const transport = { modes, batch: new DatagramBatch() };
  return (hooks) => new DiscordVoiceLink(hooks, transport);
}

/** How often the path to the voice server is checked while nothing is sent. */
const PATH_CHECK_MS = 500;

/** Read with every packet, hence shared. */
const USABLE: KeyState = { kind: 'usable' };

type StateData = Parameters<DiscordGatewayAdapterLibraryMethods['onVoiceStateUpdate']>[0];
type ServerData = Parameters<DiscordGatewayAdapterLibraryMethods['onVoiceServerUpdate']>[0];

class DiscordVoiceLink implements VoiceLink {
  readonly #hooks: LinkHooks;
  readonly #transport: Transport;
  readonly #connection: VoiceConnection;
  readonly #receiver: PacketReceiver;
  #gateway: DiscordGatewayAdapterLibraryMethods | undefined;
  #status: LinkStatus = { kind: 'signalling' };
  #networking: Networking | undefined;
  #path: PathWatch | undefined;
  /** Sends in the library's place, in the mode that it can. */
  #sender: PacketSender | undefined;
  readonly #pathTimer: NodeJS.Timeout;
  #isClosed = false;
  #closeCode: number | undefined;
  #channelId: string | null | undefined;
  #awaitsServer = false;
  #earlyServer: { readonly data: ServerData; readonly atMs: number } | undefined;

  constructor(hooks: LinkHooks, transport: Transport) {
    this.#hooks = hooks;
    this.#transport = transport;
    this.#connection = joinVoiceChannel({
      guildId: hooks.guildId,
      channelId: hooks.channelId,
      // A group of its own: the library would otherwise return an older connection of the same guild.
      group: randomUUID(),
      // Only for the library's own gateway messages, which are swallowed.
      selfDeaf: true,
      selfMute: false,
      daveEncryption: true,
      decryptionFailureTolerance: DECRYPTION_FAILURE_TOLERANCE,
      adapterCreator: (methods) => {
        this.#gateway = methods;
        // The library would rejoin forever, on every close code but one.
        return { sendPayload: () => true, destroy: () => {} };
      },
    });
    this.#receiver = attachPacketReceiver({
      receiver: this.#connection.receiver,
      networking: () => this.#networking,
      libsodium: transport.modes.libsodium,
      onKeysLost: () => hooks.onKeysLost(),
    });
    this.#pathTimer = setInterval(() => this.#checkPath(), PATH_CHECK_MS).unref();
    this.#connection.on('error', (error) => {
      // A connected socket learns that its server is gone; the voice gateway does too, and decides what follows.
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') hooks.onError(error);
    });
    this.#connection.on('stateChange', (before, after) => this.#onStateChange(before, after));
  }

  get status(): LinkStatus {
    return this.#status;
  }

  get keys(): KeyState {
    const state = this.#networking?.state;
    if (state?.code !== NetworkingStatusCode.Ready) return { kind: 'missing', alone: false };
    const { dave } = state;
    if (dave === undefined || dave.protocolVersion === 0) return USABLE;
    if (dave.session?.ready !== true) {
      const { connectedClients } = state.connectionData;
      return { kind: 'missing', alone: connectedClients.size === 0 || onlyMember(connectedClients, dave.userId) };
    }
    const transitionId = newestTransition(dave);
    return transitionId === undefined ? USABLE : { kind: 'changing', transitionId };
  }

  get diagnosis(): LinkDiagnosis {
    const { ws, udp } = this.#connection.ping;
    return { pingMs: udp ?? ws, encryption: encryptionOf(this.#networking, this.keys) };
  }

  stateUpdate(data: { readonly channel_id: string | null }): void {
    const changed = data.channel_id !== this.#channelId;
    this.#channelId = data.channel_id;
    this.#gateway?.onVoiceStateUpdate(data as StateData);
    if (!changed) return;
    const early = this.#earlyServer;
    this.#earlyServer = undefined;
    this.#awaitsServer = early === undefined || performance.now() - early.atMs > EARLY_SERVER_UPDATE_MS;
    // The library looks at the pair only when the server update comes, and gets stuck when that was first.
    if (early !== undefined && !this.#awaitsServer) this.#gateway?.onVoiceServerUpdate(early.data);
  }

  serverUpdate(data: { readonly endpoint: string | null }): void {
    if (!this.#awaitsServer) this.#earlyServer = { data: data as ServerData, atMs: performance.now() };
    this.#awaitsServer = false;
    this.#gateway?.onVoiceServerUpdate(data as ServerData);
  }

  play(packet: Uint8Array): boolean {
    try {
      if (this.#path?.maySend(performance.now()) === false) return false;
      if (this.#sender !== undefined) return this.#sender.send(packet);
      const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength);
      return this.#connection.playOpusPacket(bytes) === true;
    } catch (error) {
      this.#hooks.onBroken(error);
      return false;
    }
  }

  setSpeaking(speaking: boolean): void {
    this.#connection.setSpeaking(speaking);
  }

  setSink(sink: PacketSink | undefined): void {
    this.#receiver.setSink(sink);
  }

  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true;
    this.#receiver.setSink(undefined);
    clearInterval(this.#pathTimer);
    this.#path = undefined;
    if (this.#connection.state.status === VoiceConnectionStatus.Destroyed) return;
    const state = this.#networking?.state;
    const ws = state !== undefined && 'ws' in state ? state.ws : undefined;
    const udp = state !== undefined && 'udp' in state ? state.udp : undefined;
    const closed = Promise.all([closeOf(ws), closeOf(udp)]);
    this.#connection.destroy();
    if ((await withinTime(closed, timeoutMs, 'timeout')) === 'timeout') terminate(ws);
  }

  #onStateChange(before: VoiceConnectionState, after: VoiceConnectionState): void {
    const networking = 'networking' in after ? after.networking : undefined;
    if (networking !== undefined && networking !== this.#networking) this.#follow(networking);
    const status = this.#statusOf(before, after);
    if (status === undefined) return;
    this.#status = status;
    this.#hooks.onChange();
  }

  #statusOf(before: VoiceConnectionState, after: VoiceConnectionState): LinkStatus | undefined {
    switch (after.status) {
      case VoiceConnectionStatus.Connecting:
        return { kind: 'connecting' };
      case VoiceConnectionStatus.Ready: {
        const state = after.networking.state;
        if (state.code !== NetworkingStatusCode.Ready) return { kind: 'connecting' };
        return { kind: 'ready', channelId: state.connectionOptions.channelId };
      }
      case VoiceConnectionStatus.Signalling:
        return before.status === VoiceConnectionStatus.Signalling
          ? undefined
          : { kind: 'dropped', closeCode: this.#closeCode };
      case VoiceConnectionStatus.Disconnected:
        return 'reason' in after && after.reason === VoiceConnectionDisconnectReason.EndpointRemoved
          ? { kind: 'no-endpoint' }
          : { kind: 'dropped', closeCode: this.#closeCode };
      case VoiceConnectionStatus.Destroyed:
        return undefined;
    }
  }

  /** Watches what the library does not expose: the close code, and exceptions in its message handlers. */
  #follow(networking: Networking): void {
    this.#networking = networking;
    this.#closeCode = undefined;
    this.#path = undefined;
    this.#sender = undefined;
    this.#receiver.onNewServer();
    // Before the library's own listener, which changes the state that this code is read with.
    networking.prependListener('close', (code: number) => {
      this.#closeCode = code;
    });
    this.#guard(networking);
    let stopDiscovery: (() => void) | undefined;
    networking.on('stateChange', (before, after) => {
      this.#guard(networking);
      if (after.code !== before.code) {
        stopDiscovery?.();
        stopDiscovery = after.code === NetworkingStatusCode.UdpHandshaking ? repeatDiscoveryOf(after) : undefined;
      }
      const isNew = after.code === NetworkingStatusCode.Ready && before.code === NetworkingStatusCode.SelectingProtocol;
      if (isNew) this.#onSocketReady(networking, after);
    });
  }

  #onSocketReady(networking: Networking, { udp, connectionData }: NetworkingReadyState): void {
    // The first ping leaves as soon as the socket is connected: once it is echoed, a break of the path is noticed.
    const send = this.#reporting(connectSocket(udp, () => this.#checkPath()));
    const { modes, batch } = this.#transport;
    if (modes.libsodium !== undefined && connectionData.encryptionMode === XCHACHA) {
      this.#sender = new PacketSender(networking, { libsodium: modes.libsodium, batch, send });
    }
    const path = createPathWatch({
      send: (datagram) => batch.add(datagram, send),
      onLost: () => this.#hooks.onPathLost(),
    });
    udp.on('message', (datagram) => path.onDatagram(datagram));
    this.#path = path;
  }

  /**
   * Datagrams leave where nobody else catches exceptions, and maybe after this link was closed. The library keeps a closed UDP
   * socket over a resume; only a new connection helps then.
   */
  #reporting(send: SendDatagram): SendDatagram {
    return (datagram) => {
      try {
        return send(datagram);
      } catch (error) {
        if (!this.#isClosed) this.#hooks.onBroken(error);
        return true;
      }
    };
  }

  #checkPath(): void {
    if (this.#status.kind === 'dropped' || this.#status.kind === 'no-endpoint') return;
    this.#path?.check(performance.now());
  }

  /**
   * Lets the library see the voice server's modes in our order. Its handlers throw inside socket events
   * (`processProposals` does): otherwise an uncaught exception.
   */
  #guard(networking: Networking): void {
    const state = networking.state;
    if (!('ws' in state) || Object.hasOwn(state.ws, 'onMessage')) return;
    const { ws } = state;
    ws.prependListener('packet', (message) => {
      if (message.op === READY_OPCODE) message.d.modes = this.#transport.modes.order(message.d.modes);
    });
    const original = ws.onMessage.bind(ws);
    ws.onMessage = (event) => {
      try {
        original(event);
      } catch (error) {
        this.#hooks.onBroken(error);
      }
    };
  }
}

function repeatDiscoveryOf({ udp, connectionData }: NetworkingUdpHandshakingState): () => void {
  return repeatDiscovery((datagram) => udp.send(datagram), connectionData.ssrc);
}

/** What the library knows of the encryption, in the words of diagnoses. */
function encryptionOf(networking: Networking | undefined, keys: KeyState): EncryptionDiagnosis {
  const dave = networking?.state.code === NetworkingStatusCode.Ready ? networking.state.dave : undefined;
  if (dave === undefined || dave.protocolVersion === 0) return { kind: 'none' };
  if (keys.kind === 'missing') return keys;
  const { protocolVersion, voicePrivacyCode } = dave;
  const epoch: unknown = dave.session === undefined ? undefined : Reflect.get(dave.session, 'epoch');
  return {
    kind: keys.kind === 'usable' ? 'ready' : 'changing',
    protocolVersion,
    epoch: typeof epoch === 'bigint' ? Number(epoch) : undefined,
    privacyCode: groupDigits(voicePrivacyCode ?? '') || undefined,
  };
}

function onlyMember(members: ReadonlySet<string>, userId: string): boolean {
  return members.size === 1 && members.has(userId);
}

/** The newest transition that was prepared and not yet executed. A private field of the library. */
function newestTransition(dave: object): number | undefined {
  const pending: unknown = Reflect.get(dave, 'pendingTransitions');
  if (!(pending instanceof Map) || pending.size === 0) return undefined;
  return (pending as Map<number, number>).keys().reduce((_, id) => id);
}

/** Resolves when the library's wrapper of a socket reports that it is closed. */
async function closeOf(socket: VoiceWebSocket | VoiceUDPSocket | undefined): Promise<void> {
  if (socket === undefined) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  await promise;
}

/** Terminates a socket whose server does not answer the close. */
function terminate(socket: VoiceWebSocket | undefined): void {
  if (socket === undefined) return;
  (Reflect.get(socket, 'ws') as { terminate(): void }).terminate();
}
