/** What can be wrong with Opus; the codes are stable. */
export type OpusErrorCode = 'OPUS_MALFORMED' | 'OPUS_ENCODE_FAILED' | 'OGG_MALFORMED' | 'AUDIO_UNSUPPORTED';

/** Packets or pages that cannot be read, written or encoded. The message is for developers and quotes no sound. */
export class OpusError extends Error {
  override readonly name: string = 'OpusError';
  readonly code: OpusErrorCode;

  constructor(code: OpusErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
