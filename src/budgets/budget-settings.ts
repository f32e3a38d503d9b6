import { z } from 'zod';

/** Characters or minutes; `undefined` is not set. A limit that cannot be read leaves the operator's in force. */
const dailyLimit = z.int().min(0).max(1_000_000_000_000).optional();

/** A server's own limits, which can only lower the operator's. */
export const BUDGET_SETTINGS = z.object({
  charactersPerPerson: dailyLimit,
  characters: dailyLimit,
  captionMinutes: dailyLimit,
  transcribeMinutesPerPerson: dailyLimit,
  transcribeMinutes: dailyLimit,
});

export type BudgetSettings = Readonly<z.output<typeof BUDGET_SETTINGS>>;

/** No limit of a server's own. */
export const NO_BUDGET_SETTINGS: BudgetSettings = BUDGET_SETTINGS.parse({});
