/** Lines of a table with the first column left-aligned and the others right-aligned. Rows may differ in length. */
export function alignTable(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const alignCell = (cell: string, column: number): string => {
    const width = widths[column] ?? 0;
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  };
  return rows.map((row) => row.map(alignCell).join('  ').trimEnd());
}
