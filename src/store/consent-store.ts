import type { Connection } from './connection.ts';
import { storeCall } from './store-error.ts';

type Decision = 'opted-in' | 'opted-out';
type Consent = Decision | 'undecided';

/** What people decided about being captioned; the last word counts, in all guilds. */
export interface ConsentStore {
  consentOf(userId: string): Promise<{ readonly consent: Consent; readonly decidedAtMs: number | undefined }>;
  /** Resolves when the decision is safely stored. `undecided` forgets it. */
  setConsent(userId: string, consent: Consent, atMs: number): Promise<void>;
  /** Everybody who decided. */
  all(): Promise<ReadonlyMap<string, Decision>>;
}

/** The decisions in an open database. */
export function createConsentStore({ db }: Connection): ConsentStore {
  return {
    consentOf: (userId) =>
      storeCall(async () => {
        const row = await db.selectFrom('consents').selectAll().where('user_id', '=', userId).executeTakeFirst();
        return { consent: row?.consent ?? 'undecided', decidedAtMs: row?.decided_at_ms };
      }),
    setConsent: (userId, consent, atMs) =>
      storeCall(async () => {
        if (consent === 'undecided') {
          await db.deleteFrom('consents').where('user_id', '=', userId).execute();
          return;
        }
        const decision = { consent, decided_at_ms: Math.round(atMs) };
        await db
          .insertInto('consents')
          .values({ user_id: userId, ...decision })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(decision))
          .execute();
      }),
    all: () =>
      storeCall(async () => {
        const rows = await db.selectFrom('consents').select(['user_id', 'consent']).execute();
        return new Map(rows.map((row) => [row.user_id, row.consent]));
      }),
  };
}
