import { nameOfReference, type Schema, type Schemas } from './open-api.ts';

/**
 * A schema of the document made strict: properties that it doesn't name are errors, also where the document only doesn't
 * forbid them. Unions whose members tell themselves apart by a property are checked by that, so that an error is one of the
 * member that was meant. References lead to `base`.
 */
export function strictSchema(schema: Schema, schemas: Schemas, base: string): Schema {
  const strict = (inner: Schema): Schema => strictSchema(inner, schemas, base);
  const { $ref, properties, additionalProperties, items, allOf, anyOf, oneOf, ...rest } = schema;
  if ($ref !== undefined) return { ...rest, $ref: `${base}#/components/schemas/${nameOfReference($ref)}` };
  const merged = allOf && mergeObjects(allOf, schemas);
  if (merged !== undefined) return strict({ ...rest, ...merged });
  const union = oneOf ?? anyOf;
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, strict(inner)])),
      additionalProperties: false,
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? strict(additionalProperties) : additionalProperties,
    }),
    ...(items && { items: strict(items) }),
    ...(allOf && { allOf: allOf.map(strict) }),
    ...(union && unionOf(union, schemas, strict)),
  };
}

/** An object that is described in parts, as one; `undefined` if a part is something else. */
function mergeObjects(parts: readonly Schema[], schemas: Schemas): Schema | undefined {
  const resolved = parts.map((part) => resolve(part, schemas));
  if (resolved.some(({ properties }) => properties === undefined)) return undefined;
  return {
    type: 'object',
    properties: Object.assign({}, ...resolved.map(({ properties }) => properties)) as Record<string, Schema>,
    required: resolved.flatMap(({ required = [] }) => required),
  };
}

function unionOf(members: readonly Schema[], schemas: Schemas, strict: (schema: Schema) => Schema): Schema {
  if (members.every((member) => 'const' in member)) return { enum: members.map((member) => member.const) };
  const [first, ...more] = members.filter(({ type }) => type !== 'null');
  if (first === undefined) return { type: 'null' };
  const others = [first, ...more];
  const described = more.length === 0 ? strict(first) : choiceOf(others, schemas, strict);
  return others.length === members.length ? described : { if: { type: 'null' }, else: described };
}

function choiceOf(members: readonly Schema[], schemas: Schemas, strict: (schema: Schema) => Schema): Schema {
  const resolved = members.map((member) => resolve(member, schemas));
  const tag = Object.keys(resolved[0]?.properties ?? {}).find((name) => tellsApart(name, resolved, schemas));
  if (tag === undefined) return { anyOf: members.map(strict) };
  const having = (values: readonly unknown[]): Schema => ({ required: [tag], properties: { [tag]: { enum: values } } });
  const values = resolved.map((member) => valuesOf(member.properties?.[tag], schemas) ?? []);
  return {
    type: 'object',
    ...having(values.flat()),
    allOf: members.map((member, index) => ({ if: { not: having(values[index] ?? []) }, else: strict(member) })),
  };
}

/** True if every member requires the property, and no two allow the same value. */
function tellsApart(name: string, members: readonly Schema[], schemas: Schemas): boolean {
  const values = members.map(({ properties, required = [] }) =>
    required.includes(name) ? valuesOf(properties?.[name], schemas) : undefined,
  );
  const known = values.flatMap((list) => list ?? []);
  return values.every((list) => list !== undefined) && new Set(known).size === known.length;
}

/** All values that a schema allows; `undefined` if it doesn't list them. */
function valuesOf(schema: Schema | undefined, schemas: Schemas): readonly unknown[] | undefined {
  if (schema === undefined) return undefined;
  const { const: only, enum: listed } = resolve(schema, schemas);
  return only === undefined ? listed : [only];
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : resolve(schemas[nameOfReference(schema.$ref)] ?? {}, schemas);
}
