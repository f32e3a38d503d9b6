import { PRO_MODEL } from '@mynah/speech-wire/wire';
import type { Logger } from '../../log/log.ts';
import { SpeechError } from '../speech-error.ts';
import { isFaultOfRecording } from './recording-faults.ts';

/**
 * How much of the interface of POST /v1/asr a request uses beyond `interface.md`, which has neither a model nor its fields:
 * `pro`: the `model` header, and the fields that only `transcribe-1-pro` has; `named`: the header; `plain`: nothing.
 */
export type AsrDialect = 'pro' | 'named' | 'plain';

/** A service that has accepted a dialect must refuse it in so many calls in a row, before it counts as not understood. */
const REFUSALS_AFTER_ACCEPTANCE = 2;

/** Finds the dialect that the service understands. */
export interface AsrDialects {
  /** The dialect of the next request. */
  readonly current: AsrDialect;
  /**
   * Sends a request in the current dialect. If the service refuses it for what may be the dialect, the request is sent
   * again at once in the next smaller one. What is then accepted is the dialect of all requests from then on, and so is what
   * then fails for another reason; if the service refuses that too, the recording is at fault, and the dialect stays.
   * Rejects with the last error.
   */
  send<T>(request: (dialect: AsrDialect) => Promise<T>): Promise<T>;
}

/** Begins with the largest dialect for the model; `undefined` for no model. */
export function createAsrDialects(model: string | undefined, log: Logger): AsrDialects {
  return new Dialects(dialectsFor(model), log);
}

class Dialects implements AsrDialects {
  /** From the largest to the smallest. */
  readonly #dialects: readonly AsrDialect[];
  readonly #log: Logger;
  /** The place of the current one. */
  #place = 0;
  readonly #accepted = new Set<AsrDialect>();
  /** Calls in a row that were refused in the current dialect and accepted in a smaller one. */
  #refusals = 0;

  constructor(dialects: readonly AsrDialect[], log: Logger) {
    this.#dialects = dialects;
    this.#log = log;
  }

  get current(): AsrDialect {
    return this.#at(this.#place);
  }

  async send<T>(request: (dialect: AsrDialect) => Promise<T>): Promise<T> {
    for (let place = this.#place; ; place += 1) {
      try {
        const answer = await request(this.#at(place));
        this.#accepted.add(this.#at(place));
        if (place === this.#place) this.#refusals = 0;
        else this.#notePreferred(place);
        return answer;
      } catch (error) {
        if (!mayBeAboutFields(error)) {
          if (place > this.#place && isUnderstood(error)) this.#notePreferred(place);
          throw error;
        }
        if (!this.#isWorthTrying(place + 1)) throw error;
      }
    }
  }

  #at(place: number): AsrDialect {
    return this.#dialects[place] ?? 'plain';
  }

  /** A service that accepted the header once won't refuse it: another upload would tell nothing. */
  #isWorthTrying(place: number): boolean {
    const isHeaderAccepted = this.#accepted.has('pro') || this.#accepted.has('named');
    return place < this.#dialects.length && !(this.#at(place) === 'plain' && isHeaderAccepted);
  }

  /** The current dialect was refused, and the smaller one at `place` was not, for its fields. */
  #notePreferred(place: number): void {
    // A call that ran at the same time may have come here first.
    if (place <= this.#place) return;
    const dialect = this.#at(place);
    const wasAccepted = this.#accepted.has(this.current);
    this.#refusals += 1;
    if (wasAccepted && this.#refusals < REFUSALS_AFTER_ACCEPTANCE) return;
    this.#place = place;
    this.#refusals = 0;
    this.#log.warn(
      { code: 'SPEECH_ASR_DIALECT', dialect },
      'the speech service refuses the newer fields of transcription: it is asked without them from now on',
    );
  }
}

function dialectsFor(model: string | undefined): readonly AsrDialect[] {
  if (model === undefined) return ['plain'];
  return model === PRO_MODEL ? ['pro', 'named', 'plain'] : ['named', 'plain'];
}

/** Services that don't know a field answer 400 or 422, with codes such as `invalid_parameter`, or with none. */
function mayBeAboutFields(error: unknown): boolean {
  if (!(error instanceof SpeechError)) return false;
  const isRefusal = error.code === 'SPEECH_BAD_REQUEST' || error.code === 'SPEECH_INVALID';
  return isRefusal && !isFaultOfRecording(error.serviceCode);
}

/** Whether the service worked on the request, or would have: the account's refusals come before the fields are looked at. */
function isUnderstood(error: unknown): boolean {
  if (!(error instanceof SpeechError)) return false;
  const { code, serviceCode } = error;
  const isTooMuch = code === 'SPEECH_UNAVAILABLE' || code === 'SPEECH_RATE_LIMITED' || code === 'SPEECH_TIMEOUT';
  return isTooMuch || code === 'SPEECH_TOO_LARGE' || isFaultOfRecording(serviceCode);
}
