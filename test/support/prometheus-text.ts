/** The value of each sample in Prometheus' text format, by its name and labels as they are written. */
export function samplesOf(text: string): Readonly<Record<string, number>> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, sample, value] = /^([a-z_]+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? [];
      if (sample === undefined) throw new Error(`no sample: ${line}`);
      return [sample, Number(value)];
    }),
  );
}
