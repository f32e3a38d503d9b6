/** A custom emoji as its name: the playground has no pictures of them. */
export function emojiText({
  id,
  name,
}: {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
}): string {
  return id === undefined || id === null ? (name ?? '') : `:${name ?? ''}:`;
}
