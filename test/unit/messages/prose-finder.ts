import { parseSync } from 'oxc-parser';

/** A text in a source file that people could read, with `…` for each placeholder of a template. */
export interface Prose {
  readonly line: number;
  readonly text: string;
}

/** A node of the syntax tree (ESTree), as far as it is known before its type has been looked at. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Stands for a placeholder inside a template (U+FFFC, OBJECT REPLACEMENT CHARACTER). */
const PLACEHOLDER = '\uFFFC';

/** A word, capitalised as at the beginning of a sentence or a label, or a word at the end of a sentence. */
const LONE_WORD = /^\p{Lu}\p{Ll}+[,;:.!?…]?$|^\p{L}[\p{L}’'-]+[.!?…]+$/u;

/** Discord's markup of a text, which may separate its words. */
const MARKUP = /\*+|__|~~|\|\||`/g;

/** Two words in a row, or a word and a placeholder. */
const WORDS_IN_A_ROW = /\p{L}[^\s\p{L}]*\s[^\s\p{L}]*[\p{L}\p{N}\uFFFC]|\uFFFC[,;:.!?]?\s\p{L}{2,}/u;

/** Fields of Discord's objects that people read, even if their text is a single word in lower case. */
const SHOWN_FIELDS: ReadonlySet<unknown> = new Set(['label', 'placeholder', 'description', 'content', 'title']);

/** Calls that show their first argument to people. */
const SHOWN_BY = /^(?:reply|editReply|followUp|set(?:Label|Placeholder|Description|Content|Title)|UserError)$/;

/** The code of an error that members read, whatever its class. */
const USER_ERROR_CODE = 'USER_ERROR';

/** Names of errors that operators read; a UserError is read by members. */
const OPERATORS_ERROR = /^(?!UserError$).*(?:Error|Exception)$/;

/**
 * Finds the texts in a source file that look like prose: two words in a row (also joined by `+` or `join`), a lone word
 * that is capitalised or ends a sentence, or any word where Discord shows it. Left out is what nobody but operators and
 * developers reads: arguments of the logger, messages of errors but UserErrors (also those made by functions that are
 * declared to return one), imports and types.
 */
export function findProse(file: string, source: string): Prose[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const errorMakers = new Set(errorMakersIn(program));
  const found: Prose[] = [];
  const visit = (node: SyntaxNode, isShown: boolean): void => {
    if (isForOperators(node, errorMakers) || node.type === 'ImportDeclaration' || node.type.startsWith('TSType'))
      return;
    const text = textOf(node);
    if (text !== undefined && isProse(text, isShown)) {
      found.push({ line: source.slice(0, node.start).split('\n').length, text: text.replaceAll(PLACEHOLDER, '…') });
      if (isJoined(node)) return;
    }
    for (const child of childrenOf(node)) {
      if (!isFieldName(node, child)) visit(child, isShownChild(node, child, isShown));
    }
  };
  visit(asNode(program), false);
  return found;
}

function isProse(text: string, isShown: boolean): boolean {
  const plain = text.replaceAll(MARKUP, '');
  return WORDS_IN_A_ROW.test(plain) || LONE_WORD.test(plain.trim()) || (isShown && /\p{L}{2,}/u.test(plain));
}

/** The text of a string, a template, or texts joined by `+` or `join`; `undefined` for every other node. */
function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (isJoined(node)) return joinedTextOf(node);
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join(PLACEHOLDER);
}

/** `a + b`, or `[a, b].join(' ')`. */
function isJoined(node: SyntaxNode): boolean {
  if (node.type === 'BinaryExpression') return node['operator'] === '+';
  if (node.type !== 'CallExpression') return false;
  const callee = asNode(node['callee']);
  return nameOf(callee) === 'join' && asNode(callee['object']).type === 'ArrayExpression';
}

function joinedTextOf(node: SyntaxNode): string | undefined {
  const parts =
    node.type === 'BinaryExpression'
      ? [node['left'], node['right']]
      : nodesIn(asNode(asNode(node['callee'])['object'])['elements']);
  const texts = parts.map((part) => textOf(asNode(part)));
  if (texts.every((text) => text === undefined)) return undefined;
  const separator =
    node.type === 'BinaryExpression' ? '' : (textOf(nodesIn(node['arguments'])[0] ?? asNode(undefined)) ?? ',');
  return texts.map((text) => text ?? PLACEHOLDER).join(separator);
}

/** The quoted name of a field is no text. */
function isFieldName(node: SyntaxNode, child: SyntaxNode): boolean {
  return node.type === 'Property' && child === node['key'] && node['computed'] === false;
}

/** A value of a field that Discord shows, or what such a value is chosen from. */
function isShownChild(node: SyntaxNode, child: SyntaxNode, isShown: boolean): boolean {
  if (node.type === 'Property') return child === node['value'] && SHOWN_FIELDS.has(nameOf(node['key']));
  if (node.type === 'ConditionalExpression') return isShown && child !== node['test'];
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    return SHOWN_BY.test(nameOf(node['callee'])) && child === nodesIn(node['arguments'])[0];
  }
  return isShown && ['LogicalExpression', 'ParenthesizedExpression', 'TSAsExpression'].includes(node.type);
}

function isForOperators(node: SyntaxNode, errorMakers: ReadonlySet<string>): boolean {
  if (node.type === 'NewExpression') {
    const [code] = nodesIn(node['arguments']);
    return OPERATORS_ERROR.test(nameOf(node['callee'])) && code?.['value'] !== USER_ERROR_CODE;
  }
  if (node.type !== 'CallExpression') return false;
  const callee = asNode(node['callee']);
  if (nameOf(callee) === 'logFault' || nameOf(callee) === 'logWithReference') return true;
  const isOwn = callee.type !== 'MemberExpression' || asNode(callee['object']).type === 'ThisExpression';
  if (isOwn && errorMakers.has(nameOf(callee))) return true;
  return callee.type === 'MemberExpression' && /^#?log$/.test(nameOf(callee['object']));
}

/** Names of the functions that are declared to return an error for operators. */
function errorMakersIn(program: unknown): string[] {
  const names: string[] = [];
  const visit = (node: SyntaxNode): void => {
    const [name, made] = node.type === 'MethodDefinition' ? [node['key'], asNode(node['value'])] : [node['id'], node];
    if (['FunctionDeclaration', 'MethodDefinition'].includes(node.type) && OPERATORS_ERROR.test(returnTypeOf(made))) {
      names.push(nameOf(name));
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(asNode(program));
  return names;
}

function returnTypeOf(node: SyntaxNode): string {
  const annotation = asNode(asNode(node['returnType'])['typeAnnotation']);
  return nameOf(annotation['typeName']);
}

/** The name of an identifier, or of the last part of `a.b.c`; empty for other nodes. */
function nameOf(value: unknown): string {
  const node = asNode(value);
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  return typeof node['name'] === 'string' ? node['name'] : '';
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap(nodesIn);
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
