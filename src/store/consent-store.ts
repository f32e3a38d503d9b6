import type { ConsentStore } from '../captions/captions-ports.ts';
import type { Connection } from './connection.ts';
import { withStoreErrors } from './store-error.ts';

/** What people decided about being captioned; the latest decision applies, in all guilds. */
export function createConsentStore({ db }: Connection): ConsentStore {
  return withStoreErrors<ConsentStore>({
    consentOf: async (userId) => {
      const row = await db.selectFrom('consents').selectAll().where('user_id', '=', userId).executeTakeFirst();
      return { consent: row?.consent ?? 'undecided', decidedAtMs: row?.decided_at_ms };
    },
    setConsent: async (userId, consent, atMs) => {
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
    },
    all: async () => {
      const rows = await db.selectFrom('consents').select(['user_id', 'consent']).execute();
      return new Map(rows.map((row) => [row.user_id, row.consent]));
    },
  });
}
