import { BudgetError, type Budgets, type Charge } from '../../budgets/budgets-api.ts';
import { wasNotServed } from '../../speech/speech-error.ts';
import { splitIntoPieces } from '../../text/split-into-pieces.ts';
import type { InteractionContext } from '../interactions/command.ts';

/** Sends one piece of a text, and notes whether the service worked on it. */
export type SendPiece = <T>(piece: string, sending: () => Promise<T>) => Promise<T>;

/** The characters (UTF-16 units) that a text costs: what is sent, with the expression mark of each sentence. */
export function countCharacters(text: string, mark?: string): number {
  if (mark === undefined) return text.length;
  return splitIntoPieces(text, { mark }).reduce((sum, { length }) => sum + length, 0);
}

/** Counts a text before anything of it is sent. @throws {BudgetError} when it has more characters than are left today. */
export async function chargeText(
  { budgets }: { readonly budgets: Pick<Budgets, 'take'> },
  { userId, place }: Pick<InteractionContext, 'userId' | 'place'>,
  text: string,
  mark?: string,
): Promise<Charge> {
  const guildId = place.kind === 'guild' ? place.guildId : undefined;
  const outcome = await budgets.take(
    'characters',
    { userId, guildId, channelId: place.channelId },
    countCharacters(text, mark),
  );
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
 * Runs what sends a text that was charged for so many `characters`; when that fails, only what the service worked on
 * counts. `work` reports each piece that it sends with `send`.
 */
export async function whileSending<T>(
  charge: Charge,
  characters: number,
  work: (send: SendPiece) => Promise<T>,
): Promise<T> {
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
    charge.refund(characters - served);
    throw error;
  }
}
