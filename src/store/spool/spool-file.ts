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
