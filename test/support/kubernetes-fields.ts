import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** A field's own fields: in a file of declarations, written where it stands, or open. */
type Fields = { readonly file: string } | { readonly text: string; readonly of: string } | undefined;

/**
 * Paths of fields that the declarations of `kubernetes-models` don't have, such as `spec.replcas`: its validation ignores
 * them, and so does Kubernetes. `kind` is a path such as `apps/v1/StatefulSet`.
 */
export function unknownFields(kind: string, resource: unknown): string[] {
  return unknownIn(resource, { file: resolve(`kubernetes-models/${kind}`).replace(/\.m?js$/, '.d.ts') }, '');
}

function unknownIn(value: unknown, fields: Fields, path: string): string[] {
  if (fields === undefined || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => unknownIn(entry, fields, path));
  const known = fieldsOf(fields);
  if (known === undefined) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return known.has(name) ? unknownIn(inner, known.get(name), at) : [at];
  });
}

function fieldsOf(fields: NonNullable<Fields>): ReadonlyMap<string, Fields> | undefined {
  const file = 'file' in fields ? fields.file : fields.of;
  const source = readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^ *\n/gm, '');
  const body = 'file' in fields ? /export interface \w+[^{]*\{\n([\s\S]*?)\n\}/.exec(source)?.[1] : fields.text;
  if (body === undefined) return undefined;
  const indent = /^ +/m.exec(body)?.[0] ?? '';
  const entry = new RegExp(String.raw`^${indent}"([^"]+)"\??: ([\s\S]*?);\n?(?=${indent}"|(?![\s\S]))`, 'gm');
  const imports = new Map(
    [...source.matchAll(/import \{ (\w+) \} from "([^"]+)"/g)].map(([, name, from]) => [name, from]),
  );
  const found = [...body.matchAll(entry)].map(([, name = '', type = '']): [string, Fields] => {
    const inline = /^(?:Array<)?\{\n([\s\S]*?)\n *\}>?$/.exec(type)?.[1];
    if (inline !== undefined && /^ *"/.test(inline)) return [name, { text: inline, of: file }];
    const from = imports.get(/^(?:Array<)?(I\w+)>?$/.exec(type)?.[1]);
    return [name, from === undefined ? undefined : { file: fileOf(from, file) }];
  });
  return found.length === 0 ? undefined : new Map(found);
}

function fileOf(from: string, file: string): string {
  if (from.startsWith('.')) return join(dirname(file), `${from}.d.ts`);
  return createRequire(file)
    .resolve(from)
    .replace(/\.m?js$/, '.d.ts');
}
