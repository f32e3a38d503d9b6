import { crc32 } from 'node:zlib';
import type { VoiceEngine } from '../voice-api.ts';
import { WorkerSupervisor, type WorkerSupervisorOptions } from './worker-supervisor.ts';

/** What the engine over several threads is made of. */
export interface WorkerPoolOptions extends WorkerSupervisorOptions {
  /** Threads, at least one. Each carries the sessions of its share of the guilds. */
  readonly count: number;
}

/** Makes the voice engine over threads of its own: whatever holds up this thread is not heard. Close it at the end. */
export function createWorkerPool({ count, ...options }: WorkerPoolOptions): VoiceEngine {
  const workers = Array.from({ length: count }, () => new WorkerSupervisor(options));
  const workerOf = (guildId: string): WorkerSupervisor => {
    // Not Discord's own formula: the guilds of one shard would share a thread.
    const worker = workers[crc32(guildId) % workers.length];
    if (worker === undefined) throw new RangeError('an engine needs at least one thread');
    return worker;
  };
  return {
    join: (request) => workerOf(request.guildId).call('join', [request]),
    leave: (guildId) => workerOf(guildId).call('leave', [guildId]),
    speak: (request) => workerOf(request.guildId).call('speak', [request]),
    skip: (guildId) => workerOf(guildId).call('skip', [guildId]),
    stop: (guildId) => workerOf(guildId).call('stop', [guildId]),
    pause: (guildId) => workerOf(guildId).call('pause', [guildId]),
    resume: (guildId) => workerOf(guildId).call('resume', [guildId]),
    remove: (guildId, ...rest) => workerOf(guildId).call('remove', [guildId, ...rest]),
    session: (guildId) => workerOf(guildId).call('session', [guildId]),
    listen: (guildId, policy) => workerOf(guildId).call('listen', [guildId, policy]),
    peek: (guildId, utteranceId) => workerOf(guildId).call('peek', [guildId, utteranceId]),
    hearing: (guildId) => workerOf(guildId).call('hearing', [guildId]),
    transcribe: (request, context) => workerOf(context.tenant).transcribe(request, context),
    dispatch: (packet) => workerOf(packet.d.guild_id).dispatch(packet),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
