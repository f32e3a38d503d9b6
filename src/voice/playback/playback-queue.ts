import type { CallContext } from '../../speech/call-context.ts';
import { deliveryOf } from '../../speech/delivery.ts';
import type { SpeechClient } from '../../speech/speech-service.ts';
import type { SpeechChunk } from '../../speech/synthesis.ts';
import type { SpeechRequest } from '../../speech/tts.ts';
import type { Span } from '../../telemetry/spans.ts';
import { splitIntoPieces } from '../../text/split-into-pieces.ts';
import type { ItemRecord } from '../session-record.ts';
import type { QueueItem, SpeakOutcome, SpeakRequest } from '../voice-api.ts';

/**
 * A queued text. Its `pieces`, at least one, are synthesized one after the other. Speaking begins at `firstPiece`: 0, or a
 * later one in a restored session.
 */
export interface QueueEntry extends ItemRecord {
  readonly pieces: readonly string[];
  /** From the request until listeners begin to hear it; none in a restored session. */
  readonly beforeSound: Span | undefined;
}

/** A session's texts in the order of speaking; the first one is being spoken or about to be. */
export interface PlaybackQueue {
  /** Adds a text at the end, or returns the bound that it would exceed. `beforeSound` begins once it is added. */
  add(request: SpeakRequest, beforeSound?: () => Span): Exclude<SpeakOutcome, { kind: 'no-session' }>;
  /** Restores a session's entries. */
  restore(restored: readonly ItemRecord[]): void;
  readonly entries: readonly QueueEntry[];
  /** Removes one entry, wherever it is. */
  remove(entry: QueueEntry): void;
}

/** Creates an empty queue, bounded by its items and by the characters (UTF-16 units) of all its texts together. */
export function createPlaybackQueue(bounds: {
  readonly maxItems: number;
  readonly maxCharacters: number;
}): PlaybackQueue {
  const entries: QueueEntry[] = [];
  let characters = 0;
  return {
    entries,
    add(request, beforeSound) {
      const { textId, userId, text, mark, recording } = request;
      if (entries.length >= bounds.maxItems) return { kind: 'full', limit: 'items', max: bounds.maxItems };
      if (characters + text.length > bounds.maxCharacters) {
        return { kind: 'full', limit: 'characters', max: bounds.maxCharacters };
      }
      characters += text.length;
      const spoken = { text, mark, recording, ...deliveryOf(request) };
      const start = startOf(request, piecesOf(request));
      entries.push({ textId, userId, ...spoken, ...start, beforeSound: beforeSound?.() });
      return { kind: 'queued', position: entries.length - 1 };
    },
    restore(restored) {
      entries.push(...restored.map((item) => ({ ...item, pieces: piecesOf(item), beforeSound: undefined })));
      characters = entries.reduce((sum, { text }) => sum + text.length, 0);
    },
    remove(entry) {
      const index = entries.indexOf(entry);
      if (index < 0) return;
      entries.splice(index, 1);
      characters -= entry.text.length;
    },
  };
}

/** Where a text begins: past its end, which only another version can have cut otherwise, is its last piece. */
function startOf(
  { resume }: SpeakRequest,
  pieces: readonly string[],
): Omit<QueueEntry, keyof QueueItem | 'beforeSound'> {
  if (resume === undefined) return { pieces, firstPiece: 0 };
  const firstPiece = Math.min(resume.piece, pieces.length - 1);
  return { pieces, firstPiece, heardPackets: resume.packets };
}

/** The pieces that a text is synthesized in, with their expression marks. */
function piecesOf({ text, mark }: Pick<SpeakRequest, 'text' | 'mark'>): string[] {
  return splitIntoPieces(text, { mark });
}

/** What the service is asked for one piece of an entry. */
export function pieceRequest(entry: QueueEntry, piece: number): SpeechRequest {
  return { text: entry.pieces[piece] ?? '', ...deliveryOf(entry) };
}

/** The sound of one piece: its recording, or what the service makes of it. */
export function soundOf(
  { recording }: QueueEntry,
  request: SpeechRequest,
  speech: Pick<SpeechClient, 'synthesize'>,
  context: CallContext,
): AsyncIterable<SpeechChunk> {
  return recording === undefined ? speech.synthesize(request, context) : recorded(recording);
}

async function* recorded(bytes: Uint8Array): AsyncGenerator<SpeechChunk> {
  yield { kind: 'audio', bytes };
}

/** An entry as the engine's callers see it. */
export function describeEntry(entry: QueueEntry, state: QueueItem['state']): QueueItem {
  const { textId, userId, text, mark } = entry;
  return { textId, userId, text, mark, ...deliveryOf(entry), state };
}

/** An entry as another thread or process continues it; `played`: the piece that is played now, perhaps of this entry. */
export function recordOf(
  entry: QueueEntry,
  played?: { readonly entry: QueueEntry; readonly piece: number; readonly heardPackets: number },
): ItemRecord {
  const { pieces: _pieces, beforeSound: _beforeSound, ...record } = entry;
  if (played?.entry !== entry) return record;
  return { ...record, firstPiece: played.piece, heardPackets: played.heardPackets };
}
