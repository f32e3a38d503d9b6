import type { MessageView } from '../../protocol.ts';
import { type MentionNames, plainText } from '../markdown/plain-text.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { commandPath, findChannel, findPerson, findRole } from '../names.ts';
import type { PageState } from '../state.ts';

const LONGEST = 120;

/** The beginning of a message in one line, without formatting and with spoilers covered; `''` if it has no text. */
export function excerpt(state: PageState, { content, attachments, embeds, markdown }: MessageView): string {
  const names: MentionNames = {
    person: (id) => findPerson(state, id)?.name,
    channel: (id) => findChannel(state, id)?.channel.name,
    role: (id) => findRole(state, id)?.name,
    command: (id, name) => commandPath(state, id, name),
  };
  const text = content || embeds[0]?.title || embeds[0]?.description || '';
  const nodes = markdown[text];
  const line = nodes === undefined ? text : plainText(readMarkdown(nodes), names);
  const shown = line || attachments[0]?.filename || '';
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown;
}
