/** The service's codes for a request with too many bytes: `request_too_large`, and what gateways call it. */
const TOO_LARGE = /too_large$/;
/** The service's codes for faults of the recording itself. */
const FAULT_OF_RECORDING = /^(?:audio_|invalid_audio|unsupported_media)/;

/** Whether the service's own name for a refusal says that the request has too many bytes. */
export function isTooLarge(serviceCode: string | undefined): boolean {
  return TOO_LARGE.test(serviceCode ?? '');
}

/** Whether the service would refuse the recording again, whatever fields come with it. */
export function isFaultOfRecording(serviceCode: string | undefined): boolean {
  return isTooLarge(serviceCode) || FAULT_OF_RECORDING.test(serviceCode ?? '');
}
