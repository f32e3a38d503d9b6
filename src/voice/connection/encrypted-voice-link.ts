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
import { withinTime } from '../../concurrency/async.ts';
import type { LinkDiagnosis } from '../diagnosis.ts';
import type { GatewayVoiceDispatch } from '../gateway-messages.ts';
import { attachPacketReceiver, type PacketReceiver } from '../receive/packet-receiver.ts';
import type { PacketSink } from '../receive/packet-sink.ts';
import type { DatagramSchedule, SendDatagram } from '../transport/datagram-schedule.ts';
import { guardMessages, onDestroy, terminate } from '../transport/library-internals.ts';
import { loadLibsodium } from '../transport/libsodium.ts';
import { PacketSender } from '../transport/packet-sender.ts';
import { createTransportModes, type TransportModes, XCHACHA } from '../transport/transport-modes.ts';
import { connectSocket } from './connected-socket.ts';
import { encryptionOf, keysOf } from './end-to-end-keys.ts';
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
  /** True if packets can be encrypted now and leave later. To be asked before those of each turn. */
  maySchedule(): boolean;
  /** Encrypts one Opus packet, which leaves at once or, after `maySchedule`, at that time; false when it could not. */
  play(packet: Uint8Array, leavesAtMs?: number): boolean;
  /** Keeps packets that leave later from leaving, and reports them as `onUnsent`. */
  cancelScheduled(): void;
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
  /** That many packets, the last ones that were played, did not leave when their time came. */
  onUnsent(packets: number): void;
  /** Packets have not reached the voice server for too long: replace the link. */
  onPathLost(): void;
}

/** Opens a link. It does nothing before it receives the gateway's updates. */
export type OpenLink = (hooks: LinkHooks) => VoiceLink;

/** Bursts of 50 and more all-padding packets are normal and must not make the library drop its keys at its default, 36. */
const DECRYPTION_FAILURE_TOLERANCE = 200;

/** The voice server's first answer, with its encryption modes (Discord API, "Voice Opcodes"). */
const READY_OPCODE = 2;

/** With these, keys or the version of end-to-end encryption change (DAVE: prepare and execute a transition, prepare an epoch). */
const KEY_OPCODES: ReadonlySet<number> = new Set([21, 22, 24]);

/** A server update that came this long before a change of channel belongs to that change. */
const EARLY_SERVER_UPDATE_MS = 2_000;

/** What the links of a thread have in common. */
interface Transport {
  readonly modes: TransportModes;
  readonly schedule: DatagramSchedule;
}

/**
 * Links over @discordjs/voice for one thread. The library's gateway messages are swallowed: the owner joins and leaves. The
 * owner of the schedule must let its datagrams leave when their time comes.
 */
export function createLinkOpener(
  schedule: DatagramSchedule,
  modes: TransportModes = createTransportModes(loadLibsodium()),
): OpenLink {
  const transport = { modes, schedule };
  return (hooks) => new DiscordVoiceLink(hooks, transport);
}

/** How often the path to the voice server is checked while nothing is sent. */
const PATH_CHECK_MS = 500;

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
  /** Sends over the newest socket, and identifies what leaves there later. */
  #send: SendDatagram | undefined;
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
    return keysOf(this.#networking);
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

  maySchedule(): boolean {
    return this.#sender !== undefined && this.#path?.maySend(performance.now()) !== false;
  }

  play(packet: Uint8Array, leavesAtMs?: number): boolean {
    try {
      if (leavesAtMs === undefined && this.#path?.maySend(performance.now()) === false) return false;
      if (this.#sender !== undefined) return this.#sender.send(packet, leavesAtMs);
      const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength);
      return this.#connection.playOpusPacket(bytes) === true;
    } catch (error) {
      this.#hooks.onBroken(error);
      return false;
    }
  }

  cancelScheduled(): void {
    if (this.#send !== undefined) this.#cancel(this.#send);
  }

  #cancel(send: SendDatagram): void {
    const packets = this.#transport.schedule.cancel(send);
    if (packets === 0) return;
    this.#sender?.unsend(packets);
    this.#hooks.onUnsent(packets);
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
    if ((await withinTime(closed, timeoutMs, 'timeout')) === 'timeout' && ws !== undefined) terminate(ws);
  }

  #onStateChange(before: VoiceConnectionState, after: VoiceConnectionState): void {
    const networking = 'networking' in after ? after.networking : undefined;
    if (networking !== undefined && networking !== this.#networking) this.#follow(networking);
    const status = this.#statusOf(before, after);
    if (status === undefined) return;
    if (status.kind !== 'ready') this.cancelScheduled();
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
    const { modes, schedule } = this.#transport;
    if (modes.libsodium !== undefined && connectionData.encryptionMode === XCHACHA) {
      this.#sender = new PacketSender(networking, { libsodium: modes.libsodium, schedule, send });
    }
    const path = createPathWatch({
      send: (datagram) => schedule.add(datagram, send),
      onLost: () => this.#hooks.onPathLost(),
    });
    udp.on('message', (datagram) => path.onDatagram(datagram));
    this.#path = path;
    this.#send = send;
    onDestroy(udp, () => this.#cancel(send));
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

  /** Lets the library see the voice server's modes in our order, and reports what its handlers throw. */
  #guard(networking: Networking): void {
    const state = networking.state;
    if (!('ws' in state) || !guardMessages(state.ws, (error) => this.#hooks.onBroken(error))) return;
    state.ws.prependListener('packet', (message) => {
      if (message.op === READY_OPCODE) message.d.modes = this.#transport.modes.order(message.d.modes);
      if (KEY_OPCODES.has(message.op)) this.cancelScheduled();
    });
  }
}

function repeatDiscoveryOf({ udp, connectionData }: NetworkingUdpHandshakingState): () => void {
  return repeatDiscovery((datagram) => udp.send(datagram), connectionData.ssrc);
}

/** Resolves when the library's wrapper of a socket reports that it is closed. */
async function closeOf(socket: VoiceWebSocket | VoiceUDPSocket | undefined): Promise<void> {
  if (socket === undefined) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  await promise;
}
