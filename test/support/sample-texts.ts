import { sampleArguments } from './sample-arguments.ts';

/** A text of a catalogue, or what the function there writes from each of its sample arguments. */
export interface SampleText {
  /** Such as `captions.buttons.stop`. */
  readonly key: string;
  readonly texts: readonly string[];
}

const made = new WeakMap<object, readonly SampleText[]>();

/** Every text of a catalogue. */
export function sampleTexts(catalogue: object): readonly SampleText[] {
  const texts = made.get(catalogue) ?? textsOf(catalogue, '');
  made.set(catalogue, texts);
  return texts;
}

function textsOf(value: unknown, key: string): SampleText[] {
  if (typeof value === 'string') return [{ key, texts: [value] }];
  if (typeof value === 'function') {
    const write = value as (argument: object) => string;
    return [{ key, texts: (sampleArguments().get(key) ?? []).map((argument) => write(argument)) }];
  }
  if (typeof value !== 'object' || value === null || key === 'format') return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, key === '' ? name : `${key}.${name}`));
}
