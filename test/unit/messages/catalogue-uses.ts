import { parseSync } from 'oxc-parser';

/** A node of the syntax tree (ESTree), as far as it is known before its type has been looked at. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Any key: the code picks it while it runs. */
const ANY = '*';

/** Names of types, with the key whose values they describe. */
export type TypeKeys = ReadonlyMap<string, string>;

/** The types of a source file that describe what is under a key: `type Texts = Messages['say']` describes `say`. */
export function typeKeysIn(file: string, source: string): (readonly [type: string, key: string])[] {
  return nodesOf(file, source).flatMap((node) => {
    const described = asNode(node['typeAnnotation']);
    if (node.type !== 'TSTypeAliasDeclaration' || described.type !== 'TSIndexedAccessType') return [];
    return [[nameOf(node['id']), indexOf(described)] as const];
  });
}

function nodesOf(file: string, source: string): readonly SyntaxNode[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: SyntaxNode[] = [];
  collect(program, found);
  return found;
}

/**
 * The keys that a source file reads of objects, as pairs of the object's key and its own: `playback.say`, `say.spoken`;
 * `formats.*` where the key is computed. Constants and parameters that stand for an object count under the object's key.
 */
export function keysRead(file: string, source: string, typeKeys: TypeKeys = new Map()): Set<string> {
  const nodes = nodesOf(file, source);
  const aliases = new Map<string, Set<string>>();
  const parents = parentsOfPatterns(nodes);
  const pairs = new Set<string>();
  const alias = (name: string, key: string): void => {
    aliases.set(name, (aliases.get(name) ?? new Set<string>()).add(key));
  };
  for (const node of nodes) noteAlias(node, alias, typeKeys);
  const keysOf = (name: string): readonly string[] => [name, topicOf(name), ...(aliases.get(name) ?? [])];
  for (const node of nodes) {
    if (node.type === 'MemberExpression') {
      const key = node['computed'] === true ? computedKey(node['property']) : nameOf(node['property']);
      for (const parent of lastKeysOf(node['object']).flatMap(keysOf)) pairs.add(`${parent}.${key}`);
    }
    // What is handed on as a whole may be read there.
    if (['CallExpression', 'NewExpression'].includes(node.type)) {
      for (const given of nodesIn(node['arguments'])) {
        if (given.type === 'MemberExpression') pairs.add(`${lastKeyOf(given)}.${ANY}`);
      }
    }
    if (node.type === 'ObjectPattern')
      for (const [parent, key] of pairsOf(node, parents.get(node) ?? typedParentOf(node, typeKeys)))
        pairs.add(`${parent}.${key}`);
  }
  return pairs;
}

/** `const texts = messages.captions.command`, `{ captions: texts }` and `texts: Messages['captions']` name what they hold. */
function noteAlias(node: SyntaxNode, alias: (name: string, key: string) => void, typeKeys: TypeKeys): void {
  if (node.type === 'VariableDeclarator') {
    const [id, init] = [asNode(node['id']), asNode(node['init'])];
    if (id.type === 'Identifier' && init.type === 'ConditionalExpression') {
      for (const key of lastKeysOf(init)) alias(nameOf(id), key);
    }
    if (id.type === 'Identifier' && init.type === 'MemberExpression') {
      alias(nameOf(id), init['computed'] === true ? computedKey(init['property']) : nameOf(init['property']));
      // An element of an object has the keys of any of its elements.
      if (init['computed'] === true) alias(nameOf(id), lastKeyOf(init['object']));
    }
  }
  if (node.type === 'Property' && asNode(node['value']).type === 'Identifier') {
    alias(nameOf(node['value']), nameOf(node['key']));
  }
  const annotation = asNode(asNode(node['typeAnnotation'])['typeAnnotation']);
  if (node.type === 'TSPropertySignature') {
    const held = typeKeys.get(nameOf(annotation['typeName']));
    if (held !== undefined) alias(nameOf(node['key']), held);
  }
  if (node.type !== 'Identifier') return;
  if (annotation.type === 'TSIndexedAccessType') alias(nameOf(node), indexOf(annotation));
  const described = typeKeys.get(nameOf(annotation['typeName']));
  if (described !== undefined) alias(nameOf(node), described);
}

/** What object patterns take apart: the key of the initial value or of the property around them. */
function parentsOfPatterns(nodes: readonly SyntaxNode[]): Map<unknown, string> {
  return new Map(
    nodes.flatMap((node): [unknown, string][] => {
      if (node.type === 'VariableDeclarator') return [[node['id'], lastKeyOf(node['init'])]];
      return node.type === 'Property' ? [[node['value'], nameOf(node['key'])]] : [];
    }),
  );
}

/** The key that a pattern's own type names; empty where nothing is known of it. */
function typedParentOf(pattern: SyntaxNode, typeKeys: TypeKeys): string {
  const annotation = asNode(asNode(pattern['typeAnnotation'])['typeAnnotation']);
  if (annotation.type === 'TSIndexedAccessType') return indexOf(annotation);
  return typeKeys.get(nameOf(annotation['typeName'])) ?? '';
}

function pairsOf(pattern: SyntaxNode, parent: string): [parent: string, key: string][] {
  return nodesIn(pattern['properties']).map((property) =>
    property.type === 'Property' ? [parent, nameOf(property['key'])] : [parent, ANY],
  );
}

function computedKey(property: unknown): string {
  const node = asNode(property);
  return node.type === 'Literal' ? nameOf(node) : ANY;
}

/** The topic that a file of the catalogue exports: `errors` for `errorMessages`. */
function topicOf(name: string): string {
  return name.replace(/Messages$/, 's');
}

/** The same, for each that a conditional expression may give. */
function lastKeysOf(value: unknown): readonly string[] {
  const node = asNode(value);
  if (node.type === 'ParenthesizedExpression') return lastKeysOf(node['expression']);
  if (node.type !== 'ConditionalExpression') return [lastKeyOf(node)];
  return [...lastKeysOf(node['consequent']), ...lastKeysOf(node['alternate'])];
}

/** The key under which an expression was read: `b` of `a.b`; the name of a plain identifier. */
function lastKeyOf(value: unknown): string {
  const node = asNode(value);
  if (node.type === 'MemberExpression') {
    return node['computed'] === true ? lastKeyOf(node['object']) : nameOf(node['property']);
  }
  if (node.type === 'ChainExpression' || node.type === 'AwaitExpression') {
    return lastKeyOf(node['expression'] ?? node['argument']);
  }
  return nameOf(node);
}

/** The last key of `Messages['a']['b']`. */
function indexOf(type: SyntaxNode): string {
  return nameOf(asNode(type['indexType'])['literal']);
}

function nameOf(value: unknown): string {
  const node = asNode(value);
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : '';
  return typeof node['name'] === 'string' ? node['name'] : '';
}

function collect(value: unknown, found: SyntaxNode[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, found);
  if (!isNode(value)) return;
  found.push(value);
  for (const key in value) if (typeof value[key] === 'object') collect(value[key], found);
}

function nodesIn(value: unknown): SyntaxNode[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
}

function asNode(value: unknown): SyntaxNode {
  return isNode(value) ? value : { type: '', start: 0 };
}
