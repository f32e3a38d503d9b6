import type { Method, OpenApiDocument, Operation, Parameter } from './open-api.ts';

/** An operation that a request asks for. */
export interface FoundOperation {
  readonly operation: Operation;
  /** Method and path as documented, such as `GET /channels/{channel_id}`. */
  readonly name: string;
  /** Of the path and the query. */
  readonly parameters: readonly Parameter[];
  /** The path's parameters, as they were sent. */
  readonly path: Readonly<Record<string, string>>;
}

/** Finds the operation of a request by its path below the document's base; of several templates the most literal wins. */
export function findOperation(document: OpenApiDocument, method: string, path: string): FoundOperation | undefined {
  const segments = path.split('/').map(decodeURIComponent);
  const fitting = Object.entries(document.paths).flatMap(([template, item]) => {
    const operation = item[method.toLowerCase() as Method];
    const values = matchTemplate(template.split('/'), segments);
    if (operation === undefined || values === undefined) return [];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    return [{ operation, name: `${method} ${template}`, parameters, path: values }];
  });
  const variables = ({ path: values }: FoundOperation): number => Object.keys(values).length;
  return fitting.toSorted((one, other) => variables(one) - variables(other))[0];
}

function matchTemplate(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    const variable = /^\{(\w+)\}$/.exec(part)?.[1];
    if (variable !== undefined) values[variable] = segment;
    else if (part !== segment) return undefined;
  }
  return values;
}
