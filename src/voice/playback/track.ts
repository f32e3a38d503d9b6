import type { Logger } from '../../log.ts';
import { wasNotServed } from '../../speech/speech-error.ts';
import type { SpeechClient } from '../../speech/speech-service.ts';
import type { AskedPieces } from './asked-pieces.ts';
import { writePieceAudio } from './piece-audio.ts';
import { pieceRequest, type QueueEntry, soundOf } from './playback-queue.ts';
import type { PlayoutBuffer } from './playout-buffer.ts';
import { toFailure } from './to-failure.ts';

/** What playback needs of the speech service. */
export type SpeechSource = Pick<SpeechClient, 'synthesize' | 'pcmSampleRateHz'>;

/** One piece of an item, on its way from text to packets. */
export interface Track {
  readonly entry: QueueEntry;
  readonly piece: number;
  readonly buffer: PlayoutBuffer;
  readonly controller: AbortController;
  /** Packets of the piece that were heard, in an earlier process too. */
  heardPackets: number;
}

/** Creates the track of a piece; what was heard of it before is left out. */
export function createTrack(entry: QueueEntry, piece: number, buffer: PlayoutBuffer): Track {
  const heardPackets = piece === entry.firstPiece ? (entry.heardPackets ?? 0) : 0;
  return { entry, piece, buffer, controller: new AbortController(), heardPackets };
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

/** Runs one synthesis into the track's buffer, which ends with the failure if there is one. Never rejects. */
export async function fillTrack(track: Track, { guildId, speech, asked, onArrival, log }: TrackSource): Promise<void> {
  const { entry, piece, buffer, heardPackets: skip } = track;
  const { signal } = track.controller;
  let hasAudio = false;
  try {
    const request = pieceRequest(entry, piece);
    const chunks = soundOf(entry, request, speech, { tenant: guildId, priority: 'speech', signal });
    const write = (packets: readonly Uint8Array[], isRestarted: boolean): Promise<void> | undefined => {
      hasAudio = true;
      const hasRoom = buffer.push(packets, isRestarted);
      onArrival(track, false);
      return hasRoom ? undefined : buffer.room(signal);
    };
    const { pcmSampleRateHz } = speech;
    await writePieceAudio(chunks, { characters: request.text.length, skip, pcmSampleRateHz, signal, write });
    buffer.end();
  } catch (error) {
    if (signal.aborted) return;
    if (!hasAudio && wasNotServed(error)) asked.remove(entry, piece);
    buffer.end(toFailure(error, log));
  }
  onArrival(track, true);
}
