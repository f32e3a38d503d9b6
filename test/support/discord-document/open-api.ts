/** A JSON Schema, as far as it is looked into here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

/** Schemas by name. */
export type Schemas = Readonly<Record<string, Schema>>;

/** A parameter of a path or a query. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** Bodies by media type. */
export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** An answer; `$ref` names a shared one. */
export interface DocumentedAnswer {
  readonly $ref?: string;
  readonly content?: Content;
}

/** What a path can be asked for. */
export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content; readonly required?: boolean };
  /** By status; `4XX` stands for all of its kind. */
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Methods of operations. */
export type Method = (typeof METHODS)[number];

/** A path's operations, and the parameters that they share. */
export type PathItem = { readonly parameters?: readonly Parameter[] } & Readonly<Partial<Record<Method, Operation>>>;

/** An OpenAPI 3.1 document, as far as it is looked into here. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly responses?: Readonly<Record<string, DocumentedAnswer>>;
  };
}

/** All operations of a path. */
export function operationsOf(item: PathItem): Operation[] {
  return METHODS.flatMap((method) => item[method] ?? []);
}

/** The name at the end of a reference such as `#/components/schemas/UserResponse`. */
export function nameOfReference(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
