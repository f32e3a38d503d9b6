import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  AudioPlayerStatus,
  createAudioPlayer,
  createAudioResource,
  EndBehaviorType,
  entersState,
  getVoiceConnection,
  joinVoiceChannel,
  StreamType,
  type VoiceConnection,
  VoiceConnectionStatus,
} from '@discordjs/voice';
import { createLocalCertificate } from '@mynah/loopback/certificate';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectPersonVoice } from '../../src/voice/person-voice.ts';
import type {
  PersonVoice,
  VoiceAdmission,
  VoiceHello,
  VoiceServer,
  VoiceServerOptions,
} from '../../src/voice/person-voice-api.ts';
import { startVoiceServer } from '../../src/voice/voice-server.ts';

const GUILD = '600000000000000001';
const CHANNEL = '700000000000000001';
const STAGE = '700000000000000002';
const BOT = '800000000000000009';
const ANNA = '800000000000000001';
const BEN = '800000000000000002';

const certificate = createLocalCertificate();

/** Distinct packets that look like 20 ms CELT frames. */
function packets(count: number, mark: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => {
    const packet = Buffer.alloc(40 + (index % 50), mark);
    packet.writeUInt8(0xfc, 0);
    packet.writeUInt16BE(index, 1);
    return packet;
  });
}

function hex(list: readonly { readonly opus: Uint8Array }[]): string[] {
  return list.map(({ opus }) => Buffer.from(opus).toString('hex'));
}

function hexOf(list: readonly Uint8Array[]): string[] {
  return list.map((packet) => Buffer.from(packet).toString('hex'));
}

/** A local voice server with a bot and people, which also takes the main gateway's part. */
class Stage {
  readonly server: VoiceServer;
  readonly ended: string[] = [];
  readonly #admissions: Map<string, VoiceAdmission>;
  readonly #people: PersonVoice[] = [];
  #sessions = 0;

  private constructor(server: VoiceServer, admissions: Map<string, VoiceAdmission>, ended: string[]) {
    this.server = server;
    this.#admissions = admissions;
    this.ended = ended;
  }

  static async open(options: Partial<VoiceServerOptions> = {}): Promise<Stage> {
    const admissions = new Map<string, VoiceAdmission>();
    const ended: string[] = [];
    const server = await startVoiceServer({
      certificate,
      authorize: ({ sessionId, token }: VoiceHello) => (token === 'token' ? admissions.get(sessionId) : undefined),
      onSessionEnd: ({ userId }) => ended.push(userId),
      ...options,
    });
    return new Stage(server, admissions, ended);
  }

  admit(channelId: string): string {
    const sessionId = `session-${++this.#sessions}`;
    this.#admissions.set(sessionId, { channelId, ...(channelId === STAGE ? { dave: false } : {}) });
    return sessionId;
  }

  async person(userId: string, channelId = CHANNEL): Promise<PersonVoice> {
    const { endpoint, caPem } = this.server;
    const sessionId = this.admit(channelId);
    const person = await connectPersonVoice({
      endpoint,
      caPem,
      serverId: GUILD,
      channelId,
      userId,
      sessionId,
      token: 'token',
    });
    this.#people.push(person);
    return person;
  }

  /** Joins as the bot with the unmodified library. */
  async bot(channelId = CHANNEL): Promise<VoiceConnection> {
    const connection = joinVoiceChannel({
      channelId,
      guildId: GUILD,
      selfDeaf: false,
      selfMute: false,
      adapterCreator: (methods) => ({
        sendPayload: ({ d }: { d: { channel_id: string | null } }) => {
          if (d.channel_id === null) return true;
          const sessionId = this.admit(d.channel_id);
          setImmediate(() => {
            methods.onVoiceStateUpdate({ user_id: BOT, session_id: sessionId, channel_id: d.channel_id } as never);
            methods.onVoiceServerUpdate({ guild_id: GUILD, token: 'token', endpoint: this.server.endpoint });
          });
          return true;
        },
        destroy: () => undefined,
      }),
    });
    await entersState(connection, VoiceConnectionStatus.Ready, 5_000);
    return connection;
  }

  async close(): Promise<void> {
    getVoiceConnection(GUILD)?.destroy();
    await Promise.all(this.#people.map((person) => person.leave()));
    await this.server.close();
  }
}

/** Plays packets with the library's own player; resolves when it is idle again. */
async function play(connection: VoiceConnection, list: readonly Buffer[]): Promise<void> {
  const player = createAudioPlayer();
  connection.subscribe(player);
  player.play(createAudioResource(Readable.from(list, { objectMode: true }), { inputType: StreamType.Opus }));
  await once(player, AudioPlayerStatus.Idle);
}

/** One person's packets from the library's receiver, without silence frames. */
function listen(connection: VoiceConnection, userId: string): Buffer[] {
  const heard: Buffer[] = [];
  const stream = connection.receiver.subscribe(userId, { end: { behavior: EndBehaviorType.Manual } });
  stream.on('data', (packet: Buffer) => {
    if (packet.toString('hex') !== 'f8fffe') heard.push(packet);
  });
  return heard;
}

describe('local voice server with @discordjs/voice', () => {
  let stage: Stage;
  beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), certificate.caPem]));
  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  it('lets the bot in alone', async () => {
    const connection = await stage.bot();
    await play(connection, packets(5, 1));
    expect(connection.state.status).toBe(VoiceConnectionStatus.Ready);
    expect(stage.server.figures().users).toMatchObject([{ userId: BOT, packetsOut: 0, undecryptable: 0 }]);
  });

  it('carries speech both ways, bit for bit and end-to-end encrypted', async () => {
    const connection = await stage.bot();
    const anna = await stage.person(ANNA);
    await anna.groupOf([ANNA, BOT]);
    const fromBot = packets(50, 1);
    await play(connection, fromBot);
    const utterance = await anna.heard.utterance(BOT);
    expect(hex(utterance.packets)).toEqual(hexOf(fromBot));
    expect(utterance).toMatchObject({ lost: 0, endedBy: 'silence' });

    const heard = listen(connection, ANNA);
    const fromAnna = packets(50, 2);
    await anna.speak(fromAnna);
    await expect.poll(() => heard.length).toBe(50);
    expect(hexOf(heard)).toEqual(hexOf(fromAnna));
    expect(anna.heard.decryptFailures).toBe(0);
    const figures = stage.server.figures();
    expect(figures.unknownSsrc).toBe(0);
    for (const user of figures.users) expect(user).toMatchObject({ undecryptable: 0, unencryptedIn: 0 });
  });

  it('lets two people hear the bot and each other', async () => {
    const [anna, ben] = await Promise.all([stage.person(ANNA), stage.person(BEN)]);
    const connection = await stage.bot();
    await Promise.all([anna, ben].map((person) => person.groupOf([ANNA, BEN, BOT])));
    const said = { [BOT]: packets(25, 1), [ANNA]: packets(25, 2), [BEN]: packets(25, 3) };
    const heard = listen(connection, ANNA);
    await Promise.all([play(connection, said[BOT]), anna.speak(said[ANNA]), ben.speak(said[BEN])]);
    for (const [person, userId] of [
      [anna, BOT],
      [anna, BEN],
      [ben, BOT],
      [ben, ANNA],
    ] as const) {
      expect(hex((await person.heard.utterance(userId)).packets)).toEqual(hexOf(said[userId]));
    }
    expect(hexOf(heard)).toEqual(hexOf(said[ANNA]));
  });

  it('recreates the group when people leave and return', async () => {
    const connection = await stage.bot();
    for (let round = 1; round <= 3; round++) {
      const anna = await stage.person(ANNA);
      await anna.groupOf([ANNA, BOT]);
      const said = packets(10, round);
      await play(connection, said);
      expect(hex((await anna.heard.utterance(BOT)).packets)).toEqual(hexOf(said));
      await anna.leave();
    }
    await expect.poll(() => stage.ended).toEqual([ANNA, ANNA, ANNA]);
  });

  it('continues for the others when one of three leaves', async () => {
    const connection = await stage.bot();
    const anna = await stage.person(ANNA);
    const ben = await stage.person(BEN);
    await anna.groupOf([ANNA, BEN, BOT]);
    await ben.leave();
    await anna.groupOf([ANNA, BOT]);
    const said = packets(10, 4);
    await play(connection, said);
    expect(hex((await anna.heard.utterance(BOT)).packets)).toEqual(hexOf(said));
  });

  it('lets somebody who joins in mid-speech hear the rest, and those already there all of it', async () => {
    const connection = await stage.bot();
    const anna = await stage.person(ANNA);
    await anna.groupOf([ANNA, BOT]);
    const said = packets(150, 5);
    const playing = play(connection, said);
    await anna.heard.next(({ userId }) => userId === BOT);
    const ben = await stage.person(BEN);
    await playing;
    const rest = hex((await ben.heard.utterance(BOT)).packets);
    expect(rest.length).toBeGreaterThan(20);
    expect(rest).toEqual(hexOf(said).slice(-rest.length));
    const all = await anna.heard.utterance(BOT);
    expect(hex(all.packets)).toEqual(hexOf(said));
  });

  it('replaces a person’s session with their new one', async () => {
    const connection = await stage.bot();
    const first = await stage.person(ANNA);
    await first.groupOf([ANNA, BOT]);
    const second = await stage.person(ANNA);
    await expect(first.ended).resolves.toBe(4006);
    await second.groupOf([ANNA, BOT]);
    const said = packets(10, 6);
    await play(connection, said);
    expect(hex((await second.heard.utterance(BOT)).packets)).toEqual(hexOf(said));
  });

  it('readmits a bot that flagged an invalid commit', async () => {
    const connection = await stage.bot();
    const anna = await stage.person(ANNA);
    await anna.groupOf([ANNA, BOT]);
    const ben = await stage.person(BEN);
    await ben.groupOf([ANNA, BEN, BOT]);
    const { networking } = connection.state as never as {
      networking: { state: { dave: { recoverFromInvalidTransition(id: number): void } } };
    };
    networking.state.dave.recoverFromInvalidTransition(2);
    await expect.poll(() => stage.server.figures().invalidCommits).toBe(1);
    const said = packets(10, 7);
    await expect
      .poll(async () => {
        const from = ben.heard.mark();
        await play(connection, said);
        await delay(50);
        const heard = ben.heard.packets.slice(from);
        return hex(heard).filter((packet) => packet !== 'f8fffe');
      })
      .toEqual(hexOf(said));
    await Promise.all([anna, ben].map((person) => person.groupOf([ANNA, BEN, BOT])));
  });

  it('lets the bot resume after close code 4015 while audio continues', async () => {
    const connection = await stage.bot();
    const anna = await stage.person(ANNA);
    await anna.groupOf([ANNA, BOT]);
    const heard = listen(connection, ANNA);
    const said = packets(100, 8);
    const speaking = anna.speak(said);
    await expect.poll(() => heard.length).toBeGreaterThan(10);
    expect(stage.server.disconnect(GUILD, BOT, 4015)).toBe(true);
    await entersState(connection, VoiceConnectionStatus.Connecting, 5_000);
    // The group changes while the bot is away. It receives the missed messages when it returns.
    const ben = await stage.person(BEN);
    await entersState(connection, VoiceConnectionStatus.Ready, 5_000);
    await ben.groupOf([ANNA, BEN, BOT]);
    await speaking;
    await expect.poll(() => heard.length).toBe(100);
    // While resuming, the library emits packets without end-to-end decryption, so some may not match.
    const sent = hexOf(said);
    const understood = hexOf(heard).filter((packet) => sent.includes(packet));
    expect(understood.length).toBeGreaterThanOrEqual(80);
    expect(understood.slice(-20)).toEqual(sent.slice(-20));
    expect(stage.ended).toEqual([]);
    const answer = packets(10, 9);
    await play(connection, answer);
    expect(hex((await ben.heard.utterance(BOT)).packets)).toEqual(hexOf(answer));
  });

  it('disconnects a kicked bot with 4014 and tells the others', async () => {
    const connection = await stage.bot();
    const anna = await stage.person(ANNA);
    await anna.groupOf([ANNA, BOT]);
    expect([...anna.others]).toEqual([BOT]);
    expect(stage.server.disconnect(GUILD, BOT, 4014)).toBe(true);
    await entersState(connection, VoiceConnectionStatus.Disconnected, 5_000);
    await expect.poll(() => anna.others.size).toBe(0);
    expect(stage.ended).toEqual([BOT]);
    expect(stage.server.disconnect(GUILD, BOT, 4014)).toBe(false);
  });

  it('carries speech without end-to-end encryption in a stage channel', async () => {
    const connection = await stage.bot(STAGE);
    const anna = await stage.person(ANNA, STAGE);
    const heard = listen(connection, ANNA);
    const said = packets(20, 10);
    await anna.speak(said);
    await expect.poll(() => heard.length).toBe(20);
    expect(hexOf(heard)).toEqual(hexOf(said));
    await play(connection, said);
    expect(hex((await anna.heard.utterance(BOT)).packets)).toEqual(hexOf(said));
  });

  it('simulates loss, reordering, padding and header extensions, the same for the same seed', async () => {
    const connection = await stage.bot();
    const anna = await stage.person(ANNA);
    await anna.groupOf([ANNA, BOT]);
    stage.server.setNetwork({ lossRate: 0.1, reorderRate: 0.1, paddingRate: 0.5, extensions: true, seed: 7 });
    const heard = listen(connection, ANNA);
    await anna.speak(packets(100, 11));
    stage.server.setNetwork({});
    const { dropped } = stage.server.figures();
    expect(dropped).toBeGreaterThan(0);
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(100 - dropped);
    const order = heard.map((packet) => packet.readUInt16BE(1));
    expect(order).not.toEqual(order.toSorted((a, b) => a - b));
  });
});
