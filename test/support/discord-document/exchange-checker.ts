import type { RestExchange } from '@mynah/local-discord/rest/exchange';
import { Ajv2020, type ErrorObject, type Format, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Addition } from './exceptions.ts';
import {
  type Content,
  type DocumentedAnswer,
  nameOfReference,
  type OpenApiDocument,
  operationsOf,
  type Parameter,
  type Schema,
} from './open-api.ts';
import { type FoundOperation, findOperation } from './operations.ts';
import { strictSchema } from './strict-schema.ts';

/** Path of the document's server, which its paths are below. */
const BASE_PATH = '/api/v10';

/** Files of a form (Discord API reference, "Uploading Files"); its other field is `payload_json`. */
const FILE_FIELD = /^files\[\d\]$/;

/** Name of the document's schemas among those of the validator. */
const DOCUMENT = 'document';

const JSON_TYPE = 'application/json';

/** What `format` means in Discord's document. */
const FORMATS: Readonly<Record<string, Format>> = {
  snowflake: /^(0|[1-9]\d{0,19})$/,
  nonce: /^.{0,25}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  uri: (value: string) => URL.canParse(value),
  int32: { type: 'number', validate: (value: number) => value === (value | 0) },
  int64: { type: 'number', validate: Number.isInteger },
  double: true,
};

/** Holds REST exchanges against an OpenAPI document. Schemas are compiled when they are first needed, and kept. */
export class ExchangeChecker {
  readonly #document: OpenApiDocument;
  readonly #additions: readonly Addition[];
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<Schema, ValidateFunction>();

  /** `additions` of requests are ignored. */
  constructor(document: OpenApiDocument, additions: readonly Addition[] = []) {
    this.#document = document;
    this.#additions = additions;
    // Optimized code costs more than it saves: most schemas see few exchanges.
    const code = { optimize: false } as const;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code, formats: FORMATS });
    const { schemas } = document.components;
    const strict = Object.entries(schemas).map(([name, schema]) => [name, strictSchema(schema, schemas, DOCUMENT)]);
    this.#ajv.addSchema({ $id: DOCUMENT, components: { schemas: Object.fromEntries(strict) } });
  }

  /** Compiles the schemas of these operations, which takes longest where they have messages. */
  prepare(operationIds: readonly string[]): void {
    const operations = Object.values(this.#document.paths).flatMap(operationsOf);
    for (const { operationId, requestBody, responses } of operations) {
      if (!operationIds.includes(operationId)) continue;
      const schemas = [
        schemaOf(requestBody),
        ...Object.values(responses).map((answer) => schemaOf(this.#shared(answer))),
      ];
      for (const schema of schemas) if (schema !== undefined) this.#validator(schema);
    }
  }

  /** What doesn't fit, a line each: operation, place and what is expected, never a value. */
  check(exchange: RestExchange): string[] {
    const { method, target, status } = exchange;
    const { pathname, searchParams } = new URL(target, 'http://discord');
    const path = pathname.slice(BASE_PATH.length);
    const found = pathname.startsWith(`${BASE_PATH}/`) ? findOperation(this.#document, method, path) : undefined;
    if (found === undefined) return [`${method} ${pathname}: no such operation`];
    const faults = [
      ...this.#checkParameters('path', found, Object.entries(found.path)),
      ...this.#checkParameters('query', found, [...searchParams]),
      ...this.#checkRequest(found, exchange),
      ...this.#checkAnswer(found, exchange),
    ];
    return faults.map((fault) => `${found.operation.operationId} (${found.name}, answered ${status}): ${fault}`);
  }

  #checkParameters(
    place: 'path' | 'query',
    { parameters }: FoundOperation,
    values: readonly (readonly [string, string])[],
  ): string[] {
    const documented = parameters.filter((parameter) => parameter.in === place);
    const sent = new Set(values.map(([name]) => name));
    const missing = documented.filter(({ name, required }) => required === true && !sent.has(name));
    return [
      ...missing.map(({ name }) => `the ${place} must have ${name}`),
      ...values.flatMap(([name, value]) => {
        const parameter = documented.find((candidate) => candidate.name === name);
        if (parameter === undefined) return [`the ${place} must not have ${name}`];
        return this.#faults(`the ${place}'s ${name}`, parameter.schema, this.#read(parameter, value));
      }),
    ];
  }

  /** A parameter's value as the type that its schema wants, where it is one. */
  #read({ schema }: Parameter, value: string): unknown {
    if (schema.type === 'integer' || schema.type === 'number') return value === '' ? value : Number(value);
    if (schema.type === 'boolean') return value === 'true' || (value === 'false' ? false : value);
    return value;
  }

  #checkRequest({ operation }: FoundOperation, { contentType, body, fields }: RestExchange): string[] {
    const { operationId, requestBody } = operation;
    const mediaType = contentType?.split(';', 1)[0];
    if (requestBody === undefined) return body === undefined ? [] : ['the request must have no body'];
    if (body === undefined) return requestBody.required === true ? ['the request must have a body'] : [];
    const { content } = requestBody;
    if (mediaType === undefined || !(mediaType in content)) {
      return [`the request's content type must be one of ${Object.keys(content).join(', ')}`];
    }
    const names = fields.filter((field) => field !== 'payload_json' && !FILE_FIELD.test(field));
    // A form has its JSON in `payload_json`, which the document does not mention.
    const schema = schemaOf(requestBody);
    return [
      ...names.map((name) => `the form must not have ${name}`),
      ...(schema === undefined ? [] : this.#faults('the request', schema, this.#withoutAdditions(operationId, body))),
    ];
  }

  #withoutAdditions(operationId: string, body: unknown): unknown {
    const additions = this.#additions.filter(({ operations }) => operations.includes(operationId));
    return additions.reduce((rest, { path, value }) => without(rest, path, value), body);
  }

  #checkAnswer({ operation: { responses } }: FoundOperation, { status, answer }: RestExchange): string[] {
    const documented = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
    if (documented === undefined) return [`the status must be one of ${Object.keys(responses).join(', ')}`];
    const schema = schemaOf(this.#shared(documented));
    if (schema === undefined) return answer === undefined ? [] : ['the answer must have no body'];
    if (answer === undefined) return ['the answer must have a body'];
    return this.#faults('the answer', schema, JSON.parse(answer));
  }

  #shared(answer: DocumentedAnswer): DocumentedAnswer {
    if (answer.$ref === undefined) return answer;
    return this.#document.components.responses?.[nameOfReference(answer.$ref)] ?? answer;
  }

  #faults(what: string, schema: Schema, value: unknown): string[] {
    const validate = this.#validator(schema);
    if (validate(value)) return [];
    const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
    return [...new Set(errors.map((error) => `${placeOf(what, error.instancePath)} ${expectation(error)}`))];
  }

  #validator(schema: Schema): ValidateFunction {
    const known = this.#validators.get(schema);
    if (known !== undefined) return known;
    const validate = this.#ajv.compile(strictSchema(schema, this.#document.components.schemas, DOCUMENT));
    this.#validators.set(schema, validate);
    return validate;
  }
}

/** The schema of a JSON body. */
function schemaOf(body: { readonly content?: Content } | undefined): Schema | undefined {
  return body?.content?.[JSON_TYPE]?.schema;
}

function placeOf(what: string, path: string): string {
  return path === '' ? what : `${what}'s ${path}`;
}

/** A body without the property at this path, if that has this value. */
function without(body: unknown, [name, ...inner]: readonly string[], value: unknown): unknown {
  if (typeof body !== 'object' || body === null || name === undefined || !(name in body)) return body;
  const { [name]: found, ...rest }: Record<string, unknown> = { ...body };
  if (inner.length > 0) return { ...rest, [name]: without(found, inner, value) };
  return found === value ? rest : body;
}

function expectation({ keyword, message = 'must fit', params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `must not have ${String(params['additionalProperty'])}`;
  if (keyword === 'required') return `must have ${String(params['missingProperty'])}`;
  if (keyword === 'enum') return `must be one of ${JSON.stringify(params['allowedValues'])}`;
  return message;
}
