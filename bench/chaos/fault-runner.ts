import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import type { Environment } from '../../playground/environment.ts';
import { DISCORD_FAULTS } from './faults-of-discord.ts';
import { jumpOf, MACHINE_FAULTS } from './faults-of-machine.ts';
import { pause } from './pause.ts';
import type { FaultKind, PlannedFault } from './plan.ts';
import type { ServerLife } from './server-life.ts';
import type { Span } from './spans.ts';

/** A fault that happened; its times are in ms since 1970. */
export interface HappenedFault extends Span {
  readonly kind: FaultKind;
  readonly server: number | undefined;
  readonly costsWords: boolean;
  /** How far the clock was set, for `clock jumps`. */
  readonly jumpMs: number | undefined;
}

interface RunnerOptions {
  readonly environment: Environment;
  readonly speech: LocalSpeech;
  readonly dataDir: string;
  readonly servers: readonly ServerLife[];
}

/** Lets planned faults happen, and keeps a record. */
export class FaultRunner {
  readonly happened: HappenedFault[] = [];
  /** Faults that found nothing to happen to, such as a connection that another one had ended. */
  missed = 0;
  /** Ends of the bot with SIGTERM and a code other than 0, and starts that failed. */
  readonly failures: string[] = [];
  readonly #options: RunnerOptions;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Resolves when the last one is over. */
  async run(plan: readonly PlannedFault[]): Promise<void> {
    const startedAtMs = performance.now();
    const patience = new AbortController();
    const running = plan.map(async (planned) => {
      await pause(planned.atMs - (performance.now() - startedAtMs), patience.signal);
      await this.#happen(planned);
    });
    await Promise.all(running);
  }

  async #happen(planned: PlannedFault): Promise<void> {
    const { kind, server, costsWords } = planned;
    const jumpMs = kind === 'clock jumps' ? jumpOf(planned) : undefined;
    const fault = { kind, server, costsWords, jumpMs, fromMs: Date.now(), toMs: Number.POSITIVE_INFINITY };
    this.happened.push(fault);
    const isOver = await this.#begin(planned).catch((error: unknown) => this.#fail(kind, error));
    if (isOver === false) {
      this.missed += 1;
      this.happened.splice(this.happened.indexOf(fault), 1);
      return;
    }
    await pause(planned.forMs, new AbortController().signal);
    if (isOver !== true) await Promise.resolve(isOver()).catch((error: unknown) => this.#fail(kind, error));
    fault.toMs = Date.now();
  }

  async #begin(planned: PlannedFault) {
    const { environment, speech, dataDir, servers } = this.#options;
    const { kind } = planned;
    const server = servers[planned.server ?? 0];
    if (server === undefined) throw new Error(`there is no server ${planned.server}`);
    const ofDiscord = DISCORD_FAULTS.get(kind);
    if (ofDiscord !== undefined) return ofDiscord({ discord: environment.discord, server, planned });
    if (kind === 'SIGTERM' || kind === 'SIGKILL')
      for (const { captions } of servers) captions.ends.restarted(Date.now());
    const ended = (code: number | null): void => {
      if (kind === 'SIGTERM' && code !== 0) this.failures.push(`SIGTERM ended with ${code}`);
    };
    return MACHINE_FAULTS.get(kind)?.({ environment, speech, dataDir, planned, ended }) ?? false;
  }

  /** A fault may find its object gone; a bot that doesn't start again is a failure. */
  #fail(kind: FaultKind, error: unknown): false {
    if (kind === 'SIGTERM' || kind === 'SIGKILL') this.failures.push(`${kind}: ${String(error)}`);
    return false;
  }
}
