/** Runs the local voice gateway, one person in every channel, and the meters that time what arrives. */

import { connectPersonVoice } from '@mynah/local-discord/voice/person-voice';
import type { PersonVoice, VoiceServer } from '@mynah/local-discord/voice/person-voice-api';
import { startVoiceServer } from '@mynah/local-discord/voice/voice-server';
import type { LocalCertificate } from '@mynah/loopback/certificate';
import type { Meter } from '../meter/meters.ts';
import { listOwnUdpSockets, type OwnUdpSocket } from '../meter/own-udp-sockets.ts';
import { type DrainProgram, startDrain } from '../meter/udp-drain.ts';
import { createWireRecorder, evaluatePackets, type WireRecord, type WireRecorder } from '../meter/wire-recorder.ts';
import type { Place } from './contender-calls.ts';
import { serveCalls } from './serve-calls.ts';

export interface PersonPlace extends Place {
  readonly userId: string;
}

/** What the voice server saw of a sender outside recordings, when it opens packets like an SFU. */
export interface Senders {
  readonly senders: number;
  /** Packets with voice in them that were not encrypted end to end. */
  readonly inTheClear: number;
  readonly undecryptable: number;
}

/** Calls that the sink accepts. */
export type SinkCalls = {
  /** Resolves with the endpoint for VOICE_SERVER_UPDATE. `drain` is for the kernel's meter. */
  open(options: {
    readonly certificate: LocalCertificate;
    readonly botId: string;
    readonly drain: DrainProgram;
  }): Promise<string>;
  /** Allows people and bots into a channel. */
  allow(place: Place): void;
  /** Brings a person who receives nothing into an allowed channel. */
  addPerson(place: PersonPlace): Promise<void>;
  removePerson(guildId: string): Promise<void>;
  /** Closes the bot's voice socket with one of Discord's codes; false if there is none. */
  disconnect(fault: { readonly guildId: string; readonly code: number }): boolean;
  /** Starts to time packets, up to that many. They are neither opened nor forwarded. */
  record(options: { readonly packets: number; readonly meter: Meter }): Promise<void>;
  /** Ends the recording. */
  finish(): Promise<WireRecord>;
  senders(channelIds: readonly string[]): Senders;
};

const SSRC_OFFSET = 8;
const SEQUENCE_OFFSET = 2;

const channels = new Map<string, string>();
const people = new Map<string, PersonVoice>();
let server: VoiceServer | undefined;
/** Of the media server, as they were before anyone joined. */
let mediaSockets: readonly OwnUdpSocket[] = [];
let drainProgram: DrainProgram | undefined;
/** Of the callback's meter. */
let recorder: WireRecorder | undefined;
let finishRecording: (() => Promise<WireRecord>) | undefined;
let bot = '';

function open(): VoiceServer {
  if (server === undefined) throw new Error('the sink was not opened');
  return server;
}

function onAudio(datagram: Buffer): boolean {
  if (recorder === undefined) return false;
  recorder.note(datagram.readUInt32BE(SSRC_OFFSET), datagram.readUInt16BE(SEQUENCE_OFFSET), performance.now());
  return true;
}

async function recordByKernel(packets: number): Promise<() => Promise<WireRecord>> {
  if (drainProgram?.kind !== 'built') throw new Error('the kernel’s meter is not available');
  const sockets = mediaSockets.map(({ fd }) => fd);
  const drain = await startDrain({ program: drainProgram.path, sockets, capacity: packets });
  return async () => {
    const { notes, dropped } = await drain.finish();
    return evaluatePackets(notes, dropped);
  };
}

function recordByCallback(packets: number): () => Promise<WireRecord> {
  const dropsBefore = countDrops();
  const started = createWireRecorder(packets);
  recorder = started;
  return async () => {
    recorder = undefined;
    const drops = countDrops();
    return started.finish(drops === undefined || dropsBefore === undefined ? undefined : drops - dropsBefore);
  };
}

/** At the sockets of the media server, since they exist; `undefined` without /proc. */
function countDrops(): number | undefined {
  if (mediaSockets.length === 0) return undefined;
  const ports = new Set(mediaSockets.map(({ port }) => port));
  return listOwnUdpSockets()
    .filter(({ port }) => ports.has(port))
    .reduce((sum, { drops }) => sum + drops, 0);
}

const calls: SinkCalls = {
  open: async ({ certificate, botId, drain }) => {
    bot = botId;
    drainProgram = drain;
    server = await startVoiceServer({
      certificate,
      onAudio,
      authorize: ({ serverId, userId }) => {
        const channelId = channels.get(serverId);
        return channelId === undefined ? undefined : { channelId, deaf: userId !== bot };
      },
    });
    if (process.platform === 'linux') mediaSockets = listOwnUdpSockets();
    return server.endpoint;
  },
  allow: ({ guildId, channelId }) => {
    channels.set(guildId, channelId);
  },
  addPerson: async ({ guildId, channelId, userId }) => {
    const { endpoint, caPem } = open();
    const hello = { serverId: guildId, userId, sessionId: `person-${guildId}`, token: 'token' };
    people.set(guildId, await connectPersonVoice({ ...hello, channelId, endpoint, caPem }));
  },
  removePerson: async (guildId) => {
    await people.get(guildId)?.leave();
    people.delete(guildId);
  },
  disconnect: ({ guildId, code }) => open().disconnect(guildId, bot, code),
  record: async ({ packets, meter }) => {
    finishRecording = meter === 'kernel' ? await recordByKernel(packets) : recordByCallback(packets);
  },
  finish: async () => {
    if (finishRecording === undefined) throw new Error('no recording is in progress');
    const finish = finishRecording;
    finishRecording = undefined;
    return finish();
  },
  senders: (channelIds) => {
    const wanted = new Set(channelIds);
    const bots = open()
      .figures()
      .users.filter((user) => user.userId === bot && wanted.has(user.channelId) && user.packetsIn > 0);
    return {
      senders: bots.length,
      inTheClear: bots.reduce((sum, { unencryptedIn }) => sum + unencryptedIn, 0),
      undecryptable: bots.reduce((sum, { undecryptable }) => sum + undecryptable, 0),
    };
  },
};

serveCalls(calls);
