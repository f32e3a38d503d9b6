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

/** Two words in a row, or a word and a placeholder. */
const WORDS_IN_A_ROW = /\p{L}[,;:.!?]? [\p{L}\uFFFC]|\uFFFC[,;:.!?]? \p{L}{2,}/u;

/** Fields of Discord's objects that people read, even if their text is a single word. */
const SHOWN_FIELDS: ReadonlySet<unknown> = new Set(['label', 'placeholder', 'description', 'content', 'title']);

/** Errors that operators read; a UserError is read by members. */
const OPERATORS_ERROR = /^(?!UserError$).*(?:Error|Exception)$/;

/**
 * Finds the texts in a source file that look like prose: two words in a row, or any word where Discord shows it. Left out
 * is what nobody but operators and developers reads: arguments of the logger, messages of errors but UserErrors (also
 * those made by functions that are declared to return one), imports and types.
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
    }
    for (const child of childrenOf(node)) visit(child, isShownChild(node, child, isShown));
  };
  visit(asNode(program), false);
  return found;
}

function isProse(text: string, isShown: boolean): boolean {
  return WORDS_IN_A_ROW.test(text) || (isShown && /\p{L}{2,}/u.test(text));
}

/** The text of a string or template; `undefined` for every other node. */
function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join(PLACEHOLDER);
}

/** A value of a field that Discord shows, or what such a value is chosen from. */
function isShownChild(node: SyntaxNode, child: SyntaxNode, isShown: boolean): boolean {
  if (node.type === 'Property') return child === node['value'] && SHOWN_FIELDS.has(nameOf(node['key']));
  const isChoice = node.type === 'ConditionalExpression' && child !== node['test'];
  return isChoice && isShown;
}

function isForOperators(node: SyntaxNode, errorMakers: ReadonlySet<string>): boolean {
  if (node.type === 'NewExpression') return OPERATORS_ERROR.test(nameOf(node['callee']));
  if (node.type !== 'CallExpression') return false;
  const callee = asNode(node['callee']);
  if (callee.type !== 'MemberExpression') return errorMakers.has(nameOf(callee));
  return /^#?log$/.test(nameOf(callee['object']));
}

/** Names of the functions that are declared to return an error for operators. */
function errorMakersIn(program: unknown): string[] {
  const names: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'FunctionDeclaration' && OPERATORS_ERROR.test(returnTypeOf(node))) names.push(nameOf(node['id']));
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
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
}

function asNode(value: unknown): SyntaxNode {
  return isNode(value) ? value : { type: '', start: 0 };
}
