/**
 * The process of one recording: parses, plans and cuts on request of `recording.ts`, which also supplies all bytes.
 */
import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import type { PlannedPiece, RandomAccess, Recording } from './recording-api.ts';
import { RecordingError } from './recording-error.ts';
import { openRecordingHere } from './recording-local.ts';
import type { ChildFailure, ChildQuestion, FromChild, ToChild } from './recording-messages.ts';

/** Nice value 10: parsing yields to voice, which must be on time. Where nothing else runs, it is as fast as ever. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

class RecordingChild {
  readonly #send: (message: FromChild) => void;
  readonly #underWay = new Map<number, AbortController>();
  readonly #reads = new Map<number, PromiseWithResolvers<Uint8Array>>();
  readonly #plans: (readonly PlannedPiece[])[] = [];
  #recording: Recording | undefined;
  #nextRead = 0;

  constructor(send: (message: FromChild) => void) {
    this.#send = send;
  }

  take(message: ToChild): void {
    switch (message.kind) {
      case 'ask':
        void this.#answer(message.id, message.question);
        return;
      case 'abort':
        this.#underWay.get(message.id)?.abort();
        return;
      case 'bytes':
        this.#settle(message.id)?.resolve(message.bytes);
        return;
      case 'no-bytes':
        this.#settle(message.id)?.reject(new Error('The file cannot be read.'));
        return;
    }
  }

  async #answer(id: number, question: ChildQuestion): Promise<void> {
    const abort = new AbortController();
    this.#underWay.set(id, abort);
    try {
      await this.#work(id, question, abort.signal);
    } catch (error) {
      this.#send({ kind: 'failure', id, failure: failureOf(error) });
    } finally {
      this.#underWay.delete(id);
    }
  }

  async #work(id: number, question: ChildQuestion, signal: AbortSignal): Promise<void> {
    switch (question.kind) {
      case 'open': {
        this.#recording = await openRecordingHere(this.#file(question.sizeBytes), signal);
        const { container, codec, durationMs, endsEarly } = this.#recording;
        this.#send({ kind: 'answer', id, answer: { container, codec, durationMs, endsEarly } });
        // The process is killed in the end, before Node would keep by itself what it compiled.
        flushCompileCache();
        return;
      }
      case 'plan': {
        this.#sendPlan(id, (await this.#recording?.plan(question.limits, signal)) ?? []);
        return;
      }
      case 'split': {
        const { recording, piece } = this.#placed(question);
        this.#sendPlan(id, await recording.split(piece, question.limits, signal));
        return;
      }
      case 'extract': {
        const { recording, piece } = this.#placed(question);
        this.#send({ kind: 'answer', id, answer: await recording.extract(piece, signal) });
        return;
      }
    }
  }

  #placed({ plan, index }: { readonly plan: number; readonly index: number }) {
    const piece = this.#plans[plan]?.[index];
    if (piece === undefined || this.#recording === undefined) throw new Error('There is no such piece.');
    return { recording: this.#recording, piece };
  }

  #sendPlan(id: number, pieces: readonly PlannedPiece[]): void {
    const plan = this.#plans.push(pieces) - 1;
    this.#send({ kind: 'answer', id, answer: { plan, pieces } });
  }

  #file(sizeBytes: number): RandomAccess {
    return {
      sizeBytes,
      read: (start, end) => {
        const id = this.#nextRead;
        this.#nextRead += 1;
        const read = Promise.withResolvers<Uint8Array>();
        this.#reads.set(id, read);
        this.#send({ kind: 'read', id, start, end });
        return read.promise;
      },
    };
  }

  #settle(id: number): PromiseWithResolvers<Uint8Array> | undefined {
    const read = this.#reads.get(id);
    this.#reads.delete(id);
    return read;
  }
}

function failureOf(error: unknown): ChildFailure {
  if (error instanceof RecordingError) {
    return { code: error.code, message: error.message, words: error.serviceMessage };
  }
  // Its own message may quote the file.
  const name = error instanceof Error ? error.name : typeof error;
  return { code: 'AUDIO_BROKEN', message: `The parser failed: ${name}`, words: undefined };
}

/** A sandbox may forbid it; the recording is then parsed at the bot's own priority. */
function lowerPriority(): void {
  try {
    setPriority(PRIORITY);
  } catch {
    // There is nobody to tell: the process has no log.
  }
}

const send = process.send?.bind(process);
if (send !== undefined) {
  lowerPriority();
  const child = new RecordingChild((message) => void send(message));
  process.on('message', (message) => child.take(message as ToChild));
  // The bot has exited, so the process is no longer needed.
  process.on('disconnect', () => process.exit());
}
