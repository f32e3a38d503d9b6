import type { RestExchange } from '@mynah/local-discord/rest/exchange';
import { onTestFinished, TestRunner } from 'vitest';
import { MISSING_DOCUMENT, readDiscordDocument } from './discord-document.ts';
import { ADDED_BY_DISCORD_JS } from './exceptions.ts';
import { ExchangeChecker } from './exchange-checker.ts';

/** Compiled before the tests, of which some have sound that must not wait. Others take some milliseconds. */
const PREPARED = [
  ...['get_my_application', 'bulk_set_application_commands', 'create_interaction_response', 'create_message'],
  ...['update_message', 'update_original_webhook_message', 'execute_webhook'],
];

/** Shared by all files of a worker: the schemas take half a second. */
let sharedChecker: ExchangeChecker | undefined;

/**
 * Holds what a local Discord is asked and answers against Discord's document, where that is there: a test fails during which
 * something doesn't fit. It is checked when the test has finished, so that no sound waits for it.
 */
export class ExchangeWatch {
  readonly #checker = checkerOfWorker();
  #unchecked: RestExchange[] = [];
  /** The test that checks when it has finished. */
  #test: unknown;

  /** For the local Discord. */
  readonly onExchange = (exchange: RestExchange): void => {
    if (this.#checker === undefined) return;
    this.#unchecked.push(exchange);
    const test = TestRunner.getCurrentTest();
    if (test === undefined || test === this.#test) return;
    this.#test = test;
    onTestFinished(() => this.verify());
  };

  /** @throws {Error} with everything that doesn't fit and was not reported before */
  verify(): void {
    const exchanges = this.#unchecked;
    this.#unchecked = [];
    const faults = new Set(exchanges.flatMap((exchange) => this.#checker?.check(exchange) ?? []));
    if (faults.size > 0) throw new Error(`Against Discord's document:\n${[...faults].join('\n')}`);
  }
}

function checkerOfWorker(): ExchangeChecker | undefined {
  if (MISSING_DOCUMENT !== undefined || sharedChecker !== undefined) return sharedChecker;
  sharedChecker = new ExchangeChecker(readDiscordDocument(), ADDED_BY_DISCORD_JS);
  sharedChecker.prepare(PREPARED);
  return sharedChecker;
}
