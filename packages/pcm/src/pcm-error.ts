/** What can be wrong with a stream of sound; the codes are stable. */
export type PcmErrorCode = 'AUDIO_MALFORMED' | 'AUDIO_UNSUPPORTED';

/** Sound that cannot be read as PCM. The message is for developers and quotes no sound. */
export class PcmError extends Error {
  override readonly name: string = 'PcmError';
  readonly code: PcmErrorCode;

  constructor(code: PcmErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
