/** The container of an audio stream, judged by its first bytes. `unknown` is most likely bare PCM. */
export type Container = 'ogg' | 'wav' | 'mp3' | 'unknown';

/** Maximum size of an MPEG layer III frame (320 kbit/s at 32 kHz, padded) and size of its header, in bytes. */
const MAX_MP3_FRAME_BYTES = 1_441;
const MP3_HEADER_BYTES = 4;

/** Bit rates of layer III in kbit/s by index (ISO 11172-3 and 13818-3); index 0 is "free", 15 is forbidden. */
const MPEG1_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const MPEG2_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
const MPEG1_SAMPLE_RATES_HZ = [44_100, 48_000, 32_000] as const;

/**
 * Detects the container from the first bytes of a stream; `need-more` while more bytes could decide. It needs at most 12
 * bytes, or about 1.5 kB if they start like an mp3 frame: bare PCM can look like one frame header, but not like two at the
 * right distance.
 */
export function detectContainer(firstBytes: Uint8Array): Container | 'need-more' {
  for (const candidate of [
    matchText(firstBytes, 0, 'OggS', 'ogg'),
    matchWav(firstBytes),
    matchText(firstBytes, 0, 'ID3', 'mp3'),
    matchMp3Frames(firstBytes),
  ]) {
    if (candidate !== 'unknown') return candidate;
  }
  return 'unknown';
}

function matchWav(bytes: Uint8Array): Container | 'need-more' {
  const riff = matchText(bytes, 0, 'RIFF', 'wav');
  return riff === 'wav' ? matchText(bytes, 8, 'WAVE', 'wav') : riff;
}

function matchText(bytes: Uint8Array, offset: number, text: string, container: Container): Container | 'need-more' {
  for (let index = 0; index < text.length; index += 1) {
    const byte = bytes[offset + index];
    if (byte === undefined) return 'need-more';
    if (byte !== text.charCodeAt(index)) return 'unknown';
  }
  return container;
}

function matchMp3Frames(bytes: Uint8Array): Container | 'need-more' {
  const [first, second] = bytes;
  if (first !== 0xff) return first === undefined ? 'need-more' : 'unknown';
  if (second !== undefined && !isLayer3(second)) return 'unknown';
  if (bytes.length < MP3_HEADER_BYTES) return 'need-more';
  const frameBytes = mp3FrameBytes(bytes);
  if (frameBytes === undefined || frameBytes > MAX_MP3_FRAME_BYTES) return 'unknown';
  if (bytes.length < frameBytes + 2) return 'need-more';
  return bytes[frameBytes] === first && bytes[frameBytes + 1] === second ? 'mp3' : 'unknown';
}

/** True for sync bits, a version that is not reserved, and layer III. */
function isLayer3(secondByte: number): boolean {
  return (secondByte & 0xe6) === 0xe2 && (secondByte & 0x18) !== 0x08;
}

/** Length of the mp3 frame whose header `bytes` starts with; `undefined` if it is not a valid header. */
export function mp3FrameBytes(bytes: Uint8Array): number | undefined {
  const version = ((bytes[1] ?? 0) >> 3) & 3;
  const third = bytes[2] ?? 0;
  const isMpeg1 = version === 3;
  const kbps = (isMpeg1 ? MPEG1_KBPS : MPEG2_KBPS)[third >> 4];
  const mpeg1RateHz = MPEG1_SAMPLE_RATES_HZ[(third >> 2) & 3];
  if (kbps === undefined || kbps === 0 || mpeg1RateHz === undefined) return undefined;
  const rateHz = mpeg1RateHz / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
  const samplesPerFrame = isMpeg1 ? 1152 : 576;
  return Math.floor((samplesPerFrame * 125 * kbps) / rateHz) + ((third >> 1) & 1);
}
