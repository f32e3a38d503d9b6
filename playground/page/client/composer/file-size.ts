const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;

/** A file's size in words, as `1.2 MB`, in the language of `locale`. */
export function fileSize(bytes: number, locale: string): string {
  const exponent = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const style = {
    style: 'unit',
    unit: UNITS[exponent] ?? 'byte',
    maximumFractionDigits: exponent === 2 ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(locale, style).format(bytes / 1_000 ** exponent);
}
