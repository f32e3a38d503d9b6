import type { RestExchange } from '@mynah/local-discord/rest/exchange';
import { describe, expect, it } from 'vitest';
import { MISSING_DOCUMENT, readDiscordDocument } from '../support/discord-document/discord-document.ts';
import { ADDED_BY_DISCORD_JS } from '../support/discord-document/exceptions.ts';
import { ExchangeChecker } from '../support/discord-document/exchange-checker.ts';
import type { OpenApiDocument, Schema } from '../support/discord-document/open-api.ts';
import { findOperation } from '../support/discord-document/operations.ts';

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const body = (schema: Schema) => ({ ...json(schema).content, 'multipart/form-data': { schema } });

/** A document with what Discord's has: parameters, forms, unions, shared answers, and objects in parts. */
const DOCUMENT: OpenApiDocument = {
  paths: {
    '/notes/{note_id}': {
      parameters: [{ name: 'note_id', in: 'path', required: true, schema: reference('Id') }],
      get: {
        operationId: 'get_note',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
          { name: 'full', in: 'query', schema: { type: 'boolean' } },
        ],
        responses: { '200': json(reference('Note')), '4XX': { $ref: '#/components/responses/Refused' } },
      },
      patch: {
        operationId: 'change_note',
        requestBody: { required: true, content: body(reference('Change')) },
        responses: { '200': json(reference('Note')), '4XX': { $ref: '#/components/responses/Refused' } },
      },
      delete: { operationId: 'delete_note', responses: { '204': {} } },
    },
    '/notes/@newest': { get: { operationId: 'get_newest_note', responses: { '200': json(reference('Note')) } } },
  },
  components: {
    schemas: {
      Id: { type: 'string', pattern: '^[0-9]+$', format: 'snowflake' },
      Kind: {
        type: 'integer',
        oneOf: [
          { title: 'TEXT', const: 1 },
          { title: 'LINK', const: 2 },
        ],
      },
      Note: {
        type: 'object',
        properties: {
          id: reference('Id'),
          kind: reference('Kind'),
          seen: { type: ['string', 'null'], format: 'date-time' },
          author: { oneOf: [{ type: 'null' }, { type: 'object', properties: { name: { type: 'string' } } }] },
        },
        required: ['id'],
      },
      Change: {
        type: 'object',
        properties: {
          parts: { type: 'array', items: { oneOf: [reference('Text'), reference('Link')] } },
          options: { type: 'object', properties: { loud: { type: 'boolean' } } },
        },
      },
      Text: {
        type: 'object',
        properties: { kind: { type: 'integer', enum: [1], allOf: [reference('Kind')] }, text: { type: 'string' } },
        required: ['kind', 'text'],
      },
      Link: {
        type: 'object',
        properties: { kind: { type: 'integer', enum: [2] }, url: { type: 'string', format: 'uri' } },
        required: ['kind', 'url'],
      },
      Fault: { type: 'object', properties: { code: { type: 'integer' } }, required: ['code'] },
      Refusal: { allOf: [reference('Fault'), { type: 'object', properties: { errors: { type: 'object' } } }] },
    },
    responses: { Refused: json(reference('Refusal')) },
  },
};

const checker = new ExchangeChecker(DOCUMENT, [
  { operations: ['change_note'], path: ['options', 'tts'], value: false },
]);

/** What doesn't fit of an exchange: by default `GET /notes/1`, answered with a note. */
function faultsOf(exchange: Partial<Omit<RestExchange, 'answer'>> & { readonly answer?: unknown }): string[] {
  const { answer = { id: '1' }, ...rest } = exchange;
  const bodiless = { contentType: undefined, body: undefined, fields: [] };
  const target = `/api/v10${rest.target ?? '/notes/1'}`;
  const text = answer === null ? undefined : JSON.stringify(answer);
  const faults = checker.check({ method: 'GET', status: 200, ...bodiless, ...rest, target, answer: text });
  return faults.map((fault) => fault.replace(/^.*\): /, ''));
}

function faultsOfChange(change: unknown, more: Partial<RestExchange> = {}): string[] {
  return faultsOf({ method: 'PATCH', contentType: 'application/json', body: change, ...more, answer: { id: '1' } });
}

describe('an exchange held against an OpenAPI document', () => {
  it.each([
    ['an answer', {}],
    ['parameters of the query', { target: '/notes/1?limit=100&full=false' }],
    ['the other half of null or an object', { answer: { id: '1', author: null, seen: null } }],
    ['an object that may be null', { answer: { id: '1', author: { name: 'Ada' } } }],
    ['a time', { answer: { id: '1', seen: '2026-11-26T01:22:09.000Z' } }],
    ['an answer without a body', { method: 'DELETE', status: 204, answer: null }],
    ['a refusal, which is described in parts', { status: 404, answer: { code: 10_008, errors: { text: {} } } }],
  ])('fits with %s', (_, exchange) => {
    expect(faultsOf(exchange)).toEqual([]);
  });

  it.each([
    ['a missing property', { answer: {} }, 'the answer must have id'],
    ['an unknown property', { answer: { id: '1', colour: 1 } }, 'the answer must not have colour'],
    [
      'an unknown property of an inner object',
      { answer: { id: '1', author: { nick: '' } } },
      "the answer's /author must not have nick",
    ],
    ['a wrong type', { answer: { id: 1 } }, "the answer's /id must be string"],
    ['a wrong format', { answer: { id: '1', seen: 'today' } }, `the answer's /seen must match format "date-time"`],
    ['a value that is none of the listed', { answer: { id: '1', kind: 3 } }, "the answer's /kind must be one of [1,2]"],
    ['no body', { answer: null }, 'the answer must have a body'],
    ['a body too many', { method: 'DELETE', status: 204 }, 'the answer must have no body'],
    ['another status', { status: 201 }, 'the status must be one of 200, 4XX'],
    ['an unknown property of a refusal', { status: 400, answer: { code: 1, why: '' } }, 'the answer must not have why'],
  ])('does not fit with %s in the answer', (_, exchange, fault) => {
    expect(faultsOf(exchange)).toEqual([fault]);
  });

  it.each([
    ['?limit=200', "the query's limit must be <= 100"],
    ['?limit=', "the query's limit must be integer"],
    ['?full=yes', "the query's full must be boolean"],
    ['?limits=1', 'the query must not have limits'],
  ])('does not fit with the query %s', (query, fault) => {
    expect(faultsOf({ target: `/notes/1${query}` })).toEqual([fault]);
  });

  it('does not fit with a path parameter of another kind', () => {
    const [fault] = faultsOf({ target: '/notes/first' });
    expect(fault).toBe('the path\'s note_id must match pattern "^[0-9]+$"');
  });

  it('names the operation that was asked for, and nothing that was sent', () => {
    const exchange = { method: 'PATCH', target: '/api/v10/notes/1', contentType: 'application/json', fields: [] };
    const change = { parts: [{ kind: 1, text: 'secret', words: 'secret' }] };
    expect(checker.check({ ...exchange, body: change, status: 200, answer: '{"id":"1"}' })).toEqual([
      "change_note (PATCH /notes/{note_id}, answered 200): the request's /parts/0 must not have words",
    ]);
  });

  it.each([
    ['a member of a union that is meant by its kind', { parts: [{ kind: 2, url: 'https://a.example' }] }, []],
    ['a property too many', { parts: [], part: 1 }, ['the request must not have part']],
    ['a wrong member', { parts: [{ kind: 2, url: 'a' }] }, ['the request\'s /parts/0/url must match format "uri"']],
    [
      'a property of another member',
      { parts: [{ kind: 1, url: '', text: '' }] },
      ["the request's /parts/0 must not have url"],
    ],
    ['no member', { parts: [{ kind: 3 }] }, ["the request's /parts/0/kind must be one of [1,2]"]],
    ['what a library adds', { options: { loud: true, tts: false } }, []],
    [
      'what a library adds, with another value',
      { options: { tts: true } },
      ["the request's /options must not have tts"],
    ],
    ['what a library adds, elsewhere', { tts: false }, ['the request must not have tts']],
    ['no body', undefined, ['the request must have a body']],
  ])('holds a request to its schema: %s', (_, change, faults) => {
    expect(faultsOfChange(change)).toEqual(faults);
  });

  it('holds a form to the schema of its JSON, and its fields to the names of files', () => {
    const contentType = 'multipart/form-data; boundary=x';
    expect(faultsOfChange({ parts: [] }, { contentType, fields: ['payload_json', 'files[0]'] })).toEqual([]);
    expect(faultsOfChange({ part: [] }, { contentType, fields: ['payload_json', 'file'] })).toEqual([
      'the form must not have file',
      'the request must not have part',
    ]);
  });

  it('does not fit with another content type, or a body that the operation does not take', () => {
    const types = 'application/json, multipart/form-data';
    expect(faultsOfChange({}, { contentType: 'text/plain' })).toEqual([
      `the request's content type must be one of ${types}`,
    ]);
    expect(faultsOf({ body: {} })).toEqual(['the request must have no body']);
  });

  it('takes a literal path for itself, not for a parameter', () => {
    expect(findOperation(DOCUMENT, 'GET', '/notes/%40newest')?.operation.operationId).toBe('get_newest_note');
  });

  it.each(['/note/1', '/notes/1/more'])('does not fit with the unknown path %s', (target) => {
    expect(faultsOf({ target })).toEqual([`GET /api/v10${target}: no such operation`]);
  });

  it('does not fit with a method that the path does not have', () => {
    expect(faultsOf({ method: 'PUT' })).toEqual(['PUT /api/v10/notes/1: no such operation']);
  });
});

describe('Discord’s own document', () => {
  it('lets discord.js add what it adds to every message, and nothing else', ({ skip }) => {
    if (MISSING_DOCUMENT !== undefined) skip(MISSING_DOCUMENT);
    const real = new ExchangeChecker(readDiscordDocument(), ADDED_BY_DISCORD_JS);
    const answer = (data: object): string[] =>
      real.check({
        ...{ method: 'POST', target: '/api/v10/interactions/1/token/callback', contentType: 'application/json' },
        ...{ body: { type: 7, data }, fields: [], status: 204, answer: undefined },
      });
    expect(answer({ content: 'Hello', tts: false, enforce_nonce: false })).toEqual([]);
    expect(answer({ contents: 'Hello', tts: true })).toEqual([
      expect.stringMatching(/must not have contents$/),
      expect.stringMatching(/must not have tts$/),
    ]);
  });
});
