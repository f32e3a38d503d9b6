import { BudgetError, type Budgets, type Charge } from '../../budgets/budgets-api.ts';
import { wasNotServed } from '../../speech/speech-error.ts';
import type { InteractionContext } from '../interactions/command.ts';

/** Counts a text before anything of it is sent. @throws {BudgetError} when it has more characters than are left today. */
export async function chargeText(
  { budgets }: { readonly budgets: Pick<Budgets, 'take'> },
  { userId, place }: Pick<InteractionContext, 'userId' | 'place'>,
  text: string,
): Promise<Charge> {
  const guildId = place.kind === 'guild' ? place.guildId : undefined;
  const outcome = await budgets.take('characters', { userId, guildId, channelId: place.channelId }, text.length);
  if (outcome.kind === 'used-up') throw new BudgetError(outcome.usedUp);
  return outcome.charge;
}

/** Runs what comes before the text is sent; when that fails, nothing of the text counts. */
export async function beforeSending<T>(charge: Charge, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    charge.refundAll();
    throw error;
  }
}

/** Runs what sends the text; when the service refuses or never gets it, nothing of the text counts. */
export async function whileSending<T>(charge: Charge, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (wasNotServed(error)) charge.refundAll();
    throw error;
  }
}
