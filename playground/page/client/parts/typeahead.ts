/** The next entry after the active one whose label starts with a typed letter, around the end; `undefined`: none, or no letter. */
export function findByTyping(
  key: string,
  choices: readonly { readonly label: string }[],
  active: number,
): number | undefined {
  if (key.length !== 1 || key === ' ') return undefined;
  for (let step = 1; step <= choices.length; step += 1) {
    const index = (active + step) % choices.length;
    if (choices[index]?.label.toLocaleLowerCase().startsWith(key.toLocaleLowerCase()) === true) return index;
  }
  return undefined;
}
