/** Whether all of `work` has settled after at most `timeoutMs`. */
export async function settlesWithin(work: Iterable<Promise<unknown>>, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  const settled = Promise.allSettled([...work]).then(() => true);
  const inTime = await Promise.race([settled, promise]);
  clearTimeout(timer);
  return inTime;
}
