const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The size of a file in the visitor's language, as “1.4 MB”; in thousands of bytes. */
export function formatSize(locale: string, bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const unit = UNITS[step] ?? 'byte';
  const maximumFractionDigits = step === 0 ? 0 : 1;
  const format = { style: 'unit', unit, unitDisplay: step === 0 ? 'long' : 'short', maximumFractionDigits } as const;
  return new Intl.NumberFormat(locale, format).format(bytes / 1000 ** step);
}
