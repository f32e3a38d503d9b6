import { startHouse } from '../playground/house.ts';
import { machineLine } from './machine.ts';

const START_DEADLINE_MS = 30_000;

/** Ten minutes of mixed work, and whether the bot's memory stays flat. */
export async function runSoak(print: (line: string) => void): Promise<void> {
  print(machineLine());
  const house = await startHouse({ signal: AbortSignal.timeout(START_DEADLINE_MS) });
  await house.close();
}
