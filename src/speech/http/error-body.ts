import { errorBodySchema, validationErrorSchema } from '../wire.ts';

/** Maximum length of a service message, in characters. */
const MAX_MESSAGE_LENGTH = 300;

/**
 * The service's message in an error body: from `{status, message, reason?}`, from the array of a 422, or from plain text.
 * `undefined` if there is none, as in a proxy's HTML page.
 */
export function messageOfErrorBody(body: string): string | undefined {
  const words = wordsOf(body);
  return words === undefined ? undefined : trimMessage(words);
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

function wordsOf(body: string): string | undefined {
  const json = parseJson(body);
  if (json === undefined) return body.trimStart().startsWith('<') ? undefined : body;
  if (typeof json === 'string') return json;
  const object = errorBodySchema.safeParse(json);
  if (object.success) {
    const { message, reason } = object.data;
    return reason === undefined || reason === null || reason === '' ? message : `${message} (${reason})`;
  }
  const list = validationErrorSchema.safeParse(json);
  if (list.success) return list.data.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
