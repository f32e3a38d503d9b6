/** A time of the service, ISO 8601, in milliseconds since 1970; one without an offset is UTC. */
export function serviceTimeMs(time: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`);
}
