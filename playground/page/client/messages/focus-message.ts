/** The element of a message in the list has this id. */
export function messageElementId(id: string): string {
  return `message-${id}`;
}

/** Brings a message into view, and the focus to it. */
export function focusMessage(id: string): void {
  const element = document.getElementById(messageElementId(id));
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus({ preventScroll: true });
}
