import type { MessageView } from '../../protocol.ts';
import { daysBetween } from '../times.ts';

/** A message continues the one above within this time, as in Discord. */
const CONTINUES_WITHIN_MS = 7 * 60_000;

/** A message in the list, and what its neighbour above makes of it. */
export interface MessageRow {
  readonly message: MessageView;
  readonly isContinued: boolean;
  /** Whether it is the first of its day. */
  readonly startsDay: boolean;
}

/** The rows of the list of messages, without those that were dismissed. */
export function messageRows(messages: readonly MessageView[], dismissed: ReadonlySet<string>): readonly MessageRow[] {
  const shown = messages.filter(({ id }) => !dismissed.has(id));
  return shown.map((message, index) => {
    const above = shown[index - 1];
    const startsDay = above === undefined || daysBetween(above.createdAtMs, message.createdAtMs) !== 0;
    return { message, startsDay, isContinued: above !== undefined && !startsDay && continues(message, above) };
  });
}

function continues(message: MessageView, above: MessageView): boolean {
  return (
    message.author.id === above.author.id &&
    message.author.name === above.author.name &&
    message.isEphemeral === above.isEphemeral &&
    message.replyTo === undefined &&
    message.command === undefined &&
    message.createdAtMs - above.createdAtMs < CONTINUES_WITHIN_MS
  );
}
