import type { RetiringModel } from '@mynah/speech-wire/wire';

/** What an operator must know of a model that retires: whether it has, on which day (such as 2026-12-31), and that in words. */
interface RetirementNote {
  readonly isRetired: boolean;
  readonly day: string;
  readonly words: string;
}

/** How it stands with a model that retires; by default, today. */
export function noteOfRetirement({ name, retiresAtMs }: RetiringModel, nowMs = Date.now()): RetirementNote {
  const day = new Date(retiresAtMs).toISOString().slice(0, 10);
  const isRetired = nowMs >= retiresAtMs;
  return { isRetired, day, words: isRetired ? `${name} was retired on ${day}` : `${name} retires on ${day}` };
}
