/** Milliseconds of a clock that all processes and threads of the machine share. */
export function sharedClockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** What `performance.now()` of this thread is behind the shared clock. */
export function sharedClockOffsetMs(): number {
  return sharedClockMs() - performance.now();
}
