/** From here on, digits are grouped. */
const FIRST_GROUPED = 1000;

type Text = (...parts: readonly unknown[]) => string;

/** Texts whose numbers have their digits grouped as in the language: `1,000 unread messages`. The texts write them plain. */
export function withGroupedNumbers<T>(texts: T, locale: string): T {
  return group(texts, new Intl.NumberFormat(locale)) as T;
}

function group(value: unknown, number: Intl.NumberFormat): unknown {
  if (typeof value === 'function') return groupIn(value as Text, number);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, group(inner, number)]));
}

function groupIn(text: Text, number: Intl.NumberFormat): Text {
  return (...parts) => {
    const large = parts.filter((part) => typeof part === 'number' && Math.abs(part) >= FIRST_GROUPED);
    return large.reduce<string>(
      (said, part) => said.replaceAll(String(part), number.format(part as number)),
      text(...parts),
    );
  };
}
