import type { Logger } from '../../log/log.ts';
import type { CallContext } from '../../speech/call-context.ts';
import { wasNotServed } from '../../speech/speech-error.ts';
import type { SpeechClient } from '../../speech/speech-service.ts';
import type { AskedPieces } from './asked-pieces.ts';
import { type PieceAudioOptions, writePieceAudio } from './piece-audio.ts';
import { pieceRequest, type QueueEntry, soundOf } from './playback-queue.ts';
import type { PlayoutBuffer } from './playout-buffer.ts';
import { NO_AUDIO, toFailure } from './to-failure.ts';

/** What playback needs of the speech service. */
export type SpeechSource = Pick<SpeechClient, 'synthesize' | 'pcmSampleRateHz'>;

/** One piece of an item, on its way from text to packets. */
export interface Track {
  readonly entry: QueueEntry;
  readonly piece: number;
  readonly buffer: PlayoutBuffer;
  readonly controller: AbortController;
  /** Aborts when the track's turn comes: until then, what is before it is still to be played. */
  readonly awaited: AbortController;
  /** Packets of the piece that were heard, in an earlier process too. */
  heardPackets: number;
}

/** Creates the track of a piece; what was heard of it before is left out. */
export function createTrack(entry: QueueEntry, piece: number, buffer: PlayoutBuffer): Track {
  const heardPackets = piece === entry.firstPiece ? (entry.heardPackets ?? 0) : 0;
  return { entry, piece, buffer, controller: new AbortController(), awaited: new AbortController(), heardPackets };
}

/** What the synthesis of a track needs. */
export interface TrackSource {
  readonly guildId: string;
  readonly speech: SpeechSource;
  readonly asked: AskedPieces;
  /** Called after each arrival of sound, and with `isEnd` after the last one or the failure. */
  readonly onArrival: (track: Track, isEnd: boolean) => void;
  readonly log: Logger;
}

/** Any sound is longer. Others saw single answers that were the head of a file, or one frame of silence. */
const MIN_PACKETS = 3;

/**
 * Runs one synthesis into the track's buffer, which ends with the failure if there is one. The service is asked once more if
 * it answers without sound. Never rejects.
 */
export async function fillTrack(track: Track, source: TrackSource): Promise<void> {
  const { entry, piece, buffer, heardPackets } = track;
  const { asked, onArrival, log } = source;
  const { signal } = track.controller;
  let hasAudio = false;
  const write = (packets: readonly Uint8Array[], isRestarted: boolean): Promise<void> | undefined => {
    hasAudio = true;
    const hasRoom = buffer.push(packets, isRestarted);
    onArrival(track, false);
    return hasRoom ? undefined : buffer.room(signal);
  };
  try {
    let packets = await speak(track, source, { skip: heardPackets, write });
    if (packets < MIN_PACKETS && entry.recording === undefined) {
      log.warn('the speech service answered without sound, asking again');
      packets = await speak(track, source, { skip: packets, write });
    }
    const isSilent = packets < MIN_PACKETS && entry.recording === undefined;
    if (isSilent) asked.remove(entry, piece);
    buffer.end(isSilent ? NO_AUDIO : undefined);
  } catch (error) {
    if (signal.aborted) return;
    if (!hasAudio && wasNotServed(error)) asked.remove(entry, piece);
    buffer.end(toFailure(error, log));
  }
  onArrival(track, true);
}

/** Asks for the sound of the piece, and writes it. Resolves like `writePieceAudio`. */
function speak(
  { entry, piece, controller: { signal }, awaited }: Track,
  { guildId, speech }: TrackSource,
  { skip, write }: Pick<PieceAudioOptions, 'skip' | 'write'>,
): Promise<number> {
  const request = pieceRequest(entry, piece);
  const begun = new AbortController();
  const context: CallContext = {
    tenant: guildId,
    priority: 'speech',
    awaited: awaited.signal,
    begun: begun.signal,
    signal,
  };
  const chunks = soundOf(entry, request, speech, context);
  const { pcmSampleRateHz } = speech;
  const onSound = (): void => begun.abort();
  return writePieceAudio(chunks, { characters: request.text.length, skip, pcmSampleRateHz, signal, onSound, write });
}
