import { linesOfTurns } from '../../captions/caption-line.ts';
import type { StoredTranscript } from '../../captions/captions-api.ts';
import type { Messages } from '../../messages/messages.ts';
import { formatCaptions } from '../../text/captions-export.ts';
import type { TranscriptFormat } from '../../text/transcript-format.ts';
import type { ReplyFile } from '../client/replies.ts';

/** A transcript as a file, named after the UTC time at which its captions started. */
export async function transcriptFile(
  format: TranscriptFormat,
  channelName: string,
  { session: { startedAtMs }, lines }: StoredTranscript,
  { captions, text }: Messages,
): Promise<ReplyFile> {
  const title = captions.transcriptTitle({ channelName });
  const stamp = new Date(startedAtMs).toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  const said = { title, startedAtMs, lines: lines.flatMap(linesOfTurns) };
  const content = await formatCaptions(format, said, text.transcript);
  return { name: `captions-${stamp}.${format}`, bytes: new TextEncoder().encode(content) };
}
