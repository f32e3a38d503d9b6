import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';

/** So long without a failure ends an outage: while a disk is full, reading succeeds between writes that fail. */
const CALM_MS = 5_000;

/**
 * Logs once that the database cannot be used, and once when it works again. Callers of the stores that repeat what failed
 * with STORE_UNAVAILABLE need not log it themselves.
 */
export class OutageLog {
  readonly #log: Logger;
  readonly #nowMs: () => number;
  #outage: { readonly beganAtMs: number; failures: number; failedAtMs: number } | undefined;

  /** `nowMs` never goes back; default: the process's own clock. */
  constructor(log: Logger, nowMs: () => number = () => performance.now()) {
    this.#log = log;
    this.#nowMs = nowMs;
  }

  /** The same store; its calls tell whether the database works. */
  watch<Store extends object>(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...args: readonly unknown[]) =>
          this.#call(() => Reflect.apply(member, target, args) as Promise<unknown>);
      },
    });
  }

  async #call<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#worked();
      return result;
    } catch (error) {
      if (error instanceof MynahError && error.code === 'STORE_UNAVAILABLE') this.#failed(error);
      throw error;
    }
  }

  #failed(error: MynahError): void {
    const nowMs = this.#nowMs();
    if (this.#outage === undefined) {
      this.#outage = { beganAtMs: nowMs, failures: 0, failedAtMs: nowMs };
      this.#log.error({ err: error, failures: 1 }, 'the database cannot be used');
    }
    this.#outage.failures += 1;
    this.#outage.failedAtMs = nowMs;
  }

  #worked(): void {
    const nowMs = this.#nowMs();
    if (this.#outage === undefined || nowMs - this.#outage.failedAtMs < CALM_MS) return;
    const { beganAtMs, failures, failedAtMs } = this.#outage;
    this.#outage = undefined;
    this.#log.info({ awayMs: Math.round(failedAtMs - beganAtMs), failures }, 'the database works again');
  }
}
