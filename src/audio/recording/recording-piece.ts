import { readMp3SideInfo } from './mp3-side-info.ts';
import type { PlacedPacket } from './recording-clock.ts';
import { RecordingError } from './recording-error.ts';
import { MAX_RUN_UP_S, SAME_S, type Span } from './recording-plan.ts';
import { markBefore, type RecordingScan, walk } from './recording-scan.ts';
import type { Yielder } from './recording-source.ts';
import type { RecordedTrack } from './recording-track.ts';
import { createTrackFile, type TrackFile } from './recording-track-file.ts';

/** A piece's file and the position of its first sound in the recording. */
export interface PieceFile {
  readonly audio: Uint8Array;
  readonly extension: string;
  readonly startS: number;
  readonly durationS: number;
}

/** Run-up of an Opus decoder (RFC 7845 §4.6). */
const OPUS_RUN_UP_S = 0.08;
/** AAC frames overlap by one; the bands of high efficiency look back one more. */
const AAC_RUN_UP_PACKETS = 2;
/** Vorbis produces no sound for the first packet it decodes. */
const VORBIS_RUN_UP_PACKETS = 1;
/** mp3 frames overlap by one, in addition to their bits in earlier frames. */
const MP3_OVERLAP_PACKETS = 1;

/** Copies the packets of a span into a new file. */
export async function writePiece(
  track: RecordedTrack,
  scan: RecordingScan,
  span: Span,
  yielder: Yielder,
): Promise<PieceFile> {
  const before: PlacedPacket[] = [];
  let file: TrackFile | undefined;
  let fileStartS = span.startS;
  for await (const placed of walk(track, markBefore(scan, span.startS, MAX_RUN_UP_S), true, yielder)) {
    if (placed.startS + placed.durationS <= span.startS + SAME_S) {
      before.push(placed);
      if (span.startS - (before[0]?.startS ?? 0) > MAX_RUN_UP_S) before.shift();
      continue;
    }
    if (placed.startS >= span.endS - SAME_S) {
      await file?.addSilence(span.endS - (placed.startS - placed.silenceS));
      break;
    }
    if (file === undefined) {
      const lead = runUp(track, before, placed);
      fileStartS = (lead[0] ?? placed).startS;
      file = await createTrackFile(track, span.startS - fileStartS);
      for (const early of lead) await file.add(early);
    } else {
      await file.addSilence(placed.silenceS);
    }
    await file.add(placed);
    // The parser fails after the last packet of a broken file.
    if (placed.startS + placed.durationS >= span.endS - SAME_S) break;
  }
  if (file === undefined) throw new RecordingError('AUDIO_BROKEN', 'The packets of a piece are not there any more.');
  const { audio, extension, hidesRunUp } = await file.end();
  const startS = hidesRunUp ? span.startS : Math.max(0, fileStartS);
  return { audio, extension, startS, durationS: span.heardS + span.startS - startS };
}

/** The preceding packets a decoder needs for the complete sound of the first one. */
function runUp(track: RecordedTrack, before: readonly PlacedPacket[], first: PlacedPacket): readonly PlacedPacket[] {
  switch (track.codec) {
    case 'opus':
      return before.filter(({ startS, durationS }) => first.startS - (startS + durationS) < OPUS_RUN_UP_S - SAME_S);
    case 'aac':
      return before.slice(-AAC_RUN_UP_PACKETS);
    case 'vorbis':
      return before.slice(-VORBIS_RUN_UP_PACKETS);
    case 'mp3':
      return mp3RunUp(before, first);
    default:
      return [];
  }
}

function mp3RunUp(before: readonly PlacedPacket[], first: PlacedPacket): readonly PlacedPacket[] {
  let index = before.length;
  let missingBytes = readMp3SideInfo(first.packet.data)?.reservoirBytes ?? 0;
  const takeBack = (): void => {
    index -= 1;
    missingBytes -= readMp3SideInfo(before[index]?.packet.data ?? new Uint8Array())?.mainBytes ?? 0;
  };
  for (let overlap = 0; overlap < MP3_OVERLAP_PACKETS && index > 0; overlap += 1) {
    takeBack();
    const overlapping = readMp3SideInfo(before[index]?.packet.data ?? new Uint8Array());
    missingBytes = Math.max(missingBytes, overlapping?.reservoirBytes ?? 0);
  }
  while (missingBytes > 0 && index > 0) takeBack();
  return before.slice(index);
}
