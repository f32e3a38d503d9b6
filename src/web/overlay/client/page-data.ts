/** What the server writes into the page for its script. */

/** The texts that the script needs, with `{name}` where a value goes. */
export interface PageTexts {
  readonly state: Readonly<Record<'connecting' | 'live' | 'waiting' | 'reconnecting' | 'ended', string>>;
  readonly notices: Readonly<
    Record<'empty' | 'older' | 'waiting' | 'ended' | 'invalid' | 'ignoredOptions' | 'onlyPeople', string>
  >;
  readonly pause: string;
  readonly resume: string;
  readonly newest: Readonly<Record<'jump' | 'paused' | 'count', string>>;
  readonly search: Readonly<Record<'position' | 'none', string>>;
  readonly copy: Readonly<Record<'copied' | 'failed' | 'nothing' | 'fileName', string>>;
  readonly previewSpeakers: Readonly<Record<'first' | 'second', string>>;
  readonly previewLines: Readonly<Record<'first' | 'second' | 'third', string>>;
}

export interface PageData {
  /** A language tag. */
  readonly locale: string;
  /** When the server wrote the page, in milliseconds since 1970: a viewer's clock may be wrong. */
  readonly serverNowMs: number;
  readonly texts: PageTexts;
}

/** The id of the element with the data. */
export const PAGE_DATA_ID = 'page-data';

/** A text with its values put in. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
