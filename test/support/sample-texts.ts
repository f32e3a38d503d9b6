/** Values of parameters that are one of a few words, by the parameter's name. */
const WORDS: Readonly<Record<string, string>> = {
  kind: 'captions',
  whose: 'guild',
  reason: 'stopped',
  consent: 'opt-in',
  decision: 'opted-out',
  elsewhere: 'undecided',
  visibleTo: 'everyone',
  scope: 'public',
};

const LISTS =
  /^(?:userIds|names|choices|formats|readableFormats|permissions|languages|tags|captioned|notCaptioned|items|servers|commands)$/;
const LISTS_OF_OBJECTS = /^(?:recordings|stretches)$/;
const NUMBERS =
  /(?:Ms|Bytes|Days|Share|Count|Limit|Percent|PerPerson|PerServer|InServer|Minutes|Clips)$|^(?:count|max|min|number|page|pages|voices|lines|texts|ahead|days|seconds|used|limit|left|users|likes|length|bytes|share|pieces|piecesDone|more|captions|confirmations|choicesMade|messages|remaining|deleted|refused|hidden|clips|hiddenLanguages|transcripts|otherServers|characters|charactersPerPerson|captionMinutes|transcribeMinutes|speed|volume|others|lineCount)$/;

/** What stands for the value of a text parameter in a sample: its name in brackets that no catalogue uses, and a `#`. */
function sampleMark(name: string): string {
  return `⟦${name}#⟧`;
}

/** An argument for a text with parameters: each parameter has a value that fits its name. */
function sampleArgument(isOn: boolean): object {
  return new Proxy(
    {},
    {
      get: (_target, name) => (typeof name === 'string' ? sampleValue(name, isOn) : undefined),
      has: () => true,
    },
  );
}

function sampleValue(name: string, isOn: boolean): unknown {
  if (/^(?:is|has|may|was|with|can)[A-Z]/.test(name)) return isOn;
  if (LISTS.test(name)) return isOn ? [sampleMark(name), sampleMark(`${name}2`)] : [];
  if (LISTS_OF_OBJECTS.test(name)) return isOn ? [sampleArgument(isOn)] : [];
  if (NUMBERS.test(name)) return isOn ? 5 : 1;
  return WORDS[name] ?? sampleMark(name);
}

/** A text of a catalogue, or what the function there writes from sample arguments. */
export interface SampleText {
  /** Such as `captions.buttons.stop`. */
  readonly key: string;
  /** One text, or one for each set of sample arguments; `undefined` where the samples do not fit. */
  readonly texts: readonly (string | undefined)[];
}

/** Every text of a catalogue, or of a part of it. */
export function sampleTexts(value: unknown, key = ''): SampleText[] {
  if (typeof value === 'string') return [{ key, texts: [value] }];
  if (typeof value === 'function') {
    return [{ key, texts: [true, false].map((isOn) => written(value as (argument: object) => unknown, isOn)) }];
  }
  if (typeof value !== 'object' || value === null || key === 'format') return [];
  return Object.entries(value).flatMap(([name, inner]) => sampleTexts(inner, key === '' ? name : `${key}.${name}`));
}

function written(write: (argument: object) => unknown, isOn: boolean): string | undefined {
  try {
    const text = write(sampleArgument(isOn));
    return typeof text === 'string' && !/undefined|\bNaN\b|\[object/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
