import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const CATALOGUE = fileURLToPath(new URL('../../src/messages/english.ts', import.meta.url));

/** Every plural category of every language has one of them, and so have shares, times and sizes. */
const NUMBERS: readonly number[] = [0, 1, 2, 0.5, 61_500, 1_000_000];
/** No item, one, two, and more than a list names. */
const LENGTHS: readonly number[] = [0, 1, 2, 12, 30];
/** Further values of parameters that mean something to the texts, by the parameter's name. */
const MEANINGFUL: Readonly<Record<string, readonly unknown[]>> = {
  // The voice channel's chat is the channel itself.
  voiceChannelId: ['⟦channel#⟧'],
  textChannelId: ['⟦channel#⟧'],
  // A time is from itself to itself where a length is unknown.
  from: ['⟦time#⟧'],
  to: ['⟦time#⟧'],
  title: [''],
  prefix: [''],
  query: [''],
  language: [''],
  tag: [''],
  text: [''],
  description: [''],
  problem: [''],
  limit: [Number.POSITIVE_INFINITY],
  max: [Number.POSITIVE_INFINITY],
  detail: [
    ...['text-empty', 'control-tokens', 'recording-empty', 'recording-too-large', 'recording-too-short'],
    ...['recording-too-long', 'voice-recordings', 'voice-transcripts', 'voice-cover', 'voice-title', 'voice-id'],
    ...['update-empty', 'tags-and-cover', 'page-size', 'page-number', 'silent-video', 'unknown-codec'],
    ...['png-picture', 'jpeg-picture', 'gif-picture', 'webp-picture', 'bmp-picture', 'ogg-other', 'wma-or-wmv'],
    ...['wav-adpcm', 'wav-ima-adpcm', 'wav-gsm', 'wav-mp3', 'AC-3', 'E-AC-3', 'wav-format-7'],
  ],
};

/** Of more combinations of values, so many are taken, spread over all of them. */
const MAX_SAMPLES = 400;
/** Prime, so that the samples go through the values of every parameter. */
const STRIDE = 7_919;

let made: ReadonlyMap<string, readonly object[]> | undefined;

/**
 * The arguments that each text with parameters is tried with, by its key such as `captions.ended`. Taken from the types of
 * the English catalogue, so that every member of every union is among them; texts are marks such as `⟦name#⟧`.
 */
export function sampleArguments(): ReadonlyMap<string, readonly object[]> {
  made ??= readArguments();
  return made;
}

function readArguments(): ReadonlyMap<string, readonly object[]> {
  const options: ts.CompilerOptions = {
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    },
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ESNext, types: ['node'] },
  };
  const program = ts.createProgram([CATALOGUE], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(CATALOGUE);
  const file = source && checker.getSymbolAtLocation(source);
  const english = file && checker.getExportsOfModule(file).find(({ name }) => name === 'english');
  if (english === undefined) throw new Error('the English catalogue was not found');
  const found = new Map<string, readonly object[]>();
  collect(checker.getTypeOfSymbol(english), '', { checker, found });
  return found;
}

interface Search {
  readonly checker: ts.TypeChecker;
  readonly found: Map<string, readonly object[]>;
}

function collect(type: ts.Type, key: string, search: Search): void {
  const { checker, found } = search;
  const [signature] = type.getCallSignatures();
  if (signature !== undefined) {
    const [parameter] = signature.parameters;
    found.set(
      key,
      parameter === undefined ? [{}] : (valuesOf(checker.getTypeOfSymbol(parameter), nameOf(key), checker) as object[]),
    );
    return;
  }
  if ((type.flags & ts.TypeFlags.Object) === 0) return;
  for (const property of type.getProperties()) {
    // What code writes itself with.
    if (key === '' && property.name === 'format') continue;
    collect(checker.getTypeOfSymbol(property), key === '' ? property.name : `${key}.${property.name}`, search);
  }
}

function valuesOf(type: ts.Type, name: string, checker: ts.TypeChecker): readonly unknown[] {
  // Their order in the compiler says nothing.
  if (type.isUnion()) {
    const members = type.types.toSorted((one, other) =>
      compare(checker.typeToString(one), checker.typeToString(other)),
    );
    return members.flatMap((member) => valuesOf(member, name, checker));
  }
  if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
  if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) return [checker.typeToString(type) === 'true'];
  if ((type.flags & ts.TypeFlags.Undefined) !== 0) return [undefined];
  if ((type.flags & ts.TypeFlags.String) !== 0) return [markOf(name), ...(MEANINGFUL[name] ?? [])];
  if ((type.flags & ts.TypeFlags.Number) !== 0) return [...NUMBERS, ...(MEANINGFUL[name] ?? [])];
  const item = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
  if (item !== undefined) return listsOf(item, name, checker);
  if (type.getProperties().length > 0) return objectsOf(type, checker);
  throw new Error(`no samples are known for ${name}: ${checker.typeToString(type)}`);
}

function listsOf(item: ts.Type, name: string, checker: ts.TypeChecker): readonly unknown[] {
  return LENGTHS.map((length) =>
    Array.from({ length }, (_, index) => {
      const values = valuesOf(item, index === 0 ? name : `${name}${index + 1}`, checker);
      return values[index % values.length];
    }),
  );
}

/** Every combination of the values of its properties, or some of them. */
function objectsOf(type: ts.Type, checker: ts.TypeChecker): readonly object[] {
  const properties = type
    .getProperties()
    .toSorted((one, other) => compare(one.name, other.name))
    .map((property) => [property.name, valuesOf(checker.getTypeOfSymbol(property), property.name, checker)] as const);
  const combinations = properties.reduce((product, [, values]) => product * values.length, 1);
  const count = Math.min(combinations, MAX_SAMPLES);
  const spread = Array.from({ length: count }, (_, sample) => {
    let rest = count === combinations ? sample : (sample * STRIDE) % combinations;
    return Object.fromEntries(
      properties.map(([name, values]) => {
        const value = values[rest % values.length];
        rest = Math.floor(rest / values.length);
        return [name, value];
      }),
    );
  });
  if (count === combinations) return spread;
  // Those of which all are the first, all are the second, and so on.
  const longest = Math.max(...properties.map(([, values]) => values.length));
  const alike = Array.from({ length: longest }, (_, sample) =>
    Object.fromEntries(properties.map(([name, values]) => [name, values[sample % values.length]])),
  );
  return [...alike, ...spread];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The last part of a key. */
function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

/** What stands for the value of a text parameter: its name in brackets that no catalogue uses, and a `#`. */
function markOf(name: string): string {
  return `⟦${name}#⟧`;
}
