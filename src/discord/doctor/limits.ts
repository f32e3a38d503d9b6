import type { Budgets, BudgetUsage, CaptionsUsedUp } from '../../budgets/budgets-api.ts';
import type { Asker } from './asker.ts';
import { type Finding, findingsOf } from './finding.ts';
import { type Observed, observe } from './observed.ts';

/** What the asker and the server used of their daily limits; and why captions can't start, if so. */
export type LimitFacts = Observed<{
  readonly budgets: readonly BudgetUsage[];
  readonly resetsAtMs: number;
  readonly captionsUsedUp: CaptionsUsedUp | undefined;
}>;

/** What these facts are read from. */
export interface LimitPorts {
  readonly budgets: Pick<Budgets, 'usage' | 'captions'>;
}

/** From here on, Mynah warns managers, too (`src/budgets/budgets.ts`). */
const NEARLY = 0.8;

/** Reads what was used today. Never rejects. */
export function seeLimits({ budgets }: LimitPorts, { userId, place: { guildId } }: Asker): Promise<LimitFacts> {
  return observe(async () => {
    const [today, captionsUsedUp] = await Promise.all([
      budgets.usage({ userId, guildId }, { withGuild: true }),
      budgets.captions.usedUp(guildId),
    ]);
    return { ...today, captionsUsedUp };
  });
}

const { ok, notice, problem } = findingsOf('server');

/** What is used up concerns everyone; what the server used otherwise is for its managers. */
export function limitFindings(facts: LimitFacts, { isManager }: Asker): Finding[] {
  if (facts.kind !== 'seen') return [];
  const { budgets, resetsAtMs, captionsUsedUp } = facts.value;
  const shown = budgets.filter(({ whose }) => isManager || whose !== 'guild');
  const isOver = ({ used, limit }: BudgetUsage): boolean => used >= limit;
  const over = budgets.filter(isOver).map(({ kind, whose, limit }) =>
    // Somebody wanted that.
    limit === 0 ? notice('turnedOff', { kind, whose }) : problem('usedUp', { kind, whose, resetsAtMs }),
  );
  const isOfAccount = captionsUsedUp?.whose === 'account';
  const nearly = shown
    .filter((usage) => !isOver(usage) && usage.used >= usage.limit * NEARLY)
    .map(({ kind, whose, used, limit }) => notice('nearlyUsedUp', { kind, whose, resetsAtMs, share: used / limit }));
  const found = [
    ...over,
    ...(isOfAccount ? [problem('usedUp', { kind: 'captions', whose: 'account', resetsAtMs })] : []),
    ...nearly,
  ];
  return found.length === 0 && isManager ? [ok('limitsOk')] : found;
}
