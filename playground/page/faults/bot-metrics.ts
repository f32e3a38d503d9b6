import type { Figures } from '../protocol.ts';

type BotFigures = Pick<Figures, 'queue' | 'permits'>;

const QUEUE = 'mynah_playback_queue_length';
const PERMITS = 'mynah_speech_permits';
const UNKNOWN: BotFigures = { queue: undefined, permits: undefined };
/** However many tabs read the figures, the bot is asked this often at most. */
const FRESH_MS = 2_000;
/** A bot that is slower than this is asked again later. */
const PATIENCE_MS = 1_500;

/** The figures of the bot's page `/metrics`. */
export interface BotMetrics {
  /** At most 2 s old. Never rejects: what the bot does not say is `undefined`. */
  read(): Promise<BotFigures>;
}

/** Creates a reader of the figures. `url` is that of the bot's health pages, which may change when it restarts. */
export function createBotMetrics(url: () => string): BotMetrics {
  let reading = Promise.resolve(UNKNOWN);
  let askedAtMs = Number.NEGATIVE_INFINITY;
  return {
    read() {
      if (performance.now() - askedAtMs >= FRESH_MS) {
        askedAtMs = performance.now();
        reading = readMetrics(`${url()}/metrics`);
      }
      return reading;
    },
  };
}

/** Everything is unknown while the bot restarts, or is too busy to answer. */
async function readMetrics(url: string): Promise<BotFigures> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    return response.ok ? figuresOf(text) : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** The figures in a text of Prometheus's exposition format; what is not there is `undefined`. */
export function figuresOf(text: string): BotFigures {
  const samples = text.split('\n').flatMap((line) => {
    const { name, labels, value } = /^(?<name>\w+)(?:\{(?<labels>.*)\})? (?<value>\S+)/.exec(line)?.groups ?? {};
    return name === undefined ? [] : [{ name, labels: labels ?? '', value: Number(value) }];
  });
  const queues = samples.filter(({ name }) => name === QUEUE);
  const permits = (state: string): number | undefined =>
    samples.find(({ name, labels }) => name === PERMITS && labels.split(',').includes(`state="${state}"`))?.value;
  const [held, allowed, waiting] = [permits('held'), permits('allowed'), permits('waiting')];
  return {
    queue: queues.length === 0 ? undefined : queues.reduce((sum, { value }) => sum + value, 0),
    permits:
      held === undefined || allowed === undefined || waiting === undefined ? undefined : { held, allowed, waiting },
  };
}
