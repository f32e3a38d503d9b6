// Loaded into the bot's process before the bot, which stays unchanged: faults that only the process itself can have. They
// come as messages of the process that started this one (`ProcessFault` in bot-faults.ts), and each is acknowledged once it
// has happened.

import { channel } from 'node:diagnostics_channel';
import dns from 'node:dns';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

/** What a thread runs to have a fault. Each expression returns before the fault begins. */
const IN_THREADS = {
  // Waits for ever, like a native call that never returns; unlike an endless loop it takes no processor.
  hang: 'setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))',
  exhaust: 'setImmediate(() => { const kept = []; for (;;) kept.push(new Array(100_000).fill(kept)); })',
  throw: "setImmediate(() => { throw new Error('a fault on purpose'); })",
};

/** Bytes of 20 ms of sound at 48 kHz in one channel, which are about to be encoded. */
const FRAME_BYTES = 1_920;
/** Until a thread that goes on is in the middle of encoding: a frame takes some 0.1 ms, and several follow each other. */
const ENCODING_MS = 0.2;
const CONVERTING = 'a voice thread converts sound';

const workers = new Set();
/** Inspector sessions of threads, once one of them was to run something. */
const attached = new Map();
let inspector;
let lastId = 0;
let shiftMs = 0;

function endThreads() {
  for (const worker of workers) void worker.terminate();
}

/** Reports from the thread that runs it that it is about to encode a frame of sound, and waits for an answer. */
function reportConversion(channelName, frameBytes) {
  const real = Buffer.from.bind(Buffer);
  Buffer.from = (...values) => {
    const made = real(...values);
    if (made.length !== frameBytes) return made;
    Buffer.from = real;
    const answer = new Int32Array(new SharedArrayBuffer(4));
    new BroadcastChannel(channelName).postMessage(answer);
    Atomics.wait(answer, 0, 0);
    return made;
  };
}

/** Ends the threads as soon as one of them converts sound, while it encodes one of the frames that follow each other. */
async function endConvertingThreads() {
  const reports = new BroadcastChannel(CONVERTING);
  const { promise, resolve } = Promise.withResolvers();
  reports.onmessage = ({ data: answer }) => {
    Atomics.store(answer, 0, 1);
    Atomics.notify(answer, 0);
    const goesOnAtMs = performance.now() + ENCODING_MS;
    while (performance.now() < goesOnAtMs);
    endThreads();
    resolve();
  };
  await inThreads(`(${reportConversion.toString()})(${JSON.stringify(CONVERTING)}, ${FRAME_BYTES})`);
  await promise;
  reports.close();
}

/** Runs an expression in every thread of this process. */
async function inThreads(expression) {
  await inspect();
  for (const sessionId of attached.keys()) await evaluate(sessionId, expression);
}

async function inspect() {
  if (inspector !== undefined) return;
  inspector = new Session();
  inspector.connect();
  inspector.on('NodeWorker.attachedToWorker', ({ params }) => {
    attached.set(params.sessionId, true);
    if (shiftMs !== 0) void evaluate(params.sessionId, clockExpression()).catch(() => undefined);
  });
  inspector.on('NodeWorker.detachedFromWorker', ({ params }) => attached.delete(params.sessionId));
  await inspector.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
}

async function evaluate(sessionId, expression) {
  lastId += 1;
  const message = JSON.stringify({ id: lastId, method: 'Runtime.evaluate', params: { expression } });
  await inspector.post('NodeWorker.sendMessageToWorker', { sessionId, message });
}

/** Shifts the wall clock of the thread that runs it; monotonic clocks and timers go on as they did. */
function setClock(byMs) {
  globalThis.realDate ??= Date;
  const real = globalThis.realDate;
  globalThis.Date = new Proxy(real, {
    construct: (target, values, made) =>
      Reflect.construct(
        target,
        values.length === 0 ? [target.now() + byMs] : values,
        made === globalThis.Date ? target : made,
      ),
    get: (target, name, receiver) => (name === 'now' ? () => target.now() + byMs : Reflect.get(target, name, receiver)),
  });
}

function clockExpression() {
  return `(${setClock.toString()})(${shiftMs})`;
}

async function shiftClock(byMs) {
  shiftMs = byMs;
  setClock(byMs);
  await inThreads(clockExpression());
}

/** Patches the lookup of names, which sockets read at each connection, in the thread that runs it. */
function setNames(dnsModule, names) {
  globalThis.realLookup ??= dnsModule.lookup;
  const real = globalThis.realLookup;
  dnsModule.lookup = (name, ...rest) => {
    if (!names.includes(name)) return real(name, ...rest);
    const callback = rest.at(-1);
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND', hostname: name });
    process.nextTick(callback, error);
  };
}

async function failNames(names) {
  setNames(dns, names);
  const inThread = `(${setNames.toString()})(process.getBuiltinModule('node:dns'), ${JSON.stringify(names)})`;
  await inThreads(inThread);
}

async function happen({ fault, byMs, names }) {
  if (fault === 'end-threads') endThreads();
  else if (fault === 'end-converting') await endConvertingThreads();
  else if (fault === 'shift-clock') await shiftClock(byMs);
  else if (fault === 'fail-names') await failNames(names);
  else await inThreads(IN_THREADS[fault]);
}

if (isMainThread) {
  channel('worker_threads').subscribe(({ worker }) => {
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
  });
  if (process.send !== undefined) {
    process.on('message', ({ id, ...wish }) => {
      happen(wish).then(
        () => process.send?.({ id }),
        (error) => process.send?.({ id, error: String(error) }),
      );
    });
    process.channel?.unref();
  }
}
