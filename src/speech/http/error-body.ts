import { errorBodySchema, validationErrorSchema } from '@mynah/speech-wire/wire';

/** Maximum length of a service message, in characters. */
const MAX_MESSAGE_LENGTH = 300;

/** What a code and a request's id may consist of: both are logged, and people read the id between backticks. */
const SERVICE_CODE = /^[A-Za-z0-9_.-]{1,100}$/;
const REQUEST_ID = /^[A-Za-z0-9_.:/+=~-]{1,100}$/;

/** The start of a tag, a comment or a doctype: the page of a proxy, which says nothing about the request. */
const MARKUP = /<[a-z/!?]/i;

/** What isn't text (a compressed body, another encoding), or JSON that was cut off: nothing that people could read. */
const NOT_WORDS = /^.{0,300}\uFFFD|^\s*(?:\{|\[\s*[{"[])/s;

/** What the body of a refusal says. A part that is missing, or not what it must be, is `undefined`. */
export interface ErrorBody {
  /** For people, at most 300 characters. */
  readonly message: string | undefined;
  /** Letters, digits and `_.-`, at most 100. */
  readonly code: string | undefined;
  /** As `requestIdOf` allows it. */
  readonly requestId: string | undefined;
}

/**
 * Reads the body of a refusal: `{status, message, reason?, code?, request_id?}`, the array of a 422, plain text, a proxy's
 * HTML page, or nothing.
 */
export function readErrorBody(text: string): ErrorBody {
  const body = text.replace(/^\uFEFF/, '');
  const json = parseJson(body);
  const fields = errorBodySchema.safeParse(json).data;
  const words = wordsOf(body, json);
  return {
    message: words === undefined || MARKUP.test(words) ? undefined : trimMessage(words),
    code: fields?.code !== undefined && SERVICE_CODE.test(fields.code) ? fields.code : undefined,
    requestId: requestIdOf(fields?.request_id),
  };
}

/** A request's id if it is at most 100 ASCII letters, digits and `_.:/+=~-`, else `undefined`. */
export function requestIdOf(value: unknown): string | undefined {
  return typeof value === 'string' && REQUEST_ID.test(value) ? value : undefined;
}

/** Shortens a message to one line of at most 300 characters without control characters; `undefined` if nothing is left. */
export function trimMessage(text: string): string | undefined {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line === '') return undefined;
  if (line.length <= MAX_MESSAGE_LENGTH) return line;
  const cut = line.slice(0, MAX_MESSAGE_LENGTH - 1);
  // A lone half of a surrogate pair would show as a replacement character.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

/**
 * What an error's own message, which is logged, may say of the service's message: its length. The words may quote what
 * people wrote.
 */
export function lengthNote(serviceMessage: string | undefined): string {
  return serviceMessage === undefined ? '' : ` with a message of ${serviceMessage.length} characters`;
}

/** JSON of any other shape has nothing that people could read. */
function wordsOf(body: string, json: unknown): string | undefined {
  if (json === undefined) return NOT_WORDS.test(body) ? undefined : body;
  if (typeof json === 'string') return json;
  const list = validationErrorSchema.safeParse(json);
  if (list.success) return list.data.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  const { message, detail, reason = '' } = errorBodySchema.safeParse(json).data ?? {};
  const words = message ?? detail;
  return words === undefined || reason === '' ? words : `${words} (${reason})`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
