import type { MessageView } from '../../protocol.ts';

const LONGEST = 120;

/** The beginning of a message in one line, without formatting marks; `''` if it has no text. */
export function excerpt({ content, attachments, embeds }: MessageView): string {
  const text = content || embeds[0]?.title || embeds[0]?.description || attachments[0]?.filename || '';
  const line = text
    .replaceAll(/[*_~|`>#]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
