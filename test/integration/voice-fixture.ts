import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { connectPersonVoice } from '@mynah/local-discord/voice/person-voice';
import type { PersonVoice, VoiceServer, VoiceServerOptions } from '@mynah/local-discord/voice/person-voice-api';
import { startVoiceServer } from '@mynah/local-discord/voice/voice-server';
import { createLocalCertificate } from '@mynah/loopback/certificate';
import { afterAll, beforeAll } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import type { Clip, VoiceEngine, VoiceEvent } from '../../src/voice/voice-api.ts';
import { createVoiceEngine } from '../../src/voice/voice-engine.ts';
import { createFakeSpeech } from '../unit/voice/fake-speech.ts';

export const GUILD = '600000000000000001';
export const LOUNGE = '700000000000000001';
export const STUDIO = '700000000000000002';
export const STAGE = '700000000000000003';
export const BOT = '800000000000000009';

/** The local voice server's certificate. `trustVoiceServer` trusts its authority. */
export const certificate = createLocalCertificate();

/** Makes the tests of a file trust the local voice server. Call it once at the top of the file. */
export function trustVoiceServer(): void {
  const trustedBefore = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...trustedBefore, certificate.caPem]));
  afterAll(() => setDefaultCACertificates(trustedBefore));
}

/** A request of the bot to the main gateway. */
interface VoiceStateRequest {
  readonly channel_id: string | null;
  readonly self_deaf: boolean;
}

/** A voice server, an engine that uses it, people, and a main gateway that connects them. */
export class VoiceScene implements AsyncDisposable {
  readonly server: VoiceServer;
  readonly engine: VoiceEngine;
  readonly speech = createFakeSpeech();
  readonly events: VoiceEvent[] = [];
  readonly requests: VoiceStateRequest[] = [];
  /** If true, the gateway sends the voice server update before the state update. */
  serverFirst = false;
  /** The voice server address that the gateway announces. */
  endpoint: string;
  readonly #channelOf: Map<string, string>;
  readonly #people: PersonVoice[] = [];
  #botChannelId: string | null = null;

  private constructor(server: VoiceServer, channelOf: Map<string, string>) {
    this.server = server;
    this.endpoint = server.endpoint;
    this.#channelOf = channelOf;
    this.engine = createVoiceEngine({
      speech: this.speech,
      log: createLogger('silent'),
      onEvent: (event) => {
        this.events.push(event);
        if (event.type === 'gateway-send') this.#answer(event.payload.d, event.requestId);
      },
    });
  }

  static async open(options: Pick<VoiceServerOptions, 'modes'> = {}): Promise<VoiceScene> {
    const channelOf = new Map<string, string>();
    const server = await startVoiceServer({
      ...options,
      certificate,
      authorize: ({ sessionId }) => {
        const channelId = channelOf.get(sessionId);
        return channelId === undefined ? undefined : { channelId, dave: channelId !== STAGE };
      },
    });
    return new VoiceScene(server, channelOf);
  }

  /** The requested channels; null is a leave. */
  get requestedChannels(): (string | null)[] {
    return this.requests.map(({ channel_id }) => channel_id);
  }

  get clips(): readonly Clip[] {
    return this.events.flatMap((event) => (event.type === 'clip' ? [event.clip] : []));
  }

  clipsOf(userId: string): readonly Clip[] {
    return this.clips.filter((clip) => clip.userId === userId);
  }

  /** Moves the bot to a channel, or kicks it. */
  place(channelId: string | null): void {
    if (this.#botChannelId !== null) this.server.disconnect(GUILD, BOT, 4014);
    this.#assign(channelId);
  }

  /** Breaks the bot's voice socket with a close code. */
  breakBot(code: number): void {
    this.server.disconnect(GUILD, BOT, code);
  }

  async person(userId: string, channelId: string): Promise<PersonVoice> {
    const sessionId = `person-${userId}-${this.#channelOf.size}`;
    this.#channelOf.set(sessionId, channelId);
    const joined = await connectPersonVoice({
      endpoint: this.server.endpoint,
      caPem: certificate.caPem,
      serverId: GUILD,
      channelId,
      userId,
      sessionId,
      token: 'token',
    });
    this.#people.push(joined);
    return joined;
  }

  /** Resolves when everybody in the channel encrypts for everybody else and the bot. */
  async keysExchanged(channelId: string): Promise<void> {
    const people = this.#people.filter((person) => person.channelId === channelId);
    const members = [...people.map(({ userId }) => userId), BOT];
    await Promise.all(people.map((person) => person.groupOf(members)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine.close();
    for (const person of this.#people) await person.leave();
    await this.server.close();
  }

  /** Answers a request. One for the current channel only changes flags, so it assigns no new server, like Discord. */
  #answer(request: VoiceStateRequest, requestId: string): void {
    this.requests.push(request);
    const sent = { guild_id: GUILD, request_id: requestId, outcome: { kind: 'sent' } } as const;
    this.engine.dispatch({ t: 'GATEWAY_REQUEST', d: sent });
    const { channel_id: channelId } = request;
    const isThere =
      channelId === this.#botChannelId && this.server.figures().users.some(({ userId }) => userId === BOT);
    setImmediate(() => {
      if (channelId !== null && isThere) this.#sendStateUpdate(channelId);
      else this.#assign(channelId);
    });
  }

  #assign(channelId: string | null): void {
    this.#botChannelId = channelId;
    const sessionId = `bot-${this.#channelOf.size}`;
    if (channelId !== null) this.#channelOf.set(sessionId, channelId);
    if (channelId !== null && this.serverFirst) this.#sendServerUpdate();
    this.#sendStateUpdate(channelId, sessionId);
    if (channelId !== null && !this.serverFirst) this.#sendServerUpdate();
  }

  #sendServerUpdate(): void {
    const d = { guild_id: GUILD, endpoint: this.endpoint, token: 'token' };
    this.engine.dispatch({ t: 'VOICE_SERVER_UPDATE', d });
  }

  #sendStateUpdate(channelId: string | null, sessionId = ''): void {
    const d = { guild_id: GUILD, channel_id: channelId, user_id: BOT, session_id: sessionId };
    this.engine.dispatch({ t: 'VOICE_STATE_UPDATE', d });
  }
}
