import { type REST, RESTEvents } from 'discord.js';

/** The precision of the Date header. */
const SECOND_MS = 1_000;

/**
 * Notes the time of Discord's first answer, by Discord's clock: this machine's may be wrong. Returns the end of that
 * second, in milliseconds since 1970. Before the first answer, and if that doesn't say, it is this machine's time of the
 * call.
 */
export function noteDiscordTime(rest: Pick<REST, 'once'>): () => number {
  let firstMs = Date.now();
  rest.once(RESTEvents.Response, (_request, response) => {
    const answeredAtMs = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(answeredAtMs)) firstMs = answeredAtMs + SECOND_MS;
  });
  return () => firstMs;
}
