/** The little language of the speech service's conformance file: what its fields may be, by example or by type. */

/** A node of the file: an object of fields (`name?` may be missing, `any` stands for all names), a list, a type, an example. */
type Described = unknown;

/** How texts in the file are meant: as types (`string|null`, `integer 1..3`, `tts|svc`), or as examples unless they are types. */
type Meaning = 'types' | 'examples';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  uuid: (value) => typeof value === 'string',
  'date-time': (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  bin: (value) => value instanceof Uint8Array,
};

/** Remarks in parentheses, and defaults after an equals sign, are for readers. */
const REMARKS = /\s*\(.*\)$|\s*=\s*\S+$/g;
const RANGE = /^(?:(?<kind>integer|number) )?(?<from>-?[\d.]+)\.\.(?<to>-?[\d.]+)$/;

/** What is wrong with a value, each with its place in it; empty when it is as described. `named` are types by their names. */
export function faultsOf(
  value: unknown,
  described: Described,
  options: {
    readonly meaning?: Meaning;
    readonly named?: Readonly<Record<string, Described>>;
    readonly at?: string;
  } = {},
): string[] {
  const { meaning = 'examples', named = {}, at = 'it' } = options;
  const within = (inner: unknown, as: Described, place: string): string[] =>
    faultsOf(inner, as, { ...options, at: place });
  if (typeof described === 'string') {
    const name = described.replace(REMARKS, '');
    if (name in named) return faultsOf(value, named[name], { ...options, meaning: 'types' });
    return isOf(value, name, meaning) ? [] : [`${at} is not ${name}`];
  }
  if (Array.isArray(described)) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    if (described.length === 0) return [];
    return value.flatMap((each, index) => within(each, described[0], `${at}[${index}]`));
  }
  if (typeof described !== 'object' || described === null) {
    return typeof value === typeof described || value === described ? [] : [`${at} is no ${typeof described}`];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`];
  return Object.entries(described).flatMap(([key, as]) => {
    if (key === 'any') return Object.entries(value).flatMap(([each, inner]) => within(inner, as, `${at}.${each}`));
    const field = key.replace(/\?$/, '');
    if (field in value) return within(Reflect.get(value, field), as, `${at}.${field}`);
    return key.endsWith('?') ? [] : [`${at}.${field} is missing`];
  });
}

function isOf(value: unknown, name: string, meaning: Meaning): boolean {
  const kinds = name.split('|');
  if (meaning === 'examples' && !kinds.every(isType)) return typeof value === 'string';
  return kinds.some((kind) => {
    if (kind.endsWith('[]'))
      return Array.isArray(value) && value.every((each) => isOf(each, kind.slice(0, -2), meaning));
    return Object.hasOwn(TYPES, kind) ? TYPES[kind]?.(value) : String(value) === kind;
  });
}

function isType(kind: string): boolean {
  return Object.hasOwn(TYPES, kind.replace(/\[\]$/, ''));
}

/** Legal values of a field of a request: its default, the ends of its range, or each of its names; none where that is all free. */
export function valuesOf(described: string): readonly unknown[] {
  const [, written] = /\s=\s(\S+)$/.exec(described) ?? [];
  const kinds = described.replace(REMARKS, '').split('|');
  const range = RANGE.exec(kinds[0] ?? '')?.groups;
  if (range !== undefined) return [Number(range['from']), Number(range['to'])];
  if (kinds.includes('boolean')) return [true, false];
  if (kinds.includes('string[]') && kinds.length === 1) return [['x']];
  const names = kinds.filter((kind) => kind === 'null' || (!isType(kind) && /^[\w.-]+$/.test(kind)));
  const literals = names.map(literalOf);
  return literals.length > 0 || written === undefined ? literals : [literalOf(written)];
}

function literalOf(written: string): unknown {
  if (written === 'null') return null;
  return /^-?[\d.]+$/.test(written) ? Number(written) : written;
}
