import type { OpenApiDocument, Schema, Schemas } from './open-api.ts';

/** A property that a client library adds to requests by itself, with the only value that is ignored. */
export interface Addition {
  readonly operations: readonly string[];
  /** From the body down to the property. */
  readonly path: readonly string[];
  readonly value: unknown;
}

const EDITS = ['update_original_webhook_message', 'update_webhook_message'];

/** discord.js describes all messages alike, in `MessagePayload`: new ones, edits and answers to interactions. */
export const ADDED_BY_DISCORD_JS: readonly Addition[] = [
  { operations: ['execute_webhook', ...EDITS], path: ['enforce_nonce'], value: false },
  { operations: EDITS, path: ['tts'], value: false },
  { operations: ['create_interaction_response'], path: ['data', 'enforce_nonce'], value: false },
  { operations: ['create_interaction_response'], path: ['data', 'tts'], value: false },
];

/** Schemas that contradict Discord's API reference, as that has them. */
const CORRECTIONS: Schemas = {
  // "Error Messages": the errors of a form's fields have words for codes.
  InnerErrors: objectOf({
    _errors: { type: 'array', items: objectOf({ code: { type: 'string' }, message: { type: 'string' } }) },
  }),
  // "Rate Limit Response Structure": `code` is optional.
  RatelimitedResponse: objectOf(
    { message: { type: 'string' }, retry_after: { type: 'number' }, global: { type: 'boolean' } },
    { code: { type: 'integer' } },
  ),
};

/** Discord's document with its corrections. */
export function corrected(document: OpenApiDocument): OpenApiDocument {
  const { components } = document;
  return { ...document, components: { ...components, schemas: { ...components.schemas, ...CORRECTIONS } } };
}

function objectOf(required: Schemas, optional: Schemas = {}): Schema {
  return { type: 'object', properties: { ...required, ...optional }, required: Object.keys(required) };
}
