// Loaded into the bot's process before the bot: no voice thread comes up.
import { channel } from 'node:diagnostics_channel';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) channel('worker_threads').subscribe(({ worker }) => void worker.terminate());
