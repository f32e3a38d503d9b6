import { parseSync } from 'oxc-parser';

/** A node of the syntax tree (ESTree), as far as it is known before its type has been looked at. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** What a source file does that the table in .dependency-cruiser.mjs cannot see, or no module may do; with line numbers. */
export interface ModuleFacts {
  /** Where variables of the module can be assigned again: `file:line`. */
  readonly state: readonly string[];
  /** Ways to run other code than by `import`. */
  readonly loaders: readonly string[];
}

/** Modules of Node that run other code; of `worker_threads`, only what starts a thread. */
const LOADING_MODULES = /^(?:node:)?(?:child_process|cluster|module|vm|worker_threads)$/;
const HARMLESS_IMPORTS: ReadonlySet<string> = new Set(['parentPort', 'workerData', 'isMainThread', 'threadId']);

/** Finds module-level `let` and `var`, and ways to run code that no import names. */
export function findModuleFacts(file: string, source: string): ModuleFacts {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const state: string[] = [];
  const loaders: string[] = [];
  const visit = (node: SyntaxNode, isInFunction: boolean): void => {
    const where = `${file}:${source.slice(0, node.start).split('\n').length}`;
    if (!isInFunction && node.type === 'VariableDeclaration' && ['let', 'var'].includes(String(node['kind']))) {
      state.push(where);
    }
    const loader = loaderIn(node);
    if (loader !== undefined) loaders.push(`${where} ${loader}`);
    const isInside = isInFunction || /Function|^StaticBlock$/.test(node.type);
    for (const child of childrenOf(node)) visit(child, isInside);
  };
  visit(program as unknown as SyntaxNode, false);
  return { state, loaders };
}

function loaderIn(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return isLoadingImport(node) ? textOf(node['source']) : undefined;
    case 'ImportExpression': {
      const name = textOf(node['source']);
      return name === undefined ? 'computed import()' : LOADING_MODULES.exec(name)?.[0];
    }
    case 'CallExpression':
    case 'NewExpression':
      return LOADING_CALLS.find((name) => name === nameOf(node['callee']));
    default:
      return undefined;
  }
}

/** Globals that run code without an import. */
const LOADING_CALLS = ['require', 'getBuiltinModule', 'dlopen', 'eval', 'Function', 'binding'];

function isLoadingImport(node: SyntaxNode): boolean {
  if (!LOADING_MODULES.test(textOf(node['source']) ?? '')) return false;
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return false;
  const specifiers = childrenOf(node).filter(({ type }) => type.endsWith('Specifier'));
  return specifiers.length === 0 || specifiers.some((specifier) => !isHarmless(specifier));
}

function isHarmless(specifier: SyntaxNode): boolean {
  return specifier['importKind'] === 'type' || HARMLESS_IMPORTS.has(nameOf(specifier['imported']));
}

/** The text of a string literal; `undefined` for all else, templates included. */
function textOf(value: unknown): string | undefined {
  return isNode(value) && typeof value['value'] === 'string' ? value['value'] : undefined;
}

/** The name of an identifier, or of the last part of `a.b.c`; empty for other nodes. */
function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'MemberExpression') return nameOf(value['property']);
  return typeof value['name'] === 'string' ? value['name'] : '';
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
}
