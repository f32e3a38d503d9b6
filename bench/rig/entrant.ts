import { setTimeout as delay } from 'node:timers/promises';
import { bestMeter, type Meter } from '../meter/meters.ts';
import type { WireRecord } from '../meter/wire-recorder.ts';
import { childrenCpuMsOf, type ThreadCpu, threadCpuOf } from '../process-cpu.ts';
import { CANNED_MS } from './canned-sound.ts';
import type { ContenderCalls, ContenderEvent, MemoryFigures, Place } from './contender-calls.ts';
import type { Rig } from './rig.ts';
import { type RigProcess, startRigProcess } from './rig-process.ts';

/** Who is measured. */
export interface Contestant {
  readonly name: string;
  readonly program: URL;
  readonly arguments?: readonly string[];
}

/** Mynah's engine in one worker thread, as on a machine with two cores. */
export const MYNAH: Contestant = {
  name: 'Mynah',
  program: new URL('./mynah-contender.ts', import.meta.url),
  arguments: ['1'],
};

/** Mynah's engine in the main thread: VOICE_WORKERS=0. */
export const MYNAH_IN_PROCESS: Contestant = { ...MYNAH, name: 'Mynah, in process', arguments: ['0'] };

/** Mynah's engine in two worker threads, among which the sessions are shared out. */
export const MYNAH_IN_TWO: Contestant = { ...MYNAH, name: 'Mynah, two threads', arguments: ['2'] };

/** The stock player, fed from memory with the same packets that the others have to fetch. */
export const STOCK: Contestant = { name: 'stock player', program: new URL('./stock-contender.ts', import.meta.url) };

/** POST, mp3, ffmpeg, the stock player. */
export const FFMPEG: Contestant = {
  name: 'ffmpeg pipeline',
  program: new URL('./stock-contender.ts', import.meta.url),
  arguments: ['ffmpeg'],
};

/** CPU cost of an interval. */
interface Cost {
  readonly wallMs: number;
  /** CPU time of the contender's process and its children. */
  readonly cpuMs: number;
  /** Its busiest thread, and that thread's share of a CPU. */
  readonly busiest: { readonly name: string; readonly share: number };
}

/** An interval in which all sessions spoke. */
export interface Stretch extends Cost {
  readonly wire: WireRecord;
}

/** A contender in its own process, with sessions in the rig. */
export interface Entrant extends AsyncDisposable {
  readonly name: string;
  readonly places: readonly Place[];
  readonly process: RigProcess<ContenderCalls>;
  /** Brings the contender into channels until there are that many, each with a listening person unless `people` is given. */
  fill(sessions: number, people?: (place: Place) => Promise<void>): Promise<void>;
  /** Starts speech in the sessions from `first` on, spread over one length of the canned audio. */
  speak(first?: number): Promise<void>;
  stopAll(): Promise<void>;
  /** Measures what `during` costs the contender. */
  measureCost(during: () => Promise<void>): Promise<Cost>;
  /** Measures what is sent for that long, and its cost, while `during` runs; by the best meter unless another is given. */
  measure(ms: number, options?: { readonly during?: () => Promise<void>; readonly meter?: Meter }): Promise<Stretch>;
  memory(): Promise<MemoryFigures>;
  /** @throws if voice was sent without end-to-end encryption, or a session was not heard. */
  checkEncryption(): Promise<void>;
}

const PACKETS_PER_MS = 1 / 20;
/** Room in a recording for bursts, and for packets before its start and end take effect. */
const MARGIN = 1.25;
const JOINS_AT_ONCE = 4;
const OP_VOICE_STATE = 4;

/** Starts a contender's process. Disposing of it ends it and empties its channels. `onEvent` receives all events but op 4. */
export async function openEntrant(
  rig: Rig,
  contestant: Contestant,
  sessions: number,
  onEvent?: (event: ContenderEvent) => void,
): Promise<Entrant> {
  const contender: RigProcess<ContenderCalls> = startRigProcess(contestant.program, {
    ...(contestant.arguments && { arguments: contestant.arguments }),
    nodeArguments: ['--expose-gc'],
    environment: { NODE_EXTRA_CA_CERTS: rig.caFile },
    onEvent: (given) => {
      const event = given as ContenderEvent;
      // A process that has ended needs no answer.
      if (event.type === 'gateway-send') answerGateway(rig, contender, event).catch(() => undefined);
      else onEvent?.(event);
    },
  });
  try {
    const { speechPlace: speech, sound, botId } = rig;
    await contender.call('open', { speech, packets: sound.packets, sessions, botId });
    return new ProcessEntrant(rig, contestant.name, contender);
  } catch (error) {
    await contender[Symbol.asyncDispose]();
    throw error;
  }
}

/** Answers op 4 like Discord: with the bot's voice state, and with a voice server if it entered a channel. */
async function answerGateway(
  { botId, endpoint }: Rig,
  contender: RigProcess<ContenderCalls>,
  { guildId, payload, requestId }: Extract<ContenderEvent, { type: 'gateway-send' }>,
): Promise<void> {
  const { op, d } = payload as { op: number; d: { channel_id: string | null } };
  if (op !== OP_VOICE_STATE) return;
  if (requestId !== undefined) {
    const sent = { guild_id: guildId, request_id: requestId, outcome: { kind: 'sent' } } as const;
    await contender.call('dispatch', { t: 'GATEWAY_REQUEST', d: sent });
  }
  const state = { guild_id: guildId, user_id: botId, channel_id: d.channel_id, session_id: `bot-${guildId}` };
  await contender.call('dispatch', { t: 'VOICE_STATE_UPDATE', d: state });
  if (d.channel_id === null) return;
  const server = { guild_id: guildId, endpoint, token: 'token' };
  await contender.call('dispatch', { t: 'VOICE_SERVER_UPDATE', d: server });
}

class ProcessEntrant implements Entrant {
  readonly name: string;
  readonly process: RigProcess<ContenderCalls>;
  readonly places: Place[] = [];
  readonly #rig: Rig;

  constructor(rig: Rig, name: string, process: RigProcess<ContenderCalls>) {
    this.#rig = rig;
    this.name = name;
    this.process = process;
  }

  async fill(sessions: number, people?: (place: Place) => Promise<void>): Promise<void> {
    const { newId, sink } = this.#rig;
    const wanted = Array.from({ length: sessions - this.places.length }, () => ({
      guildId: newId(),
      channelId: newId(),
    }));
    const queue = wanted.values();
    const bring = async (): Promise<void> => {
      for (const place of queue) {
        await sink.call('allow', place);
        await (people?.(place) ?? sink.call('addPerson', { ...place, userId: newId() }));
        await this.process.call('join', place);
        this.places.push(place);
      }
    };
    await Promise.all(Array.from({ length: JOINS_AT_ONCE }, bring));
  }

  async speak(first = 0): Promise<void> {
    const speakers = this.places.slice(first);
    const beganMs = performance.now();
    for (const [index, { guildId }] of speakers.entries()) {
      const dueMs = beganMs + (index * CANNED_MS) / speakers.length;
      await delay(Math.max(0, dueMs - performance.now()));
      await this.process.call('speak', guildId);
    }
  }

  async stopAll(): Promise<void> {
    for (const { guildId } of this.places) await this.process.call('stop', guildId);
  }

  async measure(
    ms: number,
    { during, meter }: { readonly during?: () => Promise<void>; readonly meter?: Meter } = {},
  ): Promise<Stretch> {
    const { sink, drain } = this.#rig;
    const packets = Math.ceil(this.places.length * ms * PACKETS_PER_MS * MARGIN) + 1_000;
    await sink.call('record', { packets, meter: meter ?? bestMeter(drain) });
    const cost = await this.measureCost(async () => {
      await Promise.all([delay(ms), during?.()]);
    });
    return { ...cost, wire: await sink.call('finish') };
  }

  async measureCost(during: () => Promise<void>): Promise<Cost> {
    const { pid } = this.process;
    const [before, childrenBefore, beganMs] = [threadCpuOf(pid), childrenCpuMsOf(pid), performance.now()];
    await during();
    const [after, childrenAfter, wallMs] = [threadCpuOf(pid), childrenCpuMsOf(pid), performance.now() - beganMs];
    const spent = spentBy(before, after);
    const busiest = spent.reduce((most, thread) => (thread.cpuMs > most.cpuMs ? thread : most));
    return {
      wallMs,
      cpuMs: spent.reduce((sum, { cpuMs }) => sum + cpuMs, childrenAfter - childrenBefore),
      busiest: { name: busiest.name, share: busiest.cpuMs / wallMs },
    };
  }

  memory(): Promise<MemoryFigures> {
    return this.process.call('memory');
  }

  async checkEncryption(): Promise<void> {
    const { senders, inTheClear, undecryptable } = await this.#rig.sink.call(
      'senders',
      this.places.map(({ channelId }) => channelId),
    );
    if (senders !== this.places.length) throw new Error(`${senders} of ${this.places.length} sessions were heard`);
    if (inTheClear > 0) throw new Error(`${this.name} sent ${inTheClear} packets without end-to-end encryption`);
    if (undecryptable > 0) throw new Error(`${undecryptable} packets of ${this.name} could not be decrypted`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]();
    for (const { guildId } of this.places) await this.#rig.sink.call('removePerson', guildId);
  }
}

/** What each thread used in between; a new thread starts at 0. */
function spentBy(before: readonly ThreadCpu[], after: readonly ThreadCpu[]): ThreadCpu[] {
  const earlier = new Map(before.map(({ threadId, cpuMs }) => [threadId, cpuMs]));
  return after.map((thread) => ({ ...thread, cpuMs: thread.cpuMs - (earlier.get(thread.threadId) ?? 0) }));
}
