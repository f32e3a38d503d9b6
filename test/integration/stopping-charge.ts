/**
 * A process that stops itself (SIGSTOP) right after the first statement of a charge, or of a decision about captions:
 * `stopping-charge.ts URL charge|decision`. It prints `ready` before.
 */
import { createLogger } from '../../src/log/log.ts';
import { openDatabase } from '../../src/store/database.ts';

const [, , url = '', what = ''] = process.argv;
let isArmed = false;
const database = await openDatabase(url, createLogger('silent'), {
  onStatement: ({ statement }) => {
    // `begin` is one of the others.
    if (isArmed && statement !== 'other') process.kill(process.pid, 'SIGSTOP');
  },
});
process.stdout.write('ready\n');
isArmed = true;
const key = { kind: 'characters', scope: 'account', holder: '' } as const;
const person = { ...key, scope: 'person', holder: '300000000000000001' } as const;
if (what === 'charge') {
  await database.budgets.take('2026-11-22', [
    { key: person, amount: 1, limit: 100 },
    { key, amount: 1, limit: 100 },
  ]);
} else await database.consent.setConsent('300000000000000001', 'opted-out', 1);
