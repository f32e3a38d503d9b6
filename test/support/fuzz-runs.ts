/** How many inputs a property is tried with: `usual` in the gate, FUZZ_RUNS when somebody looks for more. */
export function fuzzRuns(usual: number): number {
  const wanted = Number(process.env['FUZZ_RUNS'] ?? 0);
  return wanted > 0 ? wanted : usual;
}
