import { crc32 } from 'node:zlib';
import type { MeasuredVoiceEngine } from '../lasting-engine.ts';
import type { VoiceFigures } from '../voice-figures.ts';
import { createMethods } from './worker-call.ts';
import { WorkerSupervisor, type WorkerSupervisorOptions } from './worker-supervisor.ts';

/** What a pool is made of. */
export interface WorkerPoolOptions extends WorkerSupervisorOptions {
  /** Number of threads, at least one. Each carries the sessions of its share of the guilds. */
  readonly count: number;
}

/**
 * Creates a voice engine that runs in threads of its own, so that a busy main thread does not disturb the sound. The
 * caller must close it.
 */
export function createWorkerPool({ count, ...options }: WorkerPoolOptions): MeasuredVoiceEngine {
  const workers = Array.from({ length: count }, () => new WorkerSupervisor(options));
  const workerOf = (guildId: string): WorkerSupervisor => {
    // Not Discord's shard formula: all guilds of a shard would share one thread.
    const worker = workers[crc32(guildId) % workers.length];
    if (worker === undefined) throw new RangeError('a worker pool needs at least one thread');
    return worker;
  };
  return {
    ...createMethods((method, guildId, args) => workerOf(guildId).call(method, args)),
    figures: () => {
      const figures = workers.map((worker) => worker.figures);
      const sumOf = (name: keyof VoiceFigures): number => figures.reduce((sum, each) => sum + each[name], 0);
      return { sessions: sumOf('sessions'), items: sumOf('items') };
    },
    threads: () =>
      Promise.all(workers.map(async (worker, index) => ({ thread: `voice-${index}`, ...(await worker.report()) }))),
    records: () => workers.flatMap((worker) => worker.records),
    halt: async (withinMs) => {
      await Promise.all(workers.map((worker) => worker.halt(withinMs)));
    },
    dispatch: (packet) => workerOf(packet.d.guild_id).dispatch(packet),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
