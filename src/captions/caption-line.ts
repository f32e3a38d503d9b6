import type { Transcript } from '../speech/wire.ts';
import { toCaptionText } from './caption-text.ts';
import type { CaptionLine, SpooledClip } from './captions-ports.ts';

/** The line of a clip's text. Its times are those of the voice in the clip, which the packets' RTP times give. */
export function captionLineOf(entry: SpooledClip, { text }: Pick<Transcript, 'text'>, late: boolean): CaptionLine {
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
