import type { AccountFigures, Budgets, BudgetUsage, CaptionsUsedUp } from '../../budgets/budgets-api.ts';
import type { Asker } from './asker.ts';
import { type Finding, findingsOf } from './finding.ts';
import { type Observed, observe } from './observed.ts';

/** What the asker, the server and the account used of their daily limits; and why captions can't start, if so. */
export type LimitFacts = Observed<{
  readonly budgets: readonly BudgetUsage[];
  readonly resetsAtMs: number;
  readonly captionsUsedUp: CaptionsUsedUp | undefined;
  readonly account: Pick<AccountFigures, 'characters' | 'transcribeMinutes'>;
}>;

/** What these facts are read from. */
export interface LimitPorts {
  readonly budgets: Pick<Budgets, 'usage' | 'captions' | 'figures'>;
}

/** From here on, Mynah warns managers, too (`src/budgets/budgets.ts`). */
const NEARLY = 0.8;

/** Reads what was used today. Never rejects. */
export function seeLimits({ budgets }: LimitPorts, { userId, place: { guildId } }: Asker): Promise<LimitFacts> {
  return observe(async () => {
    const [today, captionsUsedUp, account] = await Promise.all([
      budgets.usage({ userId, guildId }, { withGuild: true }),
      budgets.captions.usedUp(guildId),
      budgets.figures(),
    ]);
    return { ...today, captionsUsedUp, account };
  });
}

const { ok, notice, problem } = findingsOf('server');

/** What is used up concerns everyone; what the server used otherwise is for its managers. */
export function limitFindings(facts: LimitFacts, { isManager }: Asker): Finding[] {
  if (facts.kind !== 'seen') return [];
  const { budgets, resetsAtMs, captionsUsedUp, account } = facts.value;
  const shown = budgets.filter(({ whose }) => isManager || whose !== 'guild');
  const isOver = ({ used, limit }: Pick<BudgetUsage, 'used' | 'limit'>): boolean => used >= limit;
  const ofAccount = [
    { kind: 'characters', whose: 'account', ...account.characters },
    { kind: 'transcription', whose: 'account', ...account.transcribeMinutes },
  ] as const;
  const over = [...budgets, ...ofAccount].filter(isOver).map(({ kind, whose, limit }) =>
    // Somebody wanted that.
    limit === 0 ? notice('turnedOff', { kind, whose }) : problem('usedUp', { kind, whose, resetsAtMs }),
  );
  const isAccountsCaptions = captionsUsedUp?.whose === 'account';
  const nearly = shown
    .filter((usage) => !isOver(usage) && usage.used >= usage.limit * NEARLY)
    .map(({ kind, whose, used, limit }) => notice('nearlyUsedUp', { kind, whose, resetsAtMs, share: used / limit }));
  const found = [
    ...over,
    ...(isAccountsCaptions ? [problem('usedUp', { kind: 'captions', whose: 'account', resetsAtMs })] : []),
    ...nearly,
  ];
  return found.length === 0 && isManager ? [ok('limitsOk')] : found;
}
