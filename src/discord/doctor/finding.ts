import type { Messages } from '../../messages/messages.ts';

type FindingTexts = Messages['doctor']['findings'];

/** Under which heading a finding is listed. */
export type FindingGroup = keyof Messages['doctor']['groups'];

/** `problem`: something doesn't work; `notice`: it works, but people should know; `ok`: it was checked and is fine. */
type FindingLevel = 'ok' | 'notice' | 'problem';

type ValuesOf<Key extends keyof FindingTexts> = FindingTexts[Key] extends (values: infer Values) => string
  ? Values
  : undefined;

/** What one check found: its text by key, with the text's values. */
export type Finding = {
  [Key in keyof FindingTexts]: {
    readonly level: FindingLevel;
    readonly group: FindingGroup;
    readonly key: Key;
    readonly values: ValuesOf<Key>;
  };
}[keyof FindingTexts];

/** Writes the findings of one group. A text without values takes none. */
export type WriteFinding = <Key extends keyof FindingTexts>(
  key: Key,
  ...values: ValuesOf<Key> extends undefined ? [] : [values: ValuesOf<Key>]
) => Finding;

/** One function for each level. */
export function findingsOf(group: FindingGroup): Readonly<Record<FindingLevel, WriteFinding>> {
  const at =
    (level: FindingLevel): WriteFinding =>
    (key, ...[values]) =>
      // The compiler does not relate the key to its values over the union.
      ({ level, group, key, values }) as unknown as Finding;
  return { ok: at('ok'), notice: at('notice'), problem: at('problem') };
}

/** The sentence of a finding. */
export function findingText({ key, values }: Finding, { doctor: { findings } }: Messages): string {
  const text = findings[key] as string | ((given: unknown) => string);
  return typeof text === 'string' ? text : text(values);
}
