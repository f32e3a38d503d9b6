/** Converts an ISO 8601 time of the service to milliseconds since 1970. Times without an offset are UTC. */
export function serviceTimeMs(time: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`);
}
