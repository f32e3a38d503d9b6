import { type CaptionedText, toCaptionText } from './caption-text.ts';
import type { CaptionLine, SpooledClip } from './captions-ports.ts';

/** The line of a clip's text. Its times are those of the voice in the clip, which the packets' RTP times give. */
export function captionLineOf(entry: SpooledClip, text: CaptionedText, late: boolean): CaptionLine {
  const { clip, sessionId, speaker } = entry;
  return {
    lineId: clip.clipId,
    sessionId,
    userId: clip.userId,
    speaker,
    startedAtMs: clip.voiceStartedAtMs,
    endedAtMs: clip.voiceEndedAtMs,
    text: toCaptionText(text),
    late,
  };
}

/**
 * The lines of a transcript: one for each speaker turn of a caption line, with a share of its time by its length. Nothing
 * says when each turn begins: captions ask for no timestamps, which take time.
 */
export function linesOfTurns(line: CaptionLine): CaptionLine[] {
  const turns = line.text.split('\n');
  const length = turns.reduce((sum, turn) => sum + turn.length, 0) || 1;
  let said = 0;
  let at = line.startedAtMs;
  return turns.map((text) => {
    const startedAtMs = at;
    said += text.length;
    at = line.startedAtMs + Math.round(((line.endedAtMs - line.startedAtMs) * said) / length);
    return { ...line, text, startedAtMs, endedAtMs: at };
  });
}
