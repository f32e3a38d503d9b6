import type { Transcript } from '../speech/wire.ts';
import { toCaptionText } from './caption-text.ts';
import type { CaptionLine, SpooledClip } from './captions-ports.ts';

/** The line of a clip's text. It spans from the first segment to the last, within the clip. */
export function captionLineOf(entry: SpooledClip, transcript: Transcript, late: boolean): CaptionLine {
  const { clip, sessionId, speaker } = entry;
  const within = (seconds: number): number => Math.min(Math.max(0, Math.round(seconds * 1000)), clip.durationMs);
  const fromMs = within(transcript.segments.at(0)?.start ?? 0);
  const toMs = within(transcript.segments.at(-1)?.end ?? clip.durationMs / 1000);
  // Where the segments' times are invalid, the line spans the whole clip.
  const [startMs, endMs] = fromMs < toMs ? [fromMs, toMs] : [0, clip.durationMs];
  return {
    lineId: clip.clipId,
    sessionId,
    userId: clip.userId,
    speaker,
    startedAtMs: clip.startedAtMs + startMs,
    endedAtMs: clip.startedAtMs + endMs,
    text: toCaptionText(transcript.text),
    late,
  };
}
