import type { Server } from 'node:https';
import { createLocalGuard } from '@mynah/loopback/local-guard';
import { VoiceCloseCodes, VoiceOpcodes } from 'discord-api-types/voice/v8';
import { type RawData, type VerifyClientCallbackAsync, type WebSocket, WebSocketServer } from 'ws';
import { type ClientMessage, readClientFrame } from './client-messages.ts';
import { DAVE_VERSION } from './dave/delivery-service.ts';
import type { MediaServer } from './media-server.ts';
import type { VoiceServerOptions } from './person-voice-api.ts';
import { ENCRYPTION_MODES, type EncryptionMode } from './transport-cipher.ts';
import type { VoiceChannels } from './voice-channels.ts';
import { VoiceSession } from './voice-session.ts';

const DEFAULT_HEARTBEAT_MS = 13_750;
const DEFAULT_RESUME_WINDOW_MS = 15_000;
/** A client that misses this many heartbeats is closed with 4009. */
const MISSED_HEARTBEATS = 3;
/** Lower close codes belong to the WebSocket protocol; 1000 and 1001 mean that the client leaves on purpose. */
const NORMAL_CLOSURE = 1_000;
const GOING_AWAY = 1_001;
/** Far above the largest key packages and commits of a full channel. */
const MAX_FRAME_BYTES = 256 * 1024;

type Identify = Extract<ClientMessage, { op: VoiceOpcodes.Identify }>['d'];
type Select = Extract<ClientMessage, { op: VoiceOpcodes.SelectProtocol }>['d'];
type Resume = Extract<ClientMessage, { op: VoiceOpcodes.Resume }>['d'];

export interface VoiceGatewayParts {
  readonly options: VoiceServerOptions;
  readonly media: MediaServer;
  readonly channels: VoiceChannels;
}

/** The voice gateway, version 8: one WebSocket per client, on each of the given HTTPS servers. */
export class VoiceGateway {
  readonly #options: VoiceServerOptions;
  readonly #modes: readonly EncryptionMode[];
  readonly #media: MediaServer;
  readonly #channels: VoiceChannels;
  readonly #servers: readonly WebSocketServer[];
  /** By guild and user: one session each, like at Discord. */
  readonly #sessions = new Map<string, VoiceSession>();
  /** Users whose op 23 is ignored. */
  readonly #unready = new Set<string>();
  #invalidCommits = 0;
  /** Settles when those who identify are answered again. */
  #admission: Promise<void> | undefined;

  constructor(servers: readonly Server[], parts: VoiceGatewayParts) {
    this.#options = parts.options;
    this.#modes = parts.options.modes ?? ENCRYPTION_MODES;
    this.#media = parts.media;
    this.#channels = parts.channels;
    const { botHost } = parts.options;
    const guard = createLocalGuard(botHost === undefined ? [] : [botHost]);
    const verifyClient: VerifyClientCallbackAsync = ({ req }, answer) => answer(guard.isOfProgram(req), 403);
    this.#servers = servers.map((server) => new WebSocketServer({ server, maxPayload: MAX_FRAME_BYTES, verifyClient }));
    for (const server of this.#servers) server.on('connection', (socket) => this.#welcome(socket));
  }

  get invalidCommits(): number {
    return this.#invalidCommits;
  }

  /** A client's session; `undefined` if there is none. */
  sessionOf(serverId: string, userId: string): VoiceSession | undefined {
    return this.#sessions.get(sessionKey(serverId, userId));
  }

  /** From now on what this user reports about transitions (op 23) is ignored, until the result is disposed of. */
  ignoreReady(userId: string): Disposable {
    this.#unready.add(userId);
    return { [Symbol.dispose]: () => this.#unready.delete(userId) };
  }

  holdAdmission(): Disposable {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#admission = promise;
    return {
      [Symbol.dispose]: () => {
        this.#admission = undefined;
        resolve();
      },
    };
  }

  disconnect(serverId: string, userId: string, code: number): boolean {
    const session = this.#sessions.get(sessionKey(serverId, userId));
    if (session === undefined) return false;
    const { socket } = session;
    if (code !== VoiceCloseCodes.VoiceServerCrashed) this.#end(session);
    socket?.close(code);
    return true;
  }

  /** Ends every session and socket immediately. */
  close(): void {
    for (const session of this.#sessions.values()) session.end();
    this.#sessions.clear();
    for (const server of this.#servers) {
      for (const socket of server.clients) socket.terminate();
      server.close();
    }
  }

  #welcome(socket: WebSocket): void {
    const heartbeatMs = this.#options.heartbeatIntervalMs ?? DEFAULT_HEARTBEAT_MS;
    const watchdog = setTimeout(() => socket.close(VoiceCloseCodes.SessionTimeout), heartbeatMs * MISSED_HEARTBEATS);
    const connection: Connection = { socket, watchdog, session: undefined };
    socket.on('error', () => socket.terminate());
    socket.on('message', (data, isBinary) => this.#receive(connection, data, isBinary));
    socket.on('close', (code) => {
      clearTimeout(watchdog);
      this.#closed(connection, code);
    });
    sendPlain(socket, VoiceOpcodes.Hello, { v: 8, heartbeat_interval: heartbeatMs });
  }

  #receive(connection: Connection, data: RawData, isBinary: boolean): void {
    // Frames may still arrive on a socket whose session has ended.
    if (connection.socket.readyState !== connection.socket.OPEN || !Buffer.isBuffer(data)) return;
    const read = readClientFrame(data, isBinary);
    switch (read.kind) {
      case 'malformed':
        connection.socket.close(VoiceCloseCodes.FailedToDecode);
        return;
      case 'unknown-op':
        connection.socket.close(VoiceCloseCodes.UnknownOpcode);
        return;
      case 'binary':
        this.#receiveBinary(connection, read.op, read.payload);
        return;
      case 'json':
        this.#receiveJson(connection, read.message);
    }
  }

  #receiveJson(connection: Connection, message: ClientMessage): void {
    if (message.op === VoiceOpcodes.Heartbeat) {
      connection.watchdog.refresh();
      connection.session?.acknowledge(message.d.seq_ack);
      sendPlain(connection.socket, VoiceOpcodes.HeartbeatAck, { t: message.d.t });
      return;
    }
    const isOpening = message.op === VoiceOpcodes.Identify || message.op === VoiceOpcodes.Resume;
    if (connection.session === undefined) {
      if (message.op === VoiceOpcodes.Identify) this.#identifyInTurn(connection, message.d);
      else if (message.op === VoiceOpcodes.Resume) this.#resume(connection, message.d);
      else connection.socket.close(VoiceCloseCodes.NotAuthenticated);
    } else if (isOpening) {
      connection.socket.close(VoiceCloseCodes.AlreadyAuthenticated);
    } else {
      this.#receiveInSession(connection.socket, connection.session, message);
    }
  }

  #receiveInSession(
    socket: WebSocket,
    session: VoiceSession,
    message: Exclude<ClientMessage, { op: VoiceOpcodes.Identify | VoiceOpcodes.Resume | VoiceOpcodes.Heartbeat }>,
  ): void {
    const delivery = this.#channels.deliveryOf(session);
    switch (message.op) {
      case VoiceOpcodes.SelectProtocol:
        this.#select(socket, session, message.d);
        return;
      case VoiceOpcodes.Speaking:
        this.#channels.speaking(session, Number(message.d.speaking));
        return;
      case VoiceOpcodes.DaveTransitionReady:
        if (!this.#unready.has(session.userId)) delivery?.ready(session.userId, message.d.transition_id);
        return;
      case VoiceOpcodes.DaveMlsInvalidCommitWelcome:
        this.#invalidCommits++;
        delivery?.invalid(session.userId, message.d.transition_id);
    }
  }

  #receiveBinary({ socket, session }: Connection, op: number, payload: Buffer): void {
    if (session === undefined) {
      socket.close(VoiceCloseCodes.NotAuthenticated);
      return;
    }
    const delivery = this.#channels.deliveryOf(session);
    if (op === VoiceOpcodes.DaveMlsKeyPackage) delivery?.keyPackage(session.userId, payload);
    else if (op === VoiceOpcodes.DaveMlsCommitWelcome) delivery?.commitWelcome(session.userId, payload);
    else socket.close(VoiceCloseCodes.UnknownOpcode);
  }

  #identifyInTurn(connection: Connection, d: Identify): void {
    if (this.#admission === undefined) {
      this.#identify(connection, d);
      return;
    }
    void this.#admission.then(() => {
      if (connection.socket.readyState === connection.socket.OPEN) this.#identify(connection, d);
    });
  }

  #identify(connection: Connection, d: Identify): void {
    const hello = { serverId: d.server_id, userId: d.user_id, sessionId: d.session_id, token: d.token };
    const admission = this.#options.authorize(hello);
    if (admission === undefined) {
      connection.socket.close(VoiceCloseCodes.AuthenticationFailed);
      return;
    }
    const isDave = admission.dave ?? this.#options.dave ?? true;
    if (isDave && d.max_dave_protocol_version < DAVE_VERSION) {
      connection.socket.close(VoiceCloseCodes.EndToEndEncryptionDAVEProtocolRequired);
      return;
    }
    // The same user with a new session: the old one is no longer valid.
    this.disconnect(hello.serverId, hello.userId, VoiceCloseCodes.SessionNoLongerValid);
    const { channelId, deaf = false } = admission;
    const peer = this.#media.open({ userId: hello.userId, channelId, deaf });
    const session = new VoiceSession({ hello, channelId, isDave, peer, socket: connection.socket });
    connection.session = session;
    this.#sessions.set(sessionKey(hello.serverId, hello.userId), session);
    const { ssrc, port } = peer;
    session.send(VoiceOpcodes.Ready, {
      ssrc,
      ip: this.#media.address,
      port,
      modes: this.#modes,
      experiments: [],
    });
    this.#channels.enter(session);
    this.#options.log?.(`voice ${channelId}: ${hello.userId} connected`);
  }

  #select(socket: WebSocket, session: VoiceSession, { protocol, data }: Select): void {
    if (protocol !== 'udp') {
      socket.close(VoiceCloseCodes.UnknownProtocol);
      return;
    }
    const mode = this.#modes.find((known) => known === data.mode);
    if (mode === undefined) {
      socket.close(VoiceCloseCodes.UnknownEncryptionMode);
      return;
    }
    if (session.isStarted) return;
    session.isStarted = true;
    session.peer.start(mode);
    session.send(VoiceOpcodes.SessionDescription, {
      mode,
      secret_key: [...session.peer.secretKey],
      audio_codec: 'opus',
      media_session_id: session.hello.sessionId,
      dave_protocol_version: session.isDave ? DAVE_VERSION : 0,
    });
    this.#channels.start(session);
  }

  #resume(connection: Connection, d: Resume): void {
    const session = [...this.#sessions.values()].find(
      ({ hello }) => hello.serverId === d.server_id && hello.sessionId === d.session_id && hello.token === d.token,
    );
    if (session === undefined || !session.isStarted || !session.canReplayFrom(d.seq_ack)) {
      if (session !== undefined) this.#end(session);
      connection.socket.close(VoiceCloseCodes.SessionNoLongerValid);
      return;
    }
    session.socket?.terminate();
    session.attach(connection.socket);
    connection.session = session;
    sendPlain(connection.socket, VoiceOpcodes.Resumed, null);
    // After op 9: clients handle DAVE messages only once they know that they have resumed.
    session.replay(d.seq_ack);
    this.#options.log?.(`voice ${session.channelId}: ${session.userId} resumed`);
  }

  #closed({ socket, session }: Connection, code: number): void {
    if (session === undefined || session.socket !== socket) return;
    if (code === NORMAL_CLOSURE || code === GOING_AWAY) {
      this.#end(session);
      return;
    }
    const isResumable = code < 4_000 || code === VoiceCloseCodes.VoiceServerCrashed;
    if (isResumable) session.detach(this.#options.resumeWindowMs ?? DEFAULT_RESUME_WINDOW_MS, () => this.#end(session));
    else this.#end(session);
  }

  #end(session: VoiceSession): void {
    const key = sessionKey(session.hello.serverId, session.userId);
    if (this.#sessions.get(key) !== session) return;
    this.#sessions.delete(key);
    this.#channels.leave(session);
    session.end();
    const { hello, channelId } = session;
    this.#options.log?.(`voice ${channelId}: ${hello.userId} left`);
    this.#options.onSessionEnd?.({ serverId: hello.serverId, userId: hello.userId, channelId });
  }
}

interface Connection {
  readonly socket: WebSocket;
  readonly watchdog: NodeJS.Timeout;
  session: VoiceSession | undefined;
}

function sessionKey(serverId: string, userId: string): string {
  return `${serverId}/${userId}`;
}

/** Sends an unnumbered message, which belongs to the socket and not to the session. */
function sendPlain(socket: WebSocket, op: VoiceOpcodes, data: unknown): void {
  socket.send(JSON.stringify({ op, d: data }));
}
