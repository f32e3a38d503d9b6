/** A process that takes 1 character of a guild's budget as often as it is told, and prints how often it got one. */
import { createLogger } from '../../src/log/log.ts';
import { openDatabase } from '../../src/store/database.ts';

const [, , url = '', tries = '', limit = ''] = process.argv;
const database = await openDatabase(url, createLogger('silent'));
const holders = [
  { scope: 'person', holder: '300000000000000001', limit: Number.POSITIVE_INFINITY },
  { scope: 'guild', holder: '200000000000000001', limit: Number(limit) },
  { scope: 'account', holder: '', limit: Number.POSITIVE_INFINITY },
] as const;
const uses = holders.map(({ scope, holder, limit: most }) => ({
  ...{ key: { kind: 'characters', scope, holder } as const, amount: 1, limit: most },
}));
let taken = 0;
for (let round = 0; round < Number(tries); round += 1) {
  const { kind } = await database.budgets.take('2026-11-22', uses);
  if (kind === 'taken') taken += 1;
}
await database.close();
process.stdout.write(String(taken));
