import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SpooledClip } from '../../captions/captions-ports.ts';

const clipSchema = z.object({
  guildId: z.string(),
  channelId: z.string(),
  userId: z.string(),
  clipId: z.string(),
  utteranceId: z.string(),
  part: z.number(),
  startedAtMs: z.number(),
  durationMs: z.number(),
  /** A file of an earlier version may lack both: its voice then counts as long as the clip. */
  voiceStartedAtMs: z.number().optional(),
  voiceEndedAtMs: z.number().optional(),
  lostPackets: z.number(),
  lastVoiceAtMs: z.number(),
});

const headerSchema = z.object({
  /** Bytes of audio that follow: a shorter file is incomplete. */
  audioBytes: z.int().min(0),
  entry: z.object({
    clip: clipSchema.transform((clip) => ({
      ...clip,
      voiceStartedAtMs: clip.voiceStartedAtMs ?? clip.startedAtMs,
      voiceEndedAtMs: clip.voiceEndedAtMs ?? clip.startedAtMs + clip.durationMs,
    })),
    sessionId: z.string(),
    speaker: z.string(),
    language: z.string().optional(),
  }),
});

type Header = z.output<typeof headerSchema>;

const LINE_FEED = 0x0a;

/** The name of a clip's file. A hash of its id reveals nothing about a person, and no id can escape the folder. */
export function fileNameOf(clipId: string, kind: 'clip' | 'growing' | 'unfinished'): string {
  return `${createHash('sha256').update(clipId).digest('hex')}.${kind}`;
}

/**
 * A spool file's content: one line of JSON that describes the clip, then its audio. `entry` is what decoding gives back.
 * @throws {ZodError} when it could not be decoded.
 */
export function encodeSpoolFile(entry: SpooledClip, audio: Uint8Array): { entry: SpooledClip; content: Buffer } {
  const header = headerSchema.parse({ audioBytes: audio.byteLength, entry });
  return { entry: toEntry(header), content: Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), audio]) };
}

/** Who speaks in a file of ours, and when they began; `undefined` where the damage reaches that. */
export function speakerOf(content: Uint8Array): { userId: string; startedAtMs: number } | undefined {
  const headerBytes = content.indexOf(LINE_FEED);
  const header = headerBytes === -1 ? undefined : parseHeader(Buffer.from(content.subarray(0, headerBytes)).toString());
  return header?.entry.clip;
}

/** Reads a spool file's content; `audio` is a view of it. `undefined` when it is not whole or not one of ours. */
export function decodeSpoolFile(content: Uint8Array): { entry: SpooledClip; audio: Uint8Array } | undefined {
  const headerBytes = content.indexOf(LINE_FEED);
  if (headerBytes === -1) return undefined;
  const header = parseHeader(Buffer.from(content.subarray(0, headerBytes)).toString());
  const audio = content.subarray(headerBytes + 1);
  if (header === undefined || header.audioBytes !== audio.byteLength) return undefined;
  return { entry: toEntry(header), audio };
}

/** A clip under way as far as a record describes it, with what the record added to its audio. */
export interface GrowthRecord {
  readonly entry: SpooledClip;
  readonly audio: Uint8Array;
}

/**
 * Reads the file of a clip under way: records that each look like a spool file. Ends before the first one that is not
 * whole, which a power cut may leave; the audio of the others is a view of `content`.
 */
export function decodeGrowth(content: Uint8Array): GrowthRecord[] {
  const records: GrowthRecord[] = [];
  for (let rest = content; rest.length > 0; ) {
    const headerBytes = rest.indexOf(LINE_FEED);
    const header = headerBytes === -1 ? undefined : parseHeader(Buffer.from(rest.subarray(0, headerBytes)).toString());
    const end = headerBytes + 1 + (header?.audioBytes ?? 0);
    if (header === undefined || rest.length < end) break;
    records.push({ entry: toEntry(header), audio: rest.subarray(headerBytes + 1, end) });
    rest = rest.subarray(end);
  }
  return records;
}

function toEntry({ entry }: Header): SpooledClip {
  return { ...entry, language: entry.language };
}

function parseHeader(json: string): Header | undefined {
  try {
    return headerSchema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}
