/** HTML whose parts are safe to be put together: made only by `html`, which escapes everything else. */
export class Html {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }
}

/** What may stand in a template: text is escaped, HTML is not, nothing is written for `undefined`. */
type Part = string | number | Html | readonly Html[] | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of HTML: html`<p title="${text}">${text}</p>`. Values of attributes must be in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((string, index) => string + written(parts[index])).join(''));
}

/** A block of data for the page's script, which the browser doesn't run. */
export function jsonBlock(id: string, data: unknown): Html {
  // `<` could end the element, or begin a comment in it.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return new Html(`<script type="application/json" id="${id}">${json}</script>`);
}

function written(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'object') return part.join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
