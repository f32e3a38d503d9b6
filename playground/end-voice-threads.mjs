// Loaded into the bot's process before the bot: SIGUSR2 ends every voice thread, as a failure within it would.
import { channel } from 'node:diagnostics_channel';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const threads = new Set();
  channel('worker_threads').subscribe(({ worker }) => {
    threads.add(worker);
    worker.once('exit', () => threads.delete(worker));
  });
  process.on('SIGUSR2', () => {
    for (const thread of threads) void thread.terminate();
  });
}
