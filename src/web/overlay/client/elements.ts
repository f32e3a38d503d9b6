/** The element with an id, of the kind that it must be. Throws where the page and its script don't fit together. */
export function byId<E extends HTMLElement>(id: string, kind: abstract new () => E): E {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`#${id} is missing`);
  return element;
}

/** Calls `run` when the control with this id is pressed. */
export function onPress(id: string, run: () => void): void {
  byId(id, HTMLElement).addEventListener('click', run);
}

/** Shows a text, or hides its element when there is none. */
export function showText(element: HTMLElement, text: string | undefined): void {
  element.hidden = text === undefined;
  if (text !== undefined && element.textContent !== text) element.textContent = text;
}
