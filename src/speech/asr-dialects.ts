import type { Logger } from '../log.ts';
import { SpeechError } from './speech-error.ts';
import { PRO_MODEL } from './wire.ts';

/**
 * How much of the interface of POST /v1/asr a request uses beyond `interface.md`, which has neither a model nor its fields:
 * `pro`: the `model` header, and the fields that only `transcribe-1-pro` has; `named`: the header; `plain`: nothing.
 */
export type AsrDialect = 'pro' | 'named' | 'plain';

/** The service's codes for faults of the recording itself, which it would refuse in any dialect. */
const FAULT_OF_RECORDING = /^(?:audio_|invalid_audio|unsupported_media|request_too_large|payload_too_large)/;

/** Finds the dialect that the service understands. */
export interface AsrDialects {
  /** The dialect of the next request. */
  readonly current: AsrDialect;
  /**
   * Sends a request in the current dialect. If the service refuses it for what may be the dialect, the request is sent
   * again at once in the next smaller one. What is then accepted is the dialect of all requests from then on; if the service
   * refuses that too, the recording is at fault, and the dialect stays. Rejects with the last error.
   */
  send<T>(request: (dialect: AsrDialect) => Promise<T>): Promise<T>;
}

/** Begins with the largest dialect for the model; `undefined` for no model. */
export function createAsrDialects(model: string | undefined, log: Logger): AsrDialects {
  const dialects = dialectsFor(model);
  let currentIndex = 0;
  /** A service that accepted the header once won't refuse it: another upload would tell nothing. */
  let isHeaderAccepted = false;

  const accepted = (index: number): void => {
    const dialect = dialects[index];
    isHeaderAccepted ||= dialect !== 'plain';
    if (index <= currentIndex) return;
    currentIndex = index;
    log.warn(
      { code: 'SPEECH_ASR_DIALECT', dialect },
      'the speech service refuses the newer fields of transcription: it is asked without them from now on',
    );
  };

  return {
    get current() {
      return dialects[currentIndex] ?? 'plain';
    },
    async send(request) {
      for (let index = currentIndex; ; index += 1) {
        try {
          const answer = await request(dialects[index] ?? 'plain');
          accepted(index);
          return answer;
        } catch (error) {
          const smaller = dialects[index + 1];
          const isUseless = smaller === undefined || (smaller === 'plain' && isHeaderAccepted);
          if (isUseless || !mayBeAboutFields(error)) throw error;
        }
      }
    },
  };
}

function dialectsFor(model: string | undefined): readonly AsrDialect[] {
  if (model === undefined) return ['plain'];
  return model === PRO_MODEL ? ['pro', 'named', 'plain'] : ['named', 'plain'];
}

/** Services that don't know a field answer 400 or 422, with codes such as `invalid_parameter`, or with none. */
function mayBeAboutFields(error: unknown): boolean {
  if (!(error instanceof SpeechError)) return false;
  const isRefusal = error.code === 'SPEECH_BAD_REQUEST' || error.code === 'SPEECH_INVALID';
  return isRefusal && !FAULT_OF_RECORDING.test(error.serviceCode ?? '');
}
