import type { MessageView } from '../protocol.ts';

/** Compares two ids of Discord, which grow with time: negative if `a` is older. */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

/** The messages with one that is new or changed. A revision older than the known one changes nothing. */
export function withMessage(messages: readonly MessageView[], message: MessageView): readonly MessageView[] {
  const index = messages.findLastIndex(({ id }) => compareIds(id, message.id) <= 0);
  const known = messages[index];
  if (known?.id !== message.id) return messages.toSpliced(index + 1, 0, message);
  return message.revision < known.revision ? messages : messages.with(index, message);
}

/**
 * The messages of a channel after its newest were asked for again, as after a lost connection. Those that were known and
 * did not come again were deleted meanwhile; ephemeral ones stay, because only this page has them.
 *
 * @param before The messages before the request.
 * @param after The messages after it: what came is in there as new objects.
 * @returns `isWhole: false` if more came than were asked for: what was known before is gone, because of the gap after it.
 */
export function mergeNewest(
  before: readonly MessageView[],
  after: readonly MessageView[],
): { readonly messages: readonly MessageView[]; readonly isWhole: boolean } {
  const known = new Set(before);
  const oldest = after.find((message) => !known.has(message) && !message.isEphemeral);
  if (oldest === undefined) return { messages: after.filter(({ isEphemeral }) => isEphemeral), isWhole: true };
  const newest = before.findLast(({ isEphemeral }) => !isEphemeral);
  const isWhole = newest === undefined || compareIds(oldest.id, newest.id) <= 0;
  const messages = after.filter((message) => {
    if (!known.has(message) || message.isEphemeral) return true;
    return isWhole && compareIds(message.id, oldest.id) < 0;
  });
  return { messages, isWhole };
}
