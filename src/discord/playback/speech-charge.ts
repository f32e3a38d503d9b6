import { BudgetError, type Budgets, type Charge } from '../../budgets/budgets-api.ts';
import { wasNotServed } from '../../speech/speech-error.ts';
import type { InteractionContext } from '../interactions/command.ts';

/** Sends one piece of a text, and notes whether the service worked on it. */
export type SendPiece = <T>(piece: string, sending: () => Promise<T>) => Promise<T>;

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

/**
 * Runs what sends the text; when that fails, only what the service worked on counts. `work` reports each piece that it
 * sends with `send`.
 */
export async function whileSending<T>(charge: Charge, text: string, work: (send: SendPiece) => Promise<T>): Promise<T> {
  let served = 0;
  const send: SendPiece = async (piece, sending) => {
    try {
      const result = await sending();
      served += piece.length;
      return result;
    } catch (error) {
      if (!wasNotServed(error)) served += piece.length;
      throw error;
    }
  };
  try {
    return await work(send);
  } catch (error) {
    charge.refund(text.length - served);
    throw error;
  }
}
