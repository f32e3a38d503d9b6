/** Aborts on the first SIGTERM or SIGINT. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  // Not `once`: Ctrl-C under npm arrives twice, and without a listener the second one would cut the shutdown short.
  process.on('SIGTERM', () => stopping.abort('SIGTERM'));
  process.on('SIGINT', () => stopping.abort('SIGINT'));
  return stopping.signal;
}
