import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MynahError } from '../../errors.ts';
import type { RandomAccess } from './recording-api.ts';
import { RecordingError } from './recording-error.ts';
import type { ChildAnswers, ChildQuestion, FromChild, ToChild } from './recording-messages.ts';

/** Heap limit of a process. Measured: 80 MB for three hours of mp3 in 400,000 frames. */
const MAX_HEAP_MB = 512;

/**
 * Timeout of each request, by the size of the file. Measured on a busy machine: a three-hour mp3 of 430 MB is scanned in
 * 11 s, three hours of Opus in 43 MB in 5 s.
 */
const DEADLINE_MS = 30_000;
const DEADLINE_MS_PER_MB = 1_000;

/** A process that parses one file. */
export interface RecordingProcess {
  /**
   * Sends a request and waits for its answer.
   * @throws {RecordingError} the error of the request; AUDIO_BROKEN if the file keeps the process busy for too long or
   * takes too much memory, after which all requests fail.
   * @throws {MynahError} AUDIO_CLOSED after `close`.
   */
  ask<Question extends ChildQuestion>(
    question: Question,
    signal?: AbortSignal,
  ): Promise<ChildAnswers[Question['kind']]>;
  /** Ends the process in any state; safe to call twice. */
  close(): void;
}

/**
 * Starts the process of a file. The caller must close it. Of the environment it gets only where compiled code is kept, and
 * it writes no output. A thread is not enough: V8 ends the whole process when a large table exceeds a thread's heap.
 */
export function createRecordingProcess(file: RandomAccess): RecordingProcess {
  return new Process(file);
}

interface Asked {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

class Process implements RecordingProcess {
  readonly #file: RandomAccess;
  readonly #child: ChildProcess;
  readonly #asked = new Map<number, Asked>();
  readonly #deadlineMs: number;
  #nextId = 0;
  #ended: Error | undefined;
  #readFailure: { readonly error: unknown } | undefined;

  constructor(file: RandomAccess) {
    this.#file = file;
    this.#deadlineMs = DEADLINE_MS + (file.sizeBytes / 1_000_000) * DEADLINE_MS_PER_MB;
    this.#child = fork(fileURLToPath(new URL('./recording-child.ts', import.meta.url)), {
      env: compileCache(),
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (message) => this.#take(message as FromChild));
    this.#child.on('error', (cause) => this.#end(broken('The parser cannot be run.', cause)));
    this.#child.on('exit', () => this.#end(broken('The file breaks its parser.')));
  }

  async ask<Question extends ChildQuestion>(
    question: Question,
    signal?: AbortSignal,
  ): Promise<ChildAnswers[Question['kind']]> {
    signal?.throwIfAborted();
    if (this.#ended !== undefined) throw this.#ended;
    const id = this.#nextId;
    this.#nextId += 1;
    const asked = Promise.withResolvers<unknown>();
    this.#asked.set(id, asked);
    const stop = (): void => {
      this.#send({ kind: 'abort', id });
      asked.reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
    const deadline = setTimeout(() => {
      this.#end(broken('The file keeps its parser busy for too long.'));
    }, this.#deadlineMs);
    this.#send({ kind: 'ask', id, question });
    try {
      return (await asked.promise) as ChildAnswers[Question['kind']];
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', stop);
      this.#asked.delete(id);
    }
  }

  close(): void {
    this.#end(new MynahError('AUDIO_CLOSED', 'The recording was closed.'));
  }

  #take(message: FromChild): void {
    switch (message.kind) {
      case 'read':
        void this.#read(message.id, message.start, message.end);
        return;
      case 'answer':
        this.#asked.get(message.id)?.resolve(message.answer);
        return;
      case 'failure': {
        const { code, message: text, words } = message.failure;
        const error = new RecordingError(code, text, words === undefined ? {} : { kind: words });
        this.#asked.get(message.id)?.reject(this.#readFailure === undefined ? error : this.#readFailure.error);
        return;
      }
    }
  }

  async #read(id: number, start: number, end: number): Promise<void> {
    try {
      this.#send({ kind: 'bytes', id, bytes: await this.#file.read(start, end) });
    } catch (error) {
      this.#readFailure ??= { error };
      this.#send({ kind: 'no-bytes', id });
    }
  }

  #send(message: ToChild): void {
    // The 'exit' event reports a process that just ended.
    if (this.#ended === undefined && this.#child.connected) this.#child.send(message, () => undefined);
  }

  #end(error: Error): void {
    if (this.#ended !== undefined) return;
    this.#ended = error;
    for (const asked of this.#asked.values()) asked.reject(error);
    this.#child.kill('SIGKILL');
  }
}

/** Where Node keeps compiled code: with it, a process starts in half the time. */
function compileCache(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

function broken(message: string, cause?: unknown): RecordingError {
  return new RecordingError('AUDIO_BROKEN', message, { cause });
}
