import { OpusError } from '@mynah/opus/opus-error';
import { PcmError } from '@mynah/pcm/pcm-error';
import { MynahError } from '../../errors.ts';

/** The error to throw for `error`: Mynah's own, of the same code, for those of the packages; every other as it is. */
export function ownError(error: unknown): unknown {
  const isTheirs = error instanceof OpusError || error instanceof PcmError;
  return isTheirs ? new MynahError(error.code, 'The sound cannot be converted', { cause: error }) : error;
}

/** Runs work with the packages. @throws what it throws, as `ownError` */
export function withOwnErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ownError(error);
  }
}
